"""Gaps are found once for each piece; the store survives broken files and other processes."""

import json
import multiprocessing

import numpy as np
import pytest
import trimesh

from geo3d.piece.gaps import is_known, known_gaps, stored
from geo3d.shapes import wall, window


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(stored, "_known", {})
    return tmp_path / "gaps"


@pytest.fixture
def counted(monkeypatch):
    calls = []
    real = stored.find_gaps

    def finder(mesh, *sizes):
        calls.append(sizes)
        return real(mesh, *sizes)

    monkeypatch.setattr(stored, "find_gaps", finder)
    return calls


def pierced(sill=1.0):
    return wall(6.0, 5.0, 0.25, [window(0.0, sill, 1.0, 1.0)]).mesh


def forget(monkeypatch):
    monkeypatch.setattr(stored, "_known", {})


def test_a_piece_seen_before_is_not_looked_at_again(place, counted, monkeypatch):
    first = known_gaps(pierced())
    forget(monkeypatch)
    again = known_gaps(pierced())
    assert len(counted) == 1 and is_known(pierced())
    for name in ("kind", "sill", "lintel", "width", "area", "thickness", "overlap"):
        assert getattr(first[0], name) == getattr(again[0], name)
    for name in ("centre", "outline", "normal", "bend"):
        assert np.array_equal(getattr(first[0], name), getattr(again[0], name))
    assert [path.suffix for path in place.iterdir()] == [".json"]


@pytest.mark.usefixtures("place")
def test_another_mesh_or_another_setting_is_looked_at(counted):
    known_gaps(pierced())
    known_gaps(pierced(1.01))
    known_gaps(pierced(), 1.0)
    known_gaps(pierced(), 2.0, 0.2)
    assert len(counted) == 4


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '[{"kind": "opening"}]', "[[]]", "null", "\x00\x01"]
)
def test_a_broken_file_is_found_anew_and_mended(place, counted, monkeypatch, text):
    known_gaps(pierced())
    (file,) = place.iterdir()
    good = file.read_text()
    file.write_text(text)
    forget(monkeypatch)
    assert len(known_gaps(pierced())) == 1
    assert len(counted) == 2 and json.loads(file.read_text()) == json.loads(good)


def test_without_a_folder_it_is_kept_in_memory(monkeypatch, counted):
    monkeypatch.setattr(stored, "cache_root", lambda: None)
    forget(monkeypatch)
    known_gaps(pierced())
    known_gaps(pierced())
    assert len(counted) == 1


def _find(folder):
    stored.cache_root = lambda: folder
    return len(known_gaps(pierced()))


def test_two_processes_at_once(place):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_find, [place.parent] * 4) == [1, 1, 1, 1]
    assert [path.suffix for path in place.iterdir()] == [".json"]


@pytest.mark.usefixtures("place")
def test_a_mesh_without_gaps_is_remembered_too(counted, monkeypatch):
    box = trimesh.creation.box()
    known_gaps(box)
    forget(monkeypatch)
    assert known_gaps(box) == () and len(counted) == 1
