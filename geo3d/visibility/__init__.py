"""Line of sight between two models: visible, fully visible, which fraction, seen past what."""

from geo3d.visibility.fraction import Fraction, Samples
from geo3d.visibility.result import Blocker, Geometry, Sight, Witness
from geo3d.visibility.scene import BoardScene, board_scene
from geo3d.visibility.sightline import sight
from geo3d.visibility.sightlines import Sightlines, UnitSight, sightlines

__all__ = [
    "Blocker",
    "BoardScene",
    "Fraction",
    "Geometry",
    "Samples",
    "Sight",
    "Sightlines",
    "UnitSight",
    "Witness",
    "board_scene",
    "sight",
    "sightlines",
]
