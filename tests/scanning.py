"""A scanner that takes an exact shape and gives back what a phone would have exported.

The shape stands on a table, with crumbs about it and perhaps a crate beside it. Rings of cameras
look at it; faces that fewer than two of them see are missing. What is seen is noisy, more so with
the distance to its nearest camera; the mesh comes apart along texture seams, tilted, turned, in
some unit, with y or z up. The truth is handed back with it.

Severity 1 is a careful scan of 30 views; 4 one of 16, of five times the noise, with holes, a skin
under the table as Poisson reconstruction leaves it, and seams that do not quite meet.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import trimesh

from geo3d.piece.nearest import distances
from geo3d.rays import RayScene
from geo3d.shapes import roughen
from geo3d.shapes.solids import box, mesh_of, prism, solid, union
from geo3d.units import INCHES_PER_UNIT

Table = Literal["none", "plane", "mat", "edge", "mat on table"]
NOISE = {1: 0.004, 2: 0.008, 3: 0.013, 4: 0.02}
"""Inches, root mean square, at the distance of the ring."""
JOINED = 100_000
"""Faces up to which visibility is looked at face by face; finer meshes inherit it."""
PATCH = 30
"""Faces: smaller patches are specks, which an import may drop; the truth does not count them."""
TINY = 1e-4


@dataclass(frozen=True, eq=False)
class Scan:
    """What was exported, and the truth.

    Attributes:
        mesh: in the file's units and axes, corners doubled along seams.
        units: "m", "mm", ..., or None where they are arbitrary.
        up: "y" or "z".
        to_truth: (4, 4) similarity from the file's coordinates to the shape's frame, inches.
        shape: the exact piece, with the crate.
        seen: (N, 3) points of the exact piece that were seen, but for specks, in its frame.
        crate: low and high corner of the crate that stands apart, or None.
        crumbs: how many there are.
        table: what it stood on.
    """

    mesh: trimesh.Trimesh
    units: str | None
    up: str
    to_truth: np.ndarray
    shape: trimesh.Trimesh
    seen: np.ndarray
    crate: np.ndarray | None
    crumbs: int
    table: Table


def scan(
    shape: trimesh.Trimesh,
    severity: int = 1,
    seed: int = 0,
    faces: int = 30_000,
    table: Table | None = None,
    units: str | None = "m",
    up: str | None = None,
    crate: bool = False,
    tilt_deg: float = 6.0,
) -> Scan:
    """Scan a closed shape that stands on z = 0.

    Args:
        faces: about so many, table included.
        table: what it stands on; None: chosen by the seed.
        units: None: arbitrary ones.
        up: None: chosen by the seed.
        tilt_deg: at most so far the whole leans.
    """
    rng = np.random.default_rng([seed, severity])
    kind: Table = table or ("plane", "mat", "edge", "mat on table")[rng.integers(4)]
    low, high = shape.bounds
    beside = None
    whole = solid(shape)
    if crate:
        beside = np.array([[high[0] + 0.8, low[1], 0.0], [high[0] + 1.8, low[1] + 1.0, 0.9]])
        whole = union([whole, box(*beside)])
    truth = mesh_of(whole)
    scene = union([whole, *_table(truth.bounds, kind, rng), *_bumps(truth, severity, kind, rng)])
    finer = 0
    while faces / 4**finer > JOINED:
        finer += 1
    exact = _refined(mesh_of(scene), faces // 4**finer)
    views = _cameras(truth.bounds, severity, rng)
    seen, far = _looked_at(exact, views)
    for _ in range(finer):
        exact = _quartered(exact)
        seen, far = np.repeat(seen, 4), np.repeat(far, 4)
    if kind == "plane":
        seen &= exact.triangles_center[:, 2] > -TINY
    noisy = _noisy(exact, far, NOISE[severity], rng)
    kept = noisy.faces[seen]
    vertices, kept = _seams(noisy.vertices, kept, noisy.face_normals[seen], severity, rng)
    bodies = [trimesh.Trimesh(vertices, kept, process=False)]
    crumbs = 3 * severity
    bodies += _crumbs(truth, crumbs, rng)
    if severity == 4 and kind != "none":
        bodies.append(_skin(truth.bounds, rng))
    heap = trimesh.util.concatenate(bodies)
    axis = up or ("y", "z")[rng.integers(2)]
    inches = INCHES_PER_UNIT[units] if units else float(np.exp(rng.uniform(-3, 3)))
    to_file = _pose(axis, inches, tilt_deg, rng)
    heap.apply_transform(to_file)
    heap.vertices = heap.vertices.astype(np.float32)
    return Scan(
        mesh=heap,
        units=units,
        up=axis,
        to_truth=np.linalg.inv(to_file),
        shape=truth,
        seen=_of_shape(exact.triangles_center[_in_patches(exact, seen)], truth),
        crate=beside,
        crumbs=crumbs,
        table=kind,
    )


def _in_patches(mesh: trimesh.Trimesh, seen: np.ndarray) -> np.ndarray:
    """(F,) which seen faces belong to patches of `PATCH` faces or more: a speck tells nothing."""
    pairs = mesh.face_adjacency
    pairs = pairs[seen[pairs].all(axis=1)]
    groups = trimesh.graph.connected_component_labels(pairs, node_count=len(seen))
    return seen & (np.bincount(groups)[groups] >= PATCH)


def _of_shape(points: np.ndarray, truth: trimesh.Trimesh) -> np.ndarray:
    """Those points that are the shape's own, above what a scan loses to the table."""
    over = points[points[:, 2] > 0.05]
    return over[distances(truth, over) < 1e-6]


