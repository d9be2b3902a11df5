"""A fault of a board file in plain words: what is wanted at its place, and what is there."""

import datetime
from collections.abc import Mapping
from typing import Any

from geo3d.tolerances import FAR

LONGEST = 60
"""Characters of a value that are shown at most."""

TAGS = ("<ring>", "<rings>", "<word>", "<else>")
"""Steps of a fault's location that name a member of a union, and no place in the file."""

POINT, PLACE = "a point [x, y]", "a place [x, y] or [x, y, z]"
CORNERS = "a list of three or more corners [x, y], in order round the area,"
GAPS = '"auto", "none", or a list of [sill, lintel, width, [x, y, z]]'
BASES = '{ round = 32 }, { oval = [60, 35] } or { rect = [50, 25] } in millimetres, or "hull",'
SIZES = {
    "size": "two sizes [along x, along y] in inches",
    "oval": "two sizes [along x, along y] in millimetres",
    "rect": "two sizes [along x, along y] in millimetres",
}
TYPES = {
    "bool": "true or false",
    "dict": "a table of keys",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "model": "a table of keys",
    "string": "text in quotes",
}
"""What is wanted where a value is of another type: by how the fault's type begins."""


def shown(value: Any, levels: int = 4) -> str:
    """A value as a message shows it: much as the file has it, neither too long nor too deep."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return "a number of very many digits"
    if isinstance(value, datetime.date | datetime.time):
        return f"the date or time {value}"
    if isinstance(value, list) and value:
        inner = [shown(each, levels - 1) for each in value[:LONGEST]] if levels else ["..."]
        text = f"[{', '.join(inner)}]"
    elif isinstance(value, Mapping) and value:
        text = "a table of keys"
    else:
        text = repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def fault_text(kind: str, steps: list[int | str], value: Any, limits: Mapping[str, Any]) -> str:
    """What is wrong at a place, and what would be right.

    Args:
        kind: pydantic's type of the fault, such as "float_type" or "too_short".
        steps: the keys and numbers that lead to the place.
        value: what is there.
        limits: what pydantic knows of the limit that is not kept.
    """
    if kind == "string_unicode":
        return "a text in it holds half a character (a lone surrogate), which is no text"
    wanted = _of_place(kind, steps, limits) or _of_value(kind, value, limits)
    return f"{wanted} wanted, got {shown(value)}"


def _of_place(kind: str, steps: list[int | str], limits: Mapping[str, Any]) -> str | None:
    """What is wanted at a place whose value has a form of its own; None where it has not."""
    form = kind.startswith(("too_", "list_", "tuple_", "model_", "literal", "missing", "dict_"))
    names = [step for step in steps if isinstance(step, str)]
    name = names[-1] if form and names else ""
    if name == "boundary":
        return POINT if 2 in (limits.get("min_length"), limits.get("max_length")) else CORNERS
    if name == "at":
        return POINT if "objectives" in names else PLACE
    if name == "base":
        return BASES
    return GAPS if name == "gaps" else SIZES.get(name)


def _of_value(kind: str, value: Any, limits: Mapping[str, Any]) -> str:
    if kind == "float_type" and isinstance(value, int) and not isinstance(value, bool):
        return f"a number from {-FAR:.0f} to {FAR:.0f}"
    if kind == "finite_number":
        return "a finite number"
    if kind == "literal_error":
        return ("one of " if " or " in limits["expected"] else "") + str(limits["expected"])
    if kind == "string_too_short":
        return "a name of one character or more"
    if kind.startswith(("greater_", "less_")):
        ((relation, limit),) = limits.items()
        words = {"gt": "greater than", "ge": "of at least", "lt": "less than", "le": "of at most"}
        # All digits: 1000000, not 1e+06.
        return f"a number {words[relation]} {limit:.15g}"
    return TYPES.get(kind.split("_")[0], "another value")
