"""How models stand on crates, floors, slopes and rough ground (13.01, 13.06)."""

from dataclasses import replace
from math import atan, cos, degrees, hypot, pi, radians, sin, tan

import numpy as np
import pytest
import shapely
import trimesh

from geo3d.motion.standing import standing
from geo3d.shapes import crater, extruded, platform, roughen
from tests.visibility.scenes import board, box, model, sheet

RADIUS = 16 / 25.4
INNER = RADIUS * cos(pi / 128)
"""From the centre of a 32 mm base's polygon to its sides."""


def stand(folder, terrain, at, *, turn=0.0, base="{ round = 32 }", height=1.6, **more):
    """A model on a board of 100 x 100 with this terrain, put at a place."""
    made = board(
        folder, [model("m", "red", (5.0, 5.0, 0.0), base=base, height=height)], terrain, **more
    )
    return standing(made, replace(made.figures["m"], at=at, turn_deg=turn))


def block(x0, x1, top, bottom=0.0):
    return box((x0, x1), (45, 55), (bottom, top))


def test_on_the_table(tmp_path):
    found = stand(tmp_path, {}, (50, 50, 0))
    assert found.stable and found.ground_level and found.feature is None and found.surface is None
    assert (found.height, found.overhang, found.gap, found.tilt_deg) == (0, 0, 0, 0)
    assert found.margin == pytest.approx(INNER)


@pytest.mark.parametrize("z", [2.0, -1.0, 0.05])
def test_above_and_below_the_table(tmp_path, z):
    found = stand(tmp_path, {}, (50, 50, z))
    assert found.gap == pytest.approx(z) and found.ground_level


@pytest.mark.parametrize(("x", "over"), [(50, 0.0), (45 + RADIUS, 0.0), (45.2, RADIUS - 0.2),
                                         (45.05, RADIUS - 0.05)])  # fmt: skip
def test_on_a_crate(tmp_path, x, over):
    """Stable while its centre is over the top; its overhang is what lies past the edge."""
    found = stand(tmp_path, {"crate": block(45, 55, 5)}, (x, 50, 5))
    assert found.stable and found.feature == "crate" and not found.ground_level
    assert found.height == 5.0 and found.gap == pytest.approx(0.0, abs=1e-9)
    assert found.tilt_deg == 0.0
    assert found.margin == pytest.approx(min(INNER, x - 45), abs=1e-6)
    assert found.overhang == pytest.approx(over, abs=1e-6)
    assert shapely.symmetric_difference(found.surface, shapely.box(45, 45, 55, 55)).area < 1e-4


def test_past_the_edge_of_a_crate_it_topples(tmp_path):
    """Its centre .05 past the edge: it leans on the edge and on the table, 5 lower."""
    found = stand(tmp_path, {"crate": block(45, 55, 5)}, (44.95, 50, 5))
    assert not found.stable and not found.ground_level and found.feature == "crate"
    # Past the edge the base reaches its radius and .05.
    assert found.tilt_deg == pytest.approx(degrees(atan(5 / (RADIUS + 0.05))), abs=1e-6)
    assert found.overhang == pytest.approx(RADIUS + 0.05, abs=1e-6)
    # Let down upright it touches the crate's top, at its own height.
    assert found.gap == pytest.approx(0.0, abs=1e-9)


def test_on_the_ground_beside_a_crate(tmp_path):
    found = stand(tmp_path, {"crate": block(50 + RADIUS, 60, 5)}, (50, 50, 0))
    assert found.ground_level and found.feature is None and found.margin == pytest.approx(INNER)


def test_two_crates_as_one(tmp_path):
    """13.06: .08 apart they are one surface; the base bridges the gap."""
    pair = {"one": block(45, 49.96, 5), "two": block(50.04, 55, 5)}
    for x in (49.5, 50.0, 50.5):
        found = stand(tmp_path, pair, (x, 50, 5))
        assert found.stable and found.overhang == 0.0 and found.height == 5.0
        assert found.feature == ("one" if x < 50 else "two") or x == 50.0
        assert found.surface.area == pytest.approx(100.0, abs=1e-3)
    at_the_side = stand(tmp_path, pair, (50, 45.2, 5))
    assert at_the_side.overhang == pytest.approx(RADIUS - 0.2, abs=1e-6)


