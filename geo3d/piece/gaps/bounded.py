"""A last look at what is told as a gap: is it surrounded by material, seen level along the wall?

What was found in a plane that leans, or past more than the wall's own depth, may not be.
"""

import numpy as np
import shapely

from geo3d.piece.gaps.chains import Chain
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.flood import flooded
from geo3d.piece.gaps.margin import held
from geo3d.piece.gaps.paint import ground_below, painted
from geo3d.piece.gaps.raster import CRACK, FINE, MOST_SQUARES, Free
from geo3d.piece.gaps.slices import Slices
from geo3d.rays.segments import Floats

DEPTHS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)
"""Inches to both sides of the gap's upright plane within which material may bound it."""

RIM = 0.05
"""Inches of an outline's rim that may be inaccurate; of small gaps `LEAST_RIM`."""

LEAST_RIM = 0.02

BESIDE = 0.6
"""Inches about the outline that are looked at."""

FINER = FINE / 2
"""Inches, the grid's squares: what a crack of .05 alone parts is open."""

POINTS = 1000
"""Points of the outline's inside that are looked at, about."""

FEW, STONE = 400, 0.01
"""Of so many of them, the share that may lie within material."""

MOSTLY = 0.99
"""Share of them that must be free, and lie in one bounded part of what is."""

ON_FEET = 0.9
"""A piece whose underside lies so little over the ground along this share of the plane stands on
feet: what is free under it counts as closed, even if it is higher than a crack."""

LEANING, STEEP = 0.05, 0.26
"""Sines of the angles by which planes lean little (3 degrees), and much (15)."""

SLIM = 1.0
"""A gap narrower than so many times its depth in plan has no upright plane of its own: the one
nearest to it stands across the wall."""


def is_bounded(ring: Floats, chain: Chain, part: Free, faces: Faces, cuts: Slices) -> bool:
    """Whether within some depth of its plane a gap is free, and material and ground surround it.

    Args:
        ring: (N, 3) what is told to be clear.
        chain: its necks; what is free holds one of them at least.
        part: of the chain's plane, where it was found.
    """
    level = chain.frame[0, :2]
    levels = [level]
    lean = abs(float(chain.frame[2, 2]))
    if lean > LEANING:
        plan = ring[:, :2] - ring[:, :2].mean(axis=0)
        sure = chain.told and not part.widened
        deep = float(np.ptp(plan @ [-level[1], level[0]]))
        slim = float(np.ptp(plan @ level)) < SLIM * deep
        # Where it is not sure that the wall leans, what is told must be one upright thing.
        if not sure or (lean > STEEP and not slim):
            levels.append(np.linalg.svd(plan, full_matrices=True)[2][0])
    return all(_surrounded(ring, way, chain, part, faces, cuts) for way in levels)


def _surrounded(
    ring: Floats, level: Floats, chain: Chain, part: Free, faces: Faces, cuts: Slices
) -> bool:
    along = np.append(level, 0.0)
    frame = np.array([along, [0.0, 0.0, 1.0], np.cross(along, [0.0, 0.0, 1.0])])
    middle = (ring.min(axis=0) + ring.max(axis=0)) / 2
    flat = shapely.Polygon((ring - middle) @ frame[:2].T).buffer(0)
    core = flat.buffer(-RIM)
    core = flat.buffer(-LEAST_RIM) if core.is_empty else core
    whole, points = _points(core), _points(core.buffer(-CRACK / 2))
    if not len(whole):
        return False
    points = points if len(points) else whole
    few = whole[:: max(1, len(whole) // FEW)]
    # What is painted is a mesh's surface alone: within a stone all is free.
    if held(middle + few @ frame[:2], cuts) > STONE:
        return False
    left, bottom, right, top = flat.bounds
    low, high = np.array([left, bottom]) - BESIDE, np.array([right, top]) + BESIDE
    square = FINER * max(1.0, float(np.sqrt(np.prod((high - low) / FINER) / MOST_SQUARES)))
    bottom = (faces.ground - middle[2] - low[1]) / square
    necks = np.column_stack([chain.necks.middle, chain.heights])
    seen = np.concatenate([points, (necks - middle) @ frame[:2].T])
    spots = np.floor((seen - low) / square).astype(np.int64)
    u, v = ((whole - low) / square).astype(np.int64).T
    depths = [*DEPTHS, *([chain.half] if chain.half > max(DEPTHS) else [])]
    local = _near(faces, middle, frame, low, high, max(depths))
    # The likely ones first.
    for depth in sorted(depths, key=lambda depth: abs(depth - part.depth[1])):
        solid = painted(local, low, high, square, (-depth, depth))
        ground_below(solid, bottom, square, ON_FEET)
        if solid[u, v].mean() > 1.0 - MOSTLY:
            continue
        _, label = flooded(solid, spots, CRACK / 2 / square - 0.5)
        free, number = np.unique(label[: len(points)], return_counts=True)
        best = int(number.argmax())
        bound = free[best] > 0 and bool((label[len(points) :] == free[best]).any())
        if bound and number[best] >= MOSTLY * len(points):
            return True
    return False


def _points(polygon: shapely.Polygon) -> Floats:
    """(N, 2) points spread evenly over a polygon."""
    if polygon.is_empty:
        return np.empty((0, 2))
    left, bottom, right, top = polygon.bounds
    step = max(float(np.sqrt(polygon.area / POINTS)), max(right - left, top - bottom) / POINTS)
    across = np.arange(left + step / 2, right, step)
    upward = np.arange(bottom + step / 2, top, step)
    grid = np.stack(np.meshgrid(across, upward, indexing="ij"), axis=-1).reshape(-1, 2)
    spread: Floats = grid[shapely.contains_xy(polygon, grid[:, 0], grid[:, 1])]
    if not len(spread):
        spread = shapely.get_coordinates(polygon.representative_point())
    return spread


def _near(
    faces: Faces, middle: Floats, frame: Floats, low: Floats, high: Floats, deep: float
) -> Floats:
    """(K, 3, 3) in the upright frame: the triangles that meet a box."""
    corners = np.array([
        middle + np.array([u, v, d]) @ frame
        for u in (low[0], high[0]) for v in (low[1], high[1]) for d in (-deep, deep)
    ])  # fmt: skip
    rows = faces.near(corners.min(axis=0), corners.max(axis=0))
    local = (faces.triangles[rows] - middle) @ frame.T
    box_low, box_high = np.append(low, -deep), np.append(high, deep)
    kept = (local.max(axis=1) >= box_low).all(axis=1) & (local.min(axis=1) <= box_high).all(axis=1)
    near: Floats = np.ascontiguousarray(local[kept])
    return near
