"""The board file's models: its schema says what they check, boundaries are simple polygons."""

import jsonschema
import pytest
from pydantic import ValidationError

from geo3d.table.format import (
    AreaEntry,
    BaseSizes,
    BoardFile,
    ProfileEntry,
    SettingsEntry,
    ZoneEntry,
    board_schema,
)

LEAST = {"format": "geo3d-board/1", "ruleset": "none", "battlefield": {"size": [60.0, 44.0]}}


def fits(model, data):
    try:
        model.model_validate(data)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ({}, True),
        ({"format": "geo3d-board/2"}, False),
        ({"battlefield": {"size": [60.0]}}, False),
        ({"battlefield": {"size": [60.0, 0.0]}}, False),
        ({"battlefield": {"size": [60.0, 1e9]}}, False),
        ({"colour": "red"}, False),
        ({"battle_round": 0}, False),
        ({"objectives": [{"id": "o", "at": [1.0, 2.0]}]}, True),
        ({"objectives": [{"id": "o", "at": [1.0, 2.0, 3.0]}]}, False),
        ({"objectives": [{"id": "", "at": [1.0, 2.0]}]}, False),
        ({"zones": [{"id": "z", "player": "p", "boundary": [[0, 0], [1, 0], [1, 1]]}]}, True),
        ({"zones": [{"id": "z", "player": "p", "boundary": [[0, 0], [1, 0]]}]}, False),
        ({"settings": {"max_tilt": 91}}, False),
        ({"settings": {"straddling_gap": "half"}}, False),
        ({"pieces": {"a": {"mesh": "a.stl", "gaps": [[0.0, 2.0, 1.0, [0.0, 0.0, 1.0]]]}}}, True),
        ({"pieces": {"a": {"mesh": "a.stl", "gaps": [[0.0, 2.0, 1.0]]}}}, False),
    ],
)
def test_the_schema_says_what_is_checked(change, good):
    data = {**LEAST, **change}
    assert fits(BoardFile, data) == good
    assert jsonschema.Draft202012Validator(board_schema()).is_valid(data) == good


SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]]


@pytest.mark.parametrize(
    ("ring", "good"),
    [
        (SQUARE, True),
        (SQUARE[::-1], True),
        ([*SQUARE, SQUARE[0]], True),
        ([SQUARE, [[6, 0], [8, 0], [8, 2]]], True),
        # A bow tie; a spike back on itself; all on one line; a ring with a loop.
        ([[0, 0], [4, 4], [4, 0], [0, 4]], False),
        ([[0, 0], [4, 0], [4, 4], [4, 0]], False),
        ([[0, 0], [1, 1], [2, 2]], False),
        ([SQUARE, [[0, 0], [4, 4], [4, 0], [0, 4]]], False),
        ([], False),
    ],
)
def test_boundaries(ring, good):
    assert fits(ZoneEntry, {"id": "z", "player": "p", "boundary": ring}) == good


@pytest.mark.parametrize(
    ("model", "data", "good"),
    [
        (BaseSizes, {"round": 32}, True),
        (BaseSizes, {"round": 32, "oval": [60, 35]}, False),
        (BaseSizes, {}, False),
        (AreaEntry, {"id": "a"}, False),
        (AreaEntry, {"id": "a", "features": ["f"]}, True),
        (ProfileEntry, {"base": {"round": 32}, "height": 1.0}, True),
        (ProfileEntry, {"base": {"round": 32}}, False),
        (ProfileEntry, {"base": {"round": 32}, "height": 1.0, "mesh": "a.stl"}, False),
        (ProfileEntry, {"base": "hull", "height": 1.0}, False),
        (ProfileEntry, {"base": {"round": 32}, "height": 1.0, "units": "mm"}, False),
        (SettingsEntry, {"max_gap_width": float("inf")}, True),
        (SettingsEntry, {"solid_height": float("inf")}, False),
    ],
)
def test_what_belongs_together(model, data, good):
    assert fits(model, data) == good