def test_two_crates_apart(tmp_path):
    """.3 apart they are two, and each has an outer edge at the gap."""
    pair = {"one": block(45, 49.85, 5), "two": block(50.15, 55, 5)}
    found = stand(tmp_path, pair, (49.75, 50, 5))
    assert found.stable and found.feature == "one"
    assert found.overhang == pytest.approx(RADIUS - 0.1, abs=1e-5)
    over_the_gap = stand(tmp_path, pair, (50.05, 50, 5))
    assert over_the_gap.stable and over_the_gap.feature == "two"
    assert over_the_gap.overhang == pytest.approx(RADIUS + 0.1, abs=1e-5)


def test_three_in_a_row_are_one(tmp_path):
    """What is one with one that is one with it: the whole row counts."""
    row = {"a": block(45, 49.95, 5), "b": block(50, 50.2, 5), "c": block(50.25, 55, 5)}
    found = stand(tmp_path, row, (49.7, 50, 5))
    assert found.surface.area == pytest.approx(100.0, abs=1e-3) and found.overhang == 0.0


def test_crates_of_different_heights_are_two(tmp_path):
    pair = {"one": block(45, 50, 5), "two": block(50, 55, 4)}
    found = stand(tmp_path, pair, (49.75, 50, 5))
    assert found.overhang == pytest.approx(RADIUS - 0.25, abs=1e-6)
    assert found.surface.area == pytest.approx(50.0, abs=1e-3)


def floor(side, z=3.0):
    """A floor .2 thick with a square hole about (50, 50)."""
    half = side / 2
    plan = shapely.box(45, 45, 55, 55) - shapely.box(50 - half, 50 - half, 50 + half, 50 + half)
    mesh = trimesh.creation.extrude_polygon(plan, 0.2)
    mesh.apply_translation([0, 0, z - 0.2])
    return mesh


def test_a_floor_with_a_hole(tmp_path):
    """Over a small hole it is stable, and the hole is no outer edge; over a large one it falls."""
    for at in ((50, 50, 3), (50.3, 50, 3)):
        small = stand(tmp_path, {"floor": floor(0.8)}, at)
        assert small.stable and small.feature == "floor" and small.overhang == 0.0
        assert small.height == pytest.approx(3.0) and small.gap == pytest.approx(0.0, abs=1e-6)
        assert len(small.surface.interiors) == 1
    # A hole 3 wide: its centre .1 past the hole's edge; leaning on the edge and the table.
    large = stand(tmp_path, {"floor": floor(3.0)}, (48.6, 50, 3))
    assert not large.stable
    assert large.tilt_deg == pytest.approx(degrees(atan(3 / (RADIUS + 0.1))), abs=1e-4)
    beside = stand(tmp_path, {"floor": floor(3.0)}, (48.4, 50, 3))
    assert beside.stable and beside.overhang == 0.0
    assert beside.margin == pytest.approx(0.1, abs=1e-6)


def test_over_a_hole_the_height_is_the_floors(tmp_path):
    """Not that of the same piece's base plate, which lies under the hole."""
    house = trimesh.util.concatenate([floor(0.8), block(45, 55, 0.1)])
    found = stand(tmp_path, {"house": house}, (50, 50, 3))
    assert found.height == pytest.approx(3.0) and not found.ground_level
    assert found.stable and found.overhang == 0.0


def test_z_says_on_which_floor(tmp_path):
    levels = {"low": block(45, 55, 3, 2.8), "high": block(45, 55, 6, 5.8)}
    for z, feature, height in ((0, None, 0), (3, "low", 3), (6, "high", 6), (6.05, "high", 6)):
        found = stand(tmp_path, levels, (50, 50, z))
        assert (found.feature, found.height) == (feature, height)
        assert found.gap == pytest.approx(z - height, abs=1e-9)


@pytest.mark.parametrize(("top", "ground"), [(0.1, True), (0.25, True), (0.3, False)])
def test_a_base_plate(tmp_path, top, ground):
    """13.01: up to `ground_step` above the feature's own level it is ground, without an edge."""
    found = stand(tmp_path, {"plate": block(45, 55, top)}, (45.2, 50, top))
    assert found.feature == "plate" and found.ground_level is ground
    assert found.height == pytest.approx(top)
    assert found.overhang == pytest.approx(0.0 if ground else RADIUS - 0.2, abs=1e-6)


def test_ground_step_is_a_setting(tmp_path):
    found = stand(
        tmp_path, {"plate": block(45, 55, 0.3)}, (50, 50, 0.3), settings="ground_step = 0.3"
    )
    assert found.ground_level


