"""How thick a piece's walls are: straight through them, from samples of its surface."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.piece.gaps.surface import oriented, without_doubles
from geo3d.rays import RayScene
from geo3d.rays.segments import Bools, Floats

SAMPLES = 4_000
"""Points of the surface, spread by area: a share of it is known to about 1%."""

OPPOSED = -0.5
"""Cosine between the normals of both sides: of sides that meet at less than 60 degrees. Other ones
are a corner, which is no wall."""

THINNEST = 0.02
"""Part of the surface that may be thinner: feather edges and noise say nothing about walls."""

LARGE = 1e6
"""Inches from the middle: larger pieces are measured at that size, their thickness scaled back."""

FOLD = 0.05
"""Inches: where there is less material it is seen whether a wall goes on there, or a fold of a
rough surface, a ridge or a spike ends."""

GOES_ON = 0.1
"""Inches along the middle of a thin spot that its wall must go on."""

ALIKE, LITTLE = 2.0, 0.02
"""Times as thick a wall may be there, or so many inches: walls are rough. In a ridge of 25 degrees
or more there is more within that distance."""

WAYS = 8
"""Directions along the middle of a thin spot that are looked along."""

MOST_SPOTS = 500
"""Thin spots of which that is seen: of more, those between two that were looked at are as the
first."""

INWARD = 1e-5
"""Inches below the surface where lines begin, so that they do not meet it."""


@dataclass(frozen=True, eq=False)
class Thickness:
    """How thick the material is behind samples of a surface.

    Attributes:
        through: (N,) inches to the other side, at right angles to the surface; NaN where the line
            leaves through a corner, a ridge or a fold.
        backless: (N,) nothing is behind the sample: the surface is a sheet, or open, there.
        area: square inches of the whole surface.
    """

    through: Floats
    backless: Bools
    area: float

    @property
    def typical(self) -> float | None:
        """Inches, the median of both sides of all walls; None where none has another side."""
        known = self.through[np.isfinite(self.through)]
        return float(np.median(known)) if len(known) else None

    @property
    def thinnest(self) -> float | None:
        """Inches than which `THINNEST` of the surface is thinner; None as for `typical`."""
        known = self.through[np.isfinite(self.through)]
        return float(np.quantile(known, THINNEST)) if len(known) else None

    def thinner(self, limit: float) -> float:
        """Square inches of surface, both sides counted, with less material behind."""
        return self.area * float(np.mean(self.through < limit))

    @property
    def sheet(self) -> float:
        """Square inches of surface with nothing behind."""
        return self.area * float(np.mean(self.backless))

    def to_dict(self) -> dict[str, Any]:
        """The value of `thickness` in JSON."""
        return {"typical": self.typical, "thinnest": self.thinnest, "sheet_area": self.sheet}


def unknown(mesh: trimesh.Trimesh) -> Thickness:
    """What is said of a mesh whose thickness is not looked for."""
    return Thickness(np.full(1, np.nan), np.zeros(1, np.bool_), float(mesh.area))


def thickness(mesh: trimesh.Trimesh) -> Thickness:
    """Look from samples of a surface straight through the material behind them.

    Args:
        mesh: closed or open, of any winding, inches.

    Raises:
        MeshError: no face with area.
    """
    mesh = without_doubles(mesh)
    triangles = _outwards(mesh)
    # Far coordinates, of a damaged file or in another unit, are beyond what lines are traced at.
    triangles = triangles - triangles.mean(axis=(0, 1))
    smaller = max(1.0, float(np.abs(triangles).max()) / LARGE)
    triangles /= smaller
    edges = triangles[:, 1:] - triangles[:, :1]
    cross = np.cross(edges[:, 0], edges[:, 1])
    double = np.linalg.norm(cross, axis=1)
    normals = cross / np.maximum(double, np.finfo(float).tiny)[:, None]
    rng = np.random.default_rng(0)
    # A sample for each equal part of the area, in the order of the faces.
    ends = np.cumsum(double)
    at = (np.arange(SAMPLES) + rng.random(SAMPLES)) / SAMPLES * ends[-1]
    which = np.minimum(np.searchsorted(ends, at), len(ends) - 1)
    u, v = rng.random((2, SAMPLES))
    over = u + v > 1.0
    u[over], v[over] = 1.0 - u[over], 1.0 - v[over]
    points = triangles[which, 0] + u[:, None] * edges[which, 0] + v[:, None] * edges[which, 1]
    scene = RayScene()
    soup = np.arange(3 * len(triangles)).reshape(-1, 3)
    with warnings.catch_warnings():
        # Faces without area were counted when the piece was read.
        warnings.simplefilter("ignore", Geo3dWarning)
        scene.place(trimesh.Trimesh(triangles.reshape(-1, 3), soup, process=False), id="piece")
    way = -normals[which]
    far = 2.0 * float(np.linalg.norm(np.ptp(triangles.reshape(-1, 3), axis=0))) + 1.0
    hits = scene.first_hit(points + INWARD * way, points + far * way)
    other = np.where(hits.hit, hits.face, 0)
    opposed = np.einsum("ij,ij->i", normals[which], normals[other]) < OPPOSED
    through = np.where(hits.hit & opposed, (hits.distance + INWARD) * smaller, np.nan)
    backless = ~hits.hit
    if not mesh.is_watertight:
        # A line that meets another face from its outside; in a closed piece that is another body
        # within the first one.
        backless |= np.einsum("ij,ij->i", normals[which], normals[other]) > 0.0
    thin = np.flatnonzero(through < FOLD)
    if len(thin) and smaller == 1.0:
        step = -(-len(thin) // MOST_SPOTS)
        some = thin[::step]
        middle = points[some] + through[some, None] / 2 * way[some]
        on = _go_on(scene, middle, normals[which[some]], through[some])
        through[thin[~np.repeat(on, step)[: len(thin)]]] = np.nan
    return Thickness(through, backless, float(ends[-1] / 2 * smaller**2))


def _go_on(scene: RayScene, middle: Floats, normals: Floats, through: Floats) -> Bools:
    """(N,) whether a wall goes on about the middles (N, 3) of spots with little material through.

    It does where `GOES_ON` farther there is about as little in three of eight directions or
    more: in a wall it is so all round, at its rim on one half. Along a ridge it is so in two, and
    towards its foot there is more; in two, and nowhere more, it is so in a rod.
    """
    one = np.cross(normals, np.eye(3)[np.abs(normals).argmin(axis=1)])
    one /= np.linalg.norm(one, axis=1, keepdims=True)
    other = np.cross(normals, one)
    most = np.maximum(ALIKE * through, LITTLE)
    thin, thick = np.zeros((2, len(middle)), np.int64)
    for angle in 2 * np.pi * np.arange(WAYS) / WAYS:
        there = middle + GOES_ON * (np.cos(angle) * one + np.sin(angle) * other)
        within = ~scene.any_hit(middle, there)
        up = scene.first_hit(there, there + GOES_ON * normals)
        down = scene.first_hit(there, there - GOES_ON * normals)
        little = up.hit & down.hit & (up.distance + down.distance < most)
        thin += within & little
        thick += within & ~little
    on: Bools = (thin >= 3) | ((thin == 2) & (thick == 0))
    return on


def _outwards(mesh: trimesh.Trimesh) -> Floats:
    """(T, 3, 3) triangles whose normals point out of the material.

    A closed mesh wound one way says itself where that is, hollows and all, if not the other way
    round; of others each body is taken for solid.
    """
    corners: Floats = np.asarray(mesh.triangles, dtype=np.float64)
    if mesh.is_watertight and mesh.is_winding_consistent and volume(corners) != 0.0:
        return corners[:, ::-1] if volume(corners) < 0.0 else corners
    return oriented(mesh)


def volume(triangles: Floats) -> float:
    """Cubic inches within closed triangles (T, 3, 3), negative where they are wound inwards."""
    local = triangles - triangles.mean(axis=(0, 1))
    return float(np.einsum("ij,ij->", local[:, 0], np.cross(local[:, 1], local[:, 2])) / 6)
