"""Necks that lie above each other, and the upright or tilted plane through them."""

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph
from scipy.spatial import cKDTree

from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.necks import MORE, MOUTH, Necks
from geo3d.piece.gaps.slices import Slices
from geo3d.piece.gaps.widening import free
from geo3d.piece.gaps.winding import inside
from geo3d.rays.segments import Floats, Ints

MISSING = 2
"""Slices that may lack a neck within a chain."""

SHIFT = 0.15
"""Inches from a neck's middle to the next one's."""

TURN = 0.36
"""Radians from a neck's direction to the next one's."""

TALL = 0.4
"""Inches: a lower chain is taken to be upright."""

STEEPEST = 0.8
"""Radians: walls do not lean more."""

ABOUT = 0.4
"""Inches round the necks where the wall's faces tell how it leans."""

ASTRAY = 0.15
"""How far faces may lean from their mean, as a slope, root mean square."""

FACES = 0.1
"""Square inches of faces at least; else the necks themselves tell."""


ASLANT, SLACK = 0.025, 0.02
"""Share of its width, and inches, by which the way is narrower at another angle where a neck stands
aslant in it: at 13 degrees it is wider by 2.5%, and outlines of rough scans are off by .02."""

TURNS = np.radians([-24.0, -18.0, -12.0, -6.0, 6.0, 12.0, 18.0, 24.0])
"""Angles that are tried."""

OFF = 0.2
"""Share of a passage's width that its ends, besides `MORE`, may lie off straight ahead."""

LOOKS = 9
"""How many of its necks are looked at."""


@dataclass(frozen=True, eq=False)
class Chain:
    """Necks of one opening and the frame of its wall.

    Attributes:
        necks: from low to high.
        heights: (N,) z of each.
        origin: (3,) halfway through the wall, in the middle of the chain.
        frame: (3, 3) rows: level from jamb to jamb, up along the wall, across the wall.
        half: half of the wall's thickness.
        mouth: 0, or the side of the third axis on which alone the way widens.
        told: whether the wall's faces tell how it leans; else the necks do.
    """

    necks: Necks
    heights: Floats
    origin: Floats
    frame: Floats
    half: float
    mouth: int
    told: bool


def chains(necks: Necks, heights: Floats, faces: Faces) -> list[Chain]:
    """Link necks of neighbouring slices; at least two make a chain.

    Args:
        heights: (H,) z of the slices.
        faces: of the mesh.
    """
    if not len(necks):
        return []
    z = heights[necks.level]
    # Slices are set so far apart that only those within reach are neighbours.
    step = heights[1] - heights[0] if len(heights) > 1 else 1.0
    spread = SHIFT / ((MISSING + 1.5) * step)
    points = np.column_stack([necks.middle, (z - z[0]) * spread])
    pairs = cKDTree(points).query_pairs(SHIFT * 1.5, output_type="ndarray")
    one, other = pairs[:, 0], pairs[:, 1]
    apart = np.abs(necks.level[one] - necks.level[other])
    cosine = np.abs((necks.across[one] * necks.across[other]).sum(axis=1))
    shift = np.hypot(*(necks.middle[one] - necks.middle[other]).T)
    good = (apart <= MISSING + 1) & (shift < SHIFT) & (cosine > np.cos(TURN))
    good &= (necks.mouth[one] == 0) == (necks.mouth[other] == 0)
    number = len(necks)
    graph = scipy.sparse.coo_matrix(
        (np.ones(int(good.sum())), (one[good], other[good])), (number, number)
    )
    count, label = scipy.sparse.csgraph.connected_components(graph, directed=False)
    found = []
    for part in range(count):
        rows = np.flatnonzero(label == part)
        if len(np.unique(necks.level[rows])) >= 2:
            rows = rows[np.argsort(necks.level[rows], kind="stable")]
            found.append(_chain(necks.chosen(rows), z[rows], faces))
    return found


def ends(chain: Chain, cuts: Slices) -> list[Chain]:
    """The chains of both ends of a passage whose necks are told to lie halfway through it.

    A mouth's chain stays as it is. Where a passage bends there is no end of it straight ahead.
    """
    if chain.mouth:
        return [chain]
    found = []
    for side in (1, -1):
        shift = side * (chain.half - MOUTH / 2) * chain.frame[2]
        moved = replace(chain.necks, middle=chain.necks.middle + shift[:2])
        if _amid(moved, cuts):
            found.append(
                replace(chain, necks=moved, origin=chain.origin + shift, half=MOUTH / 2, mouth=side)
            )
    return found


