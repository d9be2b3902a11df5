"""The function under test, for all tests here."""

from geo3d.piece.gaps import Gap, find_gaps

__all__ = ["Gap", "find_gaps"]
