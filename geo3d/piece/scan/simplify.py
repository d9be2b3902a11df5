"""Fewer faces, to a stated error; what matters in play is compared before and after.

Edges are collapsed by quadric error metrics (Garland and Heckbert, SIGGRAPH 1997; the library
fast-simplification); open edges stay as they are. What comes out is kept only if no sample of
either surface is farther than four fifths of the error from the other, and the Euler number, the
number of bodies and of open loops, and the list of gaps are as they were; else the spot that
changed is left as it was, or a gentler step is tried.
"""

from dataclasses import dataclass
from typing import Self

import fast_simplification
import numpy as np
import scipy.spatial
import trimesh

from geo3d.errors import UsageError
from geo3d.piece.edges import directed, edge_keys, runs
from geo3d.piece.gaps import Gap, find_gaps
from geo3d.piece.loops import loops
from geo3d.piece.scan.deviation import deviation
from geo3d.piece.scan.meshes import arrays, body_of, compact
from geo3d.piece.scan.report import Step
from geo3d.rays.bvh import MeshTree, tree_of
from geo3d.rays.segments import Bools, Floats, Ints

ERROR = 0.01
"""Inches: the error by default, a quarter of a millimetre."""

FEWEST = 200
"""Faces: fewer are not tried for."""

MOST = 60
"""Times fewer faces that are tried for at most."""

CLOSE = 1.1
"""The fewest faces are found to within this ratio."""

TRIES, GENTLER = 6, 1.15
"""Tries that are compared in full, each with so many times the faces of the one before."""

AGGRESSION = 5
"""How fast the library's threshold grows: slower changes the topology less often."""

ROUNDS = 6
"""Times that spots that changed too much are locked, a little wider each time."""

SURE = 0.8
"""Of the error: samples must lie within this. Between them a surface may be a fifth farther off."""

GLANCE, FEW = 6_000, 0.0005
"""A first look: samples (so many of each sort), of which this part may be too far off."""

LARGE = 200_000
"""Faces: of larger meshes none of those samples may be too far off: a full comparison takes seconds
there, and the first one should do."""

SPOTS, FEWER = 0.002, 0.8
"""Part of the samples: when more of them are too far off, it is no matter of spots. With each round
they must become fewer by this factor."""

SMALL = 60
"""Faces: bodies of no more are left as they are."""

SHIFT = 0.1
"""Inches by which a gap's centre, sill, lintel and width may differ and it is still the same."""

FLOOR = 0.5
"""Of the error: vertices of the underside that came so near z = 0 are put back on it."""


@dataclass(frozen=True)
class Topology:
    """What of a mesh its simplification must not change."""

    euler: int
    bodies: int
    open_loops: int
    odd_edges: int


def topology(mesh: trimesh.Trimesh) -> Topology:
    """The Euler number, the bodies, the loops of open edges, and edges of more than two faces."""
    _, faces = arrays(mesh)
    _, count = runs(np.sort(edge_keys(faces)))
    return Topology(
        euler=int(np.count_nonzero(np.bincount(faces.ravel()))) - len(count) + len(faces),
        bodies=int(body_of(mesh).max(initial=-1)) + 1,
        open_loops=len(loops(faces)) if (count == 1).any() else 0,
        odd_edges=int((count > 2).sum()),
    )


def same_gaps(before: list[Gap], after: list[Gap]) -> bool:
    """Whether two lists hold the same gaps, each within `SHIFT`."""
    left = list(after)
    for gap in before:
        for other in left:
            if gap.kind == other.kind and _same(gap, other):
                left.remove(other)
                break
        else:
            return False
    return not left


def _same(one: Gap, other: Gap) -> bool:
    sizes = np.array([
        one.sill - other.sill, one.lintel - other.lintel, one.width - other.width,
        *(one.centre - other.centre),
    ])  # fmt: skip
    return bool((np.abs(sizes) <= SHIFT).all())


@dataclass(frozen=True, eq=False)
class _Try:
    """One simplification: the mesh, how far it is off, and why it cannot be kept, if so."""

    mesh: trimesh.Trimesh
    greatest: float
    rms: float
    fault: str | None


