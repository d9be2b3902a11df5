"""Layouts as boards: zones, objectives, areas; files that are the same board; who made the data."""

import json
import tomllib

import numpy as np
import pytest
import shapely

pytest.importorskip("wh40kdc")

import geo3d
from geo3d.convert import board_from_layout, layout_names
from geo3d.convert.layouts import convert
from geo3d.convert.published import ExtraMissingError, credit, layout, records

TAKE = "bm-take-vs-take-01"


def test_zones_are_those_of_the_deployment_turned_over():
    # Tipping Point. Attacker, at (40, 0), y down: (20, 44), (8, 44), (8, 22), (0, 22), (0, 0),
    # (20, 0). Up: x 40 to 60 where y is 22 to 44, x 48 to 60 below. Defender: the other way.
    zones = board_from_layout(TAKE).zones
    attacker = shapely.union(shapely.box(40, 22, 60, 44), shapely.box(48, 0, 60, 22))
    defender = shapely.union(shapely.box(0, 22, 12, 44), shapely.box(0, 0, 20, 22))
    assert zones["attacker-zone"].boundary.equals(attacker)
    assert zones["defender-zone"].boundary.equals(defender)
    assert [zone.player for zone in zones.values()] == ["attacker", "defender"]


def test_areas_that_the_data_links_are_one():
    # 21 of the layouts link two areas, at the table's middle: 16 areas become 15.
    linked = 0
    for name in layout_names():
        board = board_from_layout(name)
        linked += "objective-center" in board.areas
        assert len(board.areas) == 16 - ("objective-center" in board.areas)
    assert linked == 21


def test_a_linked_area_has_the_features_of_both_and_one_objective():
    # Its two generators lie at (30.0015, 19.9985) and (29.9985, 24.0015) of the data, y down.
    board = board_from_layout("bm-assets-vs-assets-02")
    assert board.areas["objective-center"].features == (
        "area-03--feature-1", "area-07--feature-1",
    )  # fmt: skip
    assert board.objectives["center-1"].at == pytest.approx((30.0, 22.0), abs=1e-9)


@pytest.mark.parametrize("name", ["bm-purge-vs-recon-01", TAKE])
def test_the_file_is_the_board(name, tmp_path):
    made = convert(name, windows=3)
    path = tmp_path / "b.toml"
    made.write(path)
    board, read = made.board(), geo3d.load_board(path)
    assert list(read.features) == list(board.features)
    for id, feature in read.features.items():
        other = board.features[id]
        assert (feature.transform == other.transform).all()
        assert (feature.category, feature.solid) == (other.category, other.solid)
        # Coordinates of a .glb are float32: 5e-7" at 10".
        mesh, wanted = feature.piece.mesh, other.piece.mesh
        assert len(mesh.faces) == len(wanted.faces)
        assert np.abs(mesh.bounds - wanted.bounds).max() < 5e-7
        assert mesh.volume == pytest.approx(wanted.volume, rel=1e-5)
    for id, area in read.areas.items():
        assert area.boundary.equals(board.areas[id].boundary)
    assert read.objectives == board.objectives


def test_who_made_the_data_stands_in_every_file(tmp_path):
    made = convert(TAKE)
    made.write(tmp_path / "b.toml")
    text = (tmp_path / "b.toml").read_text(encoding="utf-8")
    head = text[: text.index("format")]
    for said in ("Alpaca Software", "CC BY 4.0", "creativecommons.org", "Battlemaster",
                 "not official", "from before the launch", "Changed by geo3d"):  # fmt: skip
        assert said in head
    assert tomllib.loads(text)["battlefield"]["size"] == [60.0, 44.0]
    pieces = sorted((tmp_path / f"{TAKE}-pieces").glob("*.glb"))
    assert len(pieces) == len(made.pieces)
    for piece in pieces:
        extras = geo3d.read_piece(piece).extras
        assert extras["source"] == credit()
        assert extras["height_from"].startswith(("template ", "assumption"))


def test_heights_and_windows_are_the_boards_alone():
    high = board_from_layout(TAKE, heights={"cd": 7.0})
    tops = {f.piece.name: f.piece.mesh.bounds[1, 2] for f in high.features.values()}
    assert {top for name, top in tops.items() if "-cd-" in name} == {7.0}
    assert {top for name, top in tops.items() if "-gh-" in name} == {5.0}


def test_a_layout_goes_by_its_name_too():
    assert layout("take VS take 01")["id"] == TAKE


def test_without_the_package_the_extra_is_named(monkeypatch):
    import sys

    records.cache_clear()
    monkeypatch.setitem(sys.modules, "wh40kdc.data.bundle", None)
    try:
        with pytest.raises(ExtraMissingError, match=r"pip install '\.\[layouts\]'"):
            records()
    finally:
        records.cache_clear()


def test_the_data_says_that_it_is_provisional():
    for name in layout_names():
        assert layout(name)["game_version"]["dataslate"] == "pre-launch-provisional"
    assert json.dumps(layout(TAKE)).count("Battlemaster REST API") == 1
