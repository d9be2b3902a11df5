"""Settings: the file's entries and the board's values have the same names and defaults."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from geo3d.table.format import SettingsEntry
from geo3d.table.settings import Settings


def test_the_file_has_the_same_names_and_defaults():
    assert SettingsEntry().model_dump() == Settings().to_dict()
    assert list(SettingsEntry.model_fields) == [field.name for field in fields(Settings)]


def test_each_has_its_text():
    for field in fields(Settings):
        assert f"\n        {field.name}: " in str(Settings.__doc__), field.name


def test_values_do_not_change():
    changed = replace(Settings(), solid_height=2.0)
    assert (changed.solid_height, Settings().solid_height) == (2.0, 3.0)
    assert changed.to_dict()["solid_height"] == 2.0
    with pytest.raises(FrozenInstanceError):
        changed.contact = 1.0
