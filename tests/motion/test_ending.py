"""Ends within material."""

import pytest

import geo3d
from geo3d.shapes import crate
from tests.scenario.moving_board import Model, Thing, one


@pytest.mark.parametrize("high", [0.0, 0.1, 0.2])
def test_tilted_within_a_solid(tmp_path, high):
    """On the table within a block that is taller than it, level or on a low block at its side."""
    things = {"block": Thing(crate(6, 6, 3), (30, 22))}
    if high:
        things["low"] = Thing(crate(0.2, 0.6, high), (30.4, 22))
    stand = geo3d.judge_stand(one(Model((30, 10)), things).load(tmp_path), "m", (30, 22, 0.0))
    if high:
        assert stand.standing.rest.tilt_deg > 4.0
    assert "block" in {each.by for each in stand.violations if each.rule == "03.01"}
