"""What a picture shows of a move, as data: what is there, and where."""

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh

import geo3d
from geo3d.cli.app import run
from geo3d.motion import Violation
from geo3d.shapes import wall
from geo3d.table.board import Board
from geo3d_viewer.description import Lines, SceneDescription, Surface
from geo3d_viewer.ending import GHOST
from geo3d_viewer.ground import RAISED
from geo3d_viewer.palette import ACROSS, CLIMB
from geo3d_viewer.path import LIFT
from geo3d_viewer.scene import describe
from tests.picture.boards import box
from tests.picture.move_board import MODEL, PLAN, load, relief
from tests.scenario.moving_board import Model, Table, Thing, arrow


def _moved(board: Board, path: list, most: float | None = None) -> SceneDescription:
    return describe(board, move=geo3d.judge_move(board, MODEL, path, most), path=path)


def _surfaces(scene: SceneDescription, role: str) -> list[Surface]:
    return [surface for surface in scene.surfaces if surface.role == role]


def _lines(scene: SceneDescription, role: str) -> list[Lines]:
    return [lines for lines in scene.lines if lines.role == role]


def _labels(scene: SceneDescription, role: str) -> dict[str, tuple[float, float, float]]:
    return {label.text: label.anchor for label in scene.labels if label.role == role}


def _cover(surface: Surface) -> shapely.Geometry:
    corners = surface.placed()[surface.faces]
    return shapely.union_all(shapely.polygons(corners[:, :, :2]))


def _about(points: np.ndarray, *ranges: tuple[float, float]) -> bool:
    """Whether points fill just these ranges of x, y and z."""
    flat = points.reshape(-1, 3)
    return bool(np.allclose([flat.min(axis=0), flat.max(axis=0)], np.array(ranges).T, atol=1e-6))


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> SceneDescription:
    return _moved(load(tmp_path_factory.mktemp("climbed")), PLAN)


def test_a_climb_is_drawn_as_high_as_it_is(climbed: SceneDescription) -> None:
    (lines,) = _lines(climbed, "climb")
    assert lines.colour == CLIMB and lines.on_top
    ((start, end),) = lines.segments
    assert start == pytest.approx([11, 10, LIFT]) and end == pytest.approx([11, 10, 5 + LIFT])
    assert _labels(climbed, "climb") == {'5.0" up': pytest.approx((11, 10, 2.5 + LIFT))}


def test_lines_across_are_on_what_the_model_moves_on(climbed: SceneDescription) -> None:
    """6 inches on the ground from x = 5 to 11, then 3 on the block from 11 to 14."""
    (lines,) = _lines(climbed, "path")
    assert lines.colour == ACROSS != CLIMB
    low = lines.segments[lines.segments[:, :, 2].max(axis=1) < 1]
    high = lines.segments[lines.segments[:, :, 2].max(axis=1) > 1]
    for part, x, z in ((low, (5, 11), LIFT), (high, (11, 14), 5 + LIFT)):
        assert _about(part, x, (10, 10), (z, z))
        length = np.linalg.norm(part[:, 1] - part[:, 0], axis=1).sum()
        assert length == pytest.approx(x[1] - x[0])


def test_the_base_sweeps_a_strip_on_each_level(climbed: SceneDescription) -> None:
    """A square of one inch: half an inch beyond each end."""
    parts = _surfaces(climbed, "swept")
    found = {round(float(part.placed()[0, 2]) - RAISED, 6): part for part in parts}
    assert set(found) == {0.0, 5.0}
    for z, strip in (
        (0.0, shapely.box(4.5, 9.5, 11.5, 10.5)),
        (5.0, shapely.box(10.5, 9.5, 14.5, 10.5)),
    ):
        assert _cover(found[z]).symmetric_difference(strip).area < 1e-9
        assert found[z].placed()[:, 2] == pytest.approx(z + RAISED)
        assert found[z].opacity < 1
    around = np.concatenate([lines.segments for lines in _lines(climbed, "swept")])
    assert np.linalg.norm(around[:, 1] - around[:, 0], axis=1).sum() == pytest.approx(16 + 10)


