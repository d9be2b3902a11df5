"""Colours that stay apart for colour-blind eyes too: terrain by lightness, players by hue and
lightness (after Okabe and Ito 2008), seen and unseen by bright green against dark violet-grey,
what stops lines as red-orange (solid), blue-green (areas), violet (closed gaps) and slate
(models), gaps as violet, light blue and orange, a path in dark green and its climbs in bright
pink, distances from dark violet over green to yellow (viridis, van der Walt and Smith 2015),
what 2D and the meshes say as light blue and grey where they agree, orange and dark purple where
not."""

from collections.abc import Iterable
from typing import Final

from geo3d.visibility.scene import Kind
from geo3d_viewer.description import Colour


def _hex(code: str) -> Colour:
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue


BACKGROUND: Final = _hex("f3f1ec")
DARK: Final = _hex("1d2026")
INK: Final = _hex("23262b")
PALE: Final = _hex("e9e7e1")
TABLE: Final = _hex("dddfcc")
GROUND: Final = _hex("a9b08c")
GRID: Final = _hex("c3c6b1")
GRID_STRONG: Final = _hex("a4a891")
EDGE: Final = _hex("3a3a3c")
AREA: Final = _hex("5b4a2f")
OBJECTIVE: Final = _hex("f5e663")
OBSERVER: Final = _hex("ffd23f")
OBSCURING: Final = _hex("0a84a8")

SEEN: Final = _hex("17c964")
UNSEEN: Final = _hex("453a57")
HIDDEN: Final = _hex("f2a100")
WITNESS: Final = _hex("00b84c")
BLOCKED: Final = _hex("e0401a")
TESTED_OPEN: Final = _hex("3fa7d6")

CLOSED: Final = _hex("7434dc")
BEFORE: Final = _hex("465067")
LEFT_OPEN: Final = _hex("1fc8f2")
MOUTH: Final = _hex("f0861a")

STOPPED_BY: Final[dict[Kind, Colour]] = {
    "terrain": BLOCKED,
    "ground": BLOCKED,
    "area": OBSCURING,
    "gap": CLOSED,
    "model": BEFORE,
}

ACROSS: Final = _hex("00594f")
CLIMB: Final = _hex("ff3d9a")
SWEPT: Final = _hex("0b8f86")
SUPPORT: Final = _hex("fffdf4")
OVERHANG: Final = _hex("ff3b1f")
BROKEN: Final = _hex("b0002a")

BOTH_SHOW: Final = _hex("8fd0f5")
ONLY_3D: Final = _hex("f5a500")
ONLY_2D: Final = _hex("5e0b5e")
BOTH_HIDE: Final = _hex("747e8b")

COHERENT: Final = _hex("0f8f5f")
SECTION: Final = _hex("d6006c")
STANDABLE: Final = _hex("56b4e9")
DEFECT: Final = _hex("ff3b1f")

_DISTANCES: Final = tuple(
    _hex(code)
    for code in ("440154", "472d7b", "3b528b", "2c728e", "21918c", "28ae80", "5ec962", "addc30",
                 "fde725")
)  # fmt: skip

CATEGORIES: Final[dict[str | None, Colour]] = {
    "exposed": _hex("e5d9b0"),
    "light": _hex("b7a06a"),
    "dense": _hex("8b8e96"),
    "building": _hex("8b8e96"),
    "cliff": _hex("6b5b4d"),
    "fortification": _hex("5d6470"),
    "hill": _hex("a9b08c"),
    "jungle": _hex("4f6b45"),
    "marsh": _hex("8aa39b"),
    "open": _hex("d6d3bd"),
    "river": _hex("7fa8c9"),
    "road": _hex("c2bbb0"),
    "ruins": _hex("92897d"),
    "scrub": _hex("b5b276"),
    "woods": _hex("6f8657"),
    None: _hex("b3b3b0"),
}

_NAMED: Final = {
    "red": _hex("c8413a"),
    "blue": _hex("2f6fb5"),
    "green": _hex("2c6e63"),
    "yellow": _hex("e0b11a"),
    "orange": _hex("e08214"),
    "purple": _hex("7b4fa3"),
    "white": _hex("ececec"),
    "black": _hex("333338"),
    "grey": _hex("8d8d92"),
    "gray": _hex("8d8d92"),
}

_ORDER: Final = tuple(_hex(code) for code in ("0072b2", "e69f00", "cc79a7", "56b4e9", "7b4fa3"))


def player_colours(players: Iterable[str]) -> dict[str, Colour]:
    """A colour for each player; one that is called like a colour has it."""
    chosen: dict[str, Colour] = {}
    free = iter(_ORDER * 8)
    for player in players:
        named = _NAMED.get(player.lower())
        chosen[player] = named if named is not None else next(free, _ORDER[0])
    return chosen


def distances(number: int) -> tuple[Colour, ...]:
    """Colours for so many distances, the nearest first: dark to bright."""
    if number == 1:
        return (_DISTANCES[4],)
    last = len(_DISTANCES) - 1
    found = []
    for k in range(number):
        at = k * last / (number - 1)
        below = min(int(at), last - 1)
        found.append(mixed(_DISTANCES[below], _DISTANCES[below + 1], at - below))
    return tuple(found)


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """`colour` with a share of `other` in it."""
    red, green, blue = (a + share * (b - a) for a, b in zip(colour, other, strict=True))
    return red, green, blue
