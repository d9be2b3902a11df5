"""Necks of a level cut: where the free space between two parts of the outline is narrowest.

A candidate is a neck where the way through it widens.
"""

from dataclasses import dataclass, replace

import numpy as np

from geo3d.piece.gaps.candidates import FACING, GABRIEL, candidates
from geo3d.piece.gaps.grid import free_along
from geo3d.piece.gaps.jambs import settle
from geo3d.piece.gaps.slices import Sampled
from geo3d.piece.gaps.winding import inside
from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Bools, Floats, Ints

WIDER, MORE = 1.3, 0.05
"""The way widens where it is wider than `WIDER` times the neck and `MORE` inches."""

HOLLOW = 0.5
"""Winding number from which the way out of a neck ends inside a wall: beside the lost face that one
came through, it is less than in whole material."""

NARROWER = 0.85
"""Share of the neck's width, less `MORE`, below which the way must not narrow before it widens."""

STAYS = 0.8
"""How far it must stay so, as a share of the neck's width, or until it is blocked."""

CLEARANCE = 0.44
"""Where it has widened, this share of the width must be free about the middle."""

DEEP = 12.0
"""Inches: how far the ways out of a neck are followed."""


MOUTH = 0.25
"""Inches of a passage, at its end, that count as its mouth's wall."""


@dataclass(frozen=True, eq=False)
class Necks:
    """Necks of one cut or of many; (N,) each unless said.

    Attributes:
        level: number of the cut.
        middle: (N, 2) of the neck, halfway through the wall.
        across: (N, 2) unit, from jamb to jamb.
        width: inches.
        half: half of the wall's thickness there.
        mouth: 0 where the way widens on both sides, else the side, 1 or -1, on which it does.
    """

    level: Ints
    middle: Floats
    across: Floats
    width: Floats
    half: Floats
    mouth: Ints

    def __len__(self) -> int:
        return len(self.level)

    def chosen(self, rows: Ints | Bools) -> "Necks":
        """Some of them."""
        return Necks(*(getattr(self, name)[rows] for name in Necks.__dataclass_fields__))

    def at_level(self, number: int) -> "Necks":
        """The same necks in another cut."""
        return replace(self, level=np.full(len(self), number))


def joined(parts: list[Necks]) -> Necks:
    """Necks of many cuts as one."""
    return Necks(
        *(np.concatenate([getattr(p, name) for p in parts]) for name in Necks.__dataclass_fields__)
    )


def necks(number: int, cut: Sampled, segments: Floats, deepest: float) -> Necks:
    """The necks of one cut.

    Args:
        deepest: inches within which an opening widens on both sides.
    """
    ends, kind = candidates(cut)
    within = inside((ends[:, :2] + ends[:, 2:]) / 2, segments)
    ends, kind = ends[~within], kind[~within]
    found = np.empty((len(ends), 6))
    _judge(cut.marked, cut.points, cut.corner, cut.cell, ends, kind, deepest, found)
    good = found[:, 0] > 0.0
    way = (ends[:, 2:] - ends[:, :2])[good]
    normal = np.column_stack([-way[:, 1], way[:, 0]]) / np.linalg.norm(way, axis=1)[:, None]
    middle = (ends[:, :2] + ends[:, 2:])[good] / 2
    # Where the way is wide, it must not be the inside of a wall that has lost a face.
    rows = np.flatnonzero(good)
    for column in (4, 5):
        good[rows[inside(middle + found[rows, column, None] * normal, segments, HOLLOW)]] = False
    ends, found = ends[good], found[good]
    way = ends[:, 2:] - ends[:, :2]
    width = np.linalg.norm(way, axis=1)
    across = way / width[:, None]
    normal = np.column_stack([-across[:, 1], across[:, 0]])
    middle = (ends[:, :2] + ends[:, 2:]) / 2
    middle += ((found[:, 1] - found[:, 2]) / 2)[:, None] * normal
    half = (found[:, 1] + found[:, 2]) / 2
    mouth = found[:, 3].astype(np.int64)
    settle(middle, across, width, half, mouth, segments)
    # One sign for all, so that neighbouring cuts agree.
    turned = (across[:, 0] < 0.0) | ((across[:, 0] == 0.0) & (across[:, 1] < 0.0))
    across[turned] *= -1.0
    mouth[turned] *= -1
    ok = ~inside(middle, segments)
    return Necks(np.full(int(ok.sum()), number), middle[ok], across[ok], width[ok], half[ok],
                 mouth[ok])  # fmt: skip


