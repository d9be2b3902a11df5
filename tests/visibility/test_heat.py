"""What models see of the table: shadows of walls where straight lines put them."""

from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.visibility.heat import heat, parts
from geo3d.visibility.scene import board_scene
from tests.picture.boards import HIGH, OBSERVER, TARGET, box, load


def test_in_the_open_all_is_seen_from_everywhere(tmp_path: Path) -> None:
    found = heat(load(tmp_path, {}), [OBSERVER], 1.0)
    # A point for each square inch of 30 by 20.
    assert len(found.points) == 600 and (found.points[:, 2] == 0.0).all()
    # But what the other model stands on, and what lies behind it as seen from so low.
    away = np.abs(found.points[:, 1] - 10.0) > 4.0
    assert (found.share[away] == 1.0).all() and (found.count[away] == 1).all()


def test_behind_a_wall_the_shadow_is_as_wide_as_lines_make_it(tmp_path: Path) -> None:
    """The wall stands at x = 12, from y = 2 to 18, 9" high. Lines past its corner (12, 18) from a
    part of the observer rise by (18 - y) / (12 - x): by 1 from its corner (4.5, 10.5), the least,
    and by 8.5 / 6.5 from (5.5, 9.5), the most. Below the one nothing is seen, above the other all
    of it sees."""
    found = heat(load(tmp_path, {"wall": HIGH}), [OBSERVER], 0.25)
    x, y = found.points[:, 0], found.points[:, 1]
    behind = (x > 12.5) & (y > 10.0) & (found.points[:, 2] == 0.0)
    dark = behind & (y < 18.0 + (x - 12.0) - 0.05)
    lit = behind & (y > 18.0 + (x - 12.0) + 0.05)
    whole = behind & (y > 18.0 + (x - 12.0) * 8.5 / 6.5 + 0.05)
    assert dark.sum() > 500 and (found.count[dark] == 0).all() and (found.share[dark] == 0.0).all()
    assert lit.sum() > 10 and (found.count[lit] == 1).all()
    assert whole.sum() > 5 and (found.share[whole] == 1.0).all()
    assert (found.share[lit & ~whole] < 1.0).any()
    before = (x < 4.0) | ((x > 6.0) & (x < 12.0))
    assert (found.share[before & (found.points[:, 2] == 0.0)] == 1.0).all()


def test_floors_are_looked_at_and_two_observers_count(tmp_path: Path) -> None:
    deck = box((10.0, 14.0), (14.0, 18.0), (2.9, 3.0))
    board = load(tmp_path, {"deck": deck})
    found = heat(board, [OBSERVER, TARGET], 1.0)
    upper = found.points[:, 2] > 2.0
    assert upper.sum() == 16 and np.allclose(found.points[upper, 2], 3.0)
    # 1" above the deck both see it, and both see below it.
    assert (found.count[upper] == 2).all()
    below = (found.points[:, 2] == 0.0) & (np.abs(found.points[:, :2] - (12, 16)) < 2).all(axis=1)
    assert below.sum() == 16 and (found.count[below] == 2).all()


def test_areas_block_but_for_what_is_in_them(tmp_path: Path) -> None:
    """13.10: a light feature makes its area obscuring, however low it is."""
    curb = box((11.0, 13.0), (9.0, 11.0), (0.0, 0.1))
    area = {"id": "woods", "features": ["curb"], "boundary": [[10, 6], [14, 6], [14, 14], [10, 14]]}
    board = load(tmp_path, {"curb": curb}, areas=[area])
    found = heat(board, [OBSERVER], 1.0)
    x, y = found.points[:, 0], found.points[:, 1]
    inside = (x > 10) & (x < 14) & (y > 6) & (y < 14)
    behind = (x > 15) & (x < 18) & (np.abs(y - 10) < 3)
    assert inside.sum() >= 32 and (found.count[inside] == 1).all()
    assert behind.sum() > 10 and (found.count[behind] == 0).all()


def test_any_number_of_areas_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line passes the areas that its point is in, and no others: of five in a row only the first
    is looked into, however many of them a number tells of."""
    terrain, areas = {}, []
    for number in range(5):
        x = 10.0 + 2.0 * number
        terrain[f"curb-{number}"] = box((x + 0.5, x + 1.5), (9.5, 10.5), (0.0, 0.1))
        corners = [[x, 0], [x + 2, 0], [x + 2, 20], [x, 20]]
        areas.append({"id": f"a{number}", "features": [f"curb-{number}"], "boundary": corners})
    board = load(tmp_path, terrain, areas=areas)
    many = heat(board, [OBSERVER], 1.0)
    monkeypatch.setattr("geo3d.visibility.heat.BITS", 2)
    few = heat(board, [OBSERVER], 1.0)
    assert np.array_equal(few.share, many.share) and np.array_equal(few.count, many.count)
    first = (few.points[:, 0] > 10.0) & (few.points[:, 0] < 12.0)
    beyond = few.points[:, 0] > 12.0
    assert few.count[first].all() and not few.count[beyond].any()


def test_no_point_fits(tmp_path: Path) -> None:
    found = heat(load(tmp_path, {}), [OBSERVER], 100.0)
    assert len(found.points) == len(found.share) == len(found.count) == 0


def test_it_looks_from_corners_of_the_body(tmp_path: Path) -> None:
    """A box of 1 by 1 by 2 inches at (5, 10): its middle and all eight corners are among them."""
    body = board_scene(load(tmp_path, {})).body(OBSERVER)
    found = parts(body)
    assert np.allclose(found[0], [5.0, 10.0, 1.0])
    for x in (4.5, 5.5):
        for y in (9.5, 10.5):
            for z in (0.05, 2.0):
                assert np.linalg.norm(found - (x, y, z), axis=1).min() < 1e-3


def test_progress_is_told_and_may_end_it(tmp_path: Path) -> None:
    board = load(tmp_path, {})
    told: list[tuple[int, int]] = []
    heat(board, [OBSERVER, TARGET], 2.0, progress=lambda done, of: told.append((done, of)))
    # 15 by 10 points, once for each.
    assert told == [(0, 300), (150, 300), (300, 300)]
    # And while one of them looks, too: 60 by 40 points.
    told.clear()
    heat(board, [OBSERVER], 0.5, progress=lambda done, of: told.append((done, of)))
    assert told[0] == (0, 2400) and told[-1] == (2400, 2400)
    steps = np.diff([done for done, _ in told])
    assert len(told) >= 3 and (steps > 0).all() and steps.max() < 1400

    class _EnoughError(Exception):
        pass

    def stop(done: int, _: int) -> None:
        if done == 150:
            raise _EnoughError

    with pytest.raises(_EnoughError):
        heat(board, [OBSERVER, TARGET], 2.0, progress=stop)


@pytest.mark.parametrize(
    ("observers", "spacing", "message"),
    [([], 1.0, "no model that looks"), (["x"], 1.0, "no model 'x'"), ([OBSERVER], 0.0, "above 0")],
)
def test_what_makes_no_sense_is_told(
    tmp_path: Path, observers: list[str], spacing: float, message: str
) -> None:
    with pytest.raises(geo3d.UsageError, match=message):
        heat(load(tmp_path, {}), observers, spacing)
