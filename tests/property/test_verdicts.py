"""Verdicts on random plain boards: beside the reference, and what must not change them.

Seeds are new each run and printed; GEO3D_SEED repeats one. The full number of boards beside the
reference is run by benchmarks/verdicts.py.
"""

import os
import secrets
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely

import geo3d
from geo3d.shapes import wall, window
from tests.reference.plain_board import Block, Plain, block, spinning
from tests.reference.verdict_boards import APART, CLEAR, SIZE, random_board
from tests.reference.verdict_oracle import compare, told

NUDGE = 0.001
"""Inches: where moving the models by so much changes a verdict, the board is a close thing."""


def seeds(number: int) -> range:
    first = int(os.environ.get("GEO3D_SEED", secrets.randbelow(2**31)))
    print(f"seeds {first} to {first + number - 1}; repeat with GEO3D_SEED={first}")
    return range(first, first + number)


Verdicts = dict[tuple[str, str], dict[str, object]]


def verdicts(folder: Path, plain: Plain, name: Callable[[str], str] = str) -> Verdicts:
    """What is told of each pair, under other ids for the models where `name` is given."""
    pairs = geo3d.sightlines(plain.load(folder)).pairs
    return {(name(pair.observer), name(pair.target)): told(pair) for pair in pairs}


def nudged(plain: Plain, seed: int) -> Plain:
    """Its models a little elsewhere."""
    rng = np.random.default_rng(seed)

    def moved(at: tuple) -> tuple:
        x, y = rng.uniform(-NUDGE, NUDGE, 2)
        return (at[0] + x, at[1] + y, *at[2:])

    return replace(plain, squads=tuple(
        replace(squad, men=tuple(replace(man, at=moved(man.at)) for man in squad.men))
        for squad in plain.squads
    ))  # fmt: skip


