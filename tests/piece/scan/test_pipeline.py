"""Whole imports of simulated scans against the truth."""

import numpy as np
import pytest
import trimesh

from geo3d.errors import MeshError, UsageError
from geo3d.piece import inspect_piece, read_piece, write_piece
from geo3d.piece.scan import Measure, import_scan
from geo3d.piece.scan.holes import find_holes
from geo3d.shapes import barricade, door, hill, tower, wall, window
from tests.piece.scan.meshes import fine_box, joined, merged, sheet, without
from tests.piece.scan.truth import compare
from tests.scanning import scan

SHAPES = {
    "wall": wall(6, 4, 0.25, [window(0, 1, 1, 1), door(-2, 1, 2)]),
    "tower": tower(2, 4),
    "hill": hill(3, 2),
    "barricade": barricade(4, 1.2, 1, 0.4),
}


def imported(tmp_path, scanned, **options):
    path = tmp_path / "scan.ply"
    scanned.mesh.export(path)
    return import_scan(path, units=scanned.units, up=scanned.up, **options)


@pytest.mark.parametrize(
    ("name", "table", "severity"),
    [
        ("wall", "plane", 1),
        ("barricade", "mat", 4),
        ("barricade", "edge", 2),
        ("wall", "mat on table", 3),
    ],
)
def test_a_scan_on_any_table(tmp_path, name, table, severity):
    shape = SHAPES[name]
    scanned = scan(shape.mesh, severity, seed=3, faces=16_000, table=table, crate=True)
    error = compare(scanned, imported(tmp_path, scanned), shape.openings)
    assert abs(error.scale) < 1e-6
    assert error.level_deg < 0.5
    assert abs(error.ground) < 0.03
    assert error.rms < 0.03
    assert error.lost == 0
    assert error.new == 0
    assert error.strays == 0
    assert error.crate


@pytest.mark.parametrize("name", ["tower", "hill"])
def test_round_things(tmp_path, name):
    shape = SHAPES[name]
    scanned = scan(shape.mesh, 1, seed=5, faces=20_000)
    found = imported(tmp_path, scanned)
    error = compare(scanned, found, shape.openings)
    assert error.rms < 0.01
    assert error.greatest < 0.1
    assert error.lost == error.new == error.strays == 0
    assert found.piece.mesh.is_watertight
    assert found.piece.mesh.volume == pytest.approx(shape.volume, rel=0.02)


def test_a_height_gives_the_scale_of_arbitrary_units(tmp_path):
    shape = SHAPES["wall"]
    scanned = scan(shape.mesh, 2, seed=7, faces=20_000, units=None)
    path = tmp_path / "scan.ply"
    scanned.mesh.export(path)
    found = import_scan(path, up=scanned.up, measure=Measure("height", 4.0))
    error = compare(scanned, found, shape.openings)
    assert abs(error.scale) < 0.01
    assert error.lost == 0


def test_it_stands_in_the_middle_on_the_ground(tmp_path):
    found = imported(tmp_path, scan(SHAPES["hill"].mesh, 1, seed=1, faces=10_000))
    low, high = found.piece.mesh.bounds
    assert low[2] == 0.0
    assert low[:2] + high[:2] == pytest.approx([0, 0], abs=1e-9)


def test_what_it_writes_is_read_again(tmp_path):
    found = imported(tmp_path, scan(SHAPES["wall"].mesh, 1, seed=1, faces=10_000),
                     category="dense")  # fmt: skip
    piece = found.piece
    write_piece(piece, tmp_path / "wall.glb", name=piece.name, category=piece.category,
                extras=dict(piece.extras))  # fmt: skip
    again = read_piece(tmp_path / "wall.glb")
    assert again.category == "dense"
    assert again.extras["imported"]["from"] == "scan.ply"
    np.testing.assert_allclose(again.mesh.bounds, piece.mesh.bounds, atol=1e-5)


def test_the_same_scan_gives_the_same_piece(tmp_path):
    scanned = scan(SHAPES["wall"].mesh, 3, seed=2, faces=10_000)
    one, other = imported(tmp_path, scanned), imported(tmp_path, scanned)
    np.testing.assert_array_equal(one.piece.mesh.vertices, other.piece.mesh.vertices)
    assert one.report.to_dict() == other.report.to_dict()


def test_an_exact_piece_comes_through_as_it_is():
    """A closed house without a table: what it rests on is found, nothing is taken from it."""
    house = fine_box((-2, -1, 0), (2, 1, 3))
    found = import_scan(house)
    assert found.piece.mesh.volume == pytest.approx(24, rel=1e-3)
    assert found.piece.mesh.is_watertight
    assert any("no table" in text for text in found.report.warnings)


