"""embreex called directly, on one thread and on two."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Self

import numpy as np

from benchmarks.speed.lines import Lines
from benchmarks.speed.peer import Missing, Peer
from benchmarks.speed.scene import Scene

CHUNKS = 16
"""Parts that the segments are cut into where several threads share them."""


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
