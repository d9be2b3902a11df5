"""Ask a few segments in every way there is; all ways must agree before a test looks at the answer.

The three questions, both directions, and the brute force.
"""

from collections.abc import Sequence

import numpy as np
import trimesh

from geo3d.rays import Hits, RayScene
from tests.reference.brute import Placed, any_hit


def scene_of(placed: Sequence[Placed]) -> RayScene:
    """A scene with these meshes in it."""
    scene = RayScene()
    for mesh, transform, id in placed:
        scene.place(mesh, transform, id=id)
    return scene


def box(x: tuple, y: tuple, z: tuple) -> trimesh.Trimesh:
    """box[a,b]x[c,d]x[e,f]."""
    return trimesh.creation.box(bounds=np.array([x, y, z], dtype=np.float64).T)


def sheet(corners: Sequence[Sequence[float]], faces=((0, 1, 2), (2, 3, 0))) -> trimesh.Trimesh:
    """Faces over corners, kept as they are."""
    return trimesh.Trimesh(np.array(corners, dtype=np.float64), np.array(faces), process=False)


def blocked(placed: Sequence[Placed], starts, ends) -> np.ndarray:
    """Which segments are blocked, agreed by all."""
    starts = np.asarray(starts, dtype=np.float64).reshape(-1, 3)
    ends = np.asarray(ends, dtype=np.float64).reshape(-1, 3)
    scene = scene_of(placed)
    answer = scene.any_hit(starts, ends)
    assert np.array_equal(answer, scene.any_hit(ends, starts)), "there and back differ"
    assert np.array_equal(answer, scene.first_hit(starts, ends).hit), "first_hit differs"
    assert np.array_equal(answer, scene.first_hit(ends, starts).hit), "first_hit back differs"
    crossed = np.isin(np.arange(len(starts)), scene.all_hits(starts, ends).segment)
    assert np.array_equal(answer, crossed), "all_hits differs"
    assert np.array_equal(answer, any_hit(placed, starts, ends)), "the brute force differs"
    return answer


def is_blocked(mesh: trimesh.Trimesh, start, end) -> bool:
    """Whether one mesh blocks one segment, agreed by all."""
    return bool(blocked([(mesh, None, "it")], [start], [end])[0])


def crossings(placed: Sequence[Placed], start, end) -> Hits:
    """The crossings of one segment; as many on the way back, at the same places."""
    scene = scene_of(placed)
    there, back = scene.all_hits([start], [end]), scene.all_hits([end], [start])
    assert len(there) == len(back)
    assert there.id.tolist() == back.id.tolist()[::-1]
    np.testing.assert_allclose(there.point, back.point[::-1], atol=1e-6)
    return there


def turned(axis: Sequence[float], degrees: float, offset: Sequence[float] = (0, 0, 0)):
    """A rigid transform: turned about an axis through the origin, then shifted."""
    matrix = trimesh.transformations.rotation_matrix(np.radians(degrees), axis)
    matrix[:3, 3] = offset
    return matrix


def carried(matrix: np.ndarray, points) -> np.ndarray:
    """Points through a transform."""
    return np.asarray(points, dtype=np.float64) @ matrix[:3, :3].T + matrix[:3, 3]


FRAMES = {
    "as it is": np.eye(4),
    "turned 17 degrees": turned((0, 0, 1), 17.0),
    "turned askew": turned((1, 2, 3), 123.4, (7.7, -3.3, 1.1)),
    "a million inches away": turned((0, 0, 1), 0.0, (1e6, -1e6, 1e6)),
    "turned and a million inches away": turned((3, -1, 2), 71.3, (1e6, 1e6, -1e6)),
}
"""Frames in which an answer must be the same as in the mesh's own."""