def test_a_feature_on_a_hill_has_its_own_ground_level(tmp_path):
    """A plate of .1 and a crate on a relief 2 high; and the relief itself."""
    relief = box((30, 70), (30, 70), (-1, 2))
    terrain = {"plate": block(45, 55, 0.1), "crate": block(60, 65, 1)}
    places = {"plate": ((0.0, 0.0, 2.0), 0.0), "crate": ((0.0, 0.0, 2.0), 0.0)}
    more = {"ground": relief, "places": places}
    plate = stand(tmp_path, terrain, (50, 50, 2.1), **more)
    assert plate.ground_level and plate.feature == "plate" and plate.height == pytest.approx(2.1)
    crate = stand(tmp_path, terrain, (62.5, 50, 3), **more)
    assert not crate.ground_level and crate.height == pytest.approx(3.0)
    hill = stand(tmp_path, terrain, (35, 35, 2), **more)
    assert hill.ground_level and hill.feature is None and hill.height == pytest.approx(2.0)


def ramp(deg):
    """Up along x from 45 to 55."""
    return extruded("ramp", [(0, 0), (10, 0), (10, 10 * tan(radians(deg)))], 6).mesh


@pytest.mark.parametrize("turn", [0.0, 37.0])
@pytest.mark.parametrize(("deg", "tilt", "stable"), [
    (8, 10, True), (15, 10, False), (15, 15.5, True), (8, 7.5, False),
])  # fmt: skip
def test_a_slope(tmp_path, deg, tilt, stable, turn):
    z = 5 * tan(radians(deg))
    way = np.array([cos(radians(turn)), sin(radians(turn))])
    start = (*(np.array([50.0, 50.0]) - 5 * way), 0.0)
    found = stand(tmp_path, {"ramp": ramp(deg)}, (50, 50, z), turn=11.0,
                  places={"ramp": (start, turn)}, settings=f"max_tilt = {tilt}")  # fmt: skip
    assert found.stable is stable and found.feature == "ramp"
    assert found.tilt_deg == pytest.approx(deg, abs=1e-4)
    assert found.height == pytest.approx(z, abs=1e-5)
    assert found.gap == pytest.approx(0.0, abs=1e-5)
    assert found.margin == pytest.approx(INNER, abs=1e-3)


@pytest.mark.parametrize(("high", "stable"), [(4.0, True), (10.0, False)])
def test_the_models_own_centre_of_mass_on_a_slope(tmp_path, high, stable):
    """Half of its height up: on 8 degrees it moves by that times sin 8 towards the rim."""
    z = 5 * tan(radians(8))
    found = stand(
        tmp_path, {"ramp": ramp(8)}, (50, 50, z), height=high,
        places={"ramp": ((45.0, 50.0, 0.0), 0.0)}, settings='centre_of_mass = "model"',
    )  # fmt: skip
    moved = high / 2 * sin(radians(8))
    assert found.stable is stable is (moved < RADIUS)
    if stable:
        assert found.margin == pytest.approx(INNER - moved, abs=1e-3)


def test_a_miniatures_own_centre_of_mass(tmp_path):
    """A miniature whose mass lies .4 to the side of its base's centre, near a crate's edge."""
    made = board(tmp_path, [model("m", "red", (5, 5, 0))], {"crate": block(45, 55, 5)},
                 settings='centre_of_mass = "model"')  # fmt: skip
    figure = made.figures["m"]
    mesh = box((0.2, 0.6), (-0.2, 0.2), (0, 1))
    heavy = replace(figure.profile, height=None, mesh=mesh)
    for turn, margin in ((0, 0.6), (180, -0.2), (90, 0.2)):
        found = standing(made, replace(figure, profile=heavy, at=(45.2, 50, 5), turn_deg=turn))
        assert found.stable is (margin > 0)
        if margin > 0:
            side = min(margin, INNER - 0.4)
            assert found.margin == pytest.approx(side, abs=1e-3)
    as_base = replace(made, settings=replace(made.settings, centre_of_mass="base"))
    found = standing(as_base, replace(figure, profile=heavy, at=(45.2, 50, 5), turn_deg=180))
    assert found.stable and found.margin == pytest.approx(0.2, abs=1e-6)


