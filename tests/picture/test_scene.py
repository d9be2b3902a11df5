"""What a picture shows, as data: no screen, no graphics library."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import trimesh

import geo3d
from geo3d_viewer.caption import shown
from geo3d_viewer.description import Lines, SceneDescription, Surface
from geo3d_viewer.figures import upright_patches
from geo3d_viewer.palette import BLOCKED, CATEGORIES, HIDDEN, SEEN, UNSEEN, WITNESS
from geo3d_viewer.scene import describe
from geo3d_viewer.sightline import MOST
from geo3d_viewer.terrain import creases
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, box, load, write


def _described(folder: Path, walls: dict, **more: object) -> SceneDescription:
    board = load(folder, walls, **more)
    return describe(board, geo3d.sight(board, OBSERVER, TARGET))


def _surface(scene: SceneDescription, role: str) -> Surface:
    (found,) = [surface for surface in scene.surfaces if surface.role == role]
    return found


def _lines(scene: SceneDescription, role: str) -> list[Lines]:
    return [lines for lines in scene.lines if lines.role == role]


def _painted(scene: SceneDescription) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Middles of the target's faces, which are painted seen, which unseen."""
    target = _surface(scene, "target")
    middles = target.placed()[target.faces].mean(axis=1)
    assert target.face_colours is not None
    seen = np.all(target.face_colours == SEEN, axis=1)
    return middles, seen, np.all(target.face_colours == UNSEEN, axis=1)


def test_the_part_above_a_wall_is_painted(tmp_path: Path) -> None:
    """The observer's top edge (5.5, ., 2) looks over the wall's far edge (12.5, ., 1.5).

    Over these 7 inches the line falls by .5, and over the 7 to the target's face (x = 19.5) by as
    much again: what is above z = 1 is seen. The slack is a patch and the gap between two elements.
    """
    middles, seen, unseen = _painted(_described(tmp_path, {"wall": LOW}))
    front = np.isclose(middles[:, 0], 19.5)
    assert front.any()
    assert seen[front & (middles[:, 2] > 1.15)].all()
    assert unseen[front & (middles[:, 2] < 0.85)].all()
    # What does not face the observer is neither.
    assert not (seen | unseen)[~front].any()


def test_behind_a_high_wall_nothing_is_painted_seen(tmp_path: Path) -> None:
    scene = _described(tmp_path, {"wall": HIGH})
    middles, seen, unseen = _painted(scene)
    assert not seen.any()
    assert unseen[np.isclose(middles[:, 0], 19.5)].all()
    assert scene.verdict == "hidden"
    assert scene.caption[0].startswith("not visible")
    assert scene.caption[1] == "every line meets the body of wall"
    assert not _lines(scene, "witness")


def test_in_the_open_all_that_faces_is_painted_seen(tmp_path: Path) -> None:
    scene = _described(tmp_path, {})
    middles, seen, unseen = _painted(scene)
    assert (seen == np.isclose(middles[:, 0], 19.5)).all() and not unseen.any()
    assert scene.verdict == "seen"
    assert scene.caption[0] == 'fully visible, 14.0" apart'
    assert not _lines(scene, "blocked")
    (witness,) = _lines(scene, "witness")
    assert witness.colour == WITNESS and witness.segments.shape == (1, 2, 3)


def test_stopped_lines_end_on_the_wall(tmp_path: Path) -> None:
    """From the observer's centre (5, 10, 1) every line meets the wall's near face, x = 12."""
    (stopped,) = _lines(_described(tmp_path, {"wall": HIGH}), "blocked")
    assert stopped.colour == BLOCKED
    assert len(stopped.segments) == MOST == 5
    assert stopped.segments[:, 0] == pytest.approx(np.tile([5.0, 10.0, 1.0], (MOST, 1)))
    assert stopped.segments[:, 1, 0] == pytest.approx(np.full(MOST, 12.0))
    # Well spread: they aim at a face one inch wide and almost two high, 15 / 7 times as far off.
    spread = np.ptp(stopped.segments[:, 1, 1:], axis=0) * (14.5 / 7)
    assert spread == pytest.approx([1.0, 1.95], abs=0.15)


