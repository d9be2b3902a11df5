"""Profiles, and the models on the board that have them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import trimesh

from geo3d.rays.segments import Floats
from geo3d.table.bases import Base, turn_matrix


def upright(at: tuple[float, float, float], turn_deg: float) -> Floats:
    """(4, 4): turned about z, then moved to `at`."""
    matrix = np.eye(4)
    matrix[:2, :2] = turn_matrix(turn_deg)
    matrix[:3, 3] = at
    return matrix


@dataclass(frozen=True, eq=False)
class Profile:
    """What a model is.

    Attributes:
        name: its name in the board file.
        base: the base.
        height: inches, of an upright solid on the base; None where `mesh` is given.
        mesh: the real miniature, base included: its underside's centre at the origin; or None.
        lift: inches by which what stands on a flying stand is raised.
        keywords: upper case.
        move: inches, or None.
        detection_range: inches (13.09), or None for the setting.
    """

    name: str
    base: Base
    height: float | None
    mesh: trimesh.Trimesh | None
    lift: float
    keywords: frozenset[str]
    move: float | None
    detection_range: float | None = None

    @cached_property
    def body(self) -> trimesh.Trimesh:
        """What blocks sight, in its own frame: a prism over the base, or the mesh; lifted."""
        shift = np.array([0.0, 0.0, self.lift])
        if self.mesh is not None:
            return trimesh.Trimesh(self.mesh.vertices + shift, self.mesh.faces, process=False)
        rim = self.base.polygon
        number = len(rim)
        low = np.column_stack([rim, np.zeros(number)]) + shift
        high = low + np.array([0.0, 0.0, self.height or 0.0])
        a = np.arange(number)
        b = np.roll(a, -1)
        fan = np.arange(1, number - 1)
        first = np.zeros_like(fan)
        faces = np.concatenate([
            np.column_stack([a, b, b + number]),
            np.column_stack([a, b + number, a + number]),
            np.column_stack([first, fan + 1, fan]),
            np.column_stack([first, fan, fan + 1]) + number,
        ])  # fmt: skip
        return trimesh.Trimesh(np.concatenate([low, high]), faces, process=False)

    @cached_property
    def top(self) -> float:
        """Inches from the underside of the base to the highest point."""
        return float(self.body.vertices[:, 2].max())


@dataclass(frozen=True, eq=False)
class Figure:
    """A model on the board.

    Attributes:
        id, unit, player: whose it is.
        profile: what it is.
        at: centre of the underside of its base, z resolved.
        turn_deg: counter-clockwise seen from above.
    """

    id: str
    unit: str
    player: str
    profile: Profile
    at: tuple[float, float, float]
    turn_deg: float

    @cached_property
    def transform(self) -> Floats:
        """(4, 4) from the profile's frame to the board's."""
        return upright(self.at, self.turn_deg)

    @cached_property
    def outline(self) -> Floats:
        """(K, 2) the base on the board, counter-clockwise."""
        return self.profile.base.placed(self.at[:2], self.turn_deg)

    @property
    def bottom(self) -> float:
        """z of the underside of its base."""
        return self.at[2]

    @property
    def top(self) -> float:
        """z of its highest point."""
        return self.at[2] + self.profile.top