@inline
def _clear(points, x, y, radius):  # type: ignore[no-untyped-def]
    """Whether no sample lies within that distance."""
    for n in range(len(points)):
        if (points[n, 0] - x) ** 2 + (points[n, 1] - y) ** 2 < radius * radius:
            return False
    return True


@kernel
def _judge(marked, points, corner, cell, ends, kind, deepest, found):  # type: ignore[no-untyped-def]
    """Fill for each pair: 1 for a neck; how far the wall reaches on the left and on the right of
    its middle; 0, or the side on which alone the way widens; where it is wide on either side."""
    step = cell
    for e in range(len(ends)):
        found[e, 0], found[e, 4], found[e, 5] = 0.0, 0.0, 0.0
        ux, uy = ends[e, 2] - ends[e, 0], ends[e, 3] - ends[e, 1]
        width = np.sqrt(ux * ux + uy * uy)
        ux, uy = ux / width, uy / width
        mx, my = (ends[e, 0] + ends[e, 2]) / 2, (ends[e, 1] + ends[e, 3]) / 2
        # The middle must see both jambs.
        reach = max(width / 2 - 2.5 * cell, 0.0)
        if reach > 0.0 and (
            free_along(marked, corner, cell, mx, my, ux, uy, reach) < reach
            or free_along(marked, corner, cell, mx, my, -ux, -uy, reach) < reach
        ):
            continue
        wide = WIDER * width + MORE
        stays = max(STAYS * width, 0.1)
        # A single mark of noise does not end a wall.
        same = width + max(0.06, 0.12 * width)
        widens = np.zeros(2, np.bool_)
        wall = np.zeros(2)
        depth = np.zeros(2)
        narrows = np.zeros(2, np.bool_)
        for side in range(2):
            sign = 1.0 if side == 0 else -1.0
            nx, ny = -uy * sign, ux * sign
            most = min(deepest + stays + 0.5, DEEP)
            free = free_along(marked, corner, cell, mx, my, nx, ny, most)
            depth[side] = free
            since = -1.0
            in_wall = True
            s = 0.0
            while s < free:
                x, y = mx + s * nx, my + s * ny
                left = free_along(marked, corner, cell, x, y, ux, uy, wide)
                right = free_along(marked, corner, cell, x, y, -ux, -uy, wide)
                if left < 0.0 or right < 0.0:
                    break
                across = left + right
                if across < NARROWER * width - MORE:
                    # It is this narrower place that may be a neck.
                    narrows[side] = s <= deepest
                    break
                if in_wall and across <= same:
                    wall[side] = s
                elif across > same + 0.02:
                    in_wall = False
                if across > wide and (kind[e] & FACING or _clear(points, x, y, CLEARANCE * width)):
                    if since < 0.0:
                        since = s
                    if s - since >= min(stays, free - since - 2.5 * cell) and since <= deepest:
                        widens[side] = s - since >= 0.09
                        if widens[side]:
                            found[e, 4 + side] = sign * (since + s) / 2
                            break
                else:
                    since = -1.0
                    if s > deepest:
                        break
                s += step
        if widens[0] and widens[1]:
            found[e, 0], found[e, 3] = 1.0, 0.0
        elif kind[e] & GABRIEL and (widens[0] or widens[1]):
            # A mouth: on its other side the way must go on deeper than a wall.
            inner = 1 if widens[0] else 0
            if depth[inner] <= deepest or narrows[inner]:
                continue
            found[e, 0] = 1.0
            found[e, 3] = 1.0 if widens[0] else -1.0
            # Its plane: the end of the passage.
            outer = wall[1 - inner]
            wall[inner] = MOUTH - outer
        else:
            continue
        found[e, 1], found[e, 2] = wall[0], wall[1]
