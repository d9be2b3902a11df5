"""Which gaps of a board's features are closed, and by what (13.11)."""

import numpy as np
import pytest

import geo3d
from geo3d.shapes import l_ruin, u_ruin, wall, window
from geo3d.table.seals import feature_gaps, prepare_gaps, seals
from tests.visibility.scenes import board, model

LOOKERS = [model("a", "red", (50.0, 40.0)), model("b", "blue", (50.0, 60.0))]


def one(folder, mesh, settings="", **more):
    return board(folder, LOOKERS, {"ruin": mesh}, settings=settings, ruleset="wh40k-11e",
                 places={"ruin": ((50.0, 50.0), 0.0)}, **more)  # fmt: skip


def tops(a_board):
    return [gap.sealed_to for gap in feature_gaps(a_board, a_board.features["ruin"])]


LOW = wall(6.0, 6.0, 0.25, [window(0.0, 1.0, 1.0, 1.0)]).mesh
HIGH = wall(6.0, 6.0, 0.25, [window(0.0, 3.2, 1.0, 1.0)]).mesh
ACROSS = wall(6.0, 6.0, 0.25, [window(0.0, 2.0, 1.0, 2.0)]).mesh
WIDE = wall(9.0, 6.0, 0.25, [window(0.0, 1.0, 5.0, 1.0)]).mesh
MOUTH = u_ruin(3.4, 4.0, 6.0).mesh


@pytest.mark.parametrize(
    ("mesh", "settings", "top"),
    [
        (LOW, "", 2.0), (HIGH, "", None), (ACROSS, "", 3.0),
        (ACROSS, 'straddling_gap = "whole"', 4.0), (HIGH, 'straddling_gap = "whole"', None),
        (HIGH, "solid_height = 4.5", 4.2), (HIGH, "solid_height = 3.5", 3.5),
        (LOW, "solid_height = 1.5", 1.5), (LOW, "solid_height = 0.5", None),
        (WIDE, "", None), (WIDE, "max_gap_width = inf", 2.0), (WIDE, "max_gap_width = 5.5", 2.0),
        (LOW, "max_gap_width = 0.9", None),
        (MOUTH, "", None), (MOUTH, "seal_mouths = true", 2.8),
        (MOUTH, "seal_mouths = true\nmax_gap_width = 2.0", None),
    ],
)  # fmt: skip
def test_up_to_where_a_gap_is_closed_under_each_setting(tmp_path, mesh, settings, top):
    found = tops(one(tmp_path, mesh, settings))
    assert found == [pytest.approx(top, abs=0.02) if top is not None else None]


def test_a_gap_narrower_than_the_setting_is_none(tmp_path):
    assert tops(one(tmp_path, LOW, "min_gap_width = 1.2")) == []


def test_a_thicker_wall_than_the_setting_has_two_mouths(tmp_path):
    """1 through with max_wall_thickness .4: a passage deeper than a wall, with two ends."""
    thick = wall(6.0, 6.0, 1.0, [window(0.0, 1.0, 1.0, 1.0)]).mesh
    for settings, kinds in (("", ["opening"]), ("max_wall_thickness = 0.4", ["mouth", "mouth"])):
        a_board = one(tmp_path, thick, settings)
        found = feature_gaps(a_board, a_board.features["ruin"])
        assert [gap.gap.kind for gap in found] == kinds


def test_a_feature_on_a_hill_or_with_its_origin_elsewhere(tmp_path):
    """Heights count from the feature's own ground."""
    up = board(tmp_path, LOOKERS, {"ruin": ACROSS}, ruleset="wh40k-11e",
               places={"ruin": ((50.0, 50.0, 2.0), 0.0)})  # fmt: skip
    assert tops(up) == [pytest.approx(3.0, abs=0.02)]
    (seal,) = seals(up)
    top = (seal.mesh.bounds + seal.transform[:3, 3])[1, 2]
    assert top == pytest.approx(5.0, abs=1e-6)


def test_the_plug_fills_the_wall_and_stays_in_it(tmp_path):
    a_board = one(tmp_path, LOW)
    (seal,) = seals(a_board)
    assert seal.id == "ruin/gap-1" and seal.mesh.is_watertight
    low, high = seal.mesh.bounds
    assert low[1] == pytest.approx(-0.125, abs=0.005) and high[1] == pytest.approx(0.125, abs=0.005)
    inside = [[x, y, z] for x in (-0.49, 0, 0.49) for y in (-0.12, 0.12) for z in (1.01, 1.99)]
    assert seal.mesh.contains(inside).all()
    # All of it lies in the gap or in the wall.
    points = seal.mesh.sample(2000, seed=1) * [1.0, 0.99, 1.0]
    solid = geo3d.locate(LOW, points).inside
    gap = (np.abs(points[:, 0]) <= 0.501) & (points[:, 2] >= 0.999) & (points[:, 2] <= 2.001)
    assert (solid | gap).all()


@pytest.mark.parametrize("solid", [True, False])
def test_only_solid_features(tmp_path, solid):
    path = one(tmp_path, LOW).path
    text = path.read_text().replace('id = "ruin"', f'id = "ruin"\nsolid = {str(solid).lower()}')
    path.write_text(text)
    assert len(seals(geo3d.load_board(path))) == int(solid)


def stating(folder, mesh, gaps):
    path = one(folder, mesh).path
    path.write_text(path.read_text().replace('units = "inch"', f'units = "inch"\ngaps = {gaps}'))
    return geo3d.load_board(path)


def test_a_board_states_its_gaps_or_none(tmp_path):
    assert tops(stating(tmp_path, LOW, '"none"')) == []
    stated = stating(tmp_path, LOW, "[[1.0, 1.5, 1.0, [0.0, 0.0, 1.25]]]")
    assert tops(stated) == [1.5]
    (seal,) = seals(stated)
    assert seal.mesh.contains([[0.0, 0.0, 1.4]])[0] and not seal.mesh.contains([[0.0, 0.0, 1.7]])[0]


def test_a_stated_gap_that_is_not_there_is_an_error_that_says_where(tmp_path):
    wrong = stating(tmp_path, LOW, "[[1.0, 2.0, 1.7, [0.0, 0.0, 1.5]]]")
    with pytest.raises(geo3d.BoardError, match=r"'ruin': gaps: no jambs 1\.7 apart about"):
        seals(wrong)


def test_progress_is_told_for_new_pieces_only(tmp_path, monkeypatch):
    monkeypatch.setattr("geo3d.piece.gaps.stored.cache_root", lambda: None)
    mesh = l_ruin(4.0, 4.0, 5.13, floor="none").mesh
    told = []
    a_board = one(tmp_path, mesh)
    prepare_gaps(a_board, lambda done, of: told.append((done, of)))
    assert told == [(0, 1), (1, 1)]
    prepare_gaps(a_board, lambda done, of: told.append((done, of)))
    assert len(told) == 2