def test_everything_on_the_board_is_there(tmp_path: Path) -> None:
    board = load(
        tmp_path,
        {"wall": LOW},
        zones=[{"id": "z", "player": "red", "boundary": [[0, 0], [3, 0], [3, 20], [0, 20]]}],
        objectives=[{"id": "home", "at": [2, 2]}],
        settings={"implicit_areas": True},
    )
    scene = describe(board)
    assert scene.verdict is None and not scene.insets and scene.camera == scene.overview
    assert {label.text for label in scene.labels} == {OBSERVER, TARGET, "home"}
    (wall,) = [surface for surface in scene.surfaces if surface.role == "terrain"]
    assert wall.name == "wall" and wall.colour == CATEGORIES["dense"]
    (area,) = _lines(scene, "area")
    flat = area.segments.reshape(-1, 3)
    assert flat.min(axis=0)[:2] == pytest.approx([12, 5])
    assert flat.max(axis=0)[:2] == pytest.approx([12.5, 15])
    (zone,) = _lines(scene, "zone")
    assert np.ptp(zone.segments.reshape(-1, 3), axis=0)[:2] == pytest.approx([3, 20])
    fine, strong = _lines(scene, "grid")
    # Lines at 0 .. 30 and 0 .. 20; every sixth strong (6 and 4), and the rim's four.
    assert len(fine.segments) + len(strong.segments) == 31 + 21 + 4
    assert len(strong.segments) == 6 + 4 + 4
    assert scene.caption == ("30 by 20 inches, 1 feature, 2 models",)
    # The whole table is in the picture.
    corners = np.array([[0, 0, 0], [30, 0, 0], [30, 20, 0], [0, 20, 0]], dtype=float)
    at, _ = scene.camera.project(corners, (1600, 1000))
    assert (at > 0).all() and (at < [1600, 1000]).all()


def test_the_pair_and_its_line_are_open_to_the_camera(tmp_path: Path) -> None:
    """A long high wall beside the line hides it from half of all directions, not the chosen one."""
    board = load(tmp_path, {"beside": box((0, 30), (7, 7.5), (0, 9))})
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    rays = geo3d.RayScene()
    rays.place(box((0, 30), (7, 7.5), (0, 9)))
    points = np.array([[x, 10.0, z] for x in (5, 9, 14, 20) for z in (0.5, 2.2)])
    assert not rays.any_hit(points, np.tile(scene.camera.position, (len(points), 1))).any()
    at, depth = scene.camera.project(points, (1600, 1000))
    assert (depth > 0).all() and (at > 0).all() and (at < [1600, 1000]).all()


def test_creases_of_a_box() -> None:
    """Twelve edges; the diagonals of its sides are none."""
    found = creases(box((0, 1), (0, 2), (0, 3)))
    assert len(found) == 12
    lengths = np.sort(np.linalg.norm(found[:, 1] - found[:, 0], axis=1))
    assert lengths == pytest.approx([1] * 4 + [2] * 4 + [3] * 4)


