"""Looking straight down: what is under points of the table."""

import threading
import warnings
import weakref
from collections import deque
from collections.abc import Iterable, Mapping

import numpy as np
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.rays import RayScene
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.board import Feature


class Plumb:
    """Features, to be looked at from straight above. Built once.

    Args:
        features: the features on the board.
    """

    def __init__(self, features: Iterable[Feature]) -> None:
        self._features = {feature.id: feature for feature in features}
        self._scene = RayScene()
        self._low, self._high = -1.0, 1.0
        self._stood_on: dict[str, Bools] = {}
        for feature in self._features.values():
            mesh = feature.piece.mesh
            with warnings.catch_warnings():
                # Faces left out of the tree were counted when the piece was read.
                warnings.simplefilter("ignore", Geo3dWarning)
                self._scene.place(mesh, feature.transform, feature.id)
            bottom, top = mesh.bounds[:, 2] + feature.transform[2, 3]
            self._low, self._high = min(self._low, bottom - 1.0), max(self._high, top + 1.0)
            self._stood_on[feature.id] = _stood_on(mesh)

    def surfaces(self, points: Floats) -> tuple[Ints, Floats, list[Feature]]:
        """All surfaces on the verticals through points that one can stand on.

        Of closed features only the upper side of material counts.

        Args:
            points: (N, 2).

        Returns:
            Which point each belongs to, its height z, and its feature, (M,) each.
        """
        number = len(points)
        down = self._scene.all_hits(
            np.column_stack([points, np.full(number, self._high)]),
            np.column_stack([points, np.full(number, self._low)]),
        )
        keep = np.zeros(len(down.id), np.bool_)
        for id in set(down.id):
            rows = np.flatnonzero(down.id == id)
            keep[rows] = self._stood_on[id][down.face[rows]]
        features = [self._features[id] for id in down.id[keep]]
        return down.segment[keep], down.point[keep, 2], features


RECENT = 4
"""Of that many boards' features it is known what they are like from above."""

_lock = threading.Lock()
_recent: deque[tuple[Mapping[str, Feature], Plumb]] = deque(maxlen=RECENT)


def plumb_of(features: Mapping[str, Feature]) -> Plumb:
    """A board's features, to be looked at from above; made once for each mapping of the last few.

    Boards that differ in their figures alone share their features.
    """
    with _lock:
        for known, plumb in _recent:
            if known is features:
                return plumb
    plumb = Plumb(features.values())
    with _lock:
        _recent.append((features, plumb))
    return plumb


_known: weakref.WeakKeyDictionary[trimesh.Trimesh, Bools] = weakref.WeakKeyDictionary()


def _stood_on(mesh: trimesh.Trimesh) -> Bools:
    """(F,) the faces that can be stood on: of a closed mesh those that look up (features stand
    upright, so in its own frame), else all. Found once a mesh."""
    with _lock:
        found = _known.get(mesh)
    if found is None:
        found = np.ones(len(mesh.faces), np.bool_)
        if mesh.is_volume:
            flat = np.asarray(mesh.vertices, dtype=np.float64)[np.asarray(mesh.faces)][:, :, :2]
            one, other = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
            found = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] >= 0.0
        with _lock:
            _known[mesh] = found
    return found
