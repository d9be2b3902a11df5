"""The engines that geo3d is measured against, each asked in its own best form.

A peer holds the merged scene. `ready` makes the arrays that it wants (not timed); `any_hit` and
`first_hit` are timed and give its own answer; `blocked` reads from an answer which segments are
stopped (not timed).
"""

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np

from benchmarks.speed.lines import Lines
from benchmarks.speed.scene import Scene, matrix, ruin

CORES = os.cpu_count() or 1
CHUNKS = 16
"""Parts that the segments are cut into where several threads share them."""


class Missing(Exception):
    """A peer that is not installed, or that does not do this; its text says which."""


class Peer:
    """What all of them have."""

    name: ClassVar[str]
    few: ClassVar[int | None] = None
    """Segments that it is asked, where it is too slow for all of them."""
    largest: ClassVar[int | None] = None
    """Faces beyond which it takes too long or too much memory to build."""

    def ready(self, lines: Lines) -> Any:
        """The arrays that it wants; not timed."""
        return lines

    def any_hit(self, ready: Any) -> Any:
        """Whether each segment is stopped, in the engine's own form."""
        raise NotImplementedError

    def first_hit(self, ready: Any) -> Any:
        """What stops each segment first, in the engine's own form."""
        raise NotImplementedError

    def blocked(self, answer: Any) -> np.ndarray:
        """(N,) bool: which segments are stopped, from either answer."""
        raise NotImplementedError


class Geo3d(Peer):
    """Not a peer: the engine itself, in the same form."""

    name = "geo3d"

    def __init__(self, scene: Scene) -> None:
        self.scene = scene.rays()

    def any_hit(self, ready: Lines) -> Any:
        return self.scene.any_hit(ready.starts, ready.ends, bundles=ready.edges)

    def first_hit(self, ready: Lines) -> Any:
        return self.scene.first_hit(ready.starts, ready.ends, bundles=ready.edges)

    def blocked(self, answer: Any) -> np.ndarray:
        return answer if isinstance(answer, np.ndarray) else answer.hit


class Embree(Peer):
    """embreex called directly. Its first hit gives the triangle alone, no distance: its fastest."""

    name = "embreex, 1 thread"

    def __init__(self, scene: Scene) -> None:
        self.scene = embree_scene(*scene.merged())

    @classmethod
    def holding(cls, scene: Any) -> Self:
        """With a scene of embreex that is there already."""
        made = cls.__new__(cls)
        made.scene = scene
        return made

    def ready(self, lines: Lines) -> Any:
        return lines.origins, lines.directions, lines.reach

    def _run(self, ready: Any, query: str) -> Any:
        origins, directions, reach = ready
        return self.scene.run(origins, directions, dists=reach, query=query)

    def any_hit(self, ready: Any) -> Any:
        return self._run(ready, "OCCLUDED")

    def first_hit(self, ready: Any) -> Any:
        return self._run(ready, "INTERSECT")

    def blocked(self, answer: Any) -> np.ndarray:
        return np.asarray(answer) >= 0


class Embree2(Embree):
    """The same scene, the segments in chunks on two threads: embreex releases the GIL."""

    name = "embreex, 2 threads"

    def __init__(self, one: Embree) -> None:
        self.scene = one.scene
        self.pool = ThreadPoolExecutor(2)

    def _run(self, ready: Any, query: str) -> Any:
        cuts = np.linspace(0, len(ready[0]), CHUNKS + 1).astype(int)
        parts = [tuple(array[a:b] for array in ready) for a, b in pairwise(cuts) if b > a]
        run = super()._run
        return np.concatenate(list(self.pool.map(lambda part: run(part, query), parts)))


