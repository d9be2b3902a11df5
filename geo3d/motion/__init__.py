"""How models move and stand: what they pass and climb, what carries them, where they can get to."""

from geo3d.motion.ending import judge_stand
from geo3d.motion.moving import judge_move
from geo3d.motion.reaching.reach import Reach, reach
from geo3d.motion.result import Distance, Move, Stand, Surface, Violation
from geo3d.motion.unit import UnitMove, judge_unit_move

__all__ = [
    "Distance",
    "Move",
    "Reach",
    "Stand",
    "Surface",
    "UnitMove",
    "Violation",
    "judge_move",
    "judge_stand",
    "judge_unit_move",
    "reach",
]
