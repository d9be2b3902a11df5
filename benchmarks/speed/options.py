"""What a run is asked for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """Of the command line.

    Attributes:
        scenes: sizes to measure, by name.
        runs: rounds of each measure.
        share: part of the full number of segments and pairs.
    """

    scenes: tuple[str, ...] = ("small", "mid", "large")
    runs: int = 5
    share: float = 1.0

    def part(self, number: int, least: int = 1) -> int:
        """That part of a number."""
        return max(least, round(number * self.share))
