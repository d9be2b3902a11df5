"""Enclosed gaps of a mesh: found, measured, and closed by plugs (13.11)."""

from geo3d.piece.gaps.finding import find_gaps
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.sealing import plug, sealed_to
from geo3d.piece.gaps.stated import stated_gap
from geo3d.piece.gaps.stored import is_known, known_gaps

__all__ = ["Gap", "find_gaps", "is_known", "known_gaps", "plug", "sealed_to", "stated_gap"]
