"""Proof that two bodies cannot see each other.

All lines between two boxes lie in the hull of both. Where a plane parts the boxes and the cut of
the hull lies inside one screen in that plane, every line is stopped there. A pair that no single
screen parts is cut into smaller boxes, each pair of which needs a screen of its own. What this does
not prove may still be hidden: by rough surfaces, or by several screens together.
"""

from dataclasses import dataclass

import numpy as np
import shapely

from geo3d.rays import Hits
from geo3d.rays.segments import Floats
from geo3d.visibility.asking import Ask, Judge
from geo3d.visibility.body import Body
from geo3d.visibility.scene import BoardScene
from geo3d.visibility.screens import FLAT, screens_of

LEVELS = 6
"""How often the boxes are halved, by turns across and upward."""

SHAFTS = 256
"""Pairs of boxes that may be left unproven at one level before the proof is given up."""


@dataclass(frozen=True, eq=False)
class _Box:
    """A box along three axes: its middle (3,), and half sizes along `axes` (3, 3) rows."""

    middle: Floats
    half: Floats
    axes: Floats

    def corners(self) -> Floats:
        signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, 8).T
        points: Floats = self.middle + (signs * self.half) @ self.axes
        return points

    def halves(self, axis: int) -> tuple["_Box", "_Box"]:
        half = self.half.copy()
        half[axis] /= 2
        shift = half[axis] * self.axes[axis]
        return _Box(self.middle - shift, half, self.axes), _Box(
            self.middle + shift, half, self.axes
        )


def prove_hidden(
    scene: BoardScene, first: Body, second: Body, ignore: frozenset[str]
) -> Judge[bool]:
    """Try to prove that no line between the bodies is open. A judge: see `asking`.

    Returns:
        True where it is proven; False says nothing.
    """
    axes = _axes(second.centre - first.centre)
    shafts = [(_around(first, axes), _around(second, axes))]
    for level in range(LEVELS + 1):
        starts = np.array([one.middle for one, _ in shafts])
        ends = np.array([other.middle for _, other in shafts])
        hits: Hits = yield Ask(starts, ends, ignore, kind="all")
        left = []
        for number, shaft in enumerate(shafts):
            met = np.flatnonzero(hits.segment == number)
            if not len(met):
                return False
            if not any(
                _parted(scene, str(hits.id[row]), int(hits.face[row]), *shaft) for row in met
            ):
                left.append(shaft)
        if not left:
            return True
        if level == LEVELS or 4 * len(left) > 4 * SHAFTS:
            return False
        axis = 1 + level % 2
        shafts = [
            (one, other)
            for pair in left
            for one in pair[0].halves(axis)
            for other in pair[1].halves(axis)
        ]
    return False


def _axes(way: Floats) -> Floats:
    """Rows: level along the way, level across it, up."""
    flat = np.array([way[0], way[1], 0.0])
    length = np.linalg.norm(flat)
    ahead = flat / length if length > 0.0 else np.array([1.0, 0.0, 0.0])
    return np.array([ahead, [-ahead[1], ahead[0], 0.0], [0.0, 0.0, 1.0]])


def _around(body: Body, axes: Floats) -> _Box:
    along = body.corners @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    return _Box((low + high) / 2 @ axes, (high - low) / 2, axes)


def _parted(scene: BoardScene, id: str, face: int, one: _Box, other: _Box) -> bool:
    """Whether the screen that this face belongs to stops every line between the boxes."""
    placed = scene.rays[id]
    screens = screens_of(placed.tree)
    number = screens.of_face[face]
    if number < 0:
        return False
    turn, shift = placed.transform[:3, :3], placed.transform[:3, 3]
    # Into the mesh's frame; the axes of a rigid transform turn back by their transpose.
    near = (one.corners() - shift) @ turn - screens.point[number]
    far = (other.corners() - shift) @ turn - screens.point[number]
    high, low = near @ screens.normal[number], far @ screens.normal[number]
    if not (
        (high.min() > 2 * FLAT and low.max() < -2 * FLAT)
        or (high.max() < -2 * FLAT and low.min() > 2 * FLAT)
    ):
        return False
    share = (high[:, None] / (high[:, None] - low[None, :]))[..., None]
    crossing = (near[:, None, :] + share * (far[None, :, :] - near[:, None, :])).reshape(-1, 3)
    flat = np.column_stack([crossing @ screens.across[number], crossing @ screens.up[number]])
    cut = shapely.MultiPoint(flat).convex_hull
    return bool(screens.polygons[number].contains(cut))
