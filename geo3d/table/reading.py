"""From a board file's text to checked entries: syntax, unknown keys, types, each fault by place."""

import json
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from geo3d.errors import BoardError
from geo3d.table.format import BoardFile


def read_board_file(path: Path) -> BoardFile:
    """Read and check a board file, TOML or JSON (by its ending, else by its first character).

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
    data = _parse(path, text)
    ruleset = data.get("ruleset")
    if ruleset == "epic-armageddon":
        raise BoardError(
            f'{path}: ruleset: "epic-armageddon" is not built yet; use "wh40k-11e", or "none" for '
            "geometry only"
        )
    try:
        return BoardFile.model_validate(data)
    except ValidationError as error:
        faults = [f"{path}: {_fault(item)}" for item in error.errors()]
        raise BoardError("\n".join(faults)) from None


def _parse(path: Path, text: str) -> dict[str, Any]:
    as_json = path.suffix.lower() == ".json" or (
        path.suffix.lower() != ".toml" and text.lstrip().startswith("{")
    )
    try:
        data = json.loads(text) if as_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise BoardError(
            f"{path}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{path}: not TOML: {error}") from None
    except RecursionError:
        raise BoardError(f"{path}: nested too deeply to be a board") from None
    if not isinstance(data, dict):
        raise BoardError(f"{path}: a table of keys is wanted at the top, got {type(data).__name__}")
    return data


def _steps(location: tuple[int | str, ...]) -> list[int | str]:
    """A fault's location without the tags of unions."""
    return [part for part in location if not (isinstance(part, str) and part.startswith("<"))]


def _place(location: tuple[int | str, ...]) -> str:
    """`features[2].turn` from pydantic's location."""
    text = ""
    for part in _steps(location):
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text or "the file"


def _fault(item: Any) -> str:
    """One fault in one line: the place, what is wrong, what would be right."""
    location, kind = item["loc"], item["type"]
    place = _place(location)
    if kind == "extra_forbidden":
        known = _known_keys(location[:-1])
        near = get_close_matches(str(location[-1]), known, n=2)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        return f"{place}: unknown key; {hint}"
    if kind == "missing":
        return f"{place}: required and missing"
    message = str(item["msg"])
    if kind == "value_error":
        return f"{place}: {message.removeprefix('Value error, ')}"
    shown = repr(item["input"])
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    wanted = message.removeprefix("Input should be ").removeprefix("a valid ")
    return f"{place}: {wanted} wanted, got {shown}"


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
