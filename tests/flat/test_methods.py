"""The register of methods: each with its source and a word of what it gets wrong."""

import sys

import pytest

from geo3d.flat.methods import METHODS, Methods
from tests.flat.scenes import asked, scene
from tests.visibility.scenes import box


def test_seven_methods():
    assert list(METHODS) == ["centre", "edge", "nine", "walls", "prism", "heights", "low"]


@pytest.mark.parametrize("name", METHODS)
def test_each_says_who_decides_so_and_what_is_wrong_with_it(name):
    method = METHODS[name]
    assert method.name == name
    assert "." in method.used_by and "/" in method.used_by
    text = sys.modules[method.ask.__module__].__doc__
    assert "get wrong, and why" in text or "gets wrong, and why" in text
    assert method.ask.__doc__


@pytest.mark.parametrize("name", METHODS)
def test_all_see_over_an_empty_table_and_none_of_the_flat_ones_through_a_wall(tmp_path, name):
    plan, one, other = asked(scene(tmp_path, {}))
    assert Methods(plan).ask(name, one, other).visible
    plan, one, other = asked(scene(tmp_path, {"w": box((19, 21), (0, 20), (0, 9))}))
    assert not Methods(plan, (name,)).ask(name, one, other).visible


def test_all_at_once(tmp_path):
    plan, one, other = asked(scene(tmp_path, {}))
    assert set(Methods(plan).all(one, other)) == set(METHODS)
