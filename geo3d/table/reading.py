"""From a board file's text to checked entries: syntax, unknown keys, types, each fault by place."""

import json
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from geo3d.errors import BoardError
from geo3d.table.format import BoardFile
from geo3d.table.places import Places, join


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
    as_json = path.suffix.lower() == ".json" or (
        path.suffix.lower() != ".toml" and text.lstrip().startswith("{")
    )
    data = _parse(path, text, as_json)
    places = Places(path, text, toml=not as_json)
    if data.get("ruleset") == "epic-armageddon":
        built = '"epic-armageddon" is not built yet; use "wh40k-11e", or "none" for geometry only'
        raise BoardError(places.fault("ruleset", built))
    try:
        return BoardFile.model_validate(data), places
    except ValidationError as error:
        faults = [places.fault(*_fault(item)) for item in error.errors()]
        raise BoardError("\n".join(dict.fromkeys(faults))) from None


def _parse(path: Path, text: str, as_json: bool) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_no_doubles) if as_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise BoardError(
            f"{path}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{path}: not TOML: {error}") from None
    except RecursionError:
        raise BoardError(f"{path}: nested too deeply to be a board") from None
    except ValueError as error:
        raise BoardError(f"{path}: {error}") from None
    if not isinstance(data, dict):
        raise BoardError(f"{path}: a table of keys is wanted at the top, got {type(data).__name__}")
    return data


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
    return [part for part in location if not (isinstance(part, str) and part.startswith("<"))]


def _fault(item: Any) -> tuple[str, str]:
    """One fault: the place, and what is wrong there and what would be right."""
    location, kind = item["loc"], item["type"]
    place = join(_steps(location))
    if kind == "extra_forbidden":
        known = _known_keys(location[:-1])
        near = get_close_matches(str(location[-1]), known, n=2)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        return place, f"unknown key; {hint}"
    if kind == "missing":
        return place, "required and missing"
    message = str(item["msg"])
    if kind == "value_error":
        return place, message.removeprefix("Value error, ")
    shown = repr(item["input"])
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    wanted = message.removeprefix("Input should be ").removeprefix("a valid ")
    return place, f"{wanted} wanted, got {shown}"


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