def test_upright_patches_are_the_solid() -> None:
    """A 2 by 3 by 4 block: area 2 (6 + 8 + 12) = 52, and outward normals give the volume 24."""
    outline = np.array([[-1, -1.5], [1, -1.5], [1, 1.5], [-1, 1.5]])
    vertices, faces = upright_patches(outline, 0.5, 4.5, 0.3)
    corners = vertices[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    assert np.linalg.norm(normal, axis=1).sum() == pytest.approx(52)
    assert np.einsum("ij,ij->", corners.mean(axis=1), normal) / 3 == pytest.approx(24)
    assert np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max() < 0.3 * 2


def test_ids_are_shown_on_one_line() -> None:
    assert shown("a\nb\tc\u202e") == "a b c "
    assert shown("a" * 50 + "z" * 50) == "a" * 21 + "..." + "z" * 16
    assert shown("Гвардеец 7") == "Гвардеец 7"


def test_no_graphics_library_is_needed(tmp_path: Path) -> None:
    path = write(tmp_path, {"wall": LOW})
    program = f"""
import sys, geo3d
from geo3d_viewer.scene import describe
from geo3d_viewer.html import page
board = geo3d.load_board({str(path)!r})
page(describe(board, geo3d.sight(board, {OBSERVER!r}, {TARGET!r})))
print(sorted({{name.split('.')[0] for name in sys.modules}} & {{'pyvista', 'vtk', 'vtkmodules'}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_on_a_relief_outlines_lie_on_it(tmp_path: Path) -> None:
    """A plateau 2 inches high from x = 10 on: outlines are raised by .03 above what is there."""
    box((10, 30), (0, 20), (-1, 2)).export(tmp_path / "ground.ply")
    zone = {"id": "z", "player": "red", "boundary": [[5, 5], [15, 5], [15, 9], [5, 9]]}
    board = load(
        tmp_path,
        {},
        battlefield={
            "size": [30, 20],
            "ground": {"mesh": "ground.ply", "at": [0, 0], "units": "inch"},
        },
        zones=[zone],
    )
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    assert _surface(scene, "ground").vertex_colours is not None
    (lines,) = _lines(scene, "zone")
    points = lines.segments.reshape(-1, 3)
    assert np.isclose(points[points[:, 0] < 9.9, 2], 0.03).all()
    assert np.isclose(points[points[:, 0] > 10.1, 2], 2.03).all()
    # The target stands on the plateau, and so does its ring.
    ring = _lines(scene, "ring")[1].segments.reshape(-1, 3)
    assert np.isclose(ring[:, 2], 2.03).all()


def test_a_real_miniature_is_painted_where_it_faces(tmp_path: Path) -> None:
    """A ball of radius 1 on its south pole, 15 inches from the observer: a half faces, no more."""
    ball = trimesh.creation.icosphere(subdivisions=3, radius=1.0)
    ball.apply_translation([0, 0, 1]).export(tmp_path / "ball.ply")
    unit = {
        "id": "u-2", "player": "blue", "profile": "ball",
        "models": [{"id": TARGET, "at": [20, 10]}],
    }  # fmt: skip
    path = write(tmp_path, {})
    board = json.loads(path.read_text(encoding="utf-8"))
    board["profiles"]["ball"] = {
        "base": {"round": 10}, "mesh": "ball.ply", "units": "inch", "up": "z",
    }  # fmt: skip
    board["units"][1] = unit
    path.write_text(json.dumps(board), encoding="utf-8")
    table = geo3d.load_board(path)
    middles, seen, unseen = _painted(describe(table, geo3d.sight(table, OBSERVER, TARGET)))
    assert not unseen.any()
    # The part that is seen from 15 radii is cut off by the plane 1/15 before the middle.
    side = (middles - [20, 10, 1]) @ [-1, 0, 0]
    assert seen[side > 1 / 15 + 0.1].all() and not seen[side < 1 / 15 - 0.1].any()


def test_a_mesh_with_broken_corners_is_drawn_without_them() -> None:
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [np.nan, 0, 0]])
    faces = np.array([[0, 1, 2], [0, 1, 3]])
    surface = Surface(
        "s", "terrain", vertices, faces, np.eye(4), (0, 0, 0), face_colours=np.eye(3)[:2]
    )
    clean, kept, colours = surface.drawable()
    assert np.isfinite(clean).all()
    assert kept.tolist() == [[0, 1, 2]]
    assert colours is not None and colours.tolist() == [[1, 0, 0]]


def test_the_longer_side_lies_across_the_picture(tmp_path: Path) -> None:
    for number, size in enumerate(([30, 20], [30, 60])):
        folder = tmp_path / str(number)
        folder.mkdir()
        camera = describe(load(folder, {}, battlefield={"size": size})).camera
        centre = np.array([size[0] / 2, size[1] / 2, 0.0])
        steps = np.array([[1.0, 0, 0], [0, 1.0, 0]])
        at, _ = camera.project(centre + np.vstack([[0, 0, 0], steps]), (1600, 1000))
        across = np.abs(at[1:, 0] - at[0, 0])
        assert across.argmax() == int(np.argmax(size))


@pytest.mark.parametrize(
    ("range_", "colour", "role"), [(13.9, HIDDEN, "hidden"), (14.1, SEEN, "witness")]
)
def test_a_hidden_model_is_not_painted_as_seen(
    tmp_path: Path, range_: float, colour: tuple, role: str
) -> None:
    """They are 14" apart (13.09): beyond its detection range open lines do not make it visible."""
    curb = box((18.0, 22.0), (7.0, 7.5), (0.0, 0.2))
    area = {"id": "woods", "features": ["curb"],
            "boundary": [[18, 6], [22, 6], [22, 12], [18, 12]]}  # fmt: skip
    profile = {"base": {"rect": [25.4, 25.4]}, "height": 2.0, "keywords": ["INFANTRY"]}
    scene = _described(
        tmp_path, {"curb": curb}, areas=[area], profiles={"square": profile},
        settings={"implicit_areas": False, "detection_range": range_},
    )  # fmt: skip
    (target,) = [each for each in scene.surfaces if each.role == "target"]
    assert target.face_colours is not None
    painted = {tuple(paint) for paint in np.round(target.face_colours, 6)}
    assert tuple(np.round(colour, 6)) in painted
    assert tuple(np.round(SEEN if colour is HIDDEN else HIDDEN, 6)) not in painted
    (line,) = _lines(scene, "witness")
    assert (line.name, line.colour == HIDDEN) == (role, colour is HIDDEN)
    # Dashes of one straight line between the two.
    ends = line.segments.reshape(-1, 3)
    assert ends[0, 0] < 6.0 and ends[:, 0].max() > 19.0


def test_marked_areas_have_names_and_those_that_stop_lines_one_only(tmp_path: Path) -> None:
    """Of 13.01 (b) areas have their feature's id, and need none."""
    boundary = [[10, 4], [14, 4], [14, 16], [10, 16]]
    marked = {"id": "field", "features": ["wall"], "boundary": boundary}
    for areas, names in (([marked], ["field"]), ([], [])):
        folder = tmp_path / str(len(areas))
        folder.mkdir()
        board = load(folder, {"wall": LOW}, areas=areas, settings={"implicit_areas": True})
        labels = [tag for tag in describe(board).labels if tag.role == "area"]
        assert [tag.text for tag in labels] == names
        for tag in labels:
            assert tag.anchor[0] in (10.0, 14.0) and tag.anchor[1] in (4.0, 16.0)
        scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
        # It stops lines: its name is on its curtain, once.
        said = [f"area {name}" for name in names]
        assert [tag.text for tag in scene.labels if tag.role == "area"] == said


def test_miniatures_have_their_bases_drawn(tmp_path: Path) -> None:
    box((-0.2, 0.2), (-0.2, 0.2), (0.0, 2.0)).export(tmp_path / "mini.ply")
    mini = {"base": {"round": 50.8}, "mesh": "mini.ply", "units": "inch"}
    scene = _described(tmp_path, {}, profiles={"square": mini})
    (bases,) = _lines(scene, "base")
    ends = bases.segments.reshape(-1, 3)
    middle = np.where(ends[:, :1] < 12.0, 5.0, 20.0)
    away = np.hypot(ends[:, 0] - middle[:, 0], ends[:, 1] - 10.0)
    assert away == pytest.approx(1.0, abs=0.01)
    plain = tmp_path / "plain"
    plain.mkdir()
    assert _lines(_described(plain, {}), "base") == []
