"""The optional second engine: Embree by way of embreex, float32, for cross-checks.

All placed meshes are merged into one Embree scene, built anew after each change (the binding has no
instances). Its answers near edges, near surfaces and far from the origin are those of float32; it
knows nothing of touching. Faces with NaN or infinite corners are left out: one of them would make
Embree see through its neighbours.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from geo3d.errors import SceneError
from geo3d.rays.bvh import MeshTree
from geo3d.rays.segments import Bools, Floats, Hits, Ints

STEP = 1e-4
"""Inches that `all_hits` steps past a hit before it looks for the next; float32 needs that much."""


class PlacedTree(Protocol):
    """What the engine asks of a placed mesh."""

    @property
    def transform(self) -> Floats: ...
    @property
    def tree(self) -> MeshTree: ...


class EmbreeEngine:
    """One merged Embree scene of the placed meshes."""

    def __init__(self) -> None:
        try:
            from embreex.mesh_construction import TriangleMesh
            from embreex.rtcore_scene import EmbreeScene
        except ImportError as error:
            raise SceneError(
                'engine "embree" needs the extra: pip install "geo3d[embree]"'
            ) from error
        self._new_scene, self._new_mesh = EmbreeScene, TriangleMesh
        self._scene: Any = None

    def forget(self) -> None:
        """The placed meshes have changed."""
        self._scene = None

    def _prepare(self, placed: Mapping[str, PlacedTree]) -> None:
        if self._scene is not None:
            return
        corners, owner, face = [], [], []
        for number, mesh in enumerate(placed.values()):
            local = mesh.tree.triangles.reshape(-1, 3) + mesh.tree.centre
            corners.append(local @ mesh.transform[:3, :3].T + mesh.transform[:3, 3])
            owner.append(np.full(len(mesh.tree.faces), number))
            face.append(mesh.tree.faces)
        self._ids = np.array([*placed, None], dtype=object)
        points = np.concatenate(corners)
        self._owner: Ints = np.concatenate(owner)
        self._face: Ints = np.concatenate(face)
        # float32 keeps seven digits: centred, they are spent on the board and not on its place.
        self._origin = (points.min(axis=0) + points.max(axis=0)) / 2
        self._scene = self._new_scene(robust=True)
        self._new_mesh(
            self._scene,
            (points - self._origin).astype(np.float32),
            np.arange(len(points), dtype=np.int32).reshape(-1, 3),
        )

    def _trace(self, starts: Floats, ends: Floats) -> tuple[Ints, Floats]:
        """First triangle met (or -1) and the share of the segment up to it."""
        way = ends - starts
        length = np.linalg.norm(way, axis=1)
        moving = length > 0
        share = np.full(len(starts), np.inf)
        triangle = np.full(len(starts), -1, np.int64)
        direction = way[moving] / length[moving, None]
        found = self._scene.run(
            (starts[moving] - self._origin).astype(np.float32),
            direction.astype(np.float32),
            dists=length[moving].astype(np.float32),
            query="INTERSECT",
            output=True,
        )
        primitive = np.asarray(found["primID"], dtype=np.int64)
        far = np.asarray(found["tfar"], dtype=np.float64) / length[moving]
        hit = (primitive >= 0) & (far < 1.0)
        triangle[moving] = np.where(hit, primitive, -1)
        share[moving] = np.where(hit, far, np.inf)
        return triangle, share

    def any_hit(self, placed: Mapping[str, PlacedTree], starts: Floats, ends: Floats) -> Bools:
        """As `RayScene.any_hit`, in float32."""
        if not placed or not len(starts):
            return np.zeros(len(starts), np.bool_)
        self._prepare(placed)
        return self._trace(starts, ends)[0] >= 0

    def first_hit(self, placed: Mapping[str, PlacedTree], starts: Floats, ends: Floats) -> Hits:
        """As `RayScene.first_hit`, in float32."""
        number = len(starts)
        triangle, share = np.full(number, -1, np.int64), np.full(number, np.inf)
        if placed and number:
            self._prepare(placed)
            triangle, share = self._trace(starts, ends)
        return self._hits(np.arange(number), triangle, share, starts, ends)

    def all_hits(self, placed: Mapping[str, PlacedTree], starts: Floats, ends: Floats) -> Hits:
        """As `RayScene.all_hits`, in float32, by stepping on past each hit."""
        segment: npt.NDArray[np.int64] = np.arange(len(starts))
        begin = np.zeros(len(starts))
        length = np.linalg.norm(ends - starts, axis=1)
        rows: list[tuple[Ints, Ints, Floats]] = [
            (np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))
        ]
        if placed and len(starts):
            self._prepare(placed)
        else:
            segment = segment[:0]
        while len(segment):
            a = starts[segment] + begin[segment, None] * (ends[segment] - starts[segment])
            triangle, share = self._trace(a, ends[segment])
            hit = triangle >= 0
            segment, triangle, share = segment[hit], triangle[hit], share[hit]
            whole = begin[segment] + share * (1.0 - begin[segment])
            rows.append((segment, triangle, whole))
            begin[segment] = whole + STEP / length[segment]
            segment = segment[begin[segment] < 1.0]
        segments, triangles, shares = (np.concatenate(column) for column in zip(*rows, strict=True))
        order = np.lexsort((shares, segments))
        return self._hits(segments[order], triangles[order], shares[order], starts, ends)

    def _hits(
        self, segment: Ints, triangle: Ints, share: Floats, starts: Floats, ends: Floats
    ) -> Hits:
        hit = triangle >= 0
        id = np.full(len(segment), None, dtype=object)
        face = np.full(len(segment), -1, np.int64)
        distance = np.full(len(segment), np.inf)
        point = np.full((len(segment), 3), np.nan)
        if hit.any():
            way = ends[segment[hit]] - starts[segment[hit]]
            id[hit] = self._ids[self._owner[triangle[hit]]]
            face[hit] = self._face[triangle[hit]]
            distance[hit] = share[hit] * np.linalg.norm(way, axis=1)
            point[hit] = starts[segment[hit]] + share[hit, None] * way
        return Hits(hit=hit, id=id, face=face, distance=distance, point=point, segment=segment)
