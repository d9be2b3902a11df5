"""Level of detail: few faces while the view moves, all of them when it stands."""

import numpy as np
import pytest
import trimesh

from geo3d_viewer.description import Surface
from geo3d_viewer.detail import MOVING, SMALL, coarser, faces_of


def _ball(faces: int, name: str = "ball") -> Surface:
    ball = trimesh.creation.icosphere(subdivisions=int(np.log(faces / 20) / np.log(4)), radius=2.0)
    vertices, triangles = np.asarray(ball.vertices), np.asarray(ball.faces)
    return Surface(name, "terrain", vertices, triangles, np.eye(4), (0.5, 0.5, 0.5))


def test_small_scenes_are_left_as_they_are() -> None:
    assert coarser([_ball(20 * 4**5)] * 3) == {}


def test_many_faces_become_few_and_keep_their_place() -> None:
    """81,920 faces, placed a hundred times: over eight million."""
    ball = _ball(20 * 4**6)
    scene = [ball] * 100
    assert faces_of(scene) == 8_192_000
    ((key, (vertices, faces, colours)),) = coarser(scene).items()
    assert colours is None
    assert key == id(ball.faces)
    # The share of each, but no fewer than a shape needs to be known.
    assert 0.5 * SMALL <= len(faces) <= 1.2 * max(SMALL, MOVING / 100)
    # It is still a ball of 2 inches.
    used = vertices[np.unique(faces)]
    assert np.linalg.norm(used, axis=1) == pytest.approx(2.0, abs=0.05)


def test_what_has_colours_of_its_own_stays() -> None:
    ball = _ball(20 * 4**5)
    painted = Surface("t", "target", ball.vertices, ball.faces.copy(), np.eye(4), ball.colour,
                      face_colours=np.ones((len(ball.faces), 3)))  # fmt: skip
    found = coarser([ball, painted], most=25_000, many=25_000)
    assert list(found) == [id(ball.faces)]


def test_it_is_made_once() -> None:
    ball = _ball(20 * 4**6)
    one = coarser([ball] * 8)[id(ball.faces)]
    other = coarser([ball] * 8)[id(ball.faces)]
    assert one[1] is other[1]


def test_the_table_is_simpler_too_and_keeps_its_light() -> None:
    """60 by 44 squares of an inch, dark on the one half: it stays dark there, and is as large."""
    x, y = np.meshgrid(np.linspace(0.0, 60.0, 121), np.linspace(0.0, 44.0, 89))
    vertices = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    row, column = np.divmod(np.arange(120 * 88), 120)
    at = row * 121 + column
    faces = np.concatenate([
        np.column_stack([at, at + 1, at + 122]), np.column_stack([at, at + 122, at + 121])
    ])  # fmt: skip
    light = np.repeat(np.where(vertices[:, :1] < 30.0, 0.2, 0.9), 3, axis=1)
    table = Surface(
        "table", "table", vertices, faces, np.eye(4), (1.0, 1.0, 1.0), vertex_colours=light
    )
    assert coarser([table]) == {}
    scene = [table, *[_ball(20 * 4**6)] * 8]
    simple, kept, colours = coarser(scene)[id(faces)]
    assert len(kept) < 0.4 * len(faces) and colours is not None
    assert np.ptp(simple, axis=0) == pytest.approx([60.0, 44.0, 0.0], abs=1.5)
    assert colours[simple[:, 0] < 28.0].max() == pytest.approx(0.2)
    assert colours[simple[:, 0] > 32.0].min() == pytest.approx(0.9)
    assert id(faces) not in coarser(scene, table=False)
