"""The published layouts and units, as the package wh40kdc holds them. Nothing is fetched.

The data is by a third party, the project 40kdc-data of Alpaca Software, under CC BY 4.0; of the
layouts it says itself that they are provisional, from before the edition's launch, and that they
were imported from Battlemaster. Nothing of it is official. Lengths are inches, y runs down,
rotations are clockwise in degrees.
"""

from difflib import get_close_matches
from functools import cache
from importlib.metadata import version
from typing import Any

from geo3d.errors import Geo3dError, UsageError

Record = dict[str, Any]

BATTLEMASTER = "battlemaster-11e"
"""The source of the 45 layouts for matched play. A 46th, of another publisher, has a smaller table
and ruins that are areas without walls; it is left out."""

SIZE = (60.0, 44.0)
"""Inches: a layout's table where it states none, by the package's schema."""


class ExtraMissingError(Geo3dError):
    """The extra `layouts` is not installed."""


def credit() -> str:
    """Who made the data, and what it is: one line for every file that is made of it."""
    return (
        f"40kdc-data (wh40kdc {version('wh40kdc')}) by Alpaca Software, layouts imported there "
        "from Battlemaster; CC BY 4.0; provisional data of a third party from before the launch, "
        "not official"
    )


@cache
def records() -> dict[str, list[Record]]:
    """Everything that the package holds, by kind. Raises ExtraMissingError without the package."""
    try:
        # Here, so that all of geo3d that needs no layouts does without the extra.
        from wh40kdc.data.bundle import raw_data
    except ModuleNotFoundError as error:
        raise ExtraMissingError(
            f"published layouts need {error.name}, which is not installed: install the extra, in "
            "geo3d's folder: pip install '.[layouts]'"
        ) from None
    return raw_data()


@cache
def layouts() -> dict[str, Record]:
    """The 45 layouts by id, sorted."""
    found = {each["id"]: each for each in records()["terrain_layouts"]}
    return {id: found[id] for id in sorted(found) if found[id].get("source") == BATTLEMASTER}


@cache
def templates() -> dict[str, Record]:
    """The terrain templates by id."""
    return {each["id"]: each for each in records()["terrain_templates"]}


def layout(name: str) -> Record:
    """A layout by its id, or its name in any case. Raises UsageError where there is none."""
    every = layouts()
    if name in every:
        return every[name]
    by_name = {each["name"].lower(): each for each in every.values()}
    if name.lower() in by_name:
        return by_name[name.lower()]
    near = get_close_matches(name, every, n=3) or list(every)[:4]
    raise UsageError(
        f"no layout {name!r}; there are {len(every)}, such as {', '.join(near)} "
        "(geo3d board layouts lists them)"
    )


def deployment(of: Record) -> Record:
    """The deployment pattern that a layout names."""
    wanted = of["deployment_pattern_id"]
    for each in records()["deployment_patterns"]:
        if each["id"] == wanted:
            return each
    raise UsageError(f"layout {of['id']}: the package has no deployment pattern {wanted!r}")


def unit(name: str) -> Record:
    """A unit by NAME or NAME@FACTION, each by id or by name in any case.

    Raises:
        UsageError: there is none; or factions have it with other bases, moves or keywords and none
            of them is named.
    """
    wanted, _, faction = name.partition("@")
    every = records()["units"]
    found = [each for each in every if wanted.lower() in (each["id"], each["name"].lower())]
    if not found:
        known = sorted({each["name"] for each in every})
        near = (
            get_close_matches(wanted, known, n=3)
            or [each for each in known if wanted.lower() in each.lower()][:3]
        )
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are {len(known)}"
        raise UsageError(f"no unit {wanted!r}; {hint}")
    of_factions = [each for each in found if faction.lower() in ("", each["faction_id"])]
    if not of_factions:
        there = ", ".join(each["faction_id"] for each in found)
        raise UsageError(f"no unit {wanted!r} in the faction {faction!r}; it is in {there}")
    facts = {
        repr((each.get("base_size_mm"), each["profiles"][0]["M"], sorted(each["keywords"])))
        for each in of_factions
    }
    if len(facts) > 1:
        there = " or ".join(f"{wanted}@{each['faction_id']}" for each in of_factions)
        raise UsageError(f"unit {wanted!r} differs between factions: name one, {there}")
    return of_factions[0]
