"""Where a model may end in plan: the table and surfaces, shrunk by its base."""

import numpy as np
import pytest

from geo3d.motion.reaching.goals import goals, needs_landing
from geo3d.shapes import crate, platform
from tests.scenario.moving_board import Model, Table, Thing, disc, one, rect

AT = (30.0, 22.0)
FAR = 100.0


def found(folder, table, limit=FAR, turns=(0.0,)):
    board = table.load(folder)
    figure = board.figures["m"]
    return goals(board, figure, np.array(turns), list(board.features.values()), limit)


def test_the_table_less_a_crate(tmp_path):
    """60 x 44 less half a base all round; a crate 4 x 4 grown by .45, its corners round."""
    table = one(Model((10, 10)), {"it": Thing(crate(4, 4, 3), AT)})
    ground, top = found(tmp_path, table)
    grown = 16 + 4 * 4 * 0.45 + np.pi * 0.45**2
    assert ground.feature is None
    assert ground.regions[0].area == pytest.approx(59 * 43 - grown, abs=0.05)
    # On top it lies wholly on the 4 x 4.
    assert top.height == pytest.approx(3.0) and top.feature.id == "it"
    assert top.regions[0].area == pytest.approx(9.0, abs=0.05)


def test_each_facing_has_its_own(tmp_path):
    """A base 2 x 1 on a top of 4 x 3: 2 x 2 are left along it, 3 x 1 across."""
    table = one(Model((10, 10), base=rect(2, 1)), {"it": Thing(crate(4, 3, 3), AT)})
    _, top = found(tmp_path, table, turns=(0.0, 90.0))
    assert [region.area for region in top.regions] == pytest.approx([4.0, 3.0], abs=0.02)


@pytest.mark.parametrize(
    ("keywords", "height", "number"),
    [("INFANTRY", 3, 2), ("VEHICLE", 3, 1), ("MONSTER", 3, 1), ("MONSTER", 2, 2),
     ("MONSTER MOBILE", 3, 2), ("VEHICLE MOBILE", 3, 1)],
)  # fmt: skip
def test_which_surfaces(tmp_path, keywords, height, number):
    """13.06: with a keyword for it; over 2" only for those that may come there."""
    table = one(Model((10, 10), keywords), {"it": Thing(crate(4, 4, height), AT)})
    assert len(found(tmp_path, table)) == number


def test_a_surface_smaller_than_the_base_and_one_too_far(tmp_path):
    small = one(Model((10, 10), base=disc(5)), {"it": Thing(crate(4, 4, 3), AT)})
    assert len(found(tmp_path, small)) == 1
    away = one(Model((10, 22)), {"it": Thing(crate(4, 4, 3), AT)})
    # The top's edge is 18" from it.
    assert len(found(tmp_path, away, 17.9)) == 1 and len(found(tmp_path, away, 18.1)) == 2


def test_an_enemy_under_a_floor(tmp_path):
    """It may end over the enemy, but does not come straight up there; on a friend's place, both."""
    things = {"it": Thing(platform(6, 6, 3.0, 0.2), AT)}
    for player, across in (("blue", 1.0), ("red", 0.0)):
        models = {"m": Model((10, 10)), "other": Model(AT, base=disc(1), player=player)}
        _, top = found(tmp_path, Table(models, things))
        assert top.regions[0].area == pytest.approx(25.0, abs=0.1)
        assert top.under[0].area == pytest.approx(np.pi * across**2, rel=0.02)


@pytest.mark.parametrize(
    ("keywords", "height", "needed"),
    [("MONSTER MOBILE", 3.0, True), ("MONSTER MOBILE", 2.0, False), ("MONSTER", 3.0, False),
     ("INFANTRY MOBILE", 3.0, False)],
)  # fmt: skip
def test_who_comes_in_over_an_edge(tmp_path, keywords, height, needed):
    table = one(Model((10, 10), keywords), {"it": Thing(crate(4, 4, 5), AT)})
    board = table.load(tmp_path)
    assert needs_landing(board, board.figures["m"], board.features["it"], height) is needed
