"""Line of sight between two models: visible, fully visible, which fraction, seen past what."""

from geo3d.visibility.fraction import Fraction, Samples
from geo3d.visibility.result import Blocker, Geometry, Sight, Verdict, Witness
from geo3d.visibility.scene import BoardScene, board_scene

__all__ = [
    "Blocker",
    "BoardScene",
    "Fraction",
    "Geometry",
    "Samples",
    "Sight",
    "Verdict",
    "Witness",
    "board_scene",
]
