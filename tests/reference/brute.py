"""Segments against triangles by plain numpy, in board coordinates: the reference for the ray core.

Written from the definition of touching alone; shares no code with the engine. For a segment and a
triangle, with h0 and h1 the ends' signed distances from its plane:

- both ends beyond `touch` on one side: no contact;
- on opposite sides beyond `touch`: blocked where the distance between the two is at most `touch`;
- one end within `touch` of the plane: a surface that the line only leaves or reaches blocks not,
  so blocked only where that end is not itself in contact and the distance is at most `touch`;
- both within: the line runs in the plane. Blocked where it comes within `touch` of the triangle and
  neither end is in contact; where an end is, only if the contact goes on for over `GRAZE`.
"""

import numpy as np

TOUCH = 1e-8
GRAZE = 1e-5
CHUNK = 400_000


def triangles_of(placed):
    """(T, 3, 3) corners on the board, (T,) which mesh, (T,) which face; bad faces left out."""
    corners, owner, face = [], [], []
    for number, (mesh, transform, _) in enumerate(placed):
        points = np.asarray(mesh.vertices, dtype=np.float64)
        matrix = np.eye(4) if transform is None else np.asarray(transform)
        part = (points @ matrix[:3, :3].T + matrix[:3, 3])[np.asarray(mesh.faces)]
        own = points[np.asarray(mesh.faces)]
        edges = np.roll(own, -1, axis=1) - own
        with np.errstate(invalid="ignore"):
            area = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
            longest = (edges**2).sum(axis=2).max(axis=1)
            good = np.isfinite(own).all(axis=(1, 2)) & (area > 1e-12 * longest)
        corners.append(part[good])
        owner.append(np.full(int(good.sum()), number))
        face.append(np.flatnonzero(good))
    return np.concatenate(corners), np.concatenate(owner), np.concatenate(face)


def _dot(a, b):
    return (a * b).sum(axis=-1)


def _point_edge(p, a, b):
    way = b - a
    t = np.clip(_dot(p - a, way) / _dot(way, way), 0.0, 1.0)
    return np.linalg.norm(p - a - t[:, None] * way, axis=1)


def _point_triangle(p, tri):
    a, b, c = tri[:, 0], tri[:, 1], tri[:, 2]
    normal = np.cross(b - a, c - a)
    normal = normal / np.linalg.norm(normal, axis=1)[:, None]
    inside = np.ones(len(p), bool)
    for u, v in ((a, b), (b, c), (c, a)):
        inside &= _dot(np.cross(normal, v - u), p - u) >= 0
    near = np.minimum(np.minimum(_point_edge(p, a, b), _point_edge(p, b, c)), _point_edge(p, c, a))
    return np.where(inside, np.abs(_dot(normal, p - a)), near)


def _segment_edge(p, q, a, b):
    """Distance of two segments, and the share of the first at its nearest point."""
    d1, d2, r = q - p, b - a, p - a
    aa, ee, f = _dot(d1, d1), _dot(d2, d2), _dot(d2, r)
    bb, c = _dot(d1, d2), _dot(d1, r)
    cross = np.cross(d1, d2)
    denominator = _dot(cross, cross)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = np.where(denominator > 1e-18 * aa * ee, (bb * f - c * ee) / denominator, 0.0)
    best = np.full(len(p), np.inf)
    share = np.zeros(len(p))
    for start in (np.clip(s, 0, 1), np.zeros(len(p)), np.ones(len(p))):
        t = np.clip((bb * start + f) / ee, 0, 1)
        s2 = np.clip((bb * t - c) / aa, 0, 1)
        gap = np.linalg.norm(r + s2[:, None] * d1 - t[:, None] * d2, axis=1)
        better = gap < best
        best, share = np.where(better, gap, best), np.where(better, s2, share)
    return best, share


