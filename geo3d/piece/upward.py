"""The faces of a mesh that something could stand on: they look up, and no material is over them."""

import threading
import warnings
import weakref
from dataclasses import dataclass

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.piece.gaps.surface import firsts, once, oriented
from geo3d.rays import RayScene
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import WELD, ZERO_AREA_RATIO

STEEPEST = 60.0
"""Degrees: steeper faces are walls. The floor of a rough scan has faces of every lesser slope."""

HOLLOW = 0.5
"""Part of the area of an open body's faces by which they may fail to close it, as a sum of vectors,
for it to be taken for material with a hole; beyond it is a sheet. A box without its lid: .2."""

ABOVE = 1e-5
"""Inches above a face at which the look upward for material begins: past faces in the same plane,
such as the bottom of a crate that stands on it."""


@dataclass(frozen=True, eq=False)
class Upward:
    """Faces that look up.

    Attributes:
        faces: (N,) which they are in the mesh.
        triangles: (N, 3, 3) their corners, counter-clockwise seen from above.
        corners: (N, 3) numbers of the corners; those at one place have one number.
    """

    faces: Ints
    triangles: Floats
    corners: Ints

    @property
    def vectors(self) -> Floats:
        """(N, 3) upward normals as long as the faces' areas; z is the area in plan."""
        ahead = self.triangles[:, 1] - self.triangles[:, 0]
        aside = self.triangles[:, 2] - self.triangles[:, 0]
        vectors: Floats = np.cross(ahead, aside) / 2
        return vectors

    def some(self, rows: Bools | Ints) -> "Upward":
        """Those of some rows."""
        return Upward(self.faces[rows], self.triangles[rows], self.corners[rows])

    def connected(self) -> Ints:
        """(N,) the number of the run of faces, connected through shared edges, of each."""
        face, key = _edges(self.corners)
        order = np.argsort(key, kind="stable")
        same = np.flatnonzero(key[order][1:] == key[order][:-1])
        return _joined(len(self.faces), face[order][same], face[order][same + 1])


@dataclass(frozen=True, eq=False)
class _Sides:
    """All faces of a mesh that have an area, each body wound one way, outwards.

    Of faces with the same corners, as in files that store both sides of each, the first counts.

    Attributes:
        first: (F,) for each face of the mesh the first one with its corners.
        every: the faces, most not looking up.
        slope: (N,) z of the unit normal; of faces of the mesh without area there is none.
        hollow: (N,) whether the body of each is open.
        sheet: (N,) whether it is open and encloses next to nothing.
    """

    first: Ints
    every: Upward
    slope: Floats
    hollow: Bools
    sheet: Bools


_known: weakref.WeakKeyDictionary[trimesh.Trimesh, _Sides] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def upward(mesh: trimesh.Trimesh) -> Upward:
    """Faces up to `STEEPEST` that something could stand on, whichever way they are wound.

    Of a closed body those whose outer side looks up. Of an open one either side counts, as for a
    sheet, but where the next face above shows that there is material over it. Faces within another
    body's material do not count.
    """
    sides = _sides(mesh)
    every, slope = sides.every, sides.slope
    if not len(slope):
        return every
    least = np.cos(np.radians(STEEPEST))
    shown = np.flatnonzero(np.where(sides.hollow, np.abs(slope), slope) >= least)
    number = len(mesh.faces)
    looks, solid = np.zeros(number), np.zeros(number, np.bool_)
    looks[every.faces] = slope
    solid[every.faces] = ~sides.sheet
    hit = _above(once(mesh, sides.first), every.triangles[shown].mean(axis=1))
    # Numbers of faces of the mesh with each triangle once are those that are kept, in their order.
    hit = np.where(hit >= 0, np.unique(sides.first)[hit], -1)
    beneath = (hit >= 0) & (looks[hit] > WELD) & (solid[hit] | (slope[shown] < 0.0))
    found = every.some(shown[~beneath])
    down = found.vectors[:, 2] < 0.0
    found.triangles[down] = found.triangles[down, ::-1]
    found.corners[down] = found.corners[down, ::-1]
    return found


def undersides(mesh: trimesh.Trimesh) -> Bools:
    """(F,) the faces of closed bodies that look down: nothing stands on them."""
    sides = _sides(mesh)
    down = np.zeros(len(mesh.faces), np.bool_)
    down[sides.every.faces] = (sides.slope < -WELD) & ~sides.hollow
    found: Bools = down[sides.first]
    return found


def _sides(mesh: trimesh.Trimesh) -> _Sides:
    with _lock:
        found = _known.get(mesh)
    if found is None:
        found = _turned(mesh)
        with _lock:
            _known[mesh] = found
    return found