def test_in_a_crater(tmp_path):
    """On its bottom, which slopes by .06 in 1.5 towards the middle, the rim of the base rests."""
    mesh = crater(5, 1, 0.6).mesh
    found = stand(tmp_path, {"crater": mesh}, (50, 50, 0.4), places={"crater": ((50.0, 50.0), 0.0)})
    assert found.stable and found.feature == "crater" and found.overhang == 0.0
    # 32 corners of the crater, 128 of the base: its corners over the crater's ridges are highest.
    assert found.rest.height == pytest.approx(0.4 + 0.06 * RADIUS / 1.5, abs=1e-3)
    assert found.tilt_deg == pytest.approx(0.0, abs=0.05)
    # Half way up its inner side it is too steep: .49 in 1.5 inches.
    steep = stand(
        tmp_path, {"crater": mesh}, (52.25, 50, 0.7), places={"crater": ((50.0, 50.0), 0.0)}
    )
    assert not steep.stable and steep.tilt_deg > 15


@pytest.mark.parametrize("seed", range(4))
def test_a_rough_platform(tmp_path, seed):
    """A scan with noise of .02": stable all over, and near the true height."""
    mesh = roughen(platform(6, 6, 3).mesh, 20_000, seed=seed)
    rng = np.random.default_rng(seed)
    made = board(tmp_path, [model("m", "red", (5, 5, 0))], {"platform": mesh},
                 places={"platform": ((50.0, 50.0, 0.0), 30.0)})  # fmt: skip
    for x, y in rng.uniform(-1.5, 1.5, (10, 2)):
        figure = replace(made.figures["m"], at=(50 + x, 50 + y, 3.0))
        found = standing(made, figure)
        assert found.stable, (seed, x, y)
        assert found.tilt_deg < 3 and found.overhang == 0.0 and found.feature == "platform"
        assert abs(found.gap) < 0.1 and found.height == pytest.approx(3.0, abs=0.06)
    edge = standing(made, replace(figure, at=(50 + 2.8 * cos(pi / 6), 50 + 2.8 * sin(pi / 6), 3.0)))
    assert edge.overhang == pytest.approx(RADIUS - 0.2, abs=0.06)


def test_on_spikes_too_small_to_be_surfaces(tmp_path):
    """Three posts of different heights: the plane through their nearest corners; all the base
    beyond them sticks out."""
    places = {"a": (49.8, 49.8, 1.0), "b": (50.2, 49.8, 1.0), "c": (50.0, 50.3, 1.05)}
    posts = [sheet((x - 1e-3, y, 0), (x + 1e-3, y, 0), (x, y, z)) for x, y, z in places.values()]
    found = stand(tmp_path, {"posts": trimesh.util.concatenate(posts)}, (50, 50, 1.02))
    assert found.feature == "posts" and not found.ground_level
    assert found.tilt_deg == pytest.approx(degrees(atan(0.05 / 0.5)), abs=1e-4)
    assert found.height == pytest.approx(1.0 + 0.2 * 0.1, abs=1e-5)
    assert found.stable
    assert found.overhang > RADIUS - 0.4


def test_a_wall_beside_the_base_or_through_it_does_not_carry_it(tmp_path):
    """A wall 5 high that the base overlaps is no ground; a kerb that it overlaps is."""
    wall = stand(tmp_path, {"wall": block(50.3, 50.5, 5)}, (50, 50, 0))
    assert wall.ground_level and wall.tilt_deg == 0.0 and wall.gap == 0.0
    kerb = stand(tmp_path, {"kerb": block(50.3, 50.5, 0.1)}, (50, 50, 0))
    assert kerb.tilt_deg == pytest.approx(degrees(atan(0.1 / (RADIUS + 0.3))), abs=1e-4)


def test_noise_of_a_wall_beside_the_base(tmp_path):
    """Ledges that reach into the base by .04 (`contact` is .05) do not tip it; by .06 they do."""
    for deep, tips in ((0.04, False), (0.06, True)):
        ledges = [block(50 + RADIUS - deep, 52, 0.2), block(50 + RADIUS, 52, 5)]
        wall = trimesh.util.concatenate(ledges)
        found = stand(tmp_path, {"wall": wall}, (50, 50, 0))
        assert (found.tilt_deg > 5) is tips and (abs(found.gap) > 0.05) is tips
        assert found.margin == pytest.approx(INNER) or tips


def test_a_slope_is_no_noise(tmp_path):
    """What the base lies on counts up to the rim, though it is higher there than `contact`."""
    z = 5 * tan(radians(9))
    found = stand(tmp_path, {"ramp": ramp(9)}, (50, 50, z), places={"ramp": ((45.0, 50.0), 0.0)},
                  base="{ round = 80 }")  # fmt: skip
    assert found.tilt_deg == pytest.approx(9.0, abs=1e-3) and found.stable
    assert found.margin == pytest.approx(40 / 25.4 * cos(pi / 128), abs=1e-3)


