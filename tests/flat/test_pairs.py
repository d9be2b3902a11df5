"""Pairs by seed: the same however a run is parted, clear of terrain, some on floors."""

import numpy as np
import pytest
import trimesh

from geo3d.errors import UsageError
from geo3d.flat.models import MODELS, ON_FLOORS
from geo3d.flat.pairs import FLOORS, Places, chords
from geo3d.flat.plan import plan_of
from geo3d.table.inside import depth_inside
from tests.flat.scenes import scene
from tests.visibility.scenes import box

PLATFORM = trimesh.util.concatenate([
    box((4, 14), (4, 16), (3, 3.2)), box((4, 4.2), (4, 16), (0, 3)),
])  # fmt: skip
"""A floor 3.2" up, ten by twelve inches, on one wall."""


@pytest.fixture
def places(tmp_path):
    made = scene(tmp_path, {"up": PLATFORM, "block": box((20, 30), (5, 15), (0, 6))})
    return Places(plan_of(made))


def spot(figure):
    return (figure.profile.name, figure.at, figure.turn_deg)


def test_a_pair_depends_on_seed_board_and_number_alone(places):
    first = [places.pair(5, "b", n) for n in range(6)]
    for n in (5, 0, 3):
        again = places.pair(5, "b", n)
        assert spot(again.observer) == spot(first[n].observer)
        assert spot(again.target) == spot(first[n].target)
        assert again.shift.tolist() == first[n].shift.tolist()
    assert spot(places.pair(6, "b", 0).observer) != spot(first[0].observer)
    assert spot(places.pair(5, "c", 0).observer) != spot(first[0].observer)
    assert len({spot(pair.observer) for pair in first}) == 6


def test_models_stand_clear_on_the_board_and_a_share_of_them_on_floors(places):
    board = places.plan.board
    figures = [
        figure for n in range(150) for pair in [places.pair(1, "b", n)]
        for figure in (pair.observer, pair.target)
    ]  # fmt: skip
    for figure in figures:
        assert (figure.outline >= 0).all() and (figure.outline <= board.size).all()
        for feature in board.features.values():
            assert depth_inside(figure, feature, board.settings.contact) <= board.settings.contact
    up = [figure for figure in figures if figure.bottom > 1]
    # The top of the block is a floor, too.
    assert {round(figure.bottom, 6) for figure in up} == {3.2, 6.0}
    assert {figure.profile.name for figure in up} <= {profile.name for profile in ON_FLOORS}
    # 300 draws of a share of .25: within four standard deviations of .025.
    assert abs(len(up) / 300 - FLOORS) < 0.1
    assert {figure.profile.name for figure in figures} == {profile.name for profile in MODELS}


def test_a_place_in_material_off_the_board_or_over_an_edge_is_none(places):
    trooper = MODELS[0]
    assert places.at(trooper, "m", (25.0, 10.0)) is None
    assert places.at(trooper, "m", (19.4, 10.0)) is None
    assert places.at(trooper, "m", (19.3, 10.0)).at == (19.3, 10.0, 0.0)
    assert places.at(trooper, "m", (0.5, 10.0)) is None
    assert places.at(trooper, "m", (9.0, 10.0)).bottom == 0.0
    assert places.at(trooper, "m", (9.0, 10.0), floor=3.2).bottom == 3.2
    assert places.at(trooper, "m", (13.5, 10.0), floor=3.2) is None
    assert places.at(MODELS[-1], "m", (9.0, 10.0)) is None, "5 inches tall, under a floor at 3"


def test_a_full_board_is_told(tmp_path):
    made = scene(tmp_path, {"all": box((-1, 41), (-1, 21), (0, 6))})
    places = Places(plan_of(made))
    # On top there is room; the ground is what is full.
    with pytest.raises(UsageError, match="no place for a model"):
        for number in range(20):
            places.pair(1, "b", number)


def test_chords_lie_in_the_body(places):
    figure = places.at(MODELS[2], "m", (35.0, 10.0), turn=30.0)
    for ends in chords(figure):
        assert ends[:, 2].min() >= 0.0 and ends[:, 2].max() <= 2.4
        reach = np.hypot(*(ends[:, :2] - (35, 10)).T)
        assert reach.max() <= 75 / 25.4 / 2 + 1e-9