class Open3d(Peer):
    name = f"Open3D, {CORES} threads"

    def __init__(self, scene: Scene) -> None:
        try:
            import open3d
        except ImportError as error:
            raise Missing("Open3D is not installed") from error
        self.core = open3d.core
        self.scene = open3d.t.geometry.RaycastingScene()
        vertices, faces = scene.merged()
        self.scene.add_triangles(vertices, faces.astype(np.uint32))

    def ready(self, lines: Lines) -> Any:
        rays = np.concatenate([lines.origins, lines.ways], axis=1)
        return self.core.Tensor(rays)

    def any_hit(self, ready: Any) -> Any:
        return self.scene.test_occlusions(ready, tfar=1.0).numpy()

    def first_hit(self, ready: Any) -> Any:
        return self.scene.cast_rays(ready)["t_hit"].numpy()

    def blocked(self, answer: Any) -> np.ndarray:
        return answer if answer.dtype == bool else answer < 1.0


class Mitsuba(Peer):
    """On the large scene with instances of one ruin, else merged."""

    name = f"mitsuba LLVM, {CORES} threads"

    def __init__(self, scene: Scene) -> None:
        try:
            import drjit
            import mitsuba

            mitsuba.set_variant("llvm_ad_rgb")
            drjit.eval(drjit.arange(mitsuba.Float, 4))
        except ImportError as error:
            raise Missing("mitsuba is not installed") from error
        except Exception as error:
            raise Missing(f"mitsuba finds no LLVM: {error}") from error
        self.dr, self.mi = drjit, mitsuba
        one = len(set(scene.faces)) == 1 and scene.total() > 4_000_000
        self.scene = self._instances(scene) if one else self._merged(scene)

    def _mesh(self, vertices: np.ndarray, faces: np.ndarray) -> Any:
        mesh = self.mi.Mesh("mesh", len(vertices), len(faces))
        parameters = self.mi.traverse(mesh)
        parameters["vertex_positions"] = np.ascontiguousarray(vertices, np.float32).ravel()
        parameters["faces"] = np.ascontiguousarray(faces, np.uint32).ravel()
        parameters.update()
        return mesh

    def _merged(self, scene: Scene) -> Any:
        return self.mi.load_dict({"type": "scene", "mesh": self._mesh(*scene.merged())})

    def _instances(self, scene: Scene) -> Any:
        mesh = ruin(scene.faces[0])
        parts: dict[str, Any] = {
            "type": "scene",
            "group": {"type": "shapegroup", "mesh": self._mesh(mesh.vertices, mesh.faces)},
        }
        for number in range(len(scene.faces)):
            parts[f"ruin-{number}"] = {
                "type": "instance",
                "to_world": self.mi.ScalarTransform4f(matrix(number)),
                "group": {"type": "ref", "id": "group"},
            }
        return self.mi.load_dict(parts)

    def ready(self, lines: Lines) -> Any:
        mi = self.mi
        ray = mi.Ray3f(
            mi.Point3f(np.ascontiguousarray(lines.origins.T)),
            mi.Vector3f(np.ascontiguousarray(lines.directions.T)),
        )
        ray.maxt = mi.Float(lines.reach)
        self.dr.eval(ray)
        return ray

    def any_hit(self, ready: Any) -> Any:
        return self.scene.ray_test(ready).numpy()

    def first_hit(self, ready: Any) -> Any:
        return self.scene.ray_intersect_preliminary(ready, coherent=False).t.numpy()

    def blocked(self, answer: Any) -> np.ndarray:
        return answer if answer.dtype == bool else np.isfinite(answer)