def test_a_rotation_sweeps_the_disc_of_its_corners(tmp_path: Path) -> None:
    """A square that turns by 90 degrees about (10, 10): a disc of radius sqrt(1/2); by 45 the other
    way, at (5, 10), as many squares between; and the strip between the two."""
    board = load(tmp_path, walls={})
    scene = _moved(board, [(5, 10, 0, -45), (5, 10, 0, 0), (10, 10, 0, 90)])
    (part,) = _surfaces(scene, "swept")
    square = shapely.box(-0.5, -0.5, 0.5, 0.5)
    turned = [shapely.affinity.rotate(square, float(a), (0, 0)) for a in np.linspace(-45, 0, 721)]
    expected = shapely.union_all([
        shapely.affinity.translate(shapely.union_all(turned), 5, 10),
        shapely.box(4.5, 9.5, 10.5, 10.5),
        shapely.Point(10, 10).buffer(np.sqrt(0.5), quad_segs=720),
    ])  # fmt: skip
    assert _cover(part).symmetric_difference(expected).area < 1e-3


@pytest.mark.parametrize(("walls", "by"), [((), 150.0), ((24.0,), -210.0)])
def test_a_rotation_is_drawn_the_way_round_that_is_taken(
    tmp_path: Path, walls: tuple[float, ...], by: float
) -> None:
    """An arrow turns from 0 to 150: its tip, 2.5 inches long, passes 90 degrees, or, where a wall
    is there, 270."""
    points = [(2.5, 0.0), (-0.5, 0.5), (-0.5, -0.5)]
    board = Table(
        {"m": Model((30, 22), "VEHICLE", base="hull", mesh=arrow(points))},
        {f"w{k}": Thing(wall(10.0, 5.0, 0.25), (30.0, y)) for k, y in enumerate(walls)},
    ).load(tmp_path)
    path = [(30, 22, 0, 150)]
    move = geo3d.judge_move(board, "m", path)
    assert move.legal
    (part,) = _surfaces(describe(board, move=move, path=path), "swept")
    base = shapely.affinity.translate(shapely.Polygon(points), 30, 22)
    turned = [shapely.affinity.rotate(base, float(a), (30, 22)) for a in np.linspace(0, by, 841)]
    # Between two of them it covers no more than the hull of both.
    pairs = [(a | b).convex_hull for a, b in itertools.pairwise(turned)]
    assert _cover(part).symmetric_difference(shapely.union_all(pairs)).area < 1e-2


def test_a_path_of_another_move_is_refused(tmp_path: Path) -> None:
    board = load(tmp_path, walls={})
    move = geo3d.judge_move(board, MODEL, [(6, 10), (7, 10)])
    with pytest.raises(geo3d.UsageError, match=r"the 2 points that the move was .* got 1"):
        describe(board, move=move, path=[(7, 10)])


def test_a_round_base_sweeps_a_stadium(tmp_path: Path) -> None:
    """Base of 2 inches, 6 inches along: 12 and a disc of area pi, its rim of 128 corners."""
    board = load(tmp_path, walls={}, base={"round": 50.8})
    (part,) = _surfaces(_moved(board, [(11, 10)]), "swept")
    disc = 64 * np.sin(2 * np.pi / 128)
    assert _cover(part).area == pytest.approx(12 + disc, abs=1e-6)


def test_on_a_relief_all_follows_it(tmp_path: Path) -> None:
    """A ramp that rises by a quarter of x."""
    field = relief(tmp_path, (0, 0), (30, 7.5))
    scene = _moved(load(tmp_path, walls={}, battlefield=field), [(9, 10)])
    (path,) = _lines(scene, "path")
    assert path.segments[:, :, 2] == pytest.approx(path.segments[:, :, 0] / 4 + LIFT)
    (part,) = _surfaces(scene, "swept")
    assert part.placed()[:, 2] == pytest.approx(part.placed()[:, 0] / 4 + RAISED)
    assert _cover(part).symmetric_difference(shapely.box(4.5, 9.5, 9.5, 10.5)).area < 1e-6
    assert '1.0" up' in _labels(scene, "climb")
    # There is no upright line, and none in the legend: the label's frame is the path's.
    (tag,) = [label for label in scene.labels if label.role == "climb"]
    assert tag.colour == ACROSS and not _lines(scene, "climb")


def test_over_a_ridge_the_path_goes_up_and_down(tmp_path: Path) -> None:
    """Up by a half of x to x = 7, and down again as steeply."""
    field = relief(tmp_path, (0, 0), (7, 3.5), (14, 0), (30, 0))
    scene = _moved(load(tmp_path, walls={}, battlefield=field), [(9, 10)])
    (path,) = _lines(scene, "path")
    x, _, z = path.segments.reshape(-1, 3).T
    assert z == pytest.approx(3.5 - np.abs(x - 7) / 2 + LIFT, abs=1e-6)
    assert z.max() > 3.4
    assert list(_labels(scene, "climb")) == ['1.0" up, 1.0" down']


