"""The outline of a free part of a wall's plane, as exact as the mesh tells."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import shapely
import shapely.affinity

from geo3d.piece.gaps.chains import Chain
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.paint import edges_between
from geo3d.piece.gaps.raster import Free
from geo3d.piece.union import united
from geo3d.rays.segments import Floats

ALIKE = 0.8
"""Share of their union that a polygon cut from the mesh and the part on the grid must have in
common for the polygon to stand for it."""

HIDDEN = 0.03
"""Inches: the middles of jambs that are hidden by less are taken to be seen."""

EVEN, MOSTLY = 0.1, 0.75
"""They are hidden alike where of the necks this part is longer than what is seen by the same share,
give or take so much of it, over that part of the height."""

NOISE = 0.03
"""Inches that outlines may lie apart anyway: what rough jambs hide of each other."""

LUMP = 0.03
"""Inches: masonry that narrows the way before or behind the wall's middle counts from this size."""

SMOOTH, CORNERS = 0.003, 6.0
"""Corners an inch of a plain outline at most, once those are left out that lie within so many
inches of the others: round heads have fewer, scans some 15."""

LOOKS, ALL_BUT = 40, 0.9
"""Heights at which one looks how much of a gap is hidden; at so many of them it must be alike."""

FLUSH = 1e-3
"""Inches within a wall's faces: what lies against them from outside is no part of the wall."""

FACING, FLAT = 0.8, 0.1
"""Cosine of the angle up to which faces beside a gap are those of its wall, and mean slope of these
against the wall's plane, to either side, up to which it does not bend."""

ROUGH = 0.1
"""Inches beyond half its thickness within which a wall's faces lie."""

WITHIN = 0.9
"""Share of a free part that lies in the face of the cut about it."""

LEANING = 0.02
"""Slope from which a wall is taken to lean."""

COLUMN = 0.1
"""Inches: how densely the bend of a wall is followed."""

MOST_PIECES = 20_000
"""More pieces of mesh than this are not made into polygons."""


def outlines(
    faces: Faces, chain: Chain, part: Free
) -> list[tuple[shapely.Polygon, shapely.Polygon]]:
    """Polygons of a free part in the chain's frame (along, up), each with what of it is clear.

    The best one first; there is more than one only in a wall that bends about the gap.

    Where the mesh's cut with the wall's middle plane bounds it, that is the outline: exact; less
    what masonry before or behind the middle hides of it. Else what of the mesh lies within the
    depth of the part; else the grid's squares.

    Args:
        faces: of the mesh; the ground, its lowest z, bounds from below.
    """
    rough = _squares(part)
    low, _, high, _ = rough.bounds
    bottom = (faces.ground - chain.origin[2]) / chain.frame[1, 2]
    floor = np.array([[[low - 1.0, bottom], [high + 1.0, bottom]]])
    local = _about(faces, chain, part, rough)
    cut = np.concatenate([_cut(local), floor])
    exact = _face(cut, rough)
    if exact is None:
        exact = _level_face(cut, rough, local, chain, part, floor)
    if exact is None and not part.widened and _flat(faces, chain, part, rough):
        exact = _face_about(cut, rough)
    hidden = shapely.MultiPolygon()
    if exact is not None and not part.widened:
        clear = _clear(exact, rough, faces, chain, part, floor)
        if clear is not None:
            return [(clear, clear)]
        hidden = _hidden(exact, rough)
    if exact is not None and hidden.is_empty:
        return [(exact, exact)]
    lines = _between(local, part.depth)
    seen = _face(np.concatenate([lines, floor]), rough) if lines is not None else None
    seen = rough if seen is None else seen
    if exact is None:
        return _as_wide_as_necks(seen, chain)
    level = _seen_level(local, chain, part, floor, exact)
    clear = _largest(exact.difference(hidden.difference(seen).difference(level)))
    return [(clear, clear)]