def test_scanned_lying_it_says_which_axis(tmp_path):
    scene = joined(sheet((-6, -6), (6, 6)), fine_box((-1.5, -1.5, 0), (1.5, 1.5, 4)))
    scene.vertices = scene.vertices[:, [0, 2, 1]] * [1, 1, -1]
    scene.export(tmp_path / "lying.stl")
    with pytest.raises(MeshError, match=r"lying.stl.*across y.*--up"):
        import_scan(tmp_path / "lying.stl", units="inch")
    found = import_scan(tmp_path / "lying.stl", units="inch", up="y")
    assert found.report.after["size"] == pytest.approx([3, 3, 4], abs=0.01)


@pytest.mark.parametrize("degrees", [0, 17, 45])
def test_c40_a_thin_wall_keeps_its_thickness(degrees):
    """C40 [FluidX3D 160]: 6 x .1 x 5: no sight through it, nothing blocked beside it."""
    turn = trimesh.transformations.rotation_matrix(np.deg2rad(degrees), [0, 0, 1])
    thin = fine_box((-3, -0.05, 0), (3, 0.05, 5), 0.4)
    thin.apply_transform(turn)
    out = import_scan(joined(sheet((-6, -6), (6, 6)), thin)).piece.mesh
    out.apply_transform(np.linalg.inv(turn))
    # Simplified to .01".
    assert np.ptp(out.vertices, axis=0) == pytest.approx([6, 0.1, 5], abs=0.01)
    assert out.is_watertight
    assert out.volume == pytest.approx(3.0, rel=0.05)


def test_nothing_on_the_table():
    with pytest.raises(MeshError, match=r"stands on|lies on nothing|higher"):
        import_scan(sheet((-6, -6), (6, 6)))


@pytest.mark.parametrize(
    ("options", "word"),
    [({"error": -1.0}, "error"), ({"thickness": 0.0}, "thickness"), ({"category": ""}, "category")],
)
def test_options_that_are_none(options, word):
    with pytest.raises(UsageError, match=word):
        import_scan(fine_box((-2, -1, 0), (2, 1, 3)), **options)


def test_meshes_that_are_none():
    with pytest.raises(MeshError, match="faces and finite"):
        import_scan(trimesh.Trimesh())
    point = trimesh.Trimesh([(1, 1, 1)] * 3, [(0, 1, 2)], process=False)
    with pytest.raises(MeshError):
        import_scan(point)


def test_a_room_that_no_view_reached_is_named_where_it_is():
    """A block with a door of 1" by 1.5", .3" of its reveal seen and nothing behind it.

    The report and `piece inspect` name the place, in the piece's frame: before the block's front,
    in the middle of the door.
    """
    block = merged(wall(5, 4, 4, [window(0.8, 1.0, 1.0, 1.5)]).mesh.subdivide_to_size(0.15))
    dark = lambda c: abs(c[0] - 0.8) < 0.51 and 0.99 < c[2] < 2.51 and c[1] > -1.7  # noqa: E731
    block = without(block, dark)
    # Its back was seen to be wall.
    (far,) = [hole for hole in find_holes(block) if block.vertices[hole.ring, 1].min() > 1]
    block = trimesh.Trimesh(
        block.vertices, np.concatenate([block.faces, far.patch]), process=False
    )  # fmt: skip
    table = without(sheet((-6, -6), (6, 6), step=0.25), lambda c: (np.abs(c[:2]) < [2.5, 2]).all())
    found = import_scan(joined(block, table), units="inch", up="z")
    (rim,) = [row for row in found.report.after["open"] if not row["on_ground"]]
    assert rim["centre"] == pytest.approx((0.8, -1.7, 1.75), abs=0.15)
    assert rim["size"][0] == pytest.approx(1.0, abs=0.05)
    assert rim["size"][2] == pytest.approx(1.5, abs=0.05)
    (warning,) = [text for text in found.report.warnings if text.startswith("open at")]
    assert "pass inside" in warning
    document = inspect_piece(found.piece)
    assert document["open"][0]["centre"] == pytest.approx(rim["centre"])
    (row,) = [row for row in document["hurts"] if row["kind"] == "open"]
    assert "pass inside" in row["text"]
    # The hole is on record in the same frame.
    step = next(step for step in found.report.steps if step.name == "holes")
    assert step.figures["left_open"][0]["centre"] == pytest.approx(rim["centre"], abs=0.05)


def test_a_scan_of_too_many_faces_is_refused(monkeypatch):
    monkeypatch.setattr("geo3d.piece.scan.pipeline.MOST", 11)
    with pytest.raises(MeshError, match="12 faces; scans of up to 11"):
        import_scan(trimesh.creation.box(), units="inch")