def test_the_model_is_where_it_starts_and_a_ghost_where_it_ends(climbed: SceneDescription) -> None:
    (start,), (end,) = _surfaces(climbed, "observer"), _surfaces(climbed, "ghost")
    assert _about(start.placed(), (4.5, 5.5), (9.5, 10.5), (0, 2))
    assert _about(end.placed(), (13.5, 14.5), (9.5, 10.5), (5, 7))
    assert start.opacity == 1 and end.opacity == GHOST and end.colour == start.colour
    (edges,) = _lines(climbed, "ghost")
    assert _about(edges.segments, (13.5, 14.5), (9.5, 10.5), (5, 7))
    assert climbed.title == f"{MODEL} moves" and climbed.subject == "the move"


def test_off_the_ground_it_shows_what_it_rests_on(climbed: SceneDescription) -> None:
    """The whole base is on the block, its centre of mass in the middle."""
    (support,), (mass,) = _surfaces(climbed, "support"), _surfaces(climbed, "mass")
    assert _about(support.placed(), (13.5, 14.5), (9.5, 10.5), (5 + LIFT,) * 2)
    assert mass.placed().mean(axis=0) == pytest.approx([14, 10, 5 + LIFT])
    assert not _surfaces(climbed, "overhang") and not _surfaces(climbed, "broken")


def test_on_the_ground_it_does_not(tmp_path: Path) -> None:
    scene = _moved(load(tmp_path), [(9, 10)])
    assert not _surfaces(scene, "support") and not _surfaces(scene, "mass")
    assert {entry.text for entry in scene.legend}.isdisjoint({"support polygon", "centre of mass"})


def test_what_sticks_out_is_red(tmp_path: Path) -> None:
    """With its middle at x = 15.8 the base ends at 16.3, and the block at 16."""
    scene = _moved(load(tmp_path), [*PLAN, (15.8, 10.0, 5.0)])
    (out,) = _surfaces(scene, "overhang")
    assert _cover(out).symmetric_difference(shapely.box(16, 9.5, 16.3, 10.5)).area < 1e-4
    assert out.placed()[:, 2] == pytest.approx(5 + RAISED)
    (around,) = _lines(scene, "overhang")
    assert around.on_top
    red, green, blue = out.colour
    assert red > 0.8 and green < 0.3 and blue < 0.3
    # It still rests on .8 of the base: x up to 16.
    (support,) = _surfaces(scene, "support")
    assert support.placed()[:, 0].max() == pytest.approx(16, abs=1e-4)
    assert scene.verdict == "illegal" and "13.06" in _labels(scene, "broken")


def test_a_tilted_model_is_drawn_tilted(tmp_path: Path) -> None:
    """On a ramp of 5 degrees, 3 inches up at x = 16: the underside of the ghost lies on it."""
    rise = np.tan(np.radians(5))
    ramp = box((12, 20), (5, 15), (0, 1))
    corners = ramp.vertices.copy()
    top = corners[:, 2] == 1
    corners[top, 2] = 3 + rise * (corners[top, 0] - 16)
    board = load(tmp_path, walls={"ramp": trimesh.Trimesh(corners, ramp.faces)})
    end = (16.0, 10.0, 3.0)
    scene = _moved(board, [(11, 10), (11, 10, 3), end])
    (ghost,) = _surfaces(scene, "ghost")
    placed = ghost.placed()
    under = placed[ghost.vertices[:, 2] == 0]
    assert under[:, 2] == pytest.approx(3 + rise * (under[:, 0] - 16), abs=1e-4)
    # Its axis is square to the ramp: the top leans to -x by 2 sin 5.
    over = placed[ghost.vertices[:, 2] == 2]
    assert over.mean(axis=0) - under.mean(axis=0) == pytest.approx(
        [-2 * np.sin(np.radians(5)), 0, 2 * np.cos(np.radians(5))], abs=1e-4
    )
    assert _surfaces(scene, "support") and _surfaces(scene, "mass")


