"""The table that a piece was scanned on: found as a plane, by random samples (RANSAC).

M. A. Fischler and R. C. Bolles: Random Sample Consensus, Communications of the ACM 24 (1981).

The table is the lowest large plane that reaches beyond all that stands on it, and through which
nothing that stands on it goes on downwards. A mat on it, much larger than what stands there, counts
as table, too; a plate that is not, is the piece's own base and stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy.spatial
import shapely
import trimesh

from geo3d.piece.scan.meshes import arrays, body_of, normals_and_areas
from geo3d.rays.segments import Bools, Floats

LEAN = 40.0
"""Degrees from the axis that is up: planes that lean more are no tables."""

THICK = 0.06
"""Inches on both sides of a plane within which faces are of it: thrice a rough scan's noise."""

ALIKE = 30.0
"""Degrees between a face and the plane that it is of."""

LEAST = 0.02
"""Share of the scan's area: smaller planes are no tables."""

CLEAR = 0.25
"""Inches above the plane from which what is there stands on it; grit is lower."""

BEYOND = 1.15
"""Times the area, in plan, of what stands on it, that a table has."""

AT_ONCE = 0.03
"""Inches within which samples vote for a plane: less, so that a table and a mat on it do not vote
for one between them."""

MAT, MARGIN = 2.5, 1.0
"""The same, and inches all round what stands there, of a mat; smaller plates are bases."""

MAT_THICK = 0.25
"""Inches: a mat, or the base of a piece, is no thicker; a table is."""

THROUGH = 0.25
"""Share of the steep faces just over the plane: when more of them go on under it, the plane is a
floor of the piece."""

PLANES, TRIALS, SAMPLES = 8, 600, 6_000
LOOKED_AT = 200_000
"""Faces, about: of finer scans every so manieth. The plane's error, a scan's noise over the root of
their number, is far below what counts."""

SPECK = 0.005
"""Share of the scan's area: smaller bodies are crumbs and say nothing about where the piece is."""


@dataclass(frozen=True, eq=False)
class Plane:
    """A plane that something stands on.

    Attributes:
        normal: (3,) unit, up.
        point: (3,) on it.
        noise: inches, root mean square distance of its faces.
        area: square inches of its faces.
        mat: it is a mat that lies on the table.
    """

    normal: Floats
    point: Floats
    noise: float
    area: float
    mat: bool = False

    def heights(self, points: Floats) -> Floats:
        """(N,) inches over the plane."""
        found: Floats = (points - self.point) @ self.normal
        return found


@dataclass(frozen=True, eq=False)
class _Faces:
    """What is asked of a mesh's faces, all told once; areas are those of all faces together."""

    centres: Floats
    normals: Floats
    areas: Floats
    large: Bools


def find_table(mesh: trimesh.Trimesh, up: Sequence[float] = (0.0, 0.0, 1.0)) -> Plane | None:
    """The table in a scan, or None.

    Args:
        mesh: inches.
        up: unit; the table's normal is within `LEAN` degrees of it.
    """
    faces = _of(mesh)
    planes = _planes(faces, np.asarray(up, dtype=np.float64))
    planes.sort(key=lambda plane: float(plane.point @ plane.normal))
    for number, plane in enumerate(planes):
        if _reach(faces, plane) >= BEYOND and not _goes_through(faces, plane):
            if _is_thin_plate(faces, plane) and not _is_mat(faces, plane):
                continue
            for other in planes[number + 1 :]:
                over = float(plane.heights(other.point[None])[0])
                level = other.normal @ plane.normal > np.cos(np.deg2rad(3.0))
                if level and over < MAT_THICK and _is_mat(faces, other):
                    return replace(other, mat=True)
            return plane
    return None


def table_across(mesh: trimesh.Trimesh) -> str | None:
    """The axis, other than z, across which a table lies beyond doubt; None where there is none."""
    for name, axis in (("y", 1), ("x", 0)):
        for sign in (1.0, -1.0):
            up = np.zeros(3)
            up[axis] = sign
            plane = find_table(mesh, up.tolist())
            if plane is not None and _is_mat(_of(mesh), plane):
                return name
    return None


