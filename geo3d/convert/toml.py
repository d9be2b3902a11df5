"""Board files as TOML text, for people to read and change: one key a line, short lists on one."""

import json
import re
from collections.abc import Iterator
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def board_text(document: dict[str, Any], comments: list[str]) -> str:
    """A board file's text.

    Args:
        document: plain values, by the keys of the board file.
        comments: lines for its head.
    """
    lines = [f"# {line}" for line in comments]
    lines += _table(document, ())
    return "\n".join(lines) + "\n"


def _table(table: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Values first, then tables, then lists of tables."""
    inner = {
        key: value for key, value in table.items()
        if (isinstance(value, dict) and len(path) < 2) or _is_tables(value, path)
    }  # fmt: skip
    for key, value in table.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        name = ".".join(map(_key, (*path, key)))
        if isinstance(value, list):
            for entry in value:
                yield from ("", f"[[{name}]]")
                yield from _table(entry, (*path, key))
            continue
        if not value or any(not isinstance(each, dict) for each in value.values()):
            yield from ("", f"[{name}]")
        yield from _table(value, (*path, key))


def _is_tables(value: Any, path: tuple[str, ...]) -> bool:
    return not path and isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # TOML's basic strings know all escapes of JSON; DEL it wants escaped, too.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        if value and isinstance(value[0], dict):
            return "[\n" + "".join(f"  {_value(each)},\n" for each in value) + "]"
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)
