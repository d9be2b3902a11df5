"""The engines that are measured: geo3d itself, and what it is measured against."""

from typing import Any

import numpy as np

from benchmarks.speed.embree import Embree, Embree2
from benchmarks.speed.lines import Lines
from benchmarks.speed.meshes import Pyvista, TrimeshEmbree, TrimeshRtree, Vtk
from benchmarks.speed.peer import Missing, Peer
from benchmarks.speed.scene import Scene
from benchmarks.speed.tracers import Mitsuba, Open3d


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
