"""Lines past footprints: centre to centre, rim to rim, nine points by nine, and past walls alone.

All four know outlines in plan and nothing else. A shade (see `Plan.shades`) that either base
touches is left out, any other stops each line that meets it, at any height.

What they get wrong, and why:
- Windows, doors, arches, breaches and the space over a low wall are not in an outline, so whoever
  is seen through or over them is called hidden (false hidden).
- A model on a floor or a hill looks over what hides it on the ground: height is not known.
- The filled outline of an L-shaped ruin is its walls; that of an area is the whole mat, so lines
  over its empty part are stopped, too.
- A footprint that a base touches is ignored altogether, walls included, so two models on both sides
  of the solid wall of one ruin "see" each other (false visible).
- Between few points narrow passages are missed (false hidden): the centre's single line misses all
  that leaning out shows.
"""

import numpy as np
import shapely

from geo3d.flat.answer import Answer, Method
from geo3d.flat.plan import Plan, Shapes, not_held
from geo3d.rays.segments import Bools, Floats
from geo3d.table.bases import turn_matrix
from geo3d.table.figures import Figure

RIM = 16
"""Points of a base's rim that rim to rim uses, as wh40k-deploy does."""

NINE = 8
"""Points of the rim beside the centre that nine by nine uses."""


def by_centres(plan: Plan, observer: Figure, target: Figure) -> Answer:
    """The one line between the centres of the bases.

    As in `check_los` of warhammer-40k-godot, and in most virtual tabletops, whose tokens look from
    their middle. Wrong wherever a part of a model is seen and its middle is not, and
    the reverse.
    """
    return past(plan.shades, observer, target, centre(observer), centre(target))


def by_rims(plan: Plan, observer: Figure, target: Figure) -> Answer:
    """Sixteen points of each rim, each to each.

    As in `checkLineOfSight` of wh40k-deploy. Finds what leaning out shows, up to the distance of
    its points; everything upright is still unknown to it.
    """
    return past(plan.shades, observer, target, rim(observer, RIM), rim(target, RIM))


def by_nine(plan: Plan, observer: Figure, target: Figure) -> Answer:
    """The centre and eight points of each rim, each to each: 81 lines.

    As in `EnhancedLineOfSight` of warhammer-40k-godot for models near each other.
    """
    return past(plan.shades, observer, target, nine(observer), nine(target))


def by_walls(plan: Plan, observer: Figure, target: Figure) -> Answer:
    """Nine by nine past outlines of features alone: the mats under them do not block.

    As in `compute_base_aware_los` of wh40k-los-analyzer ("disk-sample-v1"), whose blockers are
    walls. The nearest to material that a plan without heights comes: what it gets wrong is height,
    openings, and the wall that a base touches.
    """
    return past(plan.walls, observer, target, nine(observer), nine(target))


def past(shades: Shapes, observer: Figure, target: Figure, starts: Floats, ends: Floats) -> Answer:
    """Lines from each start to each end past the shapes that neither base touches.

    Args:
        shades: what blocks.
        starts, ends: (N, 2), (M, 2) points in plan.

    Returns:
        Visible if any line is open; the fraction of the ends that an open line reaches.
    """
    left = not_held(_near(shades, observer, target), observer, target)
    open_ = ~stopped(left, starts, ends)
    return Answer(bool(open_.any()), float(open_.any(axis=0).mean()))


def stopped(shades: Shapes, starts: Floats, ends: Floats) -> Bools:
    """(N, M) which lines from each of (N, 2) to each of (M, 2) meet any of the shapes."""
    blocked = np.zeros((len(starts), len(ends)), np.bool_)
    if not len(shades):
        return blocked
    coordinates = np.empty((len(starts), len(ends), 2, 2))
    coordinates[:, :, 0], coordinates[:, :, 1] = starts[:, None], ends[None]
    lines: Shapes = np.asarray(shapely.linestrings(coordinates))
    for shade in shades:
        left = ~blocked
        blocked[left] = shapely.intersects(shade, lines[left])
        if blocked.all():
            break
    return blocked


def centre(figure: Figure) -> Floats:
    """(1, 2) the middle of a base."""
    return np.array([figure.at[:2]], dtype=np.float64)


def rim(figure: Figure, number: int) -> Floats:
    """(number, 2) points of a base's rim, evenly by angle about its centre, the first at its turn.

    Of a round or oval base on the curve; else where the ray at that angle leaves the outline.
    """
    angles = np.arange(number) * (2 * np.pi / number)
    way = np.column_stack([np.cos(angles), np.sin(angles)])
    base = figure.profile.base
    if base.kind in ("round", "oval"):
        points = way * (base.half_x, base.half_y)
    else:
        corners = base.polygon
        along = np.roll(corners, -1, axis=0) - corners
        normal = np.column_stack([along[:, 1], -along[:, 0]])
        reach = way @ normal.T
        with np.errstate(divide="ignore"):
            far = np.where(reach > 0.0, (normal * corners).sum(axis=1) / reach, np.inf)
        points = way * far.min(axis=1)[:, None]
    placed: Floats = points @ turn_matrix(figure.turn_deg).T + np.asarray(figure.at[:2])
    return placed


def nine(figure: Figure) -> Floats:
    """(9, 2) the centre and eight points of the rim."""
    return np.concatenate([centre(figure), rim(figure, NINE)])


def _near(shapes: Shapes, one: Figure, other: Figure) -> Shapes:
    """Those of the shapes that lines between two bases may meet."""
    points = np.concatenate([one.outline, other.outline])
    hull = shapely.MultiPoint(points).convex_hull
    shapely.prepare(hull)
    near: Shapes = shapes[shapely.intersects(hull, shapes)]
    return near


def _same(plan: Plan) -> Plan:
    return plan


CENTRE = Method(
    "centre",
    "centre to centre past footprints",
    "github.com/BigBobbo/warhammer-40k-godot (autoloads/LineOfSightManager.gd, check_los)",
    _same,
    by_centres,
)
EDGE = Method(
    "edge",
    "base edge to base edge past footprints, 16 by 16",
    "github.com/barkin-aygun/wh40k-deploy (src/lib/visibility/lineOfSight.js)",
    _same,
    by_rims,
)
POINTS = Method(
    "nine",
    "9 by 9 sample points past footprints",
    "github.com/BigBobbo/warhammer-40k-godot (autoloads/EnhancedLineOfSight.gd)",
    _same,
    by_nine,
)
WALLS = Method(
    "walls",
    "9 by 9 sample points past features alone, mats open",
    "github.com/kraken-yoba/wh40k-los-analyzer (domain/los.py, disk-sample-v1)",
    _same,
    by_walls,
)