def bend(faces: Faces, chain: Chain, part: Free, polygon: shapely.Polygon) -> Floats:
    """(K, 2) how the wall bends about a gap: along the plane from the gap's middle, and across it.

    At each place the wall's middle is taken to lie as near to the plane as the material above and
    below the gap lets it. A wall whose own depth bounds the gap is flat: one row of zeros.
    """
    if not part.widened:
        return np.zeros((1, 2))
    low, bottom, high, top = polygon.bounds
    local = _about(faces, chain, part, polygon)
    # Points along the triangles' edges, so that large ones count too.
    steps = np.linspace(0.0, 1.0, 33)[:, None, None]
    points = np.concatenate([
        (local[:, c] + steps * (local[:, (c + 1) % 3] - local[:, c])).reshape(-1, 3)
        for c in range(3)
    ])  # fmt: skip
    points = points[(points[:, 2] >= part.depth[0]) & (points[:, 2] <= part.depth[1])]
    middle = (low + high) / 2
    rows = []
    for along in np.linspace(low, high, max(3, int(np.ceil((high - low) / COLUMN)) + 1)):
        column = polygon.intersection(shapely.LineString([(along, bottom - 1), (along, top + 1)]))
        _, foot, _, head = column.bounds if not column.is_empty else (0.0, bottom, 0.0, top)
        near = points[np.abs(points[:, 0] - along) <= COLUMN]
        near = near[(near[:, 1] >= foot - COLUMN) & (near[:, 1] <= head + COLUMN), 2]
        least, most = (near.min(), near.max()) if len(near) else (0.0, 0.0)
        low_end, high_end = least + chain.half, most - chain.half
        if low_end > high_end:
            low_end = high_end = (least + most) / 2
        rows.append((along - middle, float(np.clip(0.0, low_end, high_end))))
    return np.array(rows, dtype=np.float64)


def _about(faces: Faces, chain: Chain, part: Free, rough: shapely.Polygon) -> Floats:
    """(K, 3, 3) in the chain's frame: triangles whose bounds meet the box about a free part."""
    beside = 0.15 + abs(_lean(chain)) * max(np.abs(part.depth))
    window = np.array(rough.bounds).reshape(2, 2) + np.array([[-beside], [beside]])
    corners = np.array([
        chain.origin + np.array([u, v, d]) @ chain.frame
        for u in window[:, 0] for v in window[:, 1] for d in part.depth
    ])  # fmt: skip
    rows = faces.near(corners.min(axis=0), corners.max(axis=0))
    local = (faces.triangles[rows] - chain.origin) @ chain.frame.T
    near = (local[:, :, :2].max(axis=1) >= window[0]).all(axis=1)
    near &= (local[:, :, :2].min(axis=1) <= window[1]).all(axis=1)
    about: Floats = local[near]
    return about


def _as_wide_as_necks(
    polygon: shapely.Polygon, chain: Chain
) -> list[tuple[shapely.Polygon, shapely.Polygon]]:
    """A polygon seen along the normal, stretched to the chords from jamb to jamb, and as it is.

    In a wall that bends about the gap, nearer edges hide the middles of the jambs. Where they do so
    by the same share from sill to lintel, what is clear may be less wide than what is told.
    """
    along = (chain.necks.middle - chain.origin[:2]) @ chain.frame[0, :2]
    up = (chain.heights - chain.origin[2]) / chain.frame[1, 2]
    low, bottom, high, top = polygon.bounds
    chords = shapely.linestrings([[[low - 1.0, v], [high + 1.0, v]] for v in up])
    seen = shapely.length(shapely.intersection(chords, polygon))
    rows = seen > 0.0
    as_seen = [(polygon, polygon)]
    if not rows.any():
        return as_seen
    if float(np.median(chain.necks.width[rows] - seen[rows])) < HIDDEN:
        return as_seen
    shares = chain.necks.width[rows] / seen[rows]
    stretch = float(np.median(shares))
    middle = float(np.median(along[rows]))
    wide: shapely.Polygon = shapely.affinity.scale(polygon, xfact=stretch, origin=(middle, 0.0))
    even = np.abs(shares - stretch) <= EVEN * stretch
    if even.mean() >= MOSTLY and np.ptp(up[rows][even]) >= MOSTLY * (top - bottom):
        return [(wide, wide), (wide, polygon), *as_seen]
    return [(wide, wide), *as_seen]


