"""The solids of templates: volumes by arithmetic, openings by seed."""

import numpy as np
import pytest

pytest.importorskip("wh40kdc")

from geo3d.convert.heights import HEIGHTS, heights_with, kind_of
from geo3d.convert.openings import DOOR, Stretch, openings
from geo3d.convert.pieces import piece_mesh
from geo3d.convert.published import templates
from geo3d.errors import UsageError
from geo3d.piece.gaps import find_gaps

PARTS = {id: each for id, each in templates().items() if id.startswith("bm-part-")}
KINDS = {kind_of(id): each for id, each in PARTS.items()}

# Walls are .5" thick, floors .2". A floor is counted by what of it does not lie in the walls.
VOLUMES = {
    # Walls 6 and 2 long (the corner once): (3 + 1) x 5. Floor 4 x 2.5, less walls along 4 and 2.
    "cd": 20 + 0.2 * (4 * 2.5 - 0.5 * 4 - 0.5 * 2),
    # Walls 6 + 4 long. Floor 2 x 3, less 3 and 1.5 of wall.
    "ef": 0.5 * 10 * 5 + 0.2 * (2 * 3 - 0.5 * 3 - 0.5 * 1.5),
    # Walls 3 + 5.5 long. Floor 1.5 x 3.5, less 1.5 and 3 of wall.
    "gh": 0.5 * 8.5 * 5 + 0.2 * (1.5 * 3.5 - 0.5 * 1.5 - 0.5 * 3),
    # A room of 1 x 1.5 in 2 x 2.5, 3" high, its floor at the top.
    "tower": (2 * 2.5 - 1.5) * 3 + 0.2 * 1.5,
    # Blocks: a T of 4.5 x 1 and 2.5 x 1; a box.
    "generator": (4.5 + 2.5) * 3,
    "pipes": 6 * 1 * 2,
    "ruin-part": 1 * 1 * 3,
    "long-barrier": 4.5 * 0.5 * 2,
    "short-barrier": 3.75 * 0.5 * 2,
    # Walls 2.5 + 1, and 1.5 + 1.
    "small-l": 0.5 * 3.5 * 5,
    "small-l-flip": 0.5 * 3.5 * 5,
    "corner": 0.5 * 2.5 * 5,
}


@pytest.mark.parametrize("kind", VOLUMES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_volumes(kind, mirrored):
    mesh = piece_mesh(KINDS[kind], HEIGHTS[kind][0], mirrored=mirrored)
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(VOLUMES[kind], abs=1e-6)
    assert mesh.bounds[0, 2] == 0.0 and mesh.bounds[1, 2] == HEIGHTS[kind][0]


def test_both_ab_have_walls_and_a_floor():
    # Walls 3.75 + 4 long. Floor 2.5 x 2.5 less 2.5 and 2 of wall; the other, 3 x 2.5, begins .25"
    # outside, so that 2.25 x 2 of it lie beyond the walls, and .25 x 2.5 outside.
    wanted = {
        "bm-part-ab-68b696d07f": 0.5 * 7.75 * 5 + 0.2 * (2.5 * 2.5 - 0.5 * 2.5 - 0.5 * 2),
        "bm-part-ab-b2b36df6fb": 0.5 * 7.75 * 5 + 0.2 * (2.25 * 2 + 0.25 * 2.5),
    }
    for id, volume in wanted.items():
        assert piece_mesh(PARTS[id], 5.0).volume == pytest.approx(volume, abs=1e-6)


@pytest.mark.parametrize("id", PARTS)
def test_there_is_a_height_for_every_part(id):
    assert kind_of(id) in HEIGHTS


def test_heights_come_from_where_they_say():
    for height, source in HEIGHTS.values():
        if source.startswith("template "):
            template = templates()[source.removeprefix("template ")]
            assert template["default_height_inches"] == height


@pytest.mark.parametrize("kind", ["ab", "cd", "ef", "gh"])
@pytest.mark.parametrize("seed", range(3))
def test_openings_are_holes_in_a_closed_mesh(kind, seed):
    height = HEIGHTS[kind][0]
    blank = piece_mesh(KINDS[kind], height)
    mesh = piece_mesh(KINDS[kind], height, windows=seed)
    assert mesh.is_watertight and mesh.body_count == 1
    assert 0.4 * blank.volume < mesh.volume < blank.volume
    again = piece_mesh(KINDS[kind], height, windows=seed)
    assert np.array_equal(mesh.vertices, again.vertices)
    # A mirrored one is the same piece the other way round, windows and all.
    other = piece_mesh(KINDS[kind], height, windows=seed, mirrored=True)
    assert other.volume == pytest.approx(mesh.volume, abs=1e-9)
    assert other.center_mass == pytest.approx(mesh.center_mass * (-1, 1, 1), abs=1e-9)


def test_seeds_differ_and_barriers_have_no_openings():
    one, other = (piece_mesh(KINDS["cd"], 5.0, windows=seed) for seed in (1, 2))
    assert one.volume != other.volume
    assert piece_mesh(KINDS["long-barrier"], 2.0, windows=1).volume == pytest.approx(4.5)


def test_openings_are_those_that_the_gap_finder_finds():
    # cd by seed 1: as many openings as were cut, each with its sill and lintel.
    cut = [
        hole
        for number, stretch in enumerate(
            # 6" and 2.5" of wall; .5" of the other wall and .25" margins are not free.
            [Stretch(0.25 - 3, 3 - 0.75), Stretch(0.75 - 1.25, 1.25 - 0.25)]
        )
        for hole in openings(1, "cd", number, stretch, 5.0)
    ]
    found = find_gaps(piece_mesh(KINDS["cd"], 5.0, windows=1))
    wanted = sorted((min(z for _, z in h.outline), max(z for _, z in h.outline)) for h in cut)
    assert len(wanted) > 2
    enclosed = sorted((g.sill, g.lintel) for g in found if g.kind == "opening")
    assert np.abs(np.array(enclosed) - wanted).max() < 0.02


def test_openings_stay_clear_of_ends_floors_and_each_other():
    doors = 0
    for seed in range(200):
        holes = openings(seed, "cd", 0, Stretch(-2.75, 2.25), 5.0)
        spans = []
        for hole in holes:
            xs, zs = ([point[axis] for point in hole.outline] for axis in (0, 1))
            assert min(xs) >= -2.75 and max(xs) <= 2.25
            assert max(zs) <= 2.6 or (min(zs) >= 3.5 and max(zs) <= 4.75)
            spans.append((min(xs), max(xs), min(zs)))
            doors += min(zs) == 0.0
        for number, (low, high, sill) in enumerate(spans):
            for other_low, other_high, other_sill in spans[:number]:
                if (sill >= 3) == (other_sill >= 3):
                    assert high < other_low or other_high < low
    # Doors in a quarter of 200 stretches: 50, by 6 standard deviations of 6.1.
    assert abs(doors - 200 * DOOR) < 37
    assert openings(1, "cd", 0, Stretch(-0.5, 0.5), 5.0) == []


def test_heights_that_are_given():
    assert heights_with({"cd": 6.5})["cd"] == 6.5
    assert heights_with({"cd": 6.5})["ef"] == 5.0
    with pytest.raises(UsageError, match=r"no kind of piece 'tor'; there are tower"):
        heights_with({"tor": 3.0})
    with pytest.raises(UsageError, match="tower: inches above 0"):
        heights_with({"tower": 0.0})
