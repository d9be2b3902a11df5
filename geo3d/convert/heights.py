"""How high the pieces of published layouts stand: the layouts' data does not say.

Each height is taken from the same package's own template of the piece that it resembles most, or is
an assumption, and says so. Another one can be given for each kind.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches

from geo3d.errors import UsageError

STOREY = 3.0
"""Inches from one floor to the next: the package's catwalk and gantry, whose upper floor is floor
1, are 3" high, and 13.11 calls 3" the usual height of the first floor."""

SLAB = 0.2
"""Inches: how thick an upper floor is. An assumption: 5 mm, as terrain kits of board have it."""

THIN = 0.25
"""Inches: the thickness of a wall that the data calls thin by stating none. An assumption."""

HEIGHTS: dict[str, tuple[float, str]] = {
    "ab": (5.0, "template corner-ruin-balanced-left"),
    "cd": (5.0, "template corner-ruin-left"),
    "co": (5.0, "template corner-ruin-left"),
    "ef": (5.0, "template corner-ruin-balanced-left"),
    "gh": (5.0, "template corner-ruin-left"),
    "corner": (5.0, "template corner-tiny"),
    "small-l": (5.0, "template corner-short"),
    "small-l-flip": (5.0, "template corner-short"),
    "tower": (3.0, "template gantry"),
    "generator": (3.0, "template generator"),
    "pipes": (2.0, "template pipe"),
    "long-barrier": (2.0, "template barricade"),
    "short-barrier": (2.0, "template barricade"),
    "ruin-part": (3.0, "assumption: as the generator, the other block without walls"),
}
"""Kind of piece -> inches, and where that comes from."""


def kind_of(template: str) -> str:
    """The kind of a template: "cd" of "bm-part-cd-1d1e702704"."""
    return re.sub(r"-[0-9a-f]{10}$", "", template.removeprefix("bm-part-"))


def heights_with(given: Mapping[str, float] | None) -> dict[str, float]:
    """The table, with what is given in place of it.

    Raises:
        UsageError: a kind that there is not, or a height that is not above 0.
    """
    table = {kind: height for kind, (height, _) in HEIGHTS.items()}
    for kind, height in (given or {}).items():
        if kind not in table:
            near = get_close_matches(kind, table, n=2) or sorted(table)
            raise UsageError(f"heights: no kind of piece {kind!r}; there are {', '.join(near)}")
        if not 0.0 < height <= 100.0:
            raise UsageError(f"heights: {kind}: inches above 0, at most 100, wanted; got {height}")
        table[kind] = float(height)
    return table
