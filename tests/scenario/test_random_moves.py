"""Random moves and places against plane geometry by shapely (03.01, 13.06).

A base that goes along a line sweeps the convex hull of its two outlines. A rotation is sampled in
steps so small that no point of the base moves farther than `STEP` between two of them. What is
nearer to touching than can be told from that is not asked.
"""

from dataclasses import replace
from itertools import pairwise
from math import ceil, hypot, radians

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

import geo3d
from geo3d.shapes import crate
from geo3d.shapes.solids import mesh_of, prism
from geo3d.table.figures import upright
from tests.scenario.moving_board import (
    Model,
    Table,
    Thing,
    arrow,
    disc,
    one,
    oval,
    rect,
    rules,
)

STEP = 0.01
"""Inches that a point of a base may move between two samples of a rotation."""
CRATES = {"high": (2.5, 0.8, 5.0), "post": (0.6, 0.6, 2.5), "low": (3.0, 0.9, 1.8)}
"""Sizes; the first two are over 2" high."""
# The arrow's middle by area is its origin, so that its centre is the same however it is read.
BASES = {
    "rect": {"base": rect(3, 1)}, "round": {"base": disc(1.2)}, "oval": {"base": oval(2.5, 1.2)},
    "arrow": {
        "base": "hull", "mesh": arrow([(1.6, 0.0), (-0.8, 0.5), (-0.8, -0.5)]),
    },
}  # fmt: skip


@pytest.fixture(scope="module", params=list(BASES))
def board(request, tmp_path_factory):
    """A VEHICLE, three crates, a friend and an enemy, all yet to be placed."""
    models = {
        "m": Model((5, 5), "VEHICLE", **BASES[request.param]),
        "friend": Model((10, 5)), "foe": Model((15, 5), player="blue"),
    }  # fmt: skip
    things = {id: Thing(crate(*size), (5, 15)) for id, size in CRATES.items()}
    # Slits between crates are another rule's (13.06.01).
    table = Table(models, things, {"adjacent_gap_width": 0.0})
    return table.load(tmp_path_factory.mktemp("random"))


near = st.floats(-5.0, 5.0).map(lambda v: round(v, 3))
angle = st.floats(0.0, 360.0).map(lambda v: round(v, 1))
places = st.tuples(near, near, angle)


def sweeps(figure, points):
    """What the base covers: for each line one polygon; for each rotation two lists of outlines."""
    base = figure.profile.base
    reach = float(np.hypot(*base.polygon.T).max())
    at, turn = np.array(figure.at[:2]), figure.turn_deg
    lines, rotations = [], []
    for point in points:
        end = np.array(point[:2])
        both = [base.placed(at, turn), base.placed(end, turn)]
        lines.append(shapely.MultiPoint(np.concatenate(both)).convex_hull)
        at = end
        if len(point) > 3:
            short = (point[3] - turn + 180.0) % 360.0 - 180.0
            ways = []
            for by in (short, short - 360.0 if short > 0 else short + 360.0):
                count = ceil(abs(radians(by)) * reach / STEP) + 1
                ways.append([
                    shapely.Polygon(base.placed(at, turn + part))
                    for part in np.linspace(0.0, by, count)
                ])  # fmt: skip
            rotations.append(ways)
            turn = point[3]
    return lines, rotations, shapely.Polygon(base.placed(at, turn))


def meets(swept, obstacle):
    """True, False, or None where it is too near to tell."""
    if shapely.area(shapely.intersection(swept, obstacle)).max() > 1e-4:
        return True
    return False if shapely.distance(swept, obstacle).min() > STEP else None