def _clear(
    exact: shapely.Polygon, rough: shapely.Polygon, faces: Faces, chain: Chain, part: Free,
    floor: Floats,
) -> shapely.Polygon | None:  # fmt: skip
    """What of a cut is clear along the wall's normal, to the last bit; None where outlines are
    rough, as of scans; where the wall leans or bends; where little is hidden, as by mouldings; or
    where not the same is hidden at all heights, as by splayed jambs, but more by single stones."""
    bends = abs(_lean(chain)) >= LEANING or not _flat(faces, chain, part, rough)
    if bends or not _plain(exact):
        return None
    deep = max(chain.half - FLUSH, FLUSH)
    whole = replace(part, depth=(-deep, deep))
    lines = _between(_about(faces, chain, whole, exact), whole.depth)
    seen = _face(np.concatenate([lines, floor]), rough) if lines is not None else None
    if seen is None:
        return None
    clear = _largest(exact.intersection(seen))
    low, bottom, high, top = exact.bounds
    up = bottom + (np.arange(LOOKS) + 0.5) / LOOKS * (top - bottom)
    chords = shapely.linestrings([[[low - 1.0, v], [high + 1.0, v]] for v in up])
    wide, less = (shapely.length(shapely.intersection(chords, p)) for p in (exact, clear))
    hides = np.median(wide - less)
    even = np.abs(wide - less - hides) <= SMOOTH
    return clear if hides > 2 * LUMP and even.mean() >= ALL_BUT else None


def _plain(polygon: shapely.Polygon) -> bool:
    """Whether an outline has so few corners that none of them are noise."""
    drawn = shapely.simplify(polygon, SMOOTH)
    return len(drawn.exterior.coords) - 1 <= CORNERS * float(polygon.length)


def _hidden(exact: shapely.Polygon, seen: shapely.Polygon) -> shapely.MultiPolygon:
    """Where masonry before or behind the wall's middle narrows its cut; empty where nothing does.

    Only what is wider than the noise of a scan counts.

    Args:
        seen: the free part on the grid, along the wall's normal.
    """
    lumps = exact.difference(seen).buffer(-LUMP / 2)
    return shapely.MultiPolygon(list(shapely.get_parts(lumps.buffer(2 * LUMP))))


def _seen_level(
    local: Floats, chain: Chain, part: Free, floor: Floats, exact: shapely.Polygon
) -> shapely.Polygon:
    """What of a cut is clear in a level look through a wall that leans; else empty.

    Holes of walls that lean are cut square to them, or level: they are clear in one of two ways.
    """
    lean = _lean(chain)
    if abs(lean) < LEANING:
        return shapely.Polygon()
    sheared = local.copy()
    sheared[:, :, 1] += lean * local[:, :, 2]
    lines = _between(sheared, part.depth)
    seen = _face(np.concatenate([lines, floor]), exact) if lines is not None else None
    return shapely.Polygon() if seen is None else seen


def _level_face(
    cut: Floats, rough: shapely.Polygon, local: Floats, chain: Chain, part: Free, floor: Floats
) -> shapely.Polygon | None:
    """The face of a cut about a free part, if a wall leans and it is clear in a level look."""
    if abs(_lean(chain)) < LEANING or part.widened:
        return None
    spot = rough.representative_point()
    faces = _faces(cut)
    for face in faces[shapely.contains(faces, spot)]:
        if not _seen_level(local, chain, part, floor, face).is_empty:
            found: shapely.Polygon = face
            return found
    return None


def _flat(faces: Faces, chain: Chain, part: Free, rough: shapely.Polygon) -> bool:
    """Whether a wall's faces lie along its plane beside a free part: it is splayed, if anything.

    Where the wall bends about the gap they do not.
    """
    low, _, high, _ = rough.bounds
    deep = chain.half + ROUGH
    local = _about(faces, chain, replace(part, depth=(-deep, deep)), rough)
    normals = np.cross(local[:, 1] - local[:, 0], local[:, 2] - local[:, 0])
    facing = np.abs(normals[:, 2]) >= FACING * np.linalg.norm(normals, axis=1)
    along = local[:, :, 0]
    for beside in (along.min(axis=1) < low, along.max(axis=1) > high):
        rows = normals[facing & beside]
        weight = float(np.abs(rows[:, 2]).sum())
        slope = float((rows[:, 0] * np.sign(rows[:, 2])).sum())
        if weight == 0.0 or abs(slope) > FLAT * weight:
            return False
    return True


def _face_about(cut: Floats, rough: shapely.Polygon) -> shapely.Polygon | None:
    """The face of a cut in which a free part lies."""
    faces = _faces(cut)
    for face in faces[shapely.contains(faces, rough.representative_point())]:
        if face.intersection(rough).area >= WITHIN * rough.area:
            found: shapely.Polygon = face
            return found
    return None


def _lean(chain: Chain) -> float:
    """Slope: how much a level look through the wall comes down along it, for its depth."""
    return float(chain.frame[2, 2]) / float(chain.frame[1, 2])