def _of(mesh: trimesh.Trimesh) -> _Faces:
    vertices, corners = arrays(mesh)
    normals, areas = normals_and_areas(vertices, corners)
    body = body_of(mesh)
    share = np.bincount(body, weights=areas) / areas.sum()
    some = slice(None, None, max(1, len(corners) // LOOKED_AT))
    kept = areas[some] * (areas.sum() / max(areas[some].sum(), np.finfo(float).tiny))
    return _Faces(
        vertices[corners[some]].mean(axis=1), normals[some], kept, share[body[some]] > SPECK
    )


def _planes(faces: _Faces, up: Floats) -> list[Plane]:
    """Large planes that are nearly level, the largest first."""
    rng = np.random.default_rng(0)
    left = np.abs(faces.normals @ up) > np.cos(np.deg2rad(LEAN))
    found: list[Plane] = []
    total = float(faces.areas.sum())
    for _ in range(PLANES):
        rows = np.flatnonzero(left)
        area = float(faces.areas[rows].sum())
        if len(rows) < 3 or area < LEAST * total:
            break
        weight = faces.areas[rows] / area
        some = rows[rng.choice(len(rows), SAMPLES, p=weight)]
        plane = _refined(faces, left, _consensus(faces, some, up, rng), up)
        if plane is None or plane.area < LEAST * total:
            break
        found.append(plane)
        left &= np.abs(plane.heights(faces.centres)) > THICK
    return found


def _consensus(
    faces: _Faces, some: np.ndarray, up: Floats, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Normal and point of the plane through three samples that most others lie on."""
    points, normals = faces.centres[some], faces.normals[some]
    three = rng.integers(0, len(some), (TRIALS, 3))
    a, b, c = (points[three[:, i]] for i in range(3))
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    good = length > 1e-9
    normal = normal[good] / length[good, None]
    normal *= np.where(normal @ up < 0.0, -1.0, 1.0)[:, None]
    a = a[good]
    steep = normal @ up < np.cos(np.deg2rad(LEAN))
    off = points @ normal.T - np.einsum("ij,ij->i", a, normal)
    along = np.abs(normals @ normal.T) > np.cos(np.deg2rad(ALIKE))
    votes = ((np.abs(off) < AT_ONCE) & along).sum(axis=0)
    votes[steep] = 0
    best = int(votes.argmax())
    return normal[best], a[best]


def _refined(faces: _Faces, left: Bools, guess: tuple[Floats, Floats], up: Floats) -> Plane | None:
    """The plane that fits best, by area, to the faces near a guess."""
    normal, point = guess
    noise, area = AT_ONCE / 2, 0.0
    for _ in range(6):
        off = (faces.centres - point) @ normal
        near = left & (np.abs(off) < min(THICK, 3 * noise + 0.005))
        near &= np.abs(faces.normals @ normal) > np.cos(np.deg2rad(ALIKE))
        area = float(faces.areas[near].sum())
        if near.sum() < 3 or area <= 0.0:
            return None
        weight = faces.areas[near] / area
        points = faces.centres[near]
        point = weight @ points
        spread = points - point
        _, axes = np.linalg.eigh((spread * weight[:, None]).T @ spread)
        normal = axes[:, 0] * (1.0 if axes[:, 0] @ up > 0.0 else -1.0)
        noise = float(np.sqrt(weight @ (spread @ normal) ** 2))
    return Plane(normal, point, noise, area)


def _frame(plane: Plane) -> Floats:
    """(2, 3) two directions in a plane."""
    some = np.eye(3)[np.abs(plane.normal).argmin()]
    one = np.cross(plane.normal, some)
    one /= np.linalg.norm(one)
    return np.array([one, np.cross(plane.normal, one)])


def _standing(faces: _Faces, plane: Plane) -> tuple[Floats, Floats, Floats]:
    """(F,) heights, (F, 2) places in the plane, and (K, 2) the places of what stands on it."""
    heights = plane.heights(faces.centres)
    flat = (faces.centres - plane.point) @ _frame(plane).T
    return heights, flat, flat[faces.large & (heights > CLEAR)]


def _hulls(faces: _Faces, plane: Plane) -> tuple[shapely.Polygon, shapely.Polygon] | None:
    """The hulls, in a plane, of its own faces and of what stands on it; None: there is none."""
    heights, flat, over = _standing(faces, plane)
    of = np.abs(heights) < THICK
    of &= np.abs(faces.normals @ plane.normal) > np.cos(np.deg2rad(ALIKE))
    try:
        own, stood = (
            shapely.Polygon(points[scipy.spatial.ConvexHull(points).vertices])
            for points in (flat[of], over)
        )
    except (scipy.spatial.QhullError, ValueError):
        return None
    return own, stood


def _reach(faces: _Faces, plane: Plane) -> float:
    """Area of a plane's hull over that of what stands on it; 0 where that sticks out."""
    found = _hulls(faces, plane)
    if found is None or found[0].intersection(found[1]).area < 0.97 * found[1].area:
        return 0.0
    return float(found[0].area / found[1].area)


def _is_mat(faces: _Faces, plane: Plane) -> bool:
    """Whether a plate is so much larger than what stands on it that it is none of it."""
    found = _hulls(faces, plane)
    if found is None or _reach(faces, plane) < MAT:
        return False
    return bool(found[0].contains(found[1].buffer(MARGIN)))


def _is_thin_plate(faces: _Faces, plane: Plane) -> bool:
    """Whether a plane has a rim that goes down a little, and nothing is below that."""
    heights = plane.heights(faces.centres)
    below = faces.large & (heights < -0.03)
    if not below.any() or heights[below].min() < -MAT_THICK:
        return False
    steep = below & (np.abs(faces.normals @ plane.normal) < 0.5)
    return bool(faces.areas[steep].sum() > 0.3 * faces.areas[below].sum())


def _goes_through(faces: _Faces, plane: Plane) -> bool:
    """Whether steep faces of what stands on a plane go on under it."""
    heights, flat, _ = _standing(faces, plane)
    steep = faces.large & (np.abs(faces.normals @ plane.normal) < 0.5)
    above = steep & (heights > 0.05) & (heights < 0.3)
    below = steep & (heights < -0.05) & (heights > -0.3)
    if not below.any():
        return False
    # Near what stands there, so that the table's own edge is left out.
    tree = scipy.spatial.cKDTree(flat[above]) if above.any() else None
    if tree is None:
        return False
    distance, _ = tree.query(flat[below], distance_upper_bound=0.3)
    share = faces.areas[below][np.isfinite(distance)].sum() / faces.areas[above].sum()
    return bool(share > THROUGH)
