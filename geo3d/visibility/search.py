"""Is there any open line between two bodies? The search behind `visible`.

The pair is taken in one order whichever way the question is put, and the same lines are tried, so A
sees B exactly if B sees A. Lines are tried in stages until one is open: extremes to extremes, lines
spread evenly over both surfaces, lines from and to the bodies' rims, lines past the silhouette
edges of what stands between, and many more spread evenly. What the first stage does not find may be
proven hidden; a pair that passes all stages unseen is hidden as far as sampling tells.
"""

import itertools
from collections.abc import Iterator

import numpy as np
from scipy.spatial import cKDTree

from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Floats
from geo3d.visibility.asking import Ask, Judge
from geo3d.visibility.body import Body
from geo3d.visibility.edges import grazing_points
from geo3d.visibility.lines import Found, Line
from geo3d.visibility.scene import BoardScene
from geo3d.visibility.sequence import spread

ELEMENTS = 256
"""Elements of each body that are tried from the other's centre in the first stage."""

GRAZING = 16384
"""Lines past silhouette edges."""

RIMS = 16384
"""Lines of each kind from and to rims."""

EVEN = (512, 4096, 32768, 65536)
"""The stages of evenly spread lines: up to which number of the sequence each goes."""


def in_order(first: Body, second: Body) -> bool:
    """Whether the pair is already in the order in which it is searched."""
    return tuple(first.centre) <= tuple(second.centre)


def find_line(
    scene: BoardScene, first: Body, second: Body, ignore: frozenset[str], width: float
) -> Judge[Found]:
    """Search for an open line between two bodies. A judge: see `asking`.

    Args:
        first, second: the bodies, in the order of `in_order`.
        ignore: ids that do not block.
        width: inches that must be free about a line.

    Returns:
        A line near the middle of the open ones of the first stage that has any; or none, proven
        where flat parts of what stands between can prove it.
    """
    for stage, (starts, ends) in enumerate(_stages(scene, first, second, ignore)):
        line = yield from _try(starts, ends, ignore, width)
        if line is not None:
            return Found(line, True)
        if stage == 0 and scene.proves_hidden(first, second, ignore):
            return Found(None, True)
    return Found(None, False)


def _try(starts: Floats, ends: Floats, ignore: frozenset[str], width: float) -> Judge[Line | None]:
    """The one of the open lines that is nearest their mean, or None."""
    if not len(starts):
        return None
    blocked = yield Ask(starts, ends, ignore, width=width)
    open_ = np.flatnonzero(~blocked)
    if not len(open_):
        return None
    lines = np.concatenate([starts[open_], ends[open_]], axis=1)
    best = open_[int(np.linalg.norm(lines - lines.mean(axis=0), axis=1).argmin())]
    return Line(starts[best], ends[best])


def find_line_from(
    scene: BoardScene, eye: Floats, target: Body, ignore: frozenset[str], width: float
) -> Judge[Found]:
    """As `find_line`, from a point."""
    facing = target.facing(eye)
    grazing = _grazing_from(scene, eye, target, ignore)
    for ends in (
        np.concatenate([target.centre[None], target.extremes(eye)]),
        facing.at(spread(0, EVEN[0], 2))[0],
        facing.at(spread(EVEN[0], EVEN[1], 2))[0],
        grazing,
        facing.at(spread(EVEN[1], EVEN[2], 2))[0],
    ):
        starts = np.ascontiguousarray(np.broadcast_to(eye, ends.shape))
        line = yield from _try(starts, ends, ignore, width)
        if line is not None:
            return Found(line, True)
    return Found(None, False)


def _stages(
    scene: BoardScene, first: Body, second: Body, ignore: frozenset[str]
) -> Iterator[tuple[Floats, Floats]]:
    """Yield (starts, ends) of each stage; later ones are only made when asked for."""
    face1, face2 = first.facing(second.centre), second.facing(first.centre)
    edge1, edge2 = first.extremes(second.centre), second.extremes(first.centre)
    square = spread(0, ELEMENTS, 2)
    there, here = face2.at(square)[0], face1.at(square)[0]
    even = spread(0, EVEN[0], 4)
    yield (
        np.concatenate([
            first.centre[None],
            np.repeat(edge1, len(edge2), axis=0),
            np.tile(first.centre, (ELEMENTS, 1)),
            here,
            face1.at(even[:, :2])[0],
        ]),
        np.concatenate([
            second.centre[None],
            np.tile(edge2, (len(edge1), 1)),
            there,
            np.tile(second.centre, (ELEMENTS, 1)),
            face2.at(even[:, 2:])[0],
        ]),
    )  # fmt: skip
    even = spread(EVEN[0], EVEN[1], 4)
    yield face1.at(even[:, :2])[0], face2.at(even[:, 2:])[0]
    square = spread(0, RIMS, 4)
    rim1, rim2 = first.rim(second.centre, square[:, :2]), second.rim(first.centre, square[:, 2:])
    yield rim1, rim2
    yield rim1, face2.at(square[:, 2:])[0]
    yield face1.at(square[:, :2])[0], rim2
    yield _grazing(scene, first, second, ignore)
    for begin, stop in itertools.pairwise(EVEN[1:]):
        even = spread(begin, stop, 4)
        yield face1.at(even[:, :2])[0], face2.at(even[:, 2:])[0]