@dataclass(frozen=True, eq=False)
class _Source:
    """What is simplified, and what is asked of it again and again.

    Attributes:
        error: inches.
        topology: that must stay.
        tree: for distances from it; held here, so that it is built once.
        middles: (F, 3) of its faces.
        edge: inches, the middle length of its edges.
    """

    mesh: trimesh.Trimesh
    error: float
    topology: Topology
    tree: MeshTree
    middles: Floats
    edge: float

    @classmethod
    def of(cls, mesh: trimesh.Trimesh, error: float) -> Self:
        vertices, faces = arrays(mesh)
        corners = vertices[faces]
        edge = float(np.median(np.linalg.norm(np.diff(corners[:, :2], axis=1), axis=2)))
        return cls(mesh, error, topology(mesh), tree_of(mesh), corners.mean(axis=1), edge)


def simplify(mesh: trimesh.Trimesh, error: float = ERROR) -> tuple[trimesh.Trimesh, Step]:
    """As few faces as the error allows.

    Args:
        error: inches; 0 leaves the mesh as it is.

    Raises:
        UsageError: a negative error, or one that is no number.
    """
    if not (np.isfinite(error) and error >= 0.0):
        raise UsageError(f"simplify: error: inches from 0 up wanted, got {error!r}")
    number = len(mesh.faces)
    if error == 0.0 or number <= FEWEST:
        return mesh, Step("simplify", False, "not simplified", {"error": error})
    source = _Source.of(mesh, error)
    locked = _small_bodies(mesh)
    target, first = _boldest(source, locked)
    undone: list[str] = []
    gaps: list[Gap] | None = None
    for _ in range(TRIES):
        tried = _attempt(source, target, locked, first)
        if tried.fault is None:
            gaps = find_gaps(mesh) if gaps is None else gaps
            if same_gaps(gaps, find_gaps(tried.mesh)):
                return tried.mesh, Step(
                    "simplify",
                    True,
                    f'{number} triangles to {len(tried.mesh.faces)}, off by at most '
                    f'{tried.greatest:.4f}" (error {error:g}"), {len(gaps)} gaps as before',
                    {
                        "error": error, "greatest": tried.greatest, "rms": tried.rms,
                        "triangles": len(tried.mesh.faces), "euler": source.topology.euler,
                        "gaps": len(gaps), "undone": undone,
                    },
                )  # fmt: skip
            undone.append(f"{len(tried.mesh.faces)} triangles: the gaps changed")
        elif "error" not in tried.fault:
            undone.append(f"{target} triangles: {tried.fault}")
        target, first = int(target * GENTLER), None
        if target >= number:
            break
    return mesh, Step(
        "simplify",
        False,
        "not simplified: each try changed more than it may",
        {"error": error, "undone": undone},
    )


def _small_bodies(mesh: trimesh.Trimesh) -> Bools:
    """(F,) faces of bodies that are too small to lose any."""
    body = body_of(mesh)
    small: Bools = np.bincount(body)[body] <= SMALL
    return small


def _boldest(source: _Source, locked: Bools) -> tuple[int, trimesh.Trimesh | None]:
    """The fewest faces at which few samples are too far off, found by halving, and what came out
    there. What is compared in full costs several times as much, and is done from there on."""
    number = len(source.mesh.faces)
    low, high = float(np.log(max(FEWEST, number / MOST))), float(np.log(number))
    best: trimesh.Trimesh | None = None
    while high - low > np.log(CLOSE):
        middle = (low + high) / 2
        tried = _collapsed(source, locked, int(np.exp(middle)))
        beyond = np.ones(1, dtype=np.bool_)
        if len(tried.faces):
            beyond = deviation(source.mesh, tried, GLANCE).distances > SURE * source.error
        if beyond.mean() <= (0.0 if number > LARGE else FEW):
            high, best = middle, tried
        else:
            low = middle
    return int(np.exp(high)), best


