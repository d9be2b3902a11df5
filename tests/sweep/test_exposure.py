"""What cells see of each other: against a reference that shares no code, and by arithmetic."""

import numpy as np
import pytest
import trimesh

from geo3d.sweep import exposure
from geo3d.sweep.exposure import field_of
from geo3d.sweep.options import Options
from tests.reference import brute
from tests.sweep.boards import WALL, board

INCH = Options(cell=1.0)


def swept(of, options=INCH, parts=1):
    """Table and summary of a board."""
    sums = {}
    for number in range(parts):
        columns = exposure.part(of, options, number, parts).columns
        for row, cell in enumerate(columns["cell"]):
            for name, values in columns.items():
                if name != "cell":
                    sums.setdefault(name, {}).setdefault(int(cell), 0)
                    sums[name][int(cell)] += int(values[row])
    cells = sorted(next(iter(sums.values())))
    summed = {"cell": np.array(cells, dtype=np.int64)}
    for name, values in sums.items():
        summed[name] = np.array([values[cell] for cell in cells])
    rows = exposure.table(of, options, summed)
    return rows, exposure.summary(of, options, rows)


def test_on_an_empty_table_all_see_all():
    rows, summary = swept(board())
    assert (rows["bare_sees"] == 95).all() and (rows["ruled_sees"] == 95).all()
    # A zone is 3 x 8 cells.
    assert (rows["bare_sees_player_0"] == np.where(rows["player"] == 0, 23, 24)).all()
    assert (rows["ruled_sees_objective_0"] == 1).all()
    shares = summary["ruled"]["players"]["red"]
    assert shares == {
        "places": 24, "sees_enemy": 1.0, "pairs": 1.0, "sees_table": 1.0, "sees_objectives": 1.0,
    }  # fmt: skip
    assert summary["ruled"]["unfairness"] == 0.0


@pytest.mark.parametrize(("eye", "share"), [(1.5, 0.0), (3.5, 1.0)])
def test_a_wall_across_the_table_parts_those_who_do_not_look_over_it(eye, share):
    _, summary = swept(board(((5.75, 0, 0), (6.25, 8, 3))), Options(cell=1.0, eye=eye))
    for kind in ("bare", "ruled"):
        for player in ("red", "blue"):
            assert summary[kind]["players"][player]["sees_enemy"] == share
            assert summary[kind]["players"][player]["pairs"] == share


def test_counts_are_those_of_a_reference_without_shared_code():
    boxes = (WALL, ((2.1, 6.2, 0.0), (3.4, 7.3, 2.0)), ((8.3, 1.2, 0.0), (9.1, 5.6, 1.8)))
    of = board(*boxes, ruleset="none")
    rows, _ = swept(of)
    eyes = field_of(of, INCH).cells.eyes
    place = np.ones(len(eyes), bool)
    for low, high in boxes:
        place &= ~((eyes >= low) & (eyes <= high)).all(axis=1)
    assert (rows["place"] == place).all()
    placed = [
        (trimesh.creation.box(bounds=bounds), np.eye(4), str(number))
        for number, bounds in enumerate(boxes)
    ]
    every = np.flatnonzero(place)
    a, b = (axis.ravel() for axis in np.meshgrid(every, every, indexing="ij"))
    a, b = a[a != b], b[a != b]
    seen = ~brute.any_hit(placed, eyes[a], eyes[b])
    for name, wanted in (
        ("bare_sees", seen),
        ("bare_sees_player_0", seen & (rows["player"][b] == 0)),
        ("bare_sees_player_1", seen & (rows["player"][b] == 1)),
    ):
        counts = np.bincount(a[wanted], minlength=len(eyes))
        assert (rows[name] == counts).all()
        assert (rows[name.replace("bare", "ruled")] == counts).all()


def test_areas_block_but_for_those_within_them():
    # One low dense box in an area across the table: no line meets it at 1.5", but the area, of any
    # height, stops all lines across it (13.10). From within it all is seen, and seen into.
    areas = """
        [[areas]]
        id = "A"
        features = ["box-0"]
        boundary = [[5, 0], [7, 0], [7, 8], [5, 8]]
    """
    rows, summary = swept(board(((5.5, 3.5, 0), (6.5, 4.5, 0.5)), areas=areas))
    assert (rows["bare_sees"] == 95).all()
    within = np.abs(rows["x"] - 6) < 1
    # Beside it, five columns of eight cells: the 39 others there, and the 16 within.
    assert (rows["ruled_sees"] == np.where(within, 95, 55)).all()
    # The objective lies within.
    assert (rows["ruled_sees_objective_0"] == 1).all()
    assert summary["ruled"]["players"]["red"]["sees_enemy"] == 0.0
    assert summary["bare"]["players"]["red"]["sees_enemy"] == 1.0


def test_what_one_player_has_more_of_is_unfair():
    # A wall across, before blue's zone: all red's cells see the middle objective, none of blue's.
    _, summary = swept(board(((8.5, 0, 0), (8.9, 8, 3))))
    bare = summary["bare"]
    assert bare["players"]["red"]["sees_objectives"] == 1.0
    assert bare["players"]["blue"]["sees_objectives"] == 0.0
    # The 8 cells at x = 8.5 touch the wall and are no places: 64 are west of it, 24 east.
    assert bare["players"]["red"]["sees_table"] == 63 / 87
    assert bare["players"]["blue"]["sees_table"] == 23 / 87
    assert bare["unfairness"] == 1.0


def test_more_parts_give_the_same_sums():
    of = board(WALL)
    one, _ = swept(of)
    many, _ = swept(of, parts=5)
    assert list(one) == list(many)
    assert all((one[name] == many[name]).all() for name in one)


def test_batches_hold_each_pair_once(monkeypatch):
    monkeypatch.setattr(exposure, "BATCH", 7)
    pairs = set()
    for ranks in exposure._batches(np.arange(12), 12):
        starts, ends = exposure._pairs(ranks, 12)
        pairs |= set(zip(starts.tolist(), ends.tolist(), strict=True))
    assert pairs == {(a, b) for a in range(12) for b in range(a + 1, 12)}
