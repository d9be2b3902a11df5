"""Holes where the scanner saw nothing: closed where material is behind them; openings never are.

A hole narrower than any gap that rules know of (13.11) is a pinhole. A wider one is closed if it is
one in the skin of something solid: lines from it inwards meet the other side's skin, and not
another hole or nothing; and the winding number behind it (Jacobson, Kavan and Sorkine-Hornung 2013)
says material. So the two ends of a window whose reveal was not seen stay open; and so does the end
of a recess whose bottom was not seen, the door of a dark room: what bounds it faces the hole. The
patch bends as the surface round it does (`fairing`).
"""

from dataclasses import dataclass

import fast_simplification
import numpy as np
import trimesh

from geo3d.piece.edges import directed
from geo3d.piece.locate import locate
from geo3d.piece.loops import loops
from geo3d.piece.scan.fairing import at_rim, faces_at, faired
from geo3d.piece.scan.filling import LONGEST, fill, loop_normal
from geo3d.piece.scan.meshes import arrays, normals_and_areas, traced
from geo3d.piece.scan.report import Step
from geo3d.rays.segments import Floats, Ints

PINHOLE = 0.1
"""Inches: the least width of a gap (13.11, reading): narrower holes are closed without more ado."""

WIDEST = 2.0
"""Inches: wider holes are left open, and reported: what was there is anybody's guess. But for flat
ones in something thin: the underside of a floor."""

FLAT, THIN = 0.15, 0.6
"""Inches that a patch strays from a plane and is flat, and that a floor is thick at most."""

MOSTLY = 0.8
"""Part of a floor's patch that is flat; the rest may be the unseen backs of its legs."""

LEVEL = 0.9
"""Cosine to the patch's mean normal of what counts as flat: 26 degrees."""

BESIDE_THIN = 0.3
"""Winding number over which a point between a floor's top and a wide hole for its underside is in
material: the top alone makes a half of it or less."""

MATERIAL = 0.5
"""Winding number over which a point is in material."""

DEEP = 0.1
"""Inches behind the patch where the winding number is asked."""

FACING = 0.6
"""Cosine of the angle, 53 degrees, between the surface at a rim and the way into the hole within
which the surface faces it: the reveal of a door."""

RECESS = 0.4
"""Part of the rim, by the area of the patch there, that faces a hole at the end of a recess: two of
the four sides of a door, of a rim that is ragged. In the corner of a room it is less."""

DARK = 0.4
"""Inches: the bottom of a narrower recess, a groove, is unseen because it is narrow. It is closed.
Of a slit of .25" the hole is as wide as that."""

FLAT_FACE = 1e-9
"""Square inches: smaller triangles of a patch are no obstacle to a line."""

ASKED = 5
"""Triangles of a patch that are asked; most of them decide."""

PROXY = 60_000
"""Faces: the winding number is asked of a simplified copy of larger meshes; it is asked too far
from the surface for that to matter."""


@dataclass(frozen=True, eq=False)
class Hole:
    """A loop of open edges and the patch that would close it.

    Attributes:
        ring: (N,) vertices, as the mesh's faces go round.
        patch: (N - 2, 3) vertices of triangles that close it, wound as the mesh is.
        width: inches, of a slit or the diameter of a round hole: 4 x area / perimeter, or what it
            measures across if that is less.
        across: inches, the diagonal of its bounds.
    """

    ring: Ints
    patch: Ints
    width: float
    across: float


def find_holes(mesh: trimesh.Trimesh, but_at: float | None = None) -> list[Hole]:
    """The holes of a mesh, with a patch each; loops that touch the height `but_at` are left out."""
    vertices, faces = arrays(mesh)
    found = []
    known: dict[int, set[int]] = {}
    rings = loops(faces)
    rim = np.zeros(len(vertices), dtype=np.bool_)
    rim[[v for ring in rings for v in ring.tolist()]] = True
    for a, b in directed(faces)[rim[directed(faces)].all(axis=1)].tolist():
        known.setdefault(a, set()).add(b)
        known.setdefault(b, set()).add(a)
    for ring in rings:
        points = vertices[ring]
        if but_at is not None and (points[:, 2] <= but_at).any():
            continue
        across = float(np.linalg.norm(np.ptp(points, axis=0)))
        perimeter = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).sum())
        # The patch goes round the other way, so that it agrees with its neighbours.
        back = ring[::-1]
        taken = np.zeros((len(back), len(back)), dtype=np.bool_) if len(back) <= LONGEST else None
        if taken is not None:
            place = {v: i for i, v in enumerate(back.tolist())}
            for v, i in place.items():
                taken[i, [place[w] for w in known[v] if w in place]] = True
        patch = back[fill(vertices[back], taken)]
        for a, b in directed(patch).tolist():
            known[a].add(b)
            known[b].add(a)
        _, areas = normals_and_areas(vertices, patch)
        width = min(across, 4 * float(areas.sum()) / max(perimeter, 1e-12))
        found.append(Hole(ring, patch, width, across))
    return found