def _reach(body: Body) -> float:
    return float(np.linalg.norm(body.corners - body.centre, axis=1).max())


def _grazing(
    scene: BoardScene, first: Body, second: Body, ignore: frozenset[str]
) -> tuple[Floats, Floats]:
    """Lines through points beside silhouette edges, from one body to the other."""
    points = grazing_points(
        scene.rays, ignore, first.centre, second.centre, _reach(first), _reach(second), GRAZING
    )
    if not len(points):
        return points, points
    # Half of the lines leave from the first body's extremes, half from its whole face, and the
    # same again from the second body's side.
    number = len(points)
    square = spread(0, number, 2)
    starts, ends = [], []
    for one, other, offset in ((first, second, 0), (second, first, 1)):
        begin = one.facing(other.centre).at(square)[0]
        edge = one.extremes(other.centre)
        turn = np.arange(number)
        begin = np.where(((turn // 2) % 2 == 0)[:, None], edge[(turn // 4) % len(edge)], begin)
        mine = turn % 2 == offset
        a, b = _carried_on(begin[mine], points[mine], other)
        starts.append(a if offset == 0 else b)
        ends.append(b if offset == 0 else a)
    return np.concatenate(starts), np.concatenate(ends)


def _grazing_from(scene: BoardScene, eye: Floats, target: Body, ignore: frozenset[str]) -> Floats:
    points = grazing_points(
        scene.rays, ignore, eye, target.centre, 0.0, _reach(target), GRAZING // 4
    )
    return _carried_on(np.broadcast_to(eye, points.shape), points, target)[1]


def _carried_on(starts: Floats, through: Floats, body: Body) -> tuple[Floats, Floats]:
    """Lines from `starts` through points, ended in the body; those that miss it are left out.

    A line is ended where it is nearest to the upright axis of a solid, if it is inside there; in a
    mesh, at the nearest of many points of its surface.
    """
    way = through - starts
    size = np.linalg.norm(way, axis=1)
    kept = size > 1e-9
    starts, way = starts[kept], way[kept] / size[kept, None]
    to = body.centre - starts
    if body.outline is None:
        share = np.einsum("ij,ij->i", to, way)
        inside = share > 0.0
        near = starts + share[:, None] * way
        surface = body.corners
        _, row = cKDTree(surface).query(near[inside])
        return starts[inside], surface[row]
    ends = np.empty_like(starts)
    inside = np.empty(len(starts), np.bool_)
    _end_inside(
        starts, way, body.centre, np.ascontiguousarray(body.outline), body.low, body.high, ends,
        inside,
    )  # fmt: skip
    return starts[inside], ends[inside]


@kernel
def _end_inside(starts, way, centre, outline, low, high, ends, inside):  # type: ignore[no-untyped-def]
    """Fill where lines from `starts` end in an upright solid, and whether they meet it at all."""
    number = len(outline)
    for n in range(len(starts)):
        x, y, z = starts[n, 0], starts[n, 1], starts[n, 2]
        dx, dy, dz = way[n, 0], way[n, 1], way[n, 2]
        flat = dx * dx + dy * dy
        along = (centre[0] - x) * dx + (centre[1] - y) * dy
        share = along / flat if flat >= 1e-12 else (centre[2] - z) * dz
        # Where the line passes the axis above or below the solid, its top or bottom may be hit.
        at = z + share * dz
        if abs(dz) >= 1e-12:
            if at > high:
                share = (high - z) / dz
            elif at < low:
                share = (low - z) / dz
        ex, ey, ez = x + share * dx, y + share * dy, z + share * dz
        good = share > 0.0 and low - 1e-9 <= ez <= high + 1e-9
        i = 0
        while good and i < number:
            ax, ay = outline[i, 0], outline[i, 1]
            j = i + 1 if i + 1 < number else 0
            good = (outline[j, 0] - ax) * (ey - ay) - (outline[j, 1] - ay) * (ex - ax) >= 0.0
            i += 1
        inside[n] = good
        ends[n, 0], ends[n, 1], ends[n, 2] = ex, ey, min(max(ez, low), high)