def test_a_broken_rule_is_marked_where_it_is(tmp_path: Path) -> None:
    """A vehicle runs into the block: its section there is 5" high."""
    board = load(tmp_path, keywords=["VEHICLE"])
    move = geo3d.judge_move(board, MODEL, [(19.0, 10.0)])
    (violation,) = move.violations
    scene = describe(board, move=move, path=[(19.0, 10.0)])
    (anchor,) = _labels(scene, "broken").values()
    assert list(_labels(scene, "broken")) == ["13.06"]
    assert anchor == pytest.approx(np.add(violation.at, (0, 0, LIFT)))
    (mark,) = _surfaces(scene, "broken")
    assert mark.placed().mean(axis=0) == pytest.approx(violation.at)
    assert all(lines.on_top for lines in _lines(scene, "broken"))
    assert scene.verdict == "illegal"


def test_rules_broken_in_one_place_share_a_label(tmp_path: Path) -> None:
    board = load(tmp_path)
    places = (
        ("13.06", (1, 2, 3)),
        ("03.01", (1, 2, 3.1)),
        ("13.06", (1, 2, 3)),
        ("03.01", (9, 9, 0)),
    )
    broken = tuple(Violation(rule, at, None, "it does") for rule, at in places)
    move = replace(geo3d.judge_move(board, MODEL, [(9, 10)]), violations=broken)
    scene = describe(board, move=move, path=[(9, 10)])
    assert set(_labels(scene, "broken")) == {"13.06, 03.01", "03.01"}
    assert scene.caption[1] == "13.06 at (1.00, 2.00, 3.00): it does (and 3 more)"


@pytest.mark.parametrize(("most", "verdict"), [(14.0, "legal"), (13.0, "illegal")])
def test_the_caption_says_what_the_verb_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], most: float, verdict: str
) -> None:
    board = load(tmp_path)
    options = [f"--to={','.join(map(str, point))}" for point in PLAN]
    run(["move", str(board.path), "--model", MODEL, *options, "--max", str(most)])
    first, parts, *reasons, stood = capsys.readouterr().out.splitlines()
    scene = _moved(board, PLAN, most)
    assert scene.verdict == verdict
    assert f"{MODEL}: {scene.caption[0]}" == f"{first}: {parts}"
    assert list(scene.caption[1:]) == [*reasons, stood]
    assert len(reasons) == (verdict == "illegal")


def test_long_ids_are_cut_in_the_caption(tmp_path: Path) -> None:
    long = "block " * 30
    scene = _moved(load(tmp_path, walls={long: _block()}, keywords=["VEHICLE"]), [(19, 10)])
    assert long not in scene.caption[1] and "..." in scene.caption[1]


def _block() -> trimesh.Trimesh:
    return box((12, 16), (8, 12), (0, 5))


def test_the_legend_names_every_colour(tmp_path: Path) -> None:
    scene = _moved(load(tmp_path), [*PLAN, (15.8, 10.0, 5.0)], 3.0)
    named = {entry.colour for entry in scene.legend}
    roles = ("path", "climb", "swept", "ghost", "mass", "overhang", "broken")
    drawn = [part for part in (*scene.surfaces, *scene.lines) if part.role in roles]
    assert {part.role for part in drawn} == set(roles)
    edges = {id(lines) for lines in _lines(scene, "ghost")}
    assert {part.colour for part in drawn if id(part) not in edges} <= named
    assert _surfaces(scene, "support")[0].colour in named
    texts = [entry.text for entry in scene.legend]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("side", [-1, 1])
def test_the_camera_stands_where_the_path_is_seen(tmp_path: Path, side: int) -> None:
    """A wall 9 inches high along the path, on either side of it."""
    wall = box((2, 25), (10 + 2 * side, 10 + 2.5 * side) if side > 0 else (7.5, 8), (0, 9))
    scene = _moved(load(tmp_path, walls={"wall": wall}), [(14, 10)])
    assert side * (scene.camera.position[1] - 10) < 0
    at, depth = scene.camera.project(np.array([[5, 10, 0], [14, 10, 2]]), (1600, 1000))
    assert (depth > 0).all() and (at > 0).all() and (at < [1600, 1000]).all()


def test_a_picture_is_about_one_answer(tmp_path: Path) -> None:
    board = load(tmp_path)
    move = geo3d.judge_move(board, MODEL, [(9, 10)])
    reach = geo3d.reach(board, MODEL, 0.0)
    with pytest.raises(geo3d.UsageError, match="about one answer"):
        describe(board, move=move, path=[(9, 10)], reach=reach)
    with pytest.raises(geo3d.UsageError, match="at least one point"):
        describe(board, move=move)
