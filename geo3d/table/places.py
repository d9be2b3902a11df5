"""Places in a board file: `features[2].turn`, and the line of a TOML file where that stands."""

import re
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any

from geo3d.errors import printable

KEY = re.compile(r"""\s*((?:"[^"\\]*"|'[^']*'|[A-Za-z0-9_.\- ])+?)\s*=""")
QUIET = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'[^']*'|\#.*""")
"""What brackets do not count in: strings and comments."""


def join(steps: list[int | str]) -> str:
    """`features[2].turn` from its steps."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text


class Places:
    """Says where in a board file a place is.

    Args:
        path: the file.
        text: its content.
        toml: whether it is TOML; in JSON no lines are told.
    """

    def __init__(self, path: Path, text: str = "", toml: bool = False) -> None:
        self.path = path
        self._text = text if toml else ""

    @cached_property
    def lines(self) -> dict[str, int]:
        """The line of each place that has one."""
        return _toml_lines(self._text)

    def fault(self, place: str, text: str) -> str:
        """A fault in one line: file, line (of the place, or of what it lies in), place, text."""
        at = place
        while at and at not in self.lines:
            # What it lies in; a key of the user's own may hold dots and brackets, too.
            at = at[: max(at.rfind("."), at.rfind("["), 0)]
        line = f"line {self.lines[at]}: " if at else ""
        return f"{self.path}: {line}{printable(place) or 'the file'}: {printable(text)}"


def _toml_lines(text: str) -> dict[str, int]:
    """The line of each table, key and inline table in a list, as far as they are easily found."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table: list[int | str] = []
    depth, listed, key = 0, 0, ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = QUIET.sub(lambda m: "" if m[0].startswith("#") else m[0], raw)
        bare = QUIET.sub("", raw)
        if depth == 0 and line.lstrip().startswith("["):
            steps = _steps(line)
            table = _counted(steps, counts, line.lstrip().startswith("[["))
            lines.setdefault(join(table), number)
            continue
        found = KEY.match(line) if depth == 0 else None
        if found:
            key = join(table + _steps(f"{found[1]} = 0"))
            lines.setdefault(key, number)
            listed = 0
        for sign in bare:
            if sign == "{" and depth == 1:
                lines.setdefault(f"{key}[{listed}]", number)
                listed += 1
            depth += (sign in "[{") - (sign in "]}")
    return lines


def _steps(line: str) -> list[int | str]:
    """The keys of a header or of a dotted key; none where it is not one."""
    try:
        inner: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return []
    steps: list[int | str] = []
    while isinstance(inner, (dict, list)) and inner:
        if isinstance(inner, list):
            inner = inner[0]
            continue
        name = next(iter(inner))
        steps.append(name)
        inner = inner[name]
    return steps


def _counted(steps: list[int | str], counts: dict[str, int], is_list: bool) -> list[int | str]:
    """The steps of a header with the numbers of the entries of lists that they lead through."""
    place: list[int | str] = []
    for number, step in enumerate(steps):
        place.append(step)
        name = join(place)
        if is_list and number == len(steps) - 1:
            counts[name] = counts.get(name, -1) + 1
        if name in counts:
            place.append(counts[name])
    return place
