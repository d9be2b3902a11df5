"""How models move and stand: what they pass and climb, what carries them, where they can get to."""

from geo3d.motion.ending import judge_stand
from geo3d.motion.moving import judge_move
from geo3d.motion.reach import Reach, reach
from geo3d.motion.result import Distance, Move, Stand, Surface, Violation

__all__ = [
    "Distance",
    "Move",
    "Reach",
    "Stand",
    "Surface",
    "Violation",
    "judge_move",
    "judge_stand",
    "reach",
]
