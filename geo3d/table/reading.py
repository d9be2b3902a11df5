"""From a board file's text to checked entries: syntax, unknown keys, types, each fault by place."""

import json
import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from geo3d.errors import BoardError
from geo3d.table.format import BoardFile
from geo3d.table.places import Places, join
from geo3d.table.wording import TAGS, fault_text, shown
from geo3d.tolerances import FAR

ENDINGS = (".toml", ".json")
DIGITS = re.compile(r"[0-9][0-9_]{4000,}")
"""A number too long for Python to read."""
SURROGATE = re.compile("[\ud800-\udfff]")


def read_board_file(path: Path) -> tuple[BoardFile, Places]:
    """Read and check a board file, TOML or JSON (by its ending, else by its first character).

    Returns:
        Its entries, and what says where in the file a place is.

    Raises:
        BoardError: it cannot be read, its syntax is wrong, or keys and values are not as they
            should be; all such faults are listed.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BoardError(f"{path}: no such file; a board file (.toml or .json) is wanted") from None
    except IsADirectoryError:
        raise BoardError(f"{path}: is a folder; a board file (.toml or .json) is wanted") from None
    except UnicodeDecodeError as error:
        raise BoardError(
            f"{path}: byte {error.start} is not UTF-8 text; a board file is TOML or JSON"
        ) from None
    except OSError as error:
        raise BoardError(f"{path}: cannot be read: {error.strerror}") from None
    return check_board_text(path, text)


def check_board_text(path: Path, text: str) -> tuple[BoardFile, Places]:
    """Check the text of a board file, as `read_board_file` does; the path is only named in faults.

    Raises:
        BoardError: as there.
    """
    as_json = path.suffix.lower() == ".json" or (
        path.suffix.lower() != ".toml" and text.lstrip().startswith("{")
    )
    data = _parse(path, text, as_json)
    places = Places(path, text, toml=not as_json)
    halves = [places.fault(join(steps), fault_text("string_unicode", steps, None, {}))
              for steps in _halves(data)]  # fmt: skip
    if halves:
        raise BoardError("\n".join(halves))
    if data.get("ruleset") == "epic-armageddon":
        built = '"epic-armageddon" is not built yet; use "wh40k-11e", or "none" for geometry only'
        raise BoardError(places.fault("ruleset", built))
    try:
        return BoardFile.model_validate(data), places
    except ValidationError as error:
        faults = [places.fault(*_fault(item)) for item in error.errors()]
        raise BoardError("\n".join(dict.fromkeys(faults))) from None


def _parse(path: Path, text: str, as_json: bool) -> dict[str, Any]:
    if not text.strip():
        raise BoardError(f"{path}: the file is empty; a board file (TOML or JSON) is wanted")
    wrong = f"not {'JSON' if as_json else 'TOML'}"
    if path.suffix.lower() not in ENDINGS:
        wrong += ", and a board file is TOML (.toml) or JSON (.json)"
    try:
        data = json.loads(text, object_pairs_hook=_no_doubles) if as_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise BoardError(
            f"{path}: line {error.lineno}, column {error.colno}: {wrong}: {error.msg}"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{path}: {wrong}: {error}") from None
    except RecursionError:
        raise BoardError(f"{path}: nested too deeply to be a board") from None
    except ValueError as error:
        long = DIGITS.search(text)
        if long is None:
            raise BoardError(f"{path}: {error}") from None
        raise BoardError(
            f"{path}: line {text.count(chr(10), 0, long.start()) + 1}: a number of {len(long[0])} "
            f"digits; numbers from {-FAR:.0f} to {FAR:.0f} are wanted"
        ) from None
    if not isinstance(data, dict):
        raise BoardError(f"{path}: a table of keys is wanted at the top, got {shown(data)}")
    return data


def _halves(data: dict[str, Any]) -> list[list[int | str]]:
    """The places of texts and keys with half a character, as JSON can escape one."""
    found: list[list[int | str]] = []
    stack: list[tuple[list[int | str], Any]] = [([], data)]
    while stack:
        steps, value = stack.pop()
        inner: list[tuple[int | str, Any]] = []
        if isinstance(value, dict):
            inner = list(value.items())
        elif isinstance(value, list):
            inner = list(enumerate(value))
        half = isinstance(value, str) and SURROGATE.search(value)
        if half or any(isinstance(key, str) and SURROGATE.search(key) for key, _ in inner):
            found.append(steps)
        stack += [([*steps, key], each) for key, each in reversed(inner)]
    return found


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, whose keys should be there once."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"key {key!r} is there twice in one object; once is wanted")
        data[key] = value
    return data


def _steps(location: tuple[int | str, ...]) -> list[int | str]:
    """A fault's location without the tags of unions."""
    return [part for part in location if part not in TAGS]


def _fault(item: Any) -> tuple[str, str]:
    """One fault: the place, and what is wrong there and what would be right."""
    location, kind = item["loc"], item["type"]
    if kind == "extra_forbidden":
        known = _known_keys(location[:-1])
        near = get_close_matches(str(location[-1]), known, n=2)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        return join([*_steps(location[:-1]), location[-1]]), f"unknown key; {hint}"
    steps = _steps(location)
    if "gaps" in steps and kind in ("missing", "too_long"):
        # Of a gap the whole is told: which of its numbers is missing is anyone's guess.
        steps = steps[: steps.index("gaps") + 2]
    elif kind == "missing":
        return join(steps), "required and missing"
    if kind == "string_too_short" and steps[-1] == "[key]":
        return join(steps[:-2]), 'a name in it is empty (""); one character or more wanted'
    if kind == "value_error":
        return join(steps), str(item["msg"]).removeprefix("Value error, ")
    return join(steps), fault_text(kind, steps, item["input"], item.get("ctx", {}))


def _known_keys(location: tuple[int | str, ...]) -> list[str]:
    """The keys of the model at a location."""
    model: Any = BoardFile
    for part in _steps(location):
        if isinstance(part, int):
            continue
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            return []
        if part not in model.model_fields:
            continue
        found = _models_in(model.model_fields[str(part)].annotation)
        if not found:
            return []
        model = found[0]
    return sorted(model.model_fields)


def _models_in(annotation: Any) -> list[Any]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]