def _attempt(source: _Source, target: int, locked: Bools, first: trimesh.Trimesh | None) -> _Try:
    """Simplify to about `target` faces; spots that moved too far or changed are left alone.

    Args:
        first: what comes out with nothing more locked, where that is known.
    """
    mesh, error = source.mesh, source.error
    fault = ""
    last = SPOTS
    for round_ in range(ROUNDS):
        tried = first if first is not None else _collapsed(source, locked, target)
        first = None
        found = topology(tried)
        if found == source.topology:
            off = deviation(mesh, tried)
            if off.greatest <= SURE * error:
                return _Try(tried, off.greatest, off.rms, None)
            fault = f'error {off.greatest:.4f}"'
            beyond = off.distances > SURE * error
            if beyond.mean() > last:
                break
            last = FEWER * float(beyond.mean())
            spots = off.points[beyond]
        else:
            fault = f"{source.topology} became {found}"
            spots = _odd_spots(tried)
        if not len(spots):
            break
        reach = (2 + round_) * source.edge
        distance, _ = scipy.spatial.cKDTree(spots).query(source.middles, distance_upper_bound=reach)
        before = int(locked.sum())
        locked = locked | (distance < reach)
        if locked.sum() == before:
            break
    return _Try(mesh, 0.0, 0.0, fault)


def _collapsed(source: _Source, locked: Bools, target: int) -> trimesh.Trimesh:
    """Edges collapsed but for those of locked faces, and open ones."""
    vertices, faces = arrays(source.mesh)
    kept = faces[locked]
    free = compact(vertices, faces[~locked])
    points, triangles = np.asarray(free.vertices), np.asarray(free.faces)
    wanted = max(target - len(kept), 4)
    if wanted < len(triangles):
        points, triangles = fast_simplification.simplify(
            points, triangles, target_count=wanted, agg=AGGRESSION, preserve_border=True
        )
    points = np.array(points, dtype=np.float64)
    triangles = _without_fins(np.asarray(triangles, dtype=np.int64))
    number = np.arange(len(vertices)) + len(points)
    if len(kept) and len(points):
        # The rims of locked parts were kept exactly: they are sewn together again.
        rim = np.intersect1d(kept, faces[~locked])
        distance, at = scipy.spatial.cKDTree(points).query(vertices[rim])
        number[rim] = np.where(distance < 1e-9, at, number[rim])
    every = np.concatenate([points, vertices])
    # What stood on z = 0 stays on it.
    every[every[:, 2] < FLOOR * source.error, 2] = 0.0
    return compact(every, np.concatenate([triangles, number[kept]]))


def _without_fins(faces: Ints) -> Ints:
    """Faces without pairs that lie back to back: what is left of a spike that was collapsed, hangs
    on by an edge, and encloses nothing."""
    while len(faces):
        corners = np.sort(faces, axis=1)
        span = int(corners.max()) + 1
        # Equal sums are looked at; they are many fewer than the faces.
        key = (corners[:, 0] * span + corners[:, 1]) ^ (corners[:, 2] << 20)
        order = np.argsort(key)
        _, count = runs(key[order])
        rows = order[np.repeat(count > 1, count)]
        some, of, uses = np.unique(corners[rows], axis=0, return_inverse=True, return_counts=True)
        if not (uses == 2).any():
            break
        turn = (np.argsort(faces[rows], axis=1) - [0, 1, 2]) % 3
        even = (turn == turn[:, :1]).all(axis=1)
        ways = np.bincount(of.ravel(), weights=np.where(even, 1, -1), minlength=len(some))
        gone = rows[((uses == 2) & (ways == 0))[of.ravel()]]
        if not len(gone):
            break
        faces = np.delete(faces, gone, axis=0)
    return faces


def _odd_spots(mesh: trimesh.Trimesh) -> Floats:
    """(N, 3) vertices of edges that have more than two faces, or two wound differently."""
    vertices, faces = arrays(mesh)
    span = int(faces.max(initial=0)) + 1
    keys = np.sort(edge_keys(faces))
    begin, count = runs(keys)
    edges = directed(faces)
    ways = np.sort(edges[:, 0] * span + edges[:, 1])
    odd = np.concatenate([keys[begin[count > 2]], ways[1:][ways[1:] == ways[:-1]]])
    spots: Floats = vertices[np.unique(np.concatenate([odd // span, odd % span]))]
    return spots
