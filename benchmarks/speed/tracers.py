"""Ray tracers that use all cores: Open3D and mitsuba."""

import os
from typing import Any

import numpy as np

from benchmarks.speed.lines import Lines
from benchmarks.speed.peer import Missing, Peer
from benchmarks.speed.scene import Scene, matrix, ruin

CORES = os.cpu_count() or 1


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
