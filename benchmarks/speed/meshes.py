"""Mesh libraries that also trace rays: trimesh, pyvista, VTK."""

from typing import Any

import numpy as np

from benchmarks.speed.lines import Lines
from benchmarks.speed.peer import Missing, Peer
from benchmarks.speed.scene import Scene


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
