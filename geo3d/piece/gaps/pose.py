"""A mesh in a pose of its own, so that its answer depends on no other: neither on where the piece
lies and how it is turned, nor on whether it is mirrored, nor on the order of its faces.

Gaps between stones, or at the end of a crooked passage, have no plane that is right to a hair: of
several that nearly serve one is taken, by grids and samples that lie somewhere. So each mesh is
looked at from the same side. The pose is told by moments of its faces, which are the same for one
piece wherever it lies: the upright faces' directions tell the axes (Fourier terms, as for the
extended Gaussian images of Horn, 1984), moments of their places which way each goes.
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import trimesh

from geo3d.piece.gaps.gap import Gap
from geo3d.rays.segments import Floats, Ints

TERMS = (4, 2, 6, 8, 10, 14)
"""Fourier terms of the upright faces' directions: the first that is not next to nothing tells the
axes. First the fourth: that of walls at right angles. Even ones, so that winding does not count."""

NOTHING = 1e-4
"""Share of the faces' area below which a term is next to nothing."""

POWERS, HEIGHTS = (1, 2, 3, 4, 5), (0, 1, 2)
"""Of the moments that tell the axes' signs: powers of the way from the middle, and of height."""

SAME = 1e-8
"""Of moments, between 0 and 1: what differs by less is the same, as on a piece with two like sides,
of which any will do."""

ROUNDED = 1e-7
"""Inches to which corners are rounded: far above what turning and moving costs (4e-12 at 4,000"),
far below what is measured."""


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a mesh lies about the pose of its own: that is turned, then moved there.

    Attributes:
        turn: (3, 3) turned about z; mirrored, too, where its determinant is -1.
        shift: (3,)
    """

    turn: Floats
    shift: Floats

    @classmethod
    def of(cls, triangles: Floats) -> Self:
        """The pose of triangles (T, 3, 3), one at least."""
        edges = triangles[:, 1:] - triangles[:, :1]
        normal = np.cross(edges[:, 0], edges[:, 1])
        area = np.linalg.norm(normal, axis=1)
        total = max(float(area.sum()), np.finfo(float).tiny)
        middles = triangles.mean(axis=1)
        low = float(triangles[:, :, 2].min())
        shift = np.append(area @ middles[:, :2] / total, low)
        place = middles - shift
        way = place[:, 0] + 1j * place[:, 1]
        size = max(float(np.abs(way).max()), np.finfo(float).tiny)
        height = place[:, 2] / max(float(place[:, 2].max()), np.finfo(float).tiny)
        moments = np.array([
            (power, (area / total * (way / size) ** power * height**up).sum())
            for power in POWERS for up in HEIGHTS
        ])  # fmt: skip
        turn, mirrored = _turn(_axes(normal, total), moments[:, 0].real, moments[:, 1])
        c, s = np.cos(turn), np.sin(turn)
        matrix = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        if mirrored:
            matrix[:, 1] *= -1.0
        return cls(matrix, shift)

    @property
    def mirrored(self) -> bool:
        return bool(np.linalg.det(self.turn) < 0.0)

    def back(self, gap: Gap) -> Gap:
        """A gap found in the pose of its own, where the mesh lies."""
        bend = gap.bend
        if self.mirrored:
            # The level way along the wall goes the other way about its normal.
            bend = bend[::-1] * [-1.0, 1.0]
        return replace(
            gap,
            centre=self.turn @ gap.centre + self.shift,
            outline=(gap.outline @ self.turn.T + self.shift)[:: -1 if self.mirrored else 1],
            normal=self.turn @ gap.normal,
            bend=bend,
        )


def posed(mesh: trimesh.Trimesh) -> tuple[trimesh.Trimesh, Pose]:
    """A mesh in the pose of its own, corners and faces in an order of their own, and that pose.

    Faces whose corners are not finite are left out. A mesh of none others stays as it is.
    """
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    faces = np.asarray(mesh.faces, dtype=np.int64)
    faces = faces[np.isfinite(vertices[faces]).all(axis=(1, 2))]
    as_it_is = Pose(np.eye(3), np.zeros(3))
    if not len(faces):
        return mesh, as_it_is
    with np.errstate(invalid="ignore", over="ignore"):
        pose = Pose.of(vertices[faces])
        local = np.round((vertices - pose.shift) @ pose.turn / ROUNDED) * ROUNDED
    if not np.isfinite(local[faces]).all():
        # Too large to be squared.
        return mesh, as_it_is
    points, number = np.unique(local, axis=0, return_inverse=True)
    faces = number.ravel()[faces]
    if pose.mirrored:
        faces = faces[:, ::-1]
    return trimesh.Trimesh(points, _ordered(faces), process=False), pose


def _ordered(faces: Ints) -> Ints:
    """Each from its lowest corner on, in rising order."""
    first = faces.argmin(axis=1)
    rolled = faces[np.arange(len(faces))[:, None], (first[:, None] + np.arange(3)) % 3]
    ordered: Ints = rolled[np.lexsort(rolled.T[::-1])]
    return ordered


def _axes(normal: Floats, total: float) -> Floats:
    """(K,) directions in which an axis may point, by the normals of upright faces."""
    flat = np.hypot(normal[:, 0], normal[:, 1])
    angle = np.arctan2(normal[:, 1], normal[:, 0])
    for order in TERMS:
        value = (flat * np.exp(1j * order * angle)).sum()
        if abs(value) > NOTHING * total:
            axes: Floats = (np.angle(value) + 2 * np.pi * np.arange(order)) / order
            return axes
    return np.zeros(1)


def _turn(axes: Floats, power: Floats, moments: Floats) -> tuple[float, bool]:
    """The axis, and whether to mirror, whose moments are the greatest, one after the other."""
    choices = [(float(axis), mirrored) for axis in axes for mirrored in (False, True)]
    values = np.array([
        moments * np.exp(-1j * power * axis) if not mirrored
        else np.conj(moments * np.exp(-1j * power * axis))
        for axis, mirrored in choices
    ])  # fmt: skip
    left = np.arange(len(choices))
    for column in np.concatenate([values.real, values.imag], axis=1).T:
        left = left[column[left] >= column[left].max() - SAME]
        if len(left) == 1:
            break
    return choices[int(left[0])]