def close_holes(mesh: trimesh.Trimesh, but_at: float | None = None) -> tuple[trimesh.Trimesh, Step]:
    """Close pinholes, and holes in the skin of what is solid; leave openings, and what is too wide.

    Args:
        but_at: loops that touch this height are the underside's, and left alone.
    """
    vertices, faces = arrays(mesh)
    holes = find_holes(mesh, but_at)
    tiny = [hole.width < PINHOLE for hole in holes]
    rest = [hole for hole, small in zip(holes, tiny, strict=True) if not small]
    shut = [hole for hole, small in zip(holes, tiny, strict=True) if small]
    solid = [
        yes and not deep
        for yes, deep in zip(_in_skin(mesh, rest), _ends_of_recess(mesh, rest), strict=True)
    ]
    skin = [hole for hole, yes in zip(rest, solid, strict=True) if yes]
    left = [hole for hole, yes in zip(rest, solid, strict=True) if not yes]
    patches = [hole.patch for hole in (*shut, *skin)]
    if patches:
        more, patches = faired(mesh, patches)
        mesh = trimesh.Trimesh(
            np.concatenate([vertices, more]), np.concatenate([faces, *patches]), process=False
        )
    return mesh, Step(
        "holes",
        bool(patches),
        f"{len(shut)} pinholes and {len(skin)} holes in the skin closed, {len(left)} left open",
        {
            "pinholes": len(shut),
            "closed": [_row(vertices, hole) for hole in skin],
            "left_open": [_row(vertices, hole) for hole in left],
        },
    )


def _row(vertices: Floats, hole: Hole) -> dict[str, object]:
    points = vertices[hole.ring]
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    return {
        "width": hole.width,
        "across": hole.across,
        "centre": [float(value) for value in middle],
        "edges": len(hole.ring),
    }


def _in_skin(mesh: trimesh.Trimesh, holes: list[Hole]) -> list[bool]:
    """Whether material is behind each hole."""
    if not holes:
        return []
    vertices, _ = arrays(mesh)
    every = np.concatenate([hole.patch for hole in holes])
    _, areas = normals_and_areas(vertices, every)
    bodies = {"mesh": mesh}
    if (areas > FLAT_FACE).any():
        patches = trimesh.Trimesh(vertices, every[areas > FLAT_FACE], process=False)
        bodies["patches"] = patches
    scene = traced(**bodies)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    far = float(np.linalg.norm(high - low)) * 1.1
    starts, normals, of = [], [], []
    for number, hole in enumerate(holes):
        normal, area = normals_and_areas(vertices, hole.patch)
        rows = np.argsort(-area, kind="stable")[:ASKED]
        general = -loop_normal(vertices[hole.ring] - vertices[hole.ring].mean(axis=0))
        length = np.linalg.norm(general)
        mean = general / length if length > 0.0 else normal[rows[0]]
        starts.append(vertices[hole.patch[rows]].mean(axis=1))
        normals.append(np.broadcast_to(mean, (len(rows), 3)))
        of.append(np.full(len(rows), number))
    start, normal, which = np.concatenate(starts), np.concatenate(normals), np.concatenate(of)
    begin = start - 1e-3 * normal
    hits = scene.first_hit(begin, begin - far * normal)
    met = hits.hit & np.array([name == "mesh" for name in hits.id])
    depth = np.minimum(DEEP, np.where(hits.hit, hits.distance, DEEP) / 2)
    wide = np.array([hole.width > WIDEST for hole in holes])
    flat = np.array([_flat_share(vertices, hole.patch) > MOSTLY for hole in holes])
    floor = (wide & flat)[which]
    met &= ~wide[which] | (floor & (hits.distance < THIN))
    yes = np.zeros(len(start), dtype=np.bool_)
    winding = locate(_proxy(mesh), (start - depth[:, None] * normal)[met]).winding
    yes[met] = winding > np.where(floor[met], BESIDE_THIN, MATERIAL)
    share = np.bincount(which, weights=yes) / np.bincount(which)
    return [bool(part > 0.5) for part in share]


def _ends_of_recess(mesh: trimesh.Trimesh, holes: list[Hole]) -> list[bool]:
    """Whether the surface round each hole faces it: it is the unseen end of an opening."""
    if not holes:
        return []
    vertices, faces = arrays(mesh)
    beside = faces_at(faces, len(vertices))
    found = []
    for hole in holes:
        if hole.width < DARK:
            found.append(False)
            continue
        rim = np.unique(hole.patch)
        own, _, into, area = at_rim(vertices, faces, beside, rim, hole.patch)
        facing = np.einsum("ij,ij->i", own, into) > FACING
        found.append(bool(area @ facing > RECESS * area.sum()))
    return found


def _flat_share(vertices: Floats, patch: Ints) -> float:
    """The part of a patch's area that lies near one plane across its mean normal."""
    normals, areas = normals_and_areas(vertices, patch)
    if not areas.sum() > 0.0:
        return 0.0
    mean = (normals * areas[:, None]).sum(axis=0)
    mean /= max(float(np.linalg.norm(mean)), 1e-300)
    height = vertices[patch].mean(axis=1) @ mean
    order = np.argsort(height)
    middle = height[order][np.searchsorted(np.cumsum(areas[order]), areas.sum() / 2)]
    near = (np.abs(height - middle) < FLAT) & (normals @ mean > LEVEL)
    return float(areas[near].sum() / areas.sum())


def _proxy(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """A mesh of no more than `PROXY` faces: the winding number looks at all of them."""
    vertices, faces = arrays(mesh)
    if len(faces) <= PROXY:
        return mesh
    points, triangles = fast_simplification.simplify(vertices, faces, target_count=PROXY)
    return trimesh.Trimesh(points, triangles, process=False)
