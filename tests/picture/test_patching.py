"""JSON that is changed in a few places, and as it was in all others."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo3d_viewer.session.patching import patched

TEXT = """\
{ "a": [1.50, 2],  "b" : { "мир \\u0436": [ ], "c": "x, ]}\\" y" },
  "list": [
     3e2,
     -0.0
  ],
\t"models": [{"id": "r1", "at": [3.0, 4]}, {"id":"r2"}] }
"""


def _changed(*path: str | int, to: Any) -> Any:
    new = json.loads(TEXT)
    holder = new
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = to
    return new


@pytest.mark.parametrize(
    ("new", "was", "now"),
    [
        (_changed("a", 1, to=7), "2]", "7]"),
        (_changed("list", to=[300.0, 1.5, 2]), "-0.0", "1.5,\n     2"),
        (_changed("models", 1, "turn", to=30.0), '"r2"', '"r2", "turn": 30.0'),
        (_changed("b", "c", to="Ж"), '"x, ]}\\" y"', '"Ж"'),
        (_changed("b", "мир \u0436", to=[1]), "[ ]", "[1]"),
        (json.loads(TEXT), "", ""),
    ],
)
def test_only_what_differs_is_put_in(new: Any, was: str, now: str) -> None:
    assert patched(TEXT, json.loads(TEXT), new) == TEXT.replace(was, now, 1)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def _other(value: Any) -> Any:
    """The same shape with other leaves, one entry more in objects, one item more in lists."""
    if isinstance(value, dict):
        return {**{key: _other(each) for key, each in value.items()}, "one more": [1]}
    if isinstance(value, list) and len(value) >= 2:
        return [*map(_other, value), "more"]
    return [value]


@given(VALUES, st.sampled_from([None, 0, 3, "\t"]))
def test_the_new_text_says_what_is_new(value: Any, indent: int | str | None) -> None:
    if isinstance(value, dict) and not value:
        value = {"": 0}
    text = json.dumps(value, indent=indent)
    new = _other(value)
    assert json.loads(patched(text, value, new)) == new
    assert patched(text, value, value) == text