def _largest(shape: shapely.Geometry) -> shapely.Polygon:
    parts = shapely.get_parts(shape)
    largest: shapely.Polygon = parts[int(np.argmax(shapely.area(parts)))]
    return shapely.Polygon(largest.exterior)


def _squares(part: Free) -> shapely.Polygon:
    """The mask's squares as one polygon, its corners smoothed away by less than half a square."""
    half = part.square
    cells = np.argwhere(part.mask)
    # Runs of squares along v, so that there are few rectangles.
    start = np.ones(len(cells), np.bool_)
    start[1:] = (np.diff(cells[:, 0]) != 0) | (np.diff(cells[:, 1]) != 1)
    begin = np.flatnonzero(start)
    stop = np.append(begin[1:], len(cells)) - 1
    low = part.corner + cells[begin] * part.square
    high = part.corner + (cells[stop] + 1) * part.square
    boxes = shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1])
    # Squares that an edge passes are marked, so the free ones lack half a square on each side.
    whole = united(boxes).buffer(half / 2, join_style="mitre")
    whole = shapely.simplify(whole, 0.6 * part.square)
    return _largest(whole)


def _cut(local: Floats) -> Floats:
    """(K, 2, 2) where triangles cross depth 0."""
    deep = local[:, :, 2]
    crossing = (deep.min(axis=1) < 0.0) & (deep.max(axis=1) >= 0.0)
    lines = []
    local = local[crossing]
    below = local[:, :, 2] < 0.0
    ends = np.full((len(local), 2, 2), np.nan)
    filled = np.zeros(len(local), np.int64)
    for c in range(3):
        d = (c + 1) % 3
        rows = np.flatnonzero(below[:, c] != below[:, d])
        a, b = local[rows, c], local[rows, d]
        share = a[:, 2] / (a[:, 2] - b[:, 2])
        ends[rows, filled[rows]] = a[:, :2] + share[:, None] * (b[:, :2] - a[:, :2])
        filled[rows] += 1
    lines.append(ends[filled == 2])
    return np.concatenate(lines)


def _between(local: Floats, depth: tuple[float, float]) -> Floats | None:
    """(K, 2, 2) edges of the parts of triangles between two depths; None where there are too many.

    Seen along the wall's normal, they hold the outline of all that is there.
    """
    deep = local[:, :, 2]
    local = local[(deep.max(axis=1) >= depth[0]) & (deep.min(axis=1) <= depth[1])]
    if len(local) > MOST_PIECES:
        return None
    return edges_between(np.ascontiguousarray(local), depth) if len(local) else None


def _face(lines: Floats, rough: shapely.Polygon) -> shapely.Polygon | None:
    """The face of the lines' arrangement that is most like a polygon, if it is like it."""
    faces = _faces(lines)
    if not len(faces):
        return None
    area = shapely.area(faces)
    # Of a face of another size than the polygon's a smaller share can be common.
    order = np.argsort(-np.minimum(area, rough.area) / np.maximum(area, rough.area), kind="stable")
    best, share, most = -1, 0.0, 0.0
    for row in order:
        if min(area[row], rough.area) <= share * max(area[row], rough.area):
            break
        common = float(shapely.area(shapely.intersection(faces[row], rough)))
        union = float(area[row]) + rough.area - common
        if common > share * union:
            best, share, most = int(row), common / union, union
    allowed = max((1.0 - ALIKE) * most, NOISE * float(rough.length))
    return faces[best] if best >= 0 and (1.0 - share) * most <= allowed else None


def _faces(lines: Floats) -> npt.NDArray[np.object_]:
    """The faces of the lines' arrangement."""
    network = united(shapely.linestrings(_once(np.round(lines, 7))))
    faces: npt.NDArray[np.object_] = shapely.get_parts(shapely.polygonize([network]))
    return faces


def _once(lines: Floats) -> Floats:
    """Lines (K, 2, 2) that have a length, each once, whichever way it goes."""
    one, other = lines[:, 0], lines[:, 1]
    back = (one[:, 0] > other[:, 0]) | ((one[:, 0] == other[:, 0]) & (one[:, 1] > other[:, 1]))
    ends = np.where(back[:, None, None], lines[:, ::-1], lines).reshape(-1, 4)
    long = (ends[:, :2] != ends[:, 2:]).any(axis=1)
    different: Floats = np.unique(ends[long], axis=0).reshape(-1, 2, 2)
    return different
