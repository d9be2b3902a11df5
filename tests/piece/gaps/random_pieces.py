"""Random pieces with all kinds of gaps: of interest is only that their answers do not change."""

from collections.abc import Callable
from math import pi, radians

import numpy as np
import trimesh

from geo3d.shapes import Hole, arched, door, l_ruin, platform, round_hole, tower, u_ruin, window
from geo3d.shapes.solids import Solid, box, mesh_of, prism, solid, union
from tests.piece.gaps.heaps import heap
from tests.piece.gaps.odd_walls import bent, splayed
from tests.piece.gaps.random_walls import random_wall
from tests.piece.gaps.rooms import cut, tunnel

HALF = 0.125
"""Half the thickness of walls here."""


def hole(rng: np.random.Generator, x: float, most: float) -> Hole:
    """A window, door, arch or round hole about x, no wider than `most`, no higher than 2.4."""
    wide = float(rng.uniform(0.3, most))
    match int(rng.integers(4)):
        case 0:
            return door(x, wide, float(rng.uniform(1.0, 2.4)))
        case 1:
            return arched(x, 0.0, wide, float(rng.uniform(0.3, 2.3 - wide / 2)))
        case 2:
            return round_hole(x, float(rng.uniform(0.5, 1.5)), min(wide, 0.8))
    low = float(rng.uniform(0.3, 1.5))
    return window(x, low, wide, float(rng.uniform(0.3, 2.4 - low)))


def holes(rng: np.random.Generator, length: float) -> list[Hole]:
    """Up to three in a row in a wall of that length, .3 from each other and from its ends."""
    number = min(int(rng.integers(4)), int(length - 1.0))
    number = min(int(rng.integers(4)), int(length - 1.0))
    each = (length - 1.0) / max(number, 1)
    return [hole(rng, (i + 0.5) * each - (length - 1.0) / 2, min(each - 0.3, 1.8))
            for i in range(number)]  # fmt: skip


def _ruin(rng: np.random.Generator) -> trimesh.Trimesh:
    x, y = map(float, rng.uniform(4.0, 8.0, 2))
    floor = ("none", "square", "triangle")[int(rng.integers(3))]
    return l_ruin(x, y, float(rng.uniform(4.0, 7.0)), 2 * HALF, holes(rng, x), holes(rng, y),
                  floor=floor).mesh  # fmt: skip


def _open_front(rng: np.random.Generator) -> trimesh.Trimesh:
    x, y = float(rng.uniform(2.5, 8.0)), float(rng.uniform(2.5, 6.0))
    return u_ruin(x, y, float(rng.uniform(4.0, 7.0)), 2 * HALF, holes(rng, x)).mesh


def _table(rng: np.random.Generator) -> trimesh.Trimesh:
    return platform(*map(float, rng.uniform(1.5, 7.0, 2)), float(rng.uniform(1.5, 3.5))).mesh


def _room(rng: np.random.Generator) -> trimesh.Trimesh:
    x, y = float(rng.uniform(2.5, 7.0)), float(rng.uniform(1.5, 6.0))
    body = box((-x / 2, -y / 2, 0.0), (x / 2, y / 2, 3.2))
    t = 2 * HALF
    body = body - box((t - x / 2, t - y / 2, -1.0), (x / 2 - t, y / 2 - t, 3.0))
    body = cut(body, (0.0, HALF - y / 2), False, *holes(rng, x))
    return mesh_of(cut(body, (x / 2 - HALF, 0.0), True, *holes(rng, y)))


def _block(rng: np.random.Generator) -> trimesh.Trimesh:
    """A block as a wall too thick, pierced once or twice, maybe by crossing passages."""
    body = solid(tunnel(float(rng.uniform(0.5, 6.0))))
    if rng.random() < 0.5:
        wide, high = rng.uniform(0.5, 2.0, 2)
        body = body - box((-9.0, -wide / 2, 0.4), (9.0, wide / 2, 0.4 + high))
    return mesh_of(body)


def _splayed(rng: np.random.Generator) -> trimesh.Trimesh:
    return splayed(*map(float, rng.uniform(0.3, 2.0, 3)))


def _bent(rng: np.random.Generator) -> trimesh.Trimesh:
    low = float(rng.uniform(0.0, 1.5))
    return bent(radians(float(rng.uniform(5.0, 90.0))), float(rng.uniform(0.3, 1.2)), low,
                low + float(rng.uniform(0.4, 2.5)))  # fmt: skip


def _round(rng: np.random.Generator) -> trimesh.Trimesh:
    return tower(float(rng.uniform(1.2, 3.5)), float(rng.uniform(3.0, 6.0))).mesh


def _trilith(rng: np.random.Generator) -> trimesh.Trimesh:
    """Leaning posts of any plan under a slab."""
    posts = []
    for _ in range(int(rng.integers(3, 6))):
        sides = int(rng.integers(3, 8))
        angle = 2 * pi * (np.arange(sides) + rng.uniform(-0.3, 0.3, sides)) / sides
        ring = np.column_stack([np.cos(angle), np.sin(angle)]) * rng.uniform(0.15, 0.5)
        post = prism([[(float(a), float(b)) for a, b in ring]], 4.0)
        post = post.rotate([*map(float, rng.uniform(-8.0, 8.0, 2)), 0.0])
        at = rng.uniform(-2.2, 2.2, 2)
        posts.append(post.translate([float(at[0]), float(at[1]), -0.5]))
    high = float(rng.uniform(1.5, 3.0))
    body: Solid = union([*posts, box((-2.5, -2.5, high), (2.5, 2.5, high + 0.3))])
    cut_off = body.trim_by_plane([0.0, 0.0, 1.0], 0.0)
    return mesh_of(cut_off.trim_by_plane([0.0, 0.0, -1.0], -high - 0.3))


KINDS: dict[str, Callable[[np.random.Generator], trimesh.Trimesh]] = {
    "wall": lambda rng: random_wall(int(rng.integers(2**31)))[0],
    "l-ruin": _ruin, "u-ruin": _open_front, "table": _table, "room": _room, "block": _block,
    "splayed": _splayed, "bent": _bent, "tower": _round, "trilith": _trilith,
    "heap": lambda rng: heap(int(rng.integers(2**31))),
}  # fmt: skip


def random_piece(kind: str, seed: int) -> trimesh.Trimesh:
    """A closed piece of a kind, standing on z = 0."""
    return KINDS[kind](np.random.default_rng(seed))