def contacts(p, q, tri, touch=TOUCH):
    """For N pairs: blocked (N,), and first and last contact as a share of the segment."""
    a, b, c = tri[:, 0], tri[:, 1], tri[:, 2]
    normal = np.cross(b - a, c - a)
    normal = normal / np.linalg.norm(normal, axis=1)[:, None]
    h0, h1 = _dot(normal, p - a), _dot(normal, q - a)
    near0, near1 = np.abs(h0) <= touch, np.abs(h1) <= touch
    possible = near0 | near1 | ((h0 > 0) != (h1 > 0))
    blocked = np.zeros(len(p), bool)
    first, last = np.full(len(p), np.inf), np.full(len(p), -np.inf)
    rows = np.flatnonzero(possible & (_dot(q - p, q - p) > 0))
    if not len(rows):
        return blocked, first, last
    p, q, tri, h0, h1 = p[rows], q[rows], tri[rows], h0[rows], h1[rows]
    near0, near1 = near0[rows], near1[rows]
    a, b, c, normal = a[rows], b[rows], c[rows], normal[rows]
    length = np.linalg.norm(q - p, axis=1)
    low, high = np.full(len(p), np.inf), np.full(len(p), -np.inf)
    for u, v in ((a, b), (b, c), (c, a)):
        gap, share = _segment_edge(p, q, u, v)
        hit = gap <= touch
        low = np.where(hit, np.minimum(low, share), low)
        high = np.where(hit, np.maximum(high, share), high)
    opposite = (h0 > 0) != (h1 > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = h0 / (h0 - h1)
        at = p + t[:, None] * (q - p)
    inside = opposite & np.isfinite(t)
    for u, v in ((a, b), (b, c), (c, a)):
        with np.errstate(invalid="ignore"):
            inside &= _dot(np.cross(normal, v - u), at - u) >= 0
    flat = near0 & near1
    inside &= ~flat
    low = np.where(inside, np.minimum(low, t), low)
    high = np.where(inside, np.maximum(high, t), high)
    met = low <= high
    on0 = near0 & (_point_triangle(p, tri) <= touch)
    on1 = near1 & (_point_triangle(q, tri) <= touch)
    onward = np.minimum(GRAZE / length, 1.0)[:, None]
    further0 = _point_triangle(p + onward * (q - p), tri) <= touch
    further1 = _point_triangle(q + onward * (p - q), tri) <= touch
    runs = flat & (length > GRAZE) & (
        (on0 & on1) | (on0 & ~on1 & further0) | (on1 & ~on0 & further1)
    )  # fmt: skip
    result = np.where(on0 | on1, runs, met)
    low = np.where(result & on0, 0.0, low)
    high = np.where(result & on1, 1.0, high)
    blocked[rows] = result
    first[rows], last[rows] = np.where(result, low, np.inf), np.where(result, high, -np.inf)
    return blocked, first, last


def _pairs(starts, ends, corners):
    """Pairs of segment and triangle whose boxes come near, in chunks of segments."""
    low, high = corners.min(axis=1) - 1e-6, corners.max(axis=1) + 1e-6
    step = max(1, CHUNK // max(1, len(corners)))
    for begin in range(0, len(starts), step):
        p, q = starts[begin : begin + step], ends[begin : begin + step]
        near = np.ones((len(p), len(corners)), bool)
        for k in range(3):
            near &= np.minimum(p, q)[:, None, k] <= high[None, :, k]
            near &= np.maximum(p, q)[:, None, k] >= low[None, :, k]
        segment, triangle = np.nonzero(near)
        yield segment + begin, triangle


def any_hit(placed, starts, ends, touch=TOUCH):
    """(N,) which segments are blocked."""
    starts, ends = np.asarray(starts, dtype=float), np.asarray(ends, dtype=float)
    corners, _, _ = triangles_of(placed)
    out = np.zeros(len(starts), bool)
    for segment, triangle in _pairs(starts, ends, corners):
        hit, _, _ = contacts(starts[segment], ends[segment], corners[triangle], touch)
        out[segment[hit]] = True
    return out


def first_hit(placed, starts, ends, touch=TOUCH):
    """(N,) distance of the first contact, inf for none; (N,) which of `placed`, -1 for none."""
    starts, ends = np.asarray(starts, dtype=float), np.asarray(ends, dtype=float)
    corners, owner, _ = triangles_of(placed)
    length = np.linalg.norm(ends - starts, axis=1)
    share = np.full(len(starts), np.inf)
    mesh = np.full(len(starts), -1)
    for segment, triangle in _pairs(starts, ends, corners):
        hit, first, _ = contacts(starts[segment], ends[segment], corners[triangle], touch)
        segment, first, number = segment[hit], first[hit], owner[triangle[hit]]
        order = np.lexsort((first, segment))
        segment, first, number = segment[order], first[order], number[order]
        lead = np.ones(len(segment), bool)
        lead[1:] = segment[1:] != segment[:-1]
        share[segment[lead]], mesh[segment[lead]] = first[lead], number[lead]
    return share * np.where(length > 0, length, 1.0), mesh


def all_hits(placed, starts, ends, touch=TOUCH):
    """Rows (segment, which of `placed`, distance), contacts of one mesh at one place merged."""
    starts, ends = np.asarray(starts, dtype=float), np.asarray(ends, dtype=float)
    corners, owner, _ = triangles_of(placed)
    length = np.linalg.norm(ends - starts, axis=1)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal = normal / np.linalg.norm(normal, axis=1)[:, None]
    found = []
    for segment, triangle in _pairs(starts, ends, corners):
        hit, first, last = contacts(starts[segment], ends[segment], corners[triangle], touch)
        segment, triangle, first, last = segment[hit], triangle[hit], first[hit], last[hit]
        way = (ends - starts)[segment] / length[segment][:, None]
        slope = np.abs(_dot(way, normal[triangle]))
        window = 2 * touch * (1 + np.minimum(1 / np.maximum(slope, 1e-12), 1e3))
        found.append(np.column_stack([
            segment, owner[triangle], first * length[segment] , last * length[segment], window
        ]))  # fmt: skip
    rows = np.concatenate(found) if found else np.empty((0, 5))
    rows = rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]
    kept, reach, key = [], -np.inf, None
    for segment, mesh, first, last, window in rows:
        if key == (segment, mesh) and first - window <= reach:
            reach = max(reach, last + window)
            continue
        key, reach = (segment, mesh), last + window
        kept.append((int(segment), int(mesh), first))
    return sorted(kept, key=lambda row: (row[0], row[2], row[1]))
