"""What is tinted of a face is what it hides of the target, as seen from the observer's middle."""

from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh

import geo3d
from geo3d.visibility import board_scene
from geo3d_viewer.entry import OPACITY, sheets
from geo3d_viewer.footprint import footprint
from geo3d_viewer.reasons import reasons
from geo3d_viewer.scene import describe
from tests.picture.boards import HIGH, OBSERVER, TARGET, box, load


def _area(vertices: np.ndarray, faces: np.ndarray) -> float:
    across = np.cross(
        vertices[faces[:, 1]] - vertices[faces[:, 0]], vertices[faces[:, 2]] - vertices[faces[:, 0]]
    )
    return float(np.linalg.norm(across, axis=1).sum() / 2)


def test_on_a_wall_it_is_the_target_s_shadow(tmp_path: Path) -> None:
    """From (5, 10, 1) past x = 12 to a face at x = 19.5, 1" wide and 2" high (its lowest .05" is
    not looked at): at 7 / 14.5 of the way it is that much smaller."""
    board = load(tmp_path, {"wall": HIGH})
    sight = geo3d.sight(board, OBSERVER, TARGET)
    (reason,) = reasons(board_scene(board), sight)
    vertices, faces = footprint(board_scene(board), sight, reason)
    assert vertices[:, 0] == pytest.approx(np.full(len(vertices), 12.0), abs=0.02)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    share = 7 / 14.5
    assert low[1:] == pytest.approx([10 - share / 2, 1 - 0.95 * share], abs=0.09)
    assert high[1:] == pytest.approx([10 + share / 2, 1 + share], abs=0.09)
    assert _area(vertices, faces) == pytest.approx(np.prod(high[1:] - low[1:]), rel=0.06)
    # It lies before the face, and faces the eye.
    assert (vertices[:, 0] < 12.0).all()
    normal = np.cross(
        vertices[faces[:, 1]] - vertices[faces[:, 0]], vertices[faces[:, 2]] - vertices[faces[:, 0]]
    )
    assert (normal[:, 0] < 0.0).all()


def test_it_does_not_go_over_the_edge_of_what_stops_lines(tmp_path: Path) -> None:
    """A wall up to y = 10.1: there it ends, and so does the tint; another behind stops the rest."""
    walls = {"wall": box((12, 12.5), (2, 10.1), (0, 9)), "rest": box((14, 14.5), (2, 18), (0, 9))}
    board = load(tmp_path, walls)
    sight = geo3d.sight(board, OBSERVER, TARGET)
    (reason,) = [each for each in reasons(board_scene(board), sight) if each.id == "wall"]
    vertices, _ = footprint(board_scene(board), sight, reason)
    assert vertices[:, 1].max() == pytest.approx(10.1, abs=0.002)


def test_a_rough_face_is_tinted_without_holes(tmp_path: Path) -> None:
    """A wall of many small triangles has as much of it as one of two."""
    parted = trimesh.remesh.subdivide_to_size(HIGH.vertices, HIGH.faces, 0.6, max_iter=12)
    areas = []
    for name, mesh in (("plain", HIGH), ("fine", trimesh.Trimesh(*parted, process=False))):
        folder = tmp_path / name
        folder.mkdir()
        board = load(folder, {"wall": mesh})
        sight = geo3d.sight(board, OBSERVER, TARGET)
        (reason,) = reasons(board_scene(board), sight)
        areas.append(_area(*footprint(board_scene(board), sight, reason)))
    assert areas[1] == pytest.approx(areas[0], rel=0.04)


def test_of_an_area_it_is_seen_through_and_from_both_sides(tmp_path: Path) -> None:
    area = {"id": "field", "features": ["curb"],
            "boundary": [[10, 4], [14, 4], [14, 16], [10, 16]]}  # fmt: skip
    board = load(tmp_path, {"curb": box((11, 13), (9, 11), (0, 0.2))}, areas=[area])
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    (tint,) = [each for each in scene.surfaces if each.role == "footprint"]
    assert tint.name == "field" and tint.opacity == OPACITY and tint.group == "stopped/field"
    vertices, faces = tint.vertices, tint.faces
    assert vertices[:, 0] == pytest.approx(np.full(len(vertices), 10.0), abs=0.02)
    normal = np.cross(
        vertices[faces[:, 1]] - vertices[faces[:, 0]], vertices[faces[:, 2]] - vertices[faces[:, 0]]
    )
    assert (normal[:, 0] < 0).sum() == (normal[:, 0] > 0).sum() == len(faces) / 2


def test_the_sheet_of_an_area_stands_where_lines_enter() -> None:
    """Lines enter a field of 4" by 12" through its side at x = 10: .7" beside them and .45" above
    them it is drawn, down to the ground; of ends farther apart there are two sheets."""
    field = shapely.box(10.0, 4.0, 14.0, 16.0)
    eye = np.array([0.0, 10.0, 1.0])
    ends = np.array([[10.0, 9.0, 1.0], [10.0, 10.0, 2.0], [10.0, 10.5, 0.5]])
    vertices, faces, rim = sheets(field, ends, eye)
    assert vertices[:, 0] == pytest.approx(np.full(len(vertices), 10.0 - 0.015), abs=1e-3)
    assert vertices.min(axis=0)[1:] == pytest.approx([9.0 - 0.7, 0.0], abs=1e-3)
    assert vertices.max(axis=0)[1:] == pytest.approx([10.5 + 0.7, 2.0 + 0.45], abs=1e-3)
    assert _area(vertices, faces) == pytest.approx((1.5 + 2 * 0.7) * 2.45, abs=1e-3)
    assert np.linalg.norm(rim[:, 1] - rim[:, 0], axis=1).sum() == pytest.approx(2 * (2.9 + 2.45))
    apart = np.concatenate([ends, [[10.0, 14.0, 1.0]]])
    assert len(sheets(field, apart, eye)[1]) == 2 * len(faces)
    # About a corner, and where the ring begins.
    round_ = sheets(field, np.array([[10.0, 4.2, 1.0], [10.3, 4.0, 1.0]]), eye)
    assert _area(*round_[:2]) == pytest.approx((0.2 + 0.3 + 1.4) * 1.45, rel=0.02)
    assert not len(sheets(field, np.array([[12.0, 10.0, 1.0]]), eye)[1])