def _amid(necks: Necks, cuts: Slices) -> bool:
    """Whether most of some necks, moved straight along their passage, still lie in its middle."""
    rows = _some(necks)
    found = 0
    for row in rows:
        segments, middle = cuts.at(int(necks.level[row])), necks.middle[row : row + 1]
        way, width = necks.across[row], necks.width[row]
        sides = [float(free(middle, sign * way, segments)[0]) for sign in (1.0, -1.0)]
        amid = np.isfinite(sides).all() and abs(sides[0] - sides[1]) / 2 <= OFF * width + MORE
        found += bool(amid) and not inside(middle, segments)[0]
    return 2 * found >= len(rows)


def _some(necks: Necks) -> Ints:
    """(`LOOKS`,) rows of necks, from the lowest to the highest."""
    return np.unique(np.linspace(0, len(necks) - 1, LOOKS).astype(np.int64))


def aslant(chain: Chain, cuts: Slices) -> bool:
    """Whether most necks of a chain stand aslant in their passage, which is less wide across.

    They find their way out past the walls of a long passage, where those right across do not.
    """
    rows = _some(chain.necks)
    found = 0
    for row in rows:
        segments = cuts.at(int(chain.necks.level[row]))
        middle, (x, y) = chain.necks.middle[row : row + 1], chain.necks.across[row]
        least = np.inf
        for turn in TURNS:
            way = np.array(
                [np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y]
            )
            wide = free(middle, way, segments) + free(middle, -way, segments)
            least = min(least, float(wide[0]))
        found += least < (1.0 - ASLANT) * chain.necks.width[row] - SLACK
    return 2 * found > len(rows)


def _chain(necks: Necks, z: Floats, faces: Faces) -> Chain:
    # Mean of undirected directions: of the doubled angles.
    angle = np.arctan2(necks.across[:, 1], necks.across[:, 0])
    mean = np.arctan2(np.sin(2 * angle).mean(), np.cos(2 * angle).mean()) / 2
    along = np.array([np.cos(mean), np.sin(mean), 0.0])
    normal = np.array([-along[1], along[0], 0.0])
    middle = np.median(necks.middle, axis=0)
    depth = (necks.middle - middle) @ normal[:2]
    centre = (z.min() + z.max()) / 2
    lean = _lean_of_faces(necks, z, np.append(middle, centre), along, normal, faces)
    told = lean is not None
    if lean is None:
        lean = _lean_of_necks(depth, z)
    lean = float(np.clip(lean, -np.tan(STEEPEST), np.tan(STEEPEST)))
    off = float(np.median(depth - lean * (z - centre)))
    up = np.array([lean * normal[0], lean * normal[1], 1.0])
    up /= np.linalg.norm(up)
    origin = np.append(middle + off * normal[:2], centre)
    side = necks.across @ along[:2]
    mouth = int(np.sign((necks.mouth * np.sign(side)).sum()))
    return Chain(
        necks, z, origin, np.array([along, up, np.cross(along, up)]), float(np.median(necks.half)),
        _side(mouth, along, up, normal), told,
    )  # fmt: skip


def _side(mouth: int, along: Floats, up: Floats, normal: Floats) -> int:
    """The side of `normal` as one of the frame's third axis."""
    return mouth * int(np.sign(np.cross(along, up) @ normal))


def _lean_of_necks(depth: Floats, z: Floats) -> float:
    """Slope of depth over height by Theil and Sen: outliers of rough scans do not pull it."""
    tall = float(z.max() - z.min())
    if tall < TALL:
        return 0.0
    i, j = np.triu_indices(len(z), 1)
    far = z[j] - z[i] >= tall / 3
    return float(np.median((depth[j] - depth[i])[far] / (z[j] - z[i])[far]))


def _lean_of_faces(
    necks: Necks, z: Floats, origin: Floats, along: Floats, normal: Floats, faces: Faces
) -> float | None:
    """The mean slope of the wall's two faces about the necks; None where there is too little."""
    half = float(necks.width.max()) / 2 + ABOUT
    deep = float(necks.half.max()) + np.abs((necks.middle - origin[:2]) @ normal[:2]).max() + 0.15
    size = np.array([np.hypot(half, deep)] * 2 + [(z.max() - z.min()) / 2 + ABOUT])
    near = faces.near(origin - size, origin + size)
    way = (faces.triangles[near] - origin) @ np.column_stack([along, normal])
    near = near[
        ((way.max(axis=1) >= [-half, -deep]) & (way.min(axis=1) <= [half, deep])).all(axis=1)
    ]
    facing = faces.normals[near] @ normal
    area = np.linalg.norm(faces.normals[near], axis=1)
    good = np.abs(facing) >= np.cos(STEEPEST) * area
    total = float(np.abs(facing[good]).sum())
    if total < FACES:
        return None
    weight = np.abs(facing[good])
    slope = -np.sign(facing[good]) * faces.normals[near[good], 2] / weight
    lean = float((slope * weight).sum()) / total
    # Faces of rubble lean every way, and tell nothing.
    spread = float(np.sqrt((weight * (slope - lean) ** 2).sum() / total))
    return lean if spread <= ASTRAY else None