def _quartered(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Each face in four, one after another."""
    faces = np.asarray(mesh.faces)
    sides = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    edges, of = np.unique(sides, axis=0, return_inverse=True)
    middle = of.reshape(-1, 3) + len(mesh.vertices)
    (a, b, c), (ab, bc, ca) = faces.T, middle.T
    parts = np.stack([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]])
    points = np.concatenate([mesh.vertices, mesh.vertices[edges].mean(axis=1)])
    return trimesh.Trimesh(points, parts.transpose(2, 0, 1).reshape(-1, 3), process=False)


def _table(bounds: np.ndarray, kind: Table, rng: np.random.Generator) -> list:
    """What the shape stands on, its top at z = 0."""
    if kind == "none":
        return []
    low, high = bounds[:, :2].copy()
    middle = (low + high) / 2
    radius = float(np.linalg.norm(high - low)) / 2 + rng.uniform(1.5, 3.0)
    low, high = low - rng.uniform(1.5, 3.0, 2), high + rng.uniform(1.5, 3.0, 2)
    angle = np.arange(64) * 2 * np.pi / 64
    ring = middle + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    if kind == "mat":
        return [prism([ring], 0.1).translate([0, 0, -0.1])]
    if kind == "mat on table":
        far = radius + 2
        plate = box((*(middle - far), -0.5), (*(middle + far), -0.09))
        return [prism([ring], 0.1).translate([0, 0, -0.1]), plate]
    return [box((*low, -0.75), (*high, 0.0))]


def _bumps(shape: trimesh.Trimesh, severity: int, kind: Table, rng: np.random.Generator) -> list:
    """Grit that lies on the table beside the shape."""
    if kind == "none":
        return []
    low, high = shape.bounds[:, :2]
    found = []
    for _ in range(severity):
        side = rng.uniform(low - 0.8, high + 0.8)
        axis = rng.integers(2)
        side[axis] = (low[axis] - 0.7) if rng.integers(2) else (high[axis] + 0.5)
        size = rng.uniform(0.08, 0.2, 3)
        found.append(box((*side, -0.02), (side[0] + size[0], side[1] + size[1], size[2])))
    return found


def _refined(mesh: trimesh.Trimesh, faces: int) -> trimesh.Trimesh:
    """The same surface in even triangles."""
    lift = 2.0 - mesh.bounds[0, 2]
    raised = mesh.copy()
    raised.vertices[:, 2] += lift
    even = roughen(raised, max(faces, 2_000), noise=0.0)
    vertices = even.vertices.copy()
    vertices[:, 2] -= lift
    return trimesh.Trimesh(vertices, even.faces, process=False)


def _cameras(bounds: np.ndarray, severity: int, rng: np.random.Generator) -> np.ndarray:
    """(C, 3) rings about the shape."""
    middle = bounds.mean(axis=0)
    size = float(np.linalg.norm(bounds[1] - bounds[0]))
    rings, around = ((12, 35, 60), 10) if severity < 3 else ((15, 50), 11 - severity)
    views = []
    for elevation in np.deg2rad(rings):
        turn = rng.uniform(0, 2 * np.pi) + np.arange(around) * 2 * np.pi / around
        flat = 1.6 * size * np.cos(elevation)
        views.append(
            np.column_stack([
                middle[0] + flat * np.cos(turn), middle[1] + flat * np.sin(turn),
                np.full(around, middle[2] + 1.6 * size * np.sin(elevation)),
            ])
        )  # fmt: skip
    return np.concatenate(views)


def _looked_at(mesh: trimesh.Trimesh, views: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(F,) whether two cameras or more see a face, and how far off its nearest is, in mean ones."""
    scene = RayScene()
    scene.place(mesh, id="all")
    at = mesh.triangles_center + TINY * mesh.face_normals
    count = np.zeros(len(at), dtype=np.int64)
    nearest = np.full(len(at), np.inf)
    for view in views:
        way = view - at
        distance = np.linalg.norm(way, axis=1)
        facing = np.einsum("ij,ij->i", way, mesh.face_normals) > 0.12 * distance
        rows = np.flatnonzero(facing)
        clear = rows[~scene.any_hit(at[rows], np.broadcast_to(view, (len(rows), 3)))]
        count[clear] += 1
        nearest[clear] = np.minimum(nearest[clear], distance[clear])
    mean = nearest[np.isfinite(nearest)].mean()
    return count >= 2, np.where(np.isfinite(nearest), nearest / mean, 1.0)


def _noisy(
    mesh: trimesh.Trimesh, far: np.ndarray, noise: float, rng: np.random.Generator
) -> trimesh.Trimesh:
    """Moved along the normals: long waves, and white noise up to a third of the shortest edge."""
    points, faces = mesh.vertices, mesh.faces
    spread = np.zeros(len(points))
    np.maximum.at(spread, faces.ravel(), np.repeat(far, 3))
    direction = rng.normal(size=(24, 3))
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    length = rng.uniform(0.8, 3.0, 24)
    wave = np.sin(points @ (direction * (2 * np.pi / length)[:, None]).T + rng.uniform(0, 6.3, 24))
    smooth = wave @ rng.normal(size=24) / np.sqrt(12)
    shortest = np.full(len(points), np.inf)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        edge = np.linalg.norm(points[faces[:, a]] - points[faces[:, b]], axis=1)
        np.minimum.at(shortest, faces[:, a], edge)
        np.minimum.at(shortest, faces[:, b], edge)
    limit = np.minimum(shortest / 3, 3 * noise)
    white = np.clip(rng.normal(size=len(points)) * noise * spread**2 / np.sqrt(2), -limit, limit)
    smooth = np.clip(smooth * noise * spread**2 / np.sqrt(2), -2.5 * noise, 2.5 * noise)
    moved = points + mesh.vertex_normals * (smooth + white)[:, None]
    return trimesh.Trimesh(moved, faces, process=False)


def _seams(
    vertices: np.ndarray, faces: np.ndarray, normals: np.ndarray, severity: int,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Corners doubled where charts of the texture meet; from severity 3 on not quite meeting."""
    centre = vertices[faces].mean(axis=1)
    cell = np.floor(centre / 3.0).astype(np.int64) @ [1, 101, 10_007]
    chart = cell * 6 + np.abs(normals).argmax(axis=1)
    _, chart = np.unique(chart, return_inverse=True)
    keys = faces.astype(np.int64) * (int(chart.max()) + 1) + chart[:, None]
    used, corner = np.unique(keys.ravel(), return_inverse=True)
    points = vertices[used // (int(chart.max()) + 1)]
    if severity >= 3:
        points = points + rng.uniform(-2e-5, 2e-5, points.shape)
    return points, corner.reshape(-1, 3)


def _crumbs(shape: trimesh.Trimesh, number: int, rng: np.random.Generator) -> list:
    """Specks that hang in the air about the shape."""
    low, high = shape.bounds
    found = []
    for _ in range(number):
        ball = trimesh.creation.icosphere(1, radius=rng.uniform(0.04, 0.15))
        ball.vertices *= rng.uniform(0.6, 1.4, ball.vertices.shape)
        at = rng.uniform(low - 1.0, high + 1.0)
        axis = rng.integers(2)
        at[axis] = (low[axis] - rng.uniform(0.5, 1)) if rng.integers(2) else high[axis] + 0.5
        ball.apply_translation((*at[:2], rng.uniform(0.4, high[2] + 0.5)))
        found.append(ball)
    return found


def _skin(bounds: np.ndarray, rng: np.random.Generator) -> trimesh.Trimesh:
    """A bowl under the table: what Poisson reconstruction closes an open surface with."""
    low, high = bounds[:, :2]
    bowl = trimesh.creation.icosphere(4, radius=1.0)
    bowl.update_faces(bowl.triangles_center[:, 2] < 0.0)
    bowl.remove_unreferenced_vertices()
    reach = np.linalg.norm(high - low) / 2 + 1.5
    bowl.vertices *= [reach, reach, rng.uniform(0.8, 2.0)]
    bowl.vertices += [*((low + high) / 2), -0.15]
    return bowl


def _pose(up: str, inches: float, tilt_deg: float, rng: np.random.Generator) -> np.ndarray:
    """(4, 4) from the shape's frame to the file's coordinates."""
    turn = trimesh.transformations.rotation_matrix(rng.uniform(0, 2 * np.pi), [0, 0, 1])
    about = rng.uniform(0, 2 * np.pi)
    lean = trimesh.transformations.rotation_matrix(
        np.deg2rad(rng.uniform(0, tilt_deg)), [np.cos(about), np.sin(about), 0]
    )
    place = trimesh.transformations.translation_matrix(rng.uniform(-8, 8, 3))
    pose = place @ lean @ turn
    if up == "y":
        # z up to y up: (x, y, z) becomes (x, z, -y).
        pose = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1.0]]) @ pose
    return np.diag([1 / inches, 1 / inches, 1 / inches, 1.0]) @ pose
