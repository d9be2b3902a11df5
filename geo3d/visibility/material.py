"""Lines that run inside material from end to end.

The rays tell where a line meets a surface away from its ends. One that meets none lies as a whole
either inside or outside each closed mesh, so that its middle tells which: in a wall whose two faces
its ends are on, or in a block that holds both of them.
"""

import weakref
from functools import cached_property

import numpy as np
import numpy.typing as npt

from geo3d.piece.locate import is_open, locate
from geo3d.rays import Placed, RayScene
from geo3d.rays.bvh import MeshTree
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import TOUCH

SLANT = (0.2718281828, 0.1618033989, 1.0)
"""The way along which surfaces are counted: upward, and aslant of what people build."""


class Material:
    """The insides of the closed meshes of a scene; made once, when first asked for."""

    def __init__(self, rays: RayScene) -> None:
        self._rays = rays

    @cached_property
    def _closed(self) -> list[Placed]:
        """The placed meshes that have an inside; instances of one mesh are looked at once."""
        placed = [self._rays[name] for name in sorted(self._rays.ids)]
        return [each for each in placed if _is_closed(each)]

    @cached_property
    def _boxes(self) -> tuple[Floats, Floats]:
        """Middles and half sizes (M, 3) of the closed meshes' upright boxes on the board."""
        middle, half = np.empty((len(self._closed), 3)), np.empty((len(self._closed), 3))
        for row, placed in enumerate(self._closed):
            turn = placed.transform[:3, :3]
            low, high = placed.tree.bounds[0] - TOUCH, placed.tree.bounds[1] + TOUCH
            middle[row] = turn @ (low + high) / 2 + placed.transform[:3, 3]
            half[row] = np.abs(turn) @ (high - low) / 2
        return middle, half

    def holding(
        self, starts: Floats, ends: Floats, ignore: frozenset[str], free: Bools
    ) -> tuple[Ints, npt.NDArray[np.object_]]:
        """The lines that run inside meshes from end to end.

        Args:
            starts, ends: (N, 3) board frame.
            ignore: ids that do not block.
            free: (N,) which lines meet no surface; only those are looked at.

        Returns:
            (K,) which lines, each once, and (K,) the id of the mesh, of several the last by name.
        """
        every = np.flatnonzero(free)
        inside: dict[int, str] = {}
        if not len(every):
            return np.empty(0, np.int64), np.empty(0, object)
        near = np.ones(len(self._closed), np.bool_)
        for box, reach in (_box(starts[every]), _box(ends[every])):
            near &= (np.abs(box - self._boxes[0]) <= self._boxes[1] + reach).all(axis=1)
        for number in np.flatnonzero(near).tolist():
            placed = self._closed[number]
            if placed.id in ignore:
                continue
            turn, shift = placed.transform[:3, :3], placed.transform[:3, 3]
            low, high = placed.tree.bounds[0] - TOUCH, placed.tree.bounds[1] + TOUCH
            rows = every
            for end in (starts, ends):
                own = (end[rows] - shift) @ turn
                rows = rows[((own >= low) & (own <= high)).all(axis=1)]
            if not len(rows):
                continue
            middle = (starts[rows] + ends[rows]) / 2
            maybe = self._crossed(placed, middle)
            if maybe.any():
                rows = rows[maybe]
                winding = locate(placed.mesh, (middle[maybe] - shift) @ turn).winding
                inside |= dict.fromkeys(rows[np.abs(winding) > 0.5].tolist(), placed.id)
        rows = np.array(sorted(inside), np.int64)
        names: npt.NDArray[np.object_] = np.array([inside[n] for n in rows.tolist()], object)
        return rows, names

    def _crossed(self, placed: Placed, points: Floats) -> Bools:
        """Whether a line upward leaves the mesh more often than it enters it, or the reverse.

        So it does from a point inside. Counting is quick, and rules out most points.
        """
        reach = float(np.linalg.norm(placed.tree.bounds[1] - placed.tree.bounds[0])) + 1.0
        others = frozenset(self._rays.ids) - {placed.id}
        hits = self._rays.all_hits(
            points, points + reach * np.array(SLANT), bundles=[0, len(points)], ignore=[others]
        )
        corners = np.asarray(placed.mesh.vertices)[np.asarray(placed.mesh.faces)[hits.face]]
        normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        side = np.sign(normal @ placed.transform[:3, :3].T @ np.array(SLANT))
        count = np.bincount(hits.segment, weights=side, minlength=len(points))
        inside: Bools = count != 0.0
        return inside


_known: weakref.WeakKeyDictionary[MeshTree, bool] = weakref.WeakKeyDictionary()
"""Whether a mesh is closed, by its tree: scenes that hold the same mesh share that."""


def _is_closed(placed: Placed) -> bool:
    found = _known.get(placed.tree)
    if found is None:
        found = _known[placed.tree] = not is_open(placed.mesh)
    return found


def _box(points: Floats) -> tuple[Floats, Floats]:
    """Middle and half sizes of the points' box."""
    # A column at a time: numpy is slow across short rows.
    low = np.array([points[:, k].min() for k in range(3)])
    high = np.array([points[:, k].max() for k in range(3)])
    return (low + high) / 2, (high - low) / 2
