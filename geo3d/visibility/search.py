"""Is there any open line between two bodies? The search behind `visible`.

The pair is taken in one order whichever way the question is put, and the same lines are tried, so A
sees B exactly if B sees A. Lines are tried in stages until one is open: extremes to extremes, lines
spread evenly over both surfaces, lines from and to the bodies' rims, lines past the silhouette
edges of what stands between, many more spread evenly, and at last lines that are nearly open, moved
until they are. What the first stage does not find may be proven hidden; a pair that passes all
stages unseen is hidden as far as sampling tells.
"""

import itertools
from collections.abc import Iterator

import numpy as np

from geo3d.rays.segments import Floats
from geo3d.visibility.asking import Ask, Judge
from geo3d.visibility.body import Body
from geo3d.visibility.edges import EdgePoints
from geo3d.visibility.grazing import edges_between, grazing_ends, grazing_lines
from geo3d.visibility.lines import Found, Line
from geo3d.visibility.scene import BoardScene
from geo3d.visibility.sequence import spread
from geo3d.visibility.splitting import find_rare

ELEMENTS = 256
"""Elements of each body that are tried from the other's centre in the first stage."""

GRAZING = 16384
"""Lines past silhouette edges."""

RIMS = 32768
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
        where the surfaces of what stands between can prove it.
    """
    line = yield from try_lines(*first_stage(first, second), ignore, width)
    if line is not None:
        return Found(line, True)
    if scene.proves_hidden(first, second, ignore):
        return Found(None, True)
    edges = edges_between(scene.rays, first, second, ignore, GRAZING)
    for starts, ends in _stages(first, second, edges):
        line = yield from try_lines(starts, ends, ignore, width)
        if line is not None:
            return Found(line, True)
    if width == 0.0:
        line = yield from find_rare(first, second, edges, ignore)
        if line is not None:
            return Found(line, True)
    return Found(None, False)


def try_lines(
    starts: Floats, ends: Floats, ignore: frozenset[str], width: float
) -> Judge[Line | None]:
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
    edges = edges_between(scene.rays, eye, target, ignore, GRAZING // 4)
    for ends in (
        np.concatenate([target.centre[None], target.extremes(eye)]),
        facing.at(spread(0, EVEN[0], 2))[0],
        facing.at(spread(EVEN[0], EVEN[1], 2))[0],
        grazing_ends(edges, eye, target),
        facing.at(spread(EVEN[1], EVEN[2], 2))[0],
    ):
        starts = np.ascontiguousarray(np.broadcast_to(eye, ends.shape))
        line = yield from try_lines(starts, ends, ignore, width)
        if line is not None:
            return Found(line, True)
    return Found(None, False)


def first_stage(first: Body, second: Body) -> tuple[Floats, Floats]:
    """Starts and ends between extremes, centres and a few points of both faces."""
    face1, face2 = first.facing(second.centre), second.facing(first.centre)
    edge1, edge2 = first.extremes(second.centre), second.extremes(first.centre)
    square = spread(0, ELEMENTS, 2)
    there, here = face2.at(square)[0], face1.at(square)[0]
    even = spread(0, EVEN[0], 4)
    return (
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


def _stages(first: Body, second: Body, edges: EdgePoints) -> Iterator[tuple[Floats, Floats]]:
    """Yield (starts, ends) of each later stage; they are only made when asked for."""
    face1, face2 = first.facing(second.centre), second.facing(first.centre)
    even = spread(EVEN[0], EVEN[1], 4)
    yield face1.at(even[:, :2])[0], face2.at(even[:, 2:])[0]
    square = spread(0, RIMS, 4)
    rim1, rim2 = first.rim(second.centre, square[:, :2]), second.rim(first.centre, square[:, 2:])
    yield rim1, rim2
    yield rim1, face2.at(square[:, 2:])[0]
    yield face1.at(square[:, :2])[0], rim2
    yield grazing_lines(edges, first, second)
    for begin, stop in itertools.pairwise(EVEN[1:]):
        even = spread(begin, stop, 4)
        yield face1.at(even[:, :2])[0], face2.at(even[:, 2:])[0]
