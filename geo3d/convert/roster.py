"""Real units on a layout: their bases, moves and keywords from the data, heights from a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
import shapely

from geo3d.convert.published import Record, unit
from geo3d.errors import UsageError
from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.table import Board, Zone, footprint
from geo3d.table.bases import Base
from geo3d.units import inches_from_mm

HEIGHTS_MM: tuple[tuple[float, float], ...] = (
    (28.5, 1.3), (32.0, 1.6), (40.0, 2.0), (50.0, 2.4), (65.0, 3.0), (80.0, 3.5), (100.0, 4.0),
    (float("inf"), 5.0),
)  # fmt: skip
"""Bases whose shorter side is at most so many millimetres carry models so many inches high. An
assumption: the data has no heights, and nobody publishes them."""

CELL = 0.5
"""Inches between the places that are tried for a model."""

APART = 0.2
"""Inches that are left between bases, and between a base and terrain or the zone's edge: models of
a unit stay within 2" of each other (03.03)."""


@dataclass(frozen=True)
class Wanted:
    """A unit to put on a board.

    Attributes:
        name: NAME or NAME@FACTION, by id or by name.
        player: whose zone it is set up in; None for both players.
        height: inches; None for the table by base size.
    """

    name: str
    player: str | None = None
    height: float | None = None


def base_of(record: Record) -> tuple[str, list[float]]:
    """A unit's base: "round" or "oval", and its sizes in millimetres, the longer first.

    Raises:
        UsageError: it has no plain base: a hull, a flying base, a unique one, or none in the data.
    """
    base: Any = record.get("base_size_mm")
    shape = None if base is None else base["shape"]
    if shape == "round":
        return "round", [float(base["diameter"])]
    if shape == "oval":
        sizes = float(base["width"]), float(base["length"])
        return "oval", [max(sizes), min(sizes)]
    said = "the data states none for it" if base is None else f"the data calls its base {shape!r}"
    raise UsageError(
        f"unit {record['name']!r} has no plain base: {said}; a unit on a round or oval base is "
        "wanted, or put its miniature's mesh into the board file as a profile"
    )


def height_of(sizes_mm: list[float]) -> float:
    """Inches, by the table."""
    return next(height for limit, height in HEIGHTS_MM if min(sizes_mm) <= limit)


def muster(board: Board, wanted: Sequence[Wanted]) -> Record:
    """Profiles and units for a board file: each unit at its least size, in its player's zone.

    The first model stands as near as it can to the middle of the zone, the others as near as they
    can to the first; on the table, clear of terrain and of each other.

    Raises:
        UsageError: no such unit or player, no plain base, a bad height, no room.
    """
    players = [zone.player for zone in board.zones.values()]
    profiles: dict[str, Record] = {}
    units: list[Record] = []
    plans = [footprint(feature) for feature in board.features.values()]
    terrain = shapely.buffer(united(plans), APART)
    taken: list[shapely.Geometry] = []
    for each in wanted:
        if each.player not in (None, *players):
            raise UsageError(
                f"unit {each.name!r}: no player {each.player!r}; there are {', '.join(players)}"
            )
        record = unit(each.name)
        profile = _profile(record, each.height)
        name = _free(record["id"], profile, profiles)
        profiles[name] = profile
        for zone in board.zones.values():
            if each.player in (None, zone.player):
                id = _id(f"{zone.player}-{record['id']}", units)
                spots = _spots(record, zone, terrain, taken)
                units.append({
                    "id": id, "player": zone.player, "profile": name,
                    "models": [
                        {"id": f"{id}-{number}", "at": [float(x), float(y)]}
                        for number, (x, y) in enumerate(spots, start=1)
                    ],
                })  # fmt: skip
    return {"profiles": profiles, "units": units}


def _profile(record: Record, height: float | None) -> Record:
    shape, sizes = base_of(record)
    if height is not None and not 0.0 < height <= 100.0:
        raise UsageError(f"height: inches above 0, at most 100, wanted; got {height!r}")
    profile: Record = {
        "base": {shape: sizes[0] if shape == "round" else sizes},
        "height": height_of(sizes) if height is None else float(height),
        "keywords": [word.upper() for word in record["keywords"]],
    }
    move = record["profiles"][0]["M"]
    if isinstance(move, int | float):
        profile["move"] = float(move)
    return profile


def _free(name: str, profile: Record, profiles: dict[str, Record]) -> str:
    """A name that no other profile has."""
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(each for each in names if profiles.get(each, profile) == profile)


def _id(id: str, units: list[Record]) -> str:
    """An id for a unit that no other has; models are numbered, so a second unit has a letter."""
    used = {each["id"] for each in units}
    ids = (id if number == 0 else f"{id}-{_letters(number)}" for number in count())
    return next(each for each in ids if each not in used)


def _letters(number: int) -> str:
    """b for 1, c for 2, ... z for 25, bb for 26 + 1 and so on."""
    found = ""
    while True:
        found = chr(ord("a") + number % 26) + found
        number //= 26
        if not number:
            return found


def _spots(
    record: Record, zone: Zone, terrain: shapely.Geometry,
    taken: list[shapely.Geometry],
) -> list[Floats]:  # fmt: skip
    """Where a unit's models stand; what they take is added to `taken`."""
    shape, sizes = base_of(record)
    half = [inches_from_mm(size) / 2 for size in (*sizes, sizes[0])]
    base = Base("round" if shape == "round" else "oval", half[0], half[1])
    low_x, low_y, high_x, high_y = shapely.bounds(zone.boundary)
    xs = np.arange(low_x + CELL / 2, high_x, CELL)
    ys = np.arange(low_y + CELL / 2, high_y, CELL)
    cells = np.column_stack([axis.ravel() for axis in np.meshgrid(xs, ys, indexing="ij")])
    clear = shapely.intersection(
        shapely.difference(zone.boundary, terrain),
        shapely.buffer(zone.boundary, -APART),
    )
    shapely.prepare(clear)
    number = int((record.get("model_count") or {}).get("min") or 1)
    bases: Any = shapely.polygons(cells[:, None] + base.polygon)
    free: Any = shapely.contains(clear, bases)
    free &= ~shapely.dwithin(bases, united(taken), APART)
    about = shapely.get_coordinates(shapely.centroid(zone.boundary))[0]
    found: list[Floats] = []
    while len(found) < number:
        away = np.hypot(*(cells - about).T)
        away[~free] = np.inf
        row = int(away.argmin())
        if not free[row]:
            raise UsageError(
                f"unit {record['name']!r}: no room for its {number} models in {zone.id}: give it "
                "to one player, or fewer units"
            )
        found.append(cells[row])
        taken.append(bases[row])
        free &= ~shapely.dwithin(bases, bases[row], APART)
        about = found[0]
    return found
