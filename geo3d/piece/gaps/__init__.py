"""Enclosed gaps of a mesh: found and measured (13.11)."""

from geo3d.piece.gaps.finding import find_gaps
from geo3d.piece.gaps.gap import Gap

__all__ = ["Gap", "find_gaps"]
