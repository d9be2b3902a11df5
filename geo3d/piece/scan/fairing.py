"""A patch over a hole bent as the surface round it bends.

The patch of least area cuts across what is round: in a tower of 4" across, a hole of 1.2" lies .1"
inside its wall. Here the patch and a band of the surface beside it take the shape of least bending
(M. Botsch and L. Kobbelt: An intuitive framework for real-time freeform modeling, SIGGRAPH 2004)
that keeps to the band but for noise. In a corner that was not seen it follows both walls farther
in. Where it turns away behind an edge, as the underside of a floor does, it is hinged: the surface
says nothing about its bend.
"""

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
import scipy.spatial
import trimesh

from geo3d.piece.scan.meshes import normals_and_areas, traced
from geo3d.piece.scan.refining import refined
from geo3d.rays.segments import Bools, Floats, Ints

LEAST = 0.4
"""Inches: holes less far across are left flat; of a radius of 1" they lie .02" beside the round."""

FINE = 0.12
"""Inches: the longest edge inside of a patch."""

BAND = 0.4
"""Inches beside the hole whose surface tells the bend: over noise."""

SMOOTH = 2 * np.pi / 0.7
"""One over inches: waves of the band shorter than .7" are noise, and not carried on."""

TANGENT = 0.6
"""Cosine, 53 degrees, of the angle at which a patch meets the surface at most where that tells its
bend: half of the widest arc that is followed (`WIDEST`)."""

CORNER = -0.2
"""The same, 102 degrees, where the patch rises from the surface: across an inner corner, a right
one at most, and noise."""

FARTHEST, WIDEST = 0.4, 1.4
"""Of the root of its area that a patch may move, and of its area that it may become: over a half
pipe it would be .4 and 1.57. More is a bend that runs away from a rough rim."""

MOST_POINTS = 40_000
"""Of a finer patch: a hole of more, 20" across, is of a mesh in another unit, and is left flat."""

ISLAND = 0.15
"""Inches that a patch may come to lie behind a bit of surface that faced it: noise apart, that bit
was seen in the middle of the hole."""

LEAST_WEIGHT = 1e-3
"""Of an edge in the Laplacian: below 0, of blunt triangles, it would not be one of a surface."""


def faired(mesh: trimesh.Trimesh, patches: list[Ints]) -> tuple[Floats, list[Ints]]:
    """(N, 3) vertices to put after the mesh's, and the patches made finer and bent.

    Patches that are small, or that would leave their place too far or through the mesh, come back
    as they are.

    Args:
        patches: (K, 3) each, vertices of the mesh, wound as it is.
    """
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    faces = np.asarray(mesh.faces, dtype=np.int64)
    bent: list[tuple[int, Floats, Floats, Ints]] = []
    beside = None
    for number, patch in enumerate(patches):
        rim = np.unique(patch)
        if float(np.linalg.norm(np.ptp(vertices[rim], axis=0))) < LEAST:
            continue
        if beside is None:
            beside = faces_at(faces, len(vertices))
        _, area = normals_and_areas(vertices, patch)
        if len(rim) + float(area.sum()) / FINE**2 > MOST_POINTS:
            continue
        local = np.searchsorted(rim, patch)
        points, fine = refined(vertices[rim], local, len(rim), FINE)
        if len(points) == len(rim):
            continue
        moved = _least_bending(vertices, faces, beside, rim, points, fine, patch)
        before, after = (float(normals_and_areas(p, fine)[1].sum()) for p in (points, moved))
        far = float(np.linalg.norm(moved - points, axis=1).max())
        if far <= FARTHEST * np.sqrt(before) and after <= WIDEST * before:
            bent.append((number, points, moved, fine))
    found = list(patches)
    if not bent:
        return np.empty((0, 3)), found
    scene = traced(mesh=mesh)
    normal, _ = normals_and_areas(vertices, faces)
    more: list[Floats] = []
    total = len(vertices)
    for number, points, moved, fine in bent:
        rim = np.unique(patches[number])
        new = moved[len(rim) :]
        way = new - points[len(rim) :]
        hits = scene.first_hit(points[len(rim) :], new)
        behind = np.linalg.norm(way[hits.hit], axis=1) - hits.distance[hits.hit]
        front = np.einsum("ij,ij->i", normal[hits.face[hits.hit]], way[hits.hit]) < 0.0
        if not (front & (behind < ISLAND)).all():
            continue
        names = np.concatenate([rim, total + np.arange(len(new))])
        found[number] = names[fine]
        more.append(new)
        total += len(new)
    return (np.concatenate(more) if more else np.empty((0, 3))), found


def faces_at(faces: Ints, number: int) -> tuple[Ints, Ints]:
    """Faces in the order of their vertices, and where each vertex's begin."""
    order = np.argsort(faces.ravel(), kind="stable")
    begin = np.searchsorted(faces.ravel()[order], np.arange(number + 1))
    return order // 3, begin


def _touching(beside: tuple[Ints, Ints], some: Ints) -> Ints:
    """Faces that have one of some vertices."""
    order, begin = beside
    parts = [order[begin[v] : begin[v + 1]] for v in some.tolist()]
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)


