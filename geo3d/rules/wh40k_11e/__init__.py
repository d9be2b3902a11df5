"""Warhammer 40,000, 11th edition: terrain and visibility (13.07 to 13.11.01)."""

from geo3d.rules.wh40k_11e.verdict import Known, judge, quick_verdict

__all__ = ["Known", "judge", "quick_verdict"]
