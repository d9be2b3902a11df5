"""TOML that is written is what was meant: read back by Python's own reader."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from geo3d.convert.toml import board_text

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.one_of(
    TEXT, st.booleans(), st.integers(-(2**60), 2**60), st.floats(allow_nan=False),
    st.lists(st.floats(allow_nan=False), max_size=3),
)  # fmt: skip
ENTRY = st.dictionaries(TEXT, PLAIN, max_size=4)


@given(ENTRY, st.dictionaries(TEXT, ENTRY, max_size=3), st.lists(ENTRY, min_size=1, max_size=3))
def test_what_is_read_back_is_what_was_written(values, tables, entries):
    document = {f"v{key}": value for key, value in values.items()}
    document |= {"pieces": tables, "features": entries}
    assert tomllib.loads(board_text(document, ["a comment"])) == document


def test_tables_in_lists_stand_one_a_line():
    text = board_text({"units": [{"id": "a", "models": [{"id": "b", "at": [1.0, 2.0]}]}]}, [])
    assert text == '\n[[units]]\nid = "a"\nmodels = [\n  { id = "b", at = [1.0, 2.0] },\n]\n'