def _band(
    vertices: Floats, faces: Ints, beside: tuple[Ints, Ints], rim: Ints, told: Bools, own: Floats
) -> Ints:
    """Faces beside those points of a rim where the surface tells how to go on.

    Args:
        told: (R,) which these are.
        own: (R, 3) normals of the surface at the rim.
    """
    tree = scipy.spatial.cKDTree(vertices[rim])
    near = _touching(beside, rim)
    grown, seen = near, rim
    while True:
        ring = np.setdiff1d(np.unique(faces[grown]), seen)
        if len(ring):
            ring = ring[tree.query(vertices[ring])[0] < BAND]
        if not len(ring):
            break
        seen = np.union1d(seen, ring)
        grown = np.setdiff1d(_touching(beside, ring), near)
        near = np.union1d(near, grown)
    normal, _ = normals_and_areas(vertices, faces[near])
    _, of = tree.query(vertices[faces[near]].mean(axis=1))
    found: Ints = near[(np.einsum("ij,ij->i", normal, own[of]) > TANGENT) & told[of]]
    return found


def at_rim(
    vertices: Floats, faces: Ints, beside: tuple[Ints, Ints], rim: Ints, patch: Ints
) -> tuple[Floats, Floats, Floats, Floats]:
    """At a rim: (R, 3) each unit normals of surface and patch, and ways into the patch; (R,) areas.

    An area is that of the patch's faces at each point.

    Args:
        rim: (R,) vertices, sorted.
        patch: (K, 3) of them.
    """
    touching = faces[_touching(beside, rim)]
    around = np.searchsorted(rim, touching)
    of_rim = rim[np.minimum(around, len(rim) - 1)] == touching
    found = []
    for some, at, real in ((touching, around, of_rim), (patch, np.searchsorted(rim, patch), None)):
        normal, area = normals_and_areas(vertices, some)
        middle = vertices[some].mean(axis=1)
        sums = np.zeros((len(rim), 7))
        for place in range(3):
            use = slice(None) if real is None else real[:, place]
            corner = at[use, place]
            way = middle[use] - vertices[some[use, place]]
            each = np.column_stack([normal[use], way, np.ones(len(way))]) * area[use, None]
            np.add.at(sums, corner, each)
        found.append(sums)
    parts = [found[0][:, :3], found[1][:, :3], found[1][:, 3:6]]
    own, other, into = (
        part / np.maximum(np.linalg.norm(part, axis=1), 1e-300)[:, None] for part in parts
    )
    return own, other, into, found[1][:, 6]


def _least_bending(
    vertices: Floats, faces: Ints, beside: tuple[Ints, Ints], rim: Ints, points: Floats,
    fine: Ints, patch: Ints,
) -> Floats:  # fmt: skip
    """(P, 3) where the points of a finer patch come to lie; those of the rim stay."""
    own, other, into, _ = at_rim(vertices, faces, beside, rim, patch)
    meets = np.einsum("ij,ij->i", own, other)
    rises = np.einsum("ij,ij->i", own, into) > 0.0
    tangent = (meets > TANGENT) | (rises & (meets > CORNER))
    if not tangent.any():
        return points
    band = _band(vertices, faces, beside, rim, tangent, own)
    # Local numbers: the patch's points, then what else the band has.
    number = {int(v): i for i, v in enumerate(rim)}
    others = np.setdiff1d(np.unique(faces[band]), rim)
    number.update({int(v): len(points) + i for i, v in enumerate(others)})
    local = np.array([number[int(v)] for v in faces[band].ravel()], dtype=np.int64).reshape(-1, 3)
    every = np.concatenate([points, vertices[others]])
    triangles = np.concatenate([fine, local])
    bending, mass = _laplacian(every, triangles)
    inner = np.zeros(len(every), dtype=np.bool_)
    inner[len(rim) : len(points)] = True
    # Of the band and the rim those points all round which there are faces.
    edges = np.sort(np.stack([triangles, np.roll(triangles, -1, 1)], axis=2).reshape(-1, 2), axis=1)
    keys, times = np.unique(edges @ [len(every), 1], return_counts=True)
    open_at = np.zeros(len(every), dtype=np.bool_)
    single = keys[times == 1]
    open_at[single // len(every)] = open_at[single % len(every)] = True
    whole = ~open_at
    whole[: len(rim)] &= tangent
    rows = np.flatnonzero(inner | whole)
    matrix = bending[rows]
    energy = matrix.T @ scipy.sparse.diags(1.0 / mass[rows]) @ matrix
    hold = np.where(inner, 0.0, SMOOTH**4 * mass)
    # Hinges do not move.
    hold[: len(rim)][~tangent] *= 1e3
    system = (energy + scipy.sparse.diags(hold)).tocsc()
    solved = scipy.sparse.linalg.splu(system).solve(hold[:, None] * every)
    moved = points.copy()
    moved[len(rim) :] = solved[len(rim) : len(points)]
    return moved if np.isfinite(moved).all() else points


def _laplacian(points: Floats, faces: Ints) -> tuple[scipy.sparse.csr_matrix, Floats]:
    """Cotangent weights, and a third of the area of the faces at each point."""
    rows, columns, values = [], [], []
    _, areas = normals_and_areas(points, faces)
    for place in range(3):
        a, b, c = (faces[:, (place + k) % 3] for k in range(3))
        one, other = points[b] - points[a], points[c] - points[a]
        cot = np.einsum("ij,ij->i", one, other) / np.maximum(2 * areas, 1e-12)
        weight = np.clip(cot / 2, LEAST_WEIGHT, 1 / LEAST_WEIGHT)
        rows += [b, c, b, c]
        columns += [c, b, b, c]
        values += [weight, weight, -weight, -weight]
    shape = (len(points), len(points))
    built = scipy.sparse.csr_matrix(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape
    )
    mass = np.bincount(faces.ravel(), weights=np.repeat(areas / 3, 3), minlength=len(points))
    return built, np.maximum(mass, 1e-9)
