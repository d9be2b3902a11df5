"""An open line between two bodies, and what a search for one found."""

from dataclasses import dataclass

from geo3d.rays.segments import Floats


@dataclass(frozen=True, eq=False)
class Line:
    """An open line from the first body to the second."""

    start: Floats
    end: Floats

    def reversed(self) -> "Line":
        """The same line the other way."""
        return Line(self.end, self.start)


@dataclass(frozen=True, eq=False)
class Found:
    """What the search found.

    Attributes:
        line: an open line, or None.
        certified: the answer is certain: there is a line, or it is proven that there is none.
    """

    line: Line | None
    certified: bool
