"""Fewer faces, to a stated error; what matters in play is compared before and after.

Edges are collapsed by quadric error metrics (Garland and Heckbert, SIGGRAPH 1997; the library
fast-simplification); open edges stay as they are. What comes out is kept only if no sample of
either surface is farther than four fifths of the error from the other, and the Euler number, the
number of bodies and of open loops, and the list of gaps are as they were; else the spot that
changed is left as it was, or a gentler step is tried.
"""

from dataclasses import dataclass

import fast_simplification
import numpy as np
import scipy.spatial
import trimesh

from geo3d.errors import UsageError
from geo3d.piece.gaps import Gap, find_gaps
from geo3d.piece.nearest import distances
from geo3d.piece.scan.deviation import deviation, samples
from geo3d.piece.scan.loops import loops
from geo3d.piece.scan.meshes import arrays, body_of, compact, directed
from geo3d.piece.scan.report import Step
from geo3d.rays.segments import Bools, Floats, Ints

ERROR = 0.01
"""Inches: the error by default, a quarter of a millimetre."""

FEWEST = 200
"""Faces: fewer are not tried for."""

MOST = 60
"""Times fewer faces that are tried for at most."""

TRIES, LARGE = 6, 200_000
"""Targets tried, halving their ratio each time: then the faces are within 7% of the fewest; one
less for meshes of more than so many faces: within 14%."""

AGGRESSION = 5
"""How fast the library's threshold grows: slower changes the topology less often."""

ROUNDS = 4
"""Times that spots that changed too much are locked, a little wider each time."""

SURE = 0.8
"""Of the error: samples must lie within this. Between them a surface may be a fifth farther off."""

GLANCE, MANY = 4_000, 0.01
"""A first look: so many samples, of which this part is too far off, end a try."""

FEW = 0.002
"""Part of the samples: when more of them are too far off, it is no matter of spots."""

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
    edges = np.sort(directed(faces), axis=1)
    span = int(edges.max(initial=0)) + 1
    _, count = np.unique(edges[:, 0] * span + edges[:, 1], return_counts=True)
    return Topology(
        euler=len(np.unique(faces)) - len(count) + len(faces),
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
    """One simplification: the mesh, how far it is off, why it cannot be kept, if so, and which of
    the faces before were left alone."""

    mesh: trimesh.Trimesh
    greatest: float
    rms: float
    fault: str | None
    locked: Bools


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
    known = topology(mesh)
    low, high = float(np.log(max(FEWEST, number / MOST))), float(np.log(number))
    good: list[_Try] = []
    undone: list[str] = []
    locked = _small_bodies(mesh)
    for _ in range(TRIES - (number > LARGE)):
        target = int(np.exp((low + high) / 2))
        tried = _attempt(mesh, target, known, error, locked)
        if tried.fault is None:
            good.append(tried)
            # What had to be left alone here, must be in gentler and in bolder tries, too.
            locked = tried.locked
            high = np.log(target)
        else:
            low = np.log(target)
            if "error" not in tried.fault:
                undone.append(f"{target} triangles: {tried.fault}")
    gaps = find_gaps(mesh) if good else []
    for tried in sorted(good, key=lambda t: len(t.mesh.faces)):
        after = find_gaps(tried.mesh)
        if not same_gaps(gaps, after):
            undone.append(f"{len(tried.mesh.faces)} triangles: the gaps changed")
            continue
        return tried.mesh, Step(
            "simplify",
            True,
            f'{number} triangles to {len(tried.mesh.faces)}, off by at most '
            f'{tried.greatest:.4f}" (error {error:g}"), {len(gaps)} gaps as before',
            {
                "error": error, "greatest": tried.greatest, "rms": tried.rms,
                "triangles": len(tried.mesh.faces), "euler": known.euler, "gaps": len(gaps),
                "undone": undone,
            },
        )  # fmt: skip
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


def _attempt(
    mesh: trimesh.Trimesh, target: int, known: Topology, error: float, locked: Bools
) -> _Try:
    """Simplify to about `target` faces; spots that moved too far or changed are left alone."""
    vertices, faces = arrays(mesh)
    fault = ""
    near = float(np.median(np.linalg.norm(np.diff(mesh.triangles[:, :2], axis=1), axis=2)))
    for round_ in range(ROUNDS):
        tried = _collapsed(vertices, faces, locked, target, error)
        found = topology(tried)
        if found == known:
            glance = distances(mesh, samples(tried, GLANCE)) > SURE * error
            if glance.mean() > MANY:
                return _Try(mesh, 0.0, 0.0, "error, in many places", locked)
            off = deviation(mesh, tried)
            if off.greatest <= SURE * error:
                return _Try(tried, off.greatest, off.rms, None, locked)
            fault = f'error {off.greatest:.4f}"'
            beyond = off.distances > SURE * error
            spots = off.points[beyond] if beyond.mean() < FEW else np.empty((0, 3))
        else:
            fault = f"{known} became {found}"
            spots = _odd_spots(tried)
        if not len(spots):
            break
        distance, _ = scipy.spatial.cKDTree(spots).query(vertices[faces].mean(axis=1))
        before = int(locked.sum())
        locked = locked | (distance < (2 + round_) * near)
        if locked.sum() == before:
            break
    return _Try(mesh, 0.0, 0.0, fault, locked)


def _collapsed(
    vertices: Floats, faces: Ints, locked: Bools, target: int, error: float
) -> trimesh.Trimesh:
    """Edges collapsed but for those of locked faces, and open ones."""
    kept = faces[locked]
    free = compact(vertices, faces[~locked])
    points, triangles = np.asarray(free.vertices), np.asarray(free.faces)
    wanted = max(target - len(kept), 4)
    if wanted < len(triangles):
        points, triangles = fast_simplification.simplify(
            points, triangles, target_count=wanted, agg=AGGRESSION, preserve_border=True
        )
    points = np.array(points, dtype=np.float64)
    number = np.arange(len(vertices)) + len(points)
    if len(kept) and len(points):
        # The rims of locked parts were kept exactly: they are sewn together again.
        rim = np.intersect1d(kept, faces[~locked])
        distance, at = scipy.spatial.cKDTree(points).query(vertices[rim])
        number[rim] = np.where(distance < 1e-9, at, number[rim])
    every = np.concatenate([points, vertices])
    # What stood on z = 0 stays on it.
    every[every[:, 2] < FLOOR * error, 2] = 0.0
    return compact(every, np.concatenate([np.asarray(triangles, dtype=np.int64), number[kept]]))


def _odd_spots(mesh: trimesh.Trimesh) -> Floats:
    """(N, 3) vertices of edges that have more than two faces, or two wound differently."""
    vertices, faces = arrays(mesh)
    edges = directed(faces)
    key = edges.min(axis=1) * len(vertices) + edges.max(axis=1)
    keys, count = np.unique(key, return_counts=True)
    _, twice = np.unique(edges[:, 0] * len(vertices) + edges[:, 1], return_index=True)
    again = np.setdiff1d(np.arange(len(edges)), twice)
    odd = np.unique(np.concatenate([keys[count > 2], key[again]]))
    spots: Floats = vertices[np.unique(np.concatenate([odd // len(vertices), odd % len(vertices)]))]
    return spots
