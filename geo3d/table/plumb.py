"""Looking straight down: what is under points of the table."""

import warnings
from collections.abc import Iterable

import numpy as np

from geo3d.errors import Geo3dWarning
from geo3d.rays import RayScene
from geo3d.rays.segments import Floats, Ints
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
        self._closed: dict[str, bool] = {}
        for feature in self._features.values():
            mesh = feature.piece.mesh
            with warnings.catch_warnings():
                # Faces left out of the tree were counted when the piece was read.
                warnings.simplefilter("ignore", Geo3dWarning)
                self._scene.place(mesh, feature.transform, feature.id)
            bottom, top = mesh.bounds[:, 2] + feature.transform[2, 3]
            self._low, self._high = min(self._low, bottom - 1.0), max(self._high, top + 1.0)
            self._closed[feature.id] = bool(mesh.is_volume)

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
        keep = [
            not self._closed[id] or self._upwards(self._features[id], face)
            for id, face in zip(down.id, down.face, strict=True)
        ]
        features = [self._features[id] for id in down.id[keep]]
        return down.segment[keep], down.point[keep, 2], features

    @staticmethod
    def _upwards(feature: Feature, face: int) -> bool:
        """Whether a face looks up (features stand upright, so in its own frame)."""
        a, b, c = feature.piece.mesh.vertices[feature.piece.mesh.faces[face]]
        turned = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return bool(turned >= 0.0)