@settings(max_examples=20)
@given(
    features=st.tuples(places, places, places), others=st.tuples(places, places),
    path=st.lists(st.tuples(near, near, st.none() | angle), min_size=1, max_size=3),
)  # fmt: skip
def test_a_vehicle_among_crates(board, features, others, path):
    """It runs into what is over 2" high, and into enemies; at its end into anything."""
    spots = dict(zip(CRATES, features, strict=True))
    made = replace(
        board,
        features={
            id: replace(it, transform=upright((30 + spots[id][0], 22 + spots[id][1], 0.0),
                                              spots[id][2]))
            for id, it in board.features.items()
        },
        figures={
            id: replace(it, at=(30 + x, 22 + y, 0.0), turn_deg=t)
            for (id, it), (x, y, t) in zip(
                board.figures.items(), ((-9.0, 0.0, 0.0), *others), strict=True
            )
        },
    )  # fmt: skip
    points = [
        (30 + x, 22 + y) if turn is None else (30 + x, 22 + y, None, turn) for x, y, turn in path
    ]
    obstacles = {
        id: shapely.Polygon(
            np.array([(-a, -b), (a, -b), (a, b), (-a, b)])
            / 2
            @ made.features[id].transform[:2, :2].T
            + made.features[id].transform[:2, 3]
        )
        for id, (a, b, _) in CRATES.items()
    }
    for id in ("friend", "foe"):
        obstacles[id] = shapely.Polygon(made.figures[id].outline)
    lines, rotations, end = sweeps(made.figures["m"], points)
    # Which way round is best where different things bar both is not asked.
    barring = ("high", "post", "foe")
    broken = set()
    for rotation in rotations:
        told = [[meets(np.array(way), obstacles[id]) for id in barring] for way in rotation]
        assume(all(one is not None for way in told for one in way))
        if all(any(way) for way in told):
            found = [{id for id, one in zip(barring, way, strict=True) if one} for way in told]
            assume(found[0] == found[1])
            broken |= found[0]
    for line in lines:
        told = [meets(np.array([line]), obstacles[id]) for id in barring]
        assume(None not in told)
        broken |= {id for id, one in zip(barring, told, strict=True) if one}
    wanted = {"03.01" if id == "foe" else "13.06" for id in broken}
    for obstacle in obstacles.values():
        if meets(np.array([end]), obstacle) is not False:
            deep = end.intersection(obstacle)
            # Deeper than the .05" that may be called contact.
            assume(not deep.buffer(-0.06).is_empty)
            wanted.add("03.01")
    note(f"{points}: {broken}")
    found = geo3d.judge_move(made, "m", points)
    assert rules(found) == wanted
    # A crate seen too close to tell was left out above; those named are exactly the barring ones.
    named = {violation.by for violation in found.violations}
    assert broken <= named
    steps = [made.figures["m"].at[:2], *(point[:2] for point in points)]
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(steps))
    assert found.distance.total == pytest.approx(length)


ROOFS = {
    "L": [(-3, -3), (3, -3), (3, 0), (0, 0), (0, 3), (-3, 3)],
    "notch": [(-3, -2), (3, -2), (3, 2), (0.4, 2), (0.4, 0.2), (-0.4, 0.2), (-0.4, 2), (-3, 2)],
    "tri": [(-3, -2), (3, -2), (0, 3)],
}


@pytest.fixture(scope="module", params=[(a, b) for a in ROOFS for b in BASES])
def roof(request, tmp_path_factory):
    """A roof 3" up, and INFANTRY with some base."""
    shape, base = request.param
    things = {"roof": Thing(mesh_of(prism([ROOFS[shape]], 3.0)))}
    table = one(Model((5, 5), **BASES[base]), things)
    return ROOFS[shape], table.load(tmp_path_factory.mktemp("roof"))


@settings(max_examples=20)
@given(place=st.tuples(st.floats(-3.2, 3.2), st.floats(-3.2, 3.2), angle))
def test_on_a_roof(roof, place):
    """Stable: its centre inside the hull of what it touches. Overhang: the farthest point off."""
    corners, board = roof
    x, y, turn = place
    top = shapely.Polygon(corners)
    base = shapely.Polygon(board.figures["m"].profile.base.placed((x, y), turn))
    assume(base.intersection(top).area > 0.01)
    centre = shapely.Point(x, y)
    hulls = [base.buffer(by).intersection(top).convex_hull for by in (-1e-3, 1e-3)]
    assume(hulls[0].contains(centre) == hulls[1].contains(centre))
    assume(hulls[0].exterior.distance(centre) > 1e-3)
    stable = bool(hulls[0].contains(centre))
    grid = np.arange(-2.1, 2.1, 0.05)
    points = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2) + (x, y)
    points = points[shapely.contains_xy(base, *points.T)]
    points = np.concatenate([shapely.get_coordinates(base.segmentize(0.02)), points])
    far = float(shapely.distance(shapely.points(points), top).max())
    # Its corners are a float32 of metres off.
    assume(far == 0.0 or far > 1e-3)
    found = geo3d.judge_stand(board, "m", (30 + x, 22 + y, 3.0, turn))
    assert found.stable is stable
    if stable and top.distance(centre) == 0.0:
        # The true farthest point lies within .036" of a sample; it is told to .0005".
        assert far - 5e-4 <= found.overhang <= far + 0.036
        assert rules(found) == ({"13.06"} if far else set())
    elif not stable:
        assert "13.06" in rules(found)
