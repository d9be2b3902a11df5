"""Real units on a layout."""

import numpy as np
import pytest
import shapely

pytest.importorskip("wh40kdc")

from geo3d.convert import board_from_layout
from geo3d.convert.published import records, unit
from geo3d.convert.roster import APART, Wanted, base_of, height_of
from geo3d.errors import UsageError
from geo3d.rules import check
from geo3d.table import footprint

TAKE = "bm-take-vs-take-01"


def test_a_unit_stands_in_its_zone_clear_of_all_and_coherent():
    names = ["Intercessor Squad", "Outrider Squad", "Venerable Dreadnought@adeptus-astartes"]
    board = board_from_layout(TAKE, units=[Wanted(name) for name in names])
    assert len(board.units) == 2 * len(names)
    bases = {id: shapely.Polygon(each.outline) for id, each in board.figures.items()}
    terrain = shapely.union_all([footprint(each) for each in board.features.values()])
    for id, base in bases.items():
        zone = board.zones[f"{board.figures[id].player}-zone"]
        assert zone.boundary.contains(base)
        assert base.distance(terrain) >= APART - 1e-6
        for other in bases:
            assert other == id or base.distance(bases[other]) >= APART - 1e-6
    answer = check(board)
    assert not answer.violations
    assert all(each.coherent for each in answer.units.values())


def test_what_the_data_says_of_a_unit():
    (figure, *others) = board_from_layout(
        TAKE, units=[Wanted("Intercessor Squad", "attacker", 1.7)]
    ).figures.values()
    # 32 mm, five models or more, 6".
    assert figure.profile.base.half_x == 16 / 25.4
    assert len(others) == 4
    assert figure.profile.move == 6.0
    assert figure.profile.height == 1.7
    assert "INFANTRY" in figure.profile.keywords
    assert {each.player for each in others} == {"attacker"}


@pytest.mark.parametrize(
    ("sizes", "height"), [([25.0], 1.3), ([28.5], 1.3), ([32.0], 1.6), ([75.0, 42.0], 2.4),
                          ([170.0, 109.0], 5.0)],
)  # fmt: skip
def test_heights_by_the_shorter_side(sizes, height):
    assert height_of(sizes) == height


def test_units_without_a_plain_base_are_refused_by_name():
    refused = 0
    for each in records()["units"]:
        try:
            kind, sizes = base_of(each)
        except UsageError as error:
            refused += 1
            assert repr(each["name"]) in str(error) and "no plain base" in str(error)
        else:
            assert kind in ("round", "oval") and sizes == sorted(sizes, reverse=True)
            assert np.isfinite(sizes).all() and min(sizes) > 0
    assert refused == 179
    with pytest.raises(UsageError, match=r"'Rhino' has no plain base: the data calls .* 'hull'"):
        board_from_layout(TAKE, units=[Wanted("Rhino@grey-knights")])


def test_units_of_one_name_are_told_apart_by_faction():
    with pytest.raises(UsageError, match=r"name one, .*Chaos Spawn@death-guard"):
        unit("Chaos Spawn")
    assert unit("chaos spawn@death-guard")["faction_id"] == "death-guard"
    with pytest.raises(UsageError, match="no unit 'Chaos Spawn' in the faction 'orks'"):
        unit("Chaos Spawn@orks")
    with pytest.raises(UsageError, match=r"no unit 'Intercesor Squad'; did you mean Intercessor"):
        unit("Intercesor Squad")


def test_more_than_fits_is_told():
    # Each on 160 mm, 6.3": a zone of 704 square inches, of which a quarter is terrain.
    with pytest.raises(UsageError, match="no room for its 1 models in attacker-zone"):
        board_from_layout(TAKE, units=[Wanted("Defiler@death-guard", "attacker")] * 20)


def test_players_and_heights_that_there_are_not():
    with pytest.raises(UsageError, match="no player 'red'; there are attacker, defender"):
        board_from_layout(TAKE, units=[Wanted("Intercessor Squad", "red")])
    with pytest.raises(UsageError, match="height: inches above 0"):
        board_from_layout(TAKE, units=[Wanted("Intercessor Squad", None, -1.0)])