def close(folder: Path, plain: Plain, pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those of some pairs whose verdict hangs on a thousandth of an inch."""
    answers = [verdicts(folder, plain), *(verdicts(folder, nudged(plain, n)) for n in range(6))]
    return {pair for pair in pairs if any(a[pair] != answers[0][pair] for a in answers)}


def differing(
    folder: Path, plain: Plain, one: Verdicts, other: Verdicts
) -> dict[tuple[str, str], object]:
    """The pairs whose verdicts differ and are no close thing, with both."""
    assert one.keys() == other.keys()
    pairs = {pair for pair in one if one[pair] != other[pair]}
    if pairs:
        pairs -= close(folder, plain, pairs)
    return {pair: (one[pair], other[pair]) for pair in pairs}


@pytest.mark.parametrize(
    ("seed", "observer", "target"),
    [
        (20666, "m20", "m10"),
        (20668, "m00", "m11"),
        (7000958, "m12", "m02"),
        (7001055, "m00", "m12"),
        (20314, "m20", "m10"),
    ],
)
def test_pairs_that_once_differed(tmp_path, seed, observer, target):
    """Observers close by, whom the target's outermost parts do not face; parts that are seen from a
    rim of the observer alone; a detection range that would be negative."""
    plain = random_board(seed)
    found = compare(plain, observer, target, geo3d.sight(plain.load(tmp_path), observer, target))
    assert found.agreed >= 6 and not found.differ


def test_as_the_reference_has_it(tmp_path):
    """40 boards; what the reference is unsure of is not compared, and is little."""
    agreed = unsure = 0
    for seed in seeds(40):
        plain = random_board(seed)
        for pair in geo3d.sightlines(plain.load(tmp_path)).pairs:
            found = compare(plain, pair.observer, pair.target, pair)
            assert not found.differ, (seed, pair.observer, pair.target, found.differ)
            agreed += found.agreed
            unsure += found.unsure
    assert agreed > 10 * unsure


def turned(plain: Plain, angle: float) -> Plain:
    """Turned about its middle, on a table that is large enough."""
    middle = (SIZE[0] / 2, SIZE[1] / 2)
    spin = spinning(angle, middle, (40.0, 40.0))
    return replace(plain.placed(spin, lambda turn: turn + angle), size=(80.0, 80.0))


def mirrored(plain: Plain) -> Plain:
    """In the middle of its depth."""
    return plain.placed(lambda p: (p[0], SIZE[1] - p[1]), lambda turn: -turn)


def moved(plain: Plain) -> Plain:
    """By odd numbers."""
    there = plain.placed(lambda p: (p[0] + 11.37, p[1] + 5.013), lambda turn: turn)
    return replace(there, size=(80.0, 80.0))


def shuffled(plain: Plain, seed: int) -> Plain:
    """Everything in another order, but the units' first models."""
    rng = np.random.default_rng(seed)
    return replace(
        plain,
        blocks=tuple(plain.blocks[i] for i in rng.permutation(len(plain.blocks))),
        patches=tuple(plain.patches[i] for i in rng.permutation(len(plain.patches))),
        squads=tuple(plain.squads[i] for i in rng.permutation(len(plain.squads))),
    )


def renamed(id: str) -> str:
    """Another id, of another place in the alphabet."""
    return "".join(chr(ord("z") - "abcdefghijklmnopqrstuvwxyz0123456789".find(c)) for c in id) + "é"


def far_rock(plain: Plain) -> Plain:
    """With a ruin of its own area in a corner that no line comes near."""
    rock = block("rock", (55.0, 58.0), (38.0, 41.0))
    return replace(plain, blocks=(*plain.blocks, rock), size=(60.0, 44.0))


@pytest.mark.parametrize("how", ["moved", "turned", "mirrored", "shuffled", "far rock"])
def test_verdicts_do_not_change(tmp_path, how):
    """Under moving, turning and mirroring the whole board, under another order, and with a feature
    with an area of its own far from all lines."""
    for seed in seeds(5):
        plain = random_board(seed)
        other = {
            "moved": moved,
            "turned": lambda p, s=seed: turned(p, (s * 37.3) % 360.0),
            "mirrored": mirrored,
            "shuffled": lambda p, s=seed: shuffled(p, s),
            "far rock": far_rock,
        }[how](plain)
        one = verdicts(tmp_path, plain)
        assert not differing(tmp_path, plain, one, verdicts(tmp_path, other)), seed


def test_names_do_not_matter(tmp_path):
    for seed in seeds(5):
        plain = random_board(seed)
        other = plain.placed(lambda p: p, lambda turn: turn, renamed)
        back = {renamed(man.id): man.id for squad in plain.squads for man in squad.men}
        told_so = verdicts(tmp_path, other, back.__getitem__)
        assert not differing(tmp_path, plain, verdicts(tmp_path, plain), told_so), seed


LESS = ("visible", "fully_visible", "bare_visible", "bare_fully_visible", "detection_range")
"""What more material never adds to."""

MORE = ("hidden", "gone_to_ground", "benefit_of_cover")
"""What it never takes away."""


def gained(folder: Path, before: Plain, after: Plain) -> list[tuple]:
    """Where a figure has come to be better seen on one board than on another, and it is no close
    thing on either."""
    first, second = verdicts(folder, before), verdicts(folder, after)
    gains = [
        (pair, name, first[pair][name], second[pair][name])
        for pair in first
        for name in (*LESS, *MORE)
        if (second[pair][name] - first[pair][name]) * (1 if name in LESS else -1) > 0
    ]
    if gains:
        pairs = {gain[0] for gain in gains}
        doubtful = close(folder, before, pairs) | close(folder, after, pairs)
        gains = [gain for gain in gains if gain[0] not in doubtful]
    return gains


def with_one_more(plain: Plain, seed: int) -> Plain | None:
    """With another box, clear of all else; None where none fits."""
    rng = np.random.default_rng(seed)
    taken = [shapely.Point(m.at[:2]).buffer(m.across / 2) for s in plain.squads for m in s.men]
    taken += [shapely.Polygon(b.corners) for b in plain.blocks]
    for _ in range(60):
        size = (rng.uniform(0.5, 8.0), rng.uniform(0.3, 3.0), rng.uniform(0.5, 5.0))
        at = (rng.uniform(4.5, SIZE[0] - 4.5), rng.uniform(4.5, SIZE[1] - 4.5))
        category = str(rng.choice(["dense", "light", "exposed"]))
        made = Block("more", size, at, rng.uniform(0.0, 360.0), category)
        plan = shapely.Polygon(made.corners)
        if all(plan.distance(t) > max(APART, CLEAR) for t in taken):
            return replace(plain, blocks=(*plain.blocks, made))
    return None


def test_more_material_never_shows_anybody(tmp_path):
    for seed in seeds(8):
        plain = random_board(seed)
        more = with_one_more(plain, seed)
        if more is None:
            continue
        gains = gained(tmp_path, plain, more)
        assert not gains, (seed, gains)


def walled(plain: Plain, seed: int) -> Plain:
    """Its long features are walls of 6", with windows at all heights."""
    rng = np.random.default_rng(seed)

    def pierced(one: Block) -> Block:
        length = max(one.size[0], 2.5)
        number = int(length // 2.2)
        holes = [
            window(
                (n + 0.5) * length / number - length / 2,
                float(rng.uniform(0.2, 2.4)),
                float(rng.uniform(0.5, 1.5)),
                float(rng.uniform(0.6, 2.6)),
            )
            for n in range(number)
        ]
        return replace(
            one, size=(length, 0.3, 6.0), mesh=wall(length, 6.0, 0.3, holes).mesh, gaps="auto",
            solid=True,
        )  # fmt: skip

    return replace(plain, blocks=tuple(pierced(b) for b in plain.blocks))


def test_a_greater_solid_height_never_shows_anybody(tmp_path):
    """Walls with windows, with models on the ground and about them; at all heights up to 5"."""
    for seed in seeds(4):
        plain = walled(random_board(seed), seed).under(implicit_areas=False)
        for low, high in pairwise((0.0, 1.0, 2.0, 3.0, 5.0)):
            gains = gained(tmp_path, plain.under(solid_height=low), plain.under(solid_height=high))
            assert not gains, (seed, low, high, gains)
