"""JSON text in which a few values are changed: all else stays as somebody has written it."""

import json
import re
from collections.abc import Iterator
from json.decoder import scanstring
from typing import Any

Path = tuple[str | int, ...]
Span = tuple[int, int]

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\s,\]}]+")


def patched(text: str, old: Any, new: Any) -> str:
    """The text of `old` with what is different in `new` put in.

    Args:
        text: JSON.
        old: what it says.
        new: the same, but for values that are others, entries that objects have besides, and items
            that come after those of a list with two or more of them.
    """
    spans = dict(_spans(text, 0, ()))
    for (start, end), put in sorted(_edits(text, spans, old, new, ()), reverse=True):
        text = text[:start] + put + text[end:]
    return text


def _edits(
    text: str, spans: dict[Path, Span], old: Any, new: Any, path: Path
) -> Iterator[tuple[Span, str]]:
    """Spans of the text, and what goes in their place."""
    if isinstance(old, dict) and isinstance(new, dict) and old:
        for key, value in old.items():
            yield from _edits(text, spans, value, new[key], (*path, key))
        more = [f", {_json(key)}: {_json(new[key])}" for key in new if key not in old]
        if more:
            end = spans[(*path, next(reversed(old)))][1]
            yield (end, end), "".join(more)
    elif isinstance(old, list) and isinstance(new, list) and _goes_on(old, new):
        for number, value in enumerate(old):
            yield from _edits(text, spans, value, new[number], (*path, number))
        if len(new) > len(old):
            between = text[spans[(*path, 0)][1] : spans[(*path, 1)][0]]
            end = spans[(*path, len(old) - 1)][1]
            yield (end, end), "".join(between + _json(value) for value in new[len(old) :])
    elif old != new:
        yield spans[path], _json(new)


def _goes_on(old: list[Any], new: list[Any]) -> bool:
    """Whether items can stay where they are: what is between two of them is put before more."""
    return len(new) == len(old) or len(new) > len(old) >= 2


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _spans(text: str, at: int, path: Path) -> Iterator[tuple[Path, Span]]:
    """Where each value of valid JSON stands; that of the whole comes last."""
    begin = at = _past_space(text, at)
    if text[at] in "{[":
        closing, number = "}" if text[at] == "{" else "]", 0
        at = _past_space(text, at + 1)
        while text[at] != closing:
            key: str | int = number
            if closing == "}":
                key, at = scanstring(text, at + 1)
                at = _past_space(text, at) + 1
            for found, span in _spans(text, at, (*path, key)):
                yield found, span
                at = span[1]
            at = _past_space(text, at)
            if text[at] == ",":
                at = _past_space(text, at + 1)
            number += 1
        at += 1
    elif text[at] == '"':
        _, at = scanstring(text, at + 1)
    else:
        word = _WORD.match(text, at)
        assert word is not None  # Valid JSON has a value here.
        at = word.end()
    yield path, (begin, at)


def _past_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    assert space is not None  # It matches nothing, too.
    return space.end()