class _Locations(Peer):
    """Engines that know rays without an end: the first location, then its distance."""

    def ready(self, lines: Lines) -> Any:
        return lines.starts, (lines.ends - lines.starts), lines.reach

    def any_hit(self, ready: Any) -> Any:
        return self.first_hit(ready)

    def first_hit(self, ready: Any) -> Any:
        starts, ways, reach = ready
        points, ray = self._first(starts, ways)
        hit = np.zeros(len(starts), np.bool_)
        hit[ray] = np.linalg.norm(points - starts[ray], axis=1) < reach[ray]
        return hit

    def _first(self, starts: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        raise NotImplementedError

    def blocked(self, answer: Any) -> np.ndarray:
        return answer


class TrimeshEmbree(_Locations):
    name = "trimesh with embreex"

    def __init__(self, scene: Scene) -> None:
        from trimesh.ray.ray_pyembree import RayMeshIntersector

        self.engine = RayMeshIntersector(_trimesh(scene))

    def _first(self, starts: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points, ray, _ = self.engine.intersects_location(starts, ways, multiple_hits=False)
        return points, ray


class TrimeshRtree(_Locations):
    name = "trimesh with rtree"
    few = 24
    largest = 1_000_000

    def __init__(self, scene: Scene) -> None:
        from trimesh.ray.ray_triangle import RayMeshIntersector

        self.engine = RayMeshIntersector(_trimesh(scene))

    def _first(self, starts: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points, ray, _ = self.engine.intersects_location(starts, ways, multiple_hits=False)
        return points, ray


class Pyvista(_Locations):
    """`multi_ray_trace` hands the mesh to trimesh at every call; that is part of its price."""

    name = "pyvista multi_ray_trace"
    largest = 1_000_000

    def __init__(self, scene: Scene) -> None:
        self.mesh = _poly_data(scene)

    def _first(self, starts: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points, ray, _ = self.mesh.multi_ray_trace(starts, ways, first_point=True)
        return np.reshape(points, (-1, 3)), np.asarray(ray, dtype=np.int64)


class Vtk(Peer):
    """VTK's own locator, one segment a call, as there is no other way."""

    name = "vtkStaticCellLocator"
    few = 4_000
    largest = 1_000_000

    def __init__(self, scene: Scene) -> None:
        mesh = _poly_data(scene)
        import vtk

        self.vtk = vtk
        self.locator = vtk.vtkStaticCellLocator()
        self.locator.SetDataSet(mesh)
        self.locator.BuildLocator()

    def ready(self, lines: Lines) -> Any:
        return lines.starts.tolist(), lines.ends.tolist()

    def any_hit(self, ready: Any) -> Any:
        return self.first_hit(ready)

    def first_hit(self, ready: Any) -> Any:
        share, part, cell = self.vtk.mutable(0.0), self.vtk.mutable(0), self.vtk.mutable(0)
        point, parameters = [0.0] * 3, [0.0] * 3
        ask = self.locator.IntersectWithLine
        return [ask(a, b, 1e-9, share, point, parameters, part, cell)
                for a, b in zip(*ready, strict=True)]  # fmt: skip

    def blocked(self, answer: Any) -> np.ndarray:
        return np.array(answer, dtype=bool)


def embree_scene(vertices: np.ndarray, faces: np.ndarray) -> Any:
    """A scene of embreex with one mesh in it. Raises Missing without embreex."""
    try:
        from embreex.mesh_construction import TriangleMesh
        from embreex.rtcore_scene import EmbreeScene
    except ImportError as error:
        raise Missing("embreex is not installed") from error
    scene = EmbreeScene()
    TriangleMesh(scene, vertices, faces)
    return scene


def _trimesh(scene: Scene) -> Any:
    import trimesh

    vertices, faces = scene.merged()
    return trimesh.Trimesh(vertices, faces, process=False)


def _poly_data(scene: Scene) -> Any:
    try:
        import pyvista
    except ImportError as error:
        raise Missing("pyvista is not installed") from error
    vertices, faces = scene.merged()
    return pyvista.PolyData.from_regular_faces(vertices, faces)


OTHERS = (Open3d, Mitsuba, TrimeshEmbree, Pyvista, TrimeshRtree, Vtk)


def engines(scene: Scene) -> tuple[list[Peer], list[str]]:
    """geo3d, embreex twice and the others that are there; and a line for each that is not.

    Raises:
        Missing: no embreex: there is nothing to compare with.
    """
    one = Embree(scene)
    found: list[Peer] = [Geo3d(scene), one, Embree2(one)]
    notes = []
    for kind in OTHERS:
        if kind.largest is not None and scene.total() > kind.largest:
            notes.append(
                f"{kind.name}: left out, too slow or too big beyond {kind.largest:,} faces"
            )
            continue
        try:
            found.append(kind(scene))  # type: ignore[call-arg]
        except (Missing, ImportError) as error:
            notes.append(f"{kind.name}: left out: {error}")
    return found, notes