def _turned(mesh: trimesh.Trimesh) -> _Sides:
    vertices = np.asarray(mesh.vertices, dtype=np.float64) + 0.0
    faces: Ints = np.asarray(mesh.faces, dtype=np.int64)
    first = firsts(mesh)
    rows = np.unique(first)
    rows = rows[_usable(vertices[faces[rows]])]
    if not len(rows):
        none, no = np.empty((0, 3), np.int64), np.empty(0, np.bool_)
        nothing = Upward(rows, np.empty((0, 3, 3)), none)
        return _Sides(first, nothing, np.empty(0), no, no)
    triangles = oriented(once(mesh, first))
    places = _places(vertices)[faces[rows]]
    turned = (triangles[:, 0] != vertices[faces[rows, 0]]).any(axis=1)
    places[turned] = places[turned, ::-1]
    every = Upward(rows, triangles, places)
    vectors = every.vectors
    body, hollow, sheet = _bodies(places, vectors)
    slope = vectors[:, 2] / np.linalg.norm(vectors, axis=1)
    # A sheet that looks down on the whole was wound so.
    over = np.bincount(body, weights=vectors[:, 2])[body] < 0.0
    slope[sheet & over] *= -1.0
    return _Sides(first, every, slope, hollow, sheet)


def _usable(corners: Floats) -> Bools:
    """Faces with finite corners and an area: those that `oriented` gives back."""
    edges = np.roll(corners, -1, axis=1) - corners
    with np.errstate(invalid="ignore", over="ignore"):
        longest = np.linalg.norm(edges, axis=2).max(axis=1, initial=0.0)
        area = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
        usable: Bools = area > ZERO_AREA_RATIO * longest**2
    usable &= np.isfinite(corners).all(axis=(1, 2))
    return usable


def _places(vertices: Floats) -> Ints:
    """(V,) the same number for vertices at the same place."""
    with np.errstate(invalid="ignore"):
        rounded = np.round(vertices / WELD)
    order = np.lexsort(rounded.T)
    new = (rounded[order][1:] != rounded[order][:-1]).any(axis=1)
    number = np.empty(len(vertices), np.int64)
    number[order] = np.concatenate([[0], np.cumsum(new)])
    return number


def _edges(corners: Ints) -> tuple[Ints, Ints]:
    """Face and key of each edge; both ways along an edge have one key."""
    after = np.roll(corners, -1, axis=1)
    span = int(corners.max(initial=0)) + 1
    key = (np.minimum(corners, after) * span + np.maximum(corners, after)).ravel()
    return np.repeat(np.arange(len(corners)), 3), key


def _joined(number: int, one: Ints, other: Ints) -> Ints:
    """(number,) labels of what is connected through pairs."""
    links = scipy.sparse.coo_matrix((np.ones(len(one), np.int8), (one, other)), (number, number))
    _, label = scipy.sparse.csgraph.connected_components(links, directed=False)
    return label.astype(np.int64)


def _bodies(corners: Ints, vectors: Floats) -> tuple[Ints, Bools, Bools]:
    """For each face its body, whether that is open, and whether it is a sheet."""
    face, key = _edges(corners)
    _, edge, uses = np.unique(key, return_inverse=True, return_counts=True)
    uses = uses[edge.ravel()]
    # As `oriented` does: faces that meet by twos are of one body.
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero((key[order][1:] == key[order][:-1]) & (uses[order][1:] == 2))
    body = _joined(len(corners), face[order][same], face[order][same + 1])
    number = int(body.max()) + 1
    hollow = np.bincount(body[face], weights=uses == 1, minlength=number) > 0
    total = np.bincount(body, weights=np.linalg.norm(vectors, axis=1), minlength=number)
    left = [np.bincount(body, weights=vectors[:, k], minlength=number) for k in range(3)]
    sheet = hollow & (np.linalg.norm(left, axis=0) > HOLLOW * total)
    return body, hollow[body], sheet[body]


def _above(mesh: trimesh.Trimesh, points: Floats) -> Ints:
    """(N,) the first face straight above each of (N, 3) points, or -1."""
    scene = RayScene()
    with warnings.catch_warnings():
        # Faces left out of the tree were counted when the piece was read.
        warnings.simplefilter("ignore", Geo3dWarning)
        placed = scene.place(mesh)
    starts, ends = points.copy(), points.copy()
    starts[:, 2] += ABOVE
    ends[:, 2] = placed.tree.bounds[1, 2] + 1.0
    return scene.first_hit(starts, ends).face