def test_too_low_on_a_relief(tmp_path):
    """Put .5 below the top of a relief: it rests on it, and the gap says so."""
    found = stand(tmp_path, {}, (50, 50, 1.5), ground=box((40, 60), (40, 60), (-1, 2)))
    assert found.gap == pytest.approx(-0.5) and found.height == 2.0 and found.ground_level


def test_two_floors_of_one_piece(tmp_path):
    """Each floor has its own outer edge: the upper one ends at x = 50."""
    house = trimesh.util.concatenate([block(45, 55, 3, 2.8), block(45, 50, 6, 5.8)])
    for z, x, over in (
        (3, 49.8, 0.0),
        (6, 49.8, RADIUS - 0.2),
        (6, 48, 0.0),
        (3, 54.8, RADIUS - 0.2),
    ):
        found = stand(tmp_path, {"house": house}, (x, 50, z))
        assert found.height == pytest.approx(z) and found.stable
        assert found.overhang == pytest.approx(over, abs=1e-5)


def test_a_terrace_round_a_higher_one(tmp_path):
    """A ring 1 high about a block 2 high: on the block its own edge counts, on the ring the
    ring's outer edge."""
    plan = shapely.box(45, 45, 55, 55) - shapely.box(48, 48, 52, 52)
    ring = trimesh.creation.extrude_polygon(plan, 1.0)
    both = trimesh.util.concatenate([ring, box((48, 52), (48, 52), (0, 2))])
    high = stand(tmp_path, {"hill": both}, (48.3, 50, 2))
    assert high.overhang == pytest.approx(RADIUS - 0.3, abs=1e-5) and high.height == 2.0
    low = stand(tmp_path, {"hill": both}, (45.3, 50, 1))
    assert low.overhang == pytest.approx(RADIUS - 0.3, abs=1e-5) and low.height == 1.0


def test_a_surface_below_the_table_is_not_stood_on(tmp_path):
    found = stand(tmp_path, {"sunk": block(45, 55, -0.02, -1)}, (50, 50, 0))
    assert found.feature is None and found.height == 0.0 and found.gap == 0.0


def test_a_step_that_the_base_leans_on_is_no_edge(tmp_path):
    """On a floor, leaning on a plate .05 higher beside it: the floor's edge there is not open."""
    terrain = {"floor": block(45, 50, 3), "plate": block(50, 55, 3.08)}
    found = stand(tmp_path, terrain, (49.6, 50, 3.0))
    assert found.feature == "floor" and found.overhang == 0.0 and found.stable
    assert found.tilt_deg == pytest.approx(degrees(atan(0.08 / (RADIUS + 0.4))), abs=1e-4)


def test_bases_of_all_kinds(tmp_path):
    """Rectangle and oval past a crate's edge, by their half sizes."""
    crate = {"crate": block(45, 55, 5)}
    for base in ("{ rect = [50.8, 25.4] }", "{ oval = [50.8, 25.4] }"):
        for turn, half in ((0, 1.0), (90, 0.5)):
            found = stand(tmp_path, crate, (45.3, 50, 5), base=base, turn=turn)
            assert found.overhang == pytest.approx(half - 0.3, abs=1e-6)
            assert found.stable and found.margin == pytest.approx(0.3, abs=1e-6)
    corner = stand(tmp_path, crate, (45.3, 45.1, 5), base="{ rect = [50.8, 25.4] }")
    assert corner.overhang == pytest.approx(hypot(0.7, 0.4), abs=1e-6)


@pytest.mark.parametrize("turn", [20.0, 145.0])
def test_the_whole_board_turned(tmp_path, turn):
    """Two crates and a model, turned about the model: the same answer."""
    terrain = {"one": box((-5, -0.04), (-0.4, 4), (0, 2)), "two": box((0.04, 5), (-0.4, 4), (0, 2))}
    answers = []
    for by in (0.0, turn):
        places = dict.fromkeys(terrain, ((50.0, 50.0, 0.0), by))
        answers.append(stand(tmp_path, terrain, (50, 50, 2), turn=by, places=places,
                             base="{ rect = [50, 40] }"))  # fmt: skip
    one, other = answers
    assert one.overhang == pytest.approx(20 / 25.4 - 0.4, abs=1e-5)
    assert other.overhang == pytest.approx(one.overhang, abs=1e-5)
    assert other.margin == pytest.approx(one.margin, abs=1e-5)
    assert one.stable and other.stable and one.tilt_deg == pytest.approx(0, abs=1e-6)
    assert other.tilt_deg == pytest.approx(0, abs=1e-3)
