"""A mesh in its place: the handle of a scene, and what its transform means."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from geo3d.errors import SceneError
from geo3d.rays.bvh import MeshTree
from geo3d.rays.segments import Floats
from geo3d.tolerances import FARTHEST, RIGID, TOUCH


@dataclass(frozen=True, eq=False)
class Placed:
    """A mesh placed in a scene: the handle that `RayScene.place` returns.

    Attributes:
        id: its name in the scene.
        number: its number, ascending in the order of placing.
        transform: (4, 4) rigid, mesh frame to board frame.
        mesh: the mesh as it was passed.
        tree: the mesh's tree.
    """

    id: str
    number: int
    transform: Floats = field(repr=False)
    mesh: Any = field(repr=False)
    tree: MeshTree = field(repr=False)

    @cached_property
    def into_tree(self) -> Floats:
        """(3, 4) from the board into the tree: turn, then the placement's origin as last column."""
        return np.column_stack([np.linalg.inv(self.transform[:3, :3]), self.transform[:3, 3]])

    @cached_property
    def board_box(self) -> Floats:
        """(6,) low and high of its upright box on the board, with room for what touches it."""
        turn = self.transform[:3, :3]
        middle = turn @ self.tree.centre + self.transform[:3, 3]
        half = np.abs(turn) @ (self.tree.bounds[1] - self.tree.bounds[0]) / 2
        # Padded also by the spacing of float64 there, for boards far from the origin.
        half += 2 * TOUCH + 1e-15 * np.abs(middle)
        box: Floats = np.concatenate([middle - half, middle + half])
        return box


def rigid(transform: Any, name: str) -> Floats:
    """Check a (4, 4) rigid transform; None is the identity.

    Raises:
        SceneError: wrong shape, not finite, a move beyond `FARTHEST`, scaling, shearing or
            mirroring.
    """
    if transform is None:
        return np.eye(4)
    try:
        matrix = np.array(transform, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise SceneError(f"{name}: transform: a (4, 4) matrix wanted: {error}") from error
    if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
        raise SceneError(f"{name}: transform: (4, 4) finite numbers wanted, got {matrix.shape}")
    if np.abs(matrix[:3, 3]).max() > FARTHEST:
        raise SceneError(
            f"{name}: transform: moves by up to {FARTHEST:g} wanted, got {matrix[:3, 3].tolist()}"
        )
    turn = matrix[:3, :3]
    if np.abs(matrix[3] - (0.0, 0.0, 0.0, 1.0)).max() > RIGID:
        raise SceneError(f"{name}: transform: its last row must be 0, 0, 0, 1, got {matrix[3]}")
    if np.abs(turn @ turn.T - np.eye(3)).max() > RIGID:
        raise SceneError(
            f"{name}: transform is not rigid: it scales or shears; only turning and moving keep a "
            "piece its size (scale the mesh itself instead)"
        )
    if np.linalg.det(turn) < 0:
        raise SceneError(f"{name}: transform is not rigid: it mirrors (mirror the mesh instead)")
    return matrix
