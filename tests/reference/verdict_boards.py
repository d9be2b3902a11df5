"""Random plain boards for the verdicts: boxes of all categories, marked areas, small units."""

import numpy as np
import shapely

from tests.reference.plain_board import Block, Man, Patch, Plain, Squad, oblong, spinning

SIZE = (40.0, 26.0)
APART = 0.6
"""Inches between features: farther than `adjacent_gap_width`, so that no slit is closed."""

CLEAR = 0.15
"""Inches between a base and what it does not stand on."""

KEYWORDS = (
    ("INFANTRY",), ("infantry", "CHARACTER"), ("BEASTS",), ("SWARM",), ("VEHICLE",), ("MOUNTED",),
    (),
)  # fmt: skip
ACROSS = (25 / 25.4, 32 / 25.4, 40 / 25.4, 60 / 25.4)


def random_board(seed: int) -> Plain:
    """One board."""
    rng = np.random.default_rng(seed)
    blocks = _blocks(rng)
    patches = _patches(rng, blocks)
    squads = _squads(rng, blocks, patches)
    settings: dict[str, object] = {}
    if rng.random() < 0.2:
        settings["within_area"] = "wholly"
    if rng.random() < 0.2:
        settings["area_height"] = round(float(rng.uniform(0.5, 4.0)), 2)
    if rng.random() < 0.25:
        settings["implicit_areas"] = False
    if rng.random() < 0.4:
        settings["detection_range"] = round(float(rng.uniform(4.0, 14.0)), 2)
    if rng.random() < 0.2:
        settings["models_block"] = False
    return Plain(squads, blocks, patches, settings, int(rng.integers(1, 3)), size=SIZE)


def _blocks(rng: np.random.Generator) -> tuple[Block, ...]:
    found: list[Block] = []
    wanted = int(rng.integers(2, 7))
    for _ in range(40):
        if len(found) == wanted:
            break
        size = (rng.uniform(0.5, 7.0), rng.uniform(0.3, 4.0), rng.uniform(0.3, 5.0))
        made = Block(
            f"f{len(found)}",
            tuple(round(float(v), 3) for v in size),
            _somewhere(rng, 4.5),
            round(float(rng.choice([0.0, rng.uniform(0.0, 360.0)])), 2),
            str(rng.choice(["dense", "light", "exposed"], p=[0.45, 0.3, 0.25])),
        )
        plan = shapely.Polygon(made.corners)
        if all(plan.distance(shapely.Polygon(b.corners)) > APART for b in found):
            found.append(made)
    return tuple(found)


def _patches(rng: np.random.Generator, blocks: tuple[Block, ...]) -> tuple[Patch, ...]:
    """Rectangles round a feature or two, hulls, and now and then a bare or a second one."""
    found = []
    for block in blocks:
        dice = rng.random()
        if dice < 0.35:
            x, y = (block.size[i] / 2 + rng.uniform(0.0, 3.0, 2) for i in (0, 1))
            spin = spinning(block.turn, (0.0, 0.0), block.at)
            ring = tuple(spin(p) for p in oblong((-x[0], x[1]), (-y[0], y[1])))
            found.append(Patch(f"a{len(found)}", (block.id,), ring))
        elif dice < 0.5:
            other = blocks[rng.integers(len(blocks))]
            ids = tuple(dict.fromkeys((block.id, other.id)))
            found.append(Patch(f"a{len(found)}", ids))
    if rng.random() < 0.2:
        x, y = _somewhere(rng, 6.0)
        found.append(Patch("bare", (), oblong((x - 3.0, x + 3.0), (y - 2.0, y + 2.0))))
    return tuple(found)


def _squads(
    rng: np.random.Generator, blocks: tuple[Block, ...], patches: tuple[Patch, ...]
) -> tuple[Squad, ...]:
    outlines = [shapely.Polygon(b.corners) for b in blocks]
    taken: list[shapely.Geometry] = []
    squads = []
    for number in range(int(rng.integers(2, 4))):
        men: list[Man] = []
        wanted = int(rng.integers(1, 4))
        keywords = KEYWORDS[rng.choice(len(KEYWORDS), p=[0.35, 0.2, 0.12, 0.12, 0.07, 0.07, 0.07])]
        for _ in range(60):
            if len(men) == wanted:
                break
            across = float(rng.choice(ACROSS))
            at = _place(rng, blocks, patches, men)
            base = shapely.Point(at[:2]).buffer(across / 2)
            on = next(
                (b for b, o in zip(blocks, outlines, strict=True) if o.contains(base)), None
            )  # fmt: skip
            clear = all(o.distance(base) > CLEAR for o in outlines) or on is not None
            if not clear or any(base.distance(t) < CLEAR for t in taken):
                continue
            if min(*at, SIZE[0] - at[0], SIZE[1] - at[1]) < across / 2 + 0.1:
                continue
            men.append(Man(
                f"m{number}{len(men)}",
                at if on is None else (*at, on.size[2]),
                across,
                round(float(rng.uniform(0.8, 3.0)), 2),
                keywords=keywords if rng.random() < 0.9 else (),
                detection_range=_now_and_then(rng),
            ))  # fmt: skip
            taken.append(base)
        if men:
            squads.append(Squad(
                f"u{number}", ("red", "blue")[number % 2], tuple(men),
                bool(rng.random() < 0.2), bool(rng.random() < 0.25), bool(rng.random() < 0.2),
                _now_and_then(rng),
            ))  # fmt: skip
    return tuple(squads)


def _place(
    rng: np.random.Generator, blocks: tuple[Block, ...], patches: tuple[Patch, ...], men: list[Man]
) -> tuple[float, float]:
    """Near the last of the unit, about an area, on or about a feature, or anywhere."""
    dice = rng.random()
    if men and dice < 0.8:
        near, reach = men[-1].at, 4.0
    elif dice < 0.6 and any(p.boundary for p in patches):
        marked = [p for p in patches if p.boundary]
        ring = np.array(marked[rng.integers(len(marked))].boundary)
        near, reach = ring.mean(axis=0), 2.5
    elif blocks and dice < 0.75:
        near, reach = blocks[rng.integers(len(blocks))].at, 4.0
    else:
        return _somewhere(rng, 1.5)
    x, y = np.array(near[:2]) + rng.uniform(-reach, reach, 2)
    return round(float(x), 3), round(float(y), 3)


def _now_and_then(rng: np.random.Generator) -> float | None:
    return round(float(rng.uniform(2.0, 18.0)), 2) if rng.random() < 0.1 else None


def _somewhere(rng: np.random.Generator, edge: float) -> tuple[float, float]:
    x, y = rng.uniform(edge, SIZE[0] - edge), rng.uniform(edge, SIZE[1] - edge)
    return round(float(x), 3), round(float(y), 3)
