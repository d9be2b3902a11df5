"""The atlas page: where on a board 2D and 3D disagree. One HTML file that needs no network."""

import json
from collections.abc import Callable
from importlib.resources import files

import numpy as np

from geo3d.flat.accuracy import Bench
from geo3d.flat.disagree import compare, field, grid_of
from geo3d.flat.methods import METHODS
from geo3d.flat.models import MODELS
from geo3d.flat.plan import Plan, rings
from geo3d.flat.tables import title
from geo3d.rays.segments import Floats
from geo3d.table.figures import Figure

CELL = 1.0
"""Inches: coarser than the half inch of single pictures, for there are several observers."""

OBSERVERS = ((0.08, 0.5), (0.5, 0.12), (0.5, 0.88), (0.92, 0.5))
"""Where observers stand, as shares of the board's size: near the middle of each edge."""

STEP = 0.5
"""Inches between the places that are tried for an observer, farther and farther from its own."""


def atlas(
    bench: Bench, name: str, told: Callable[[int, int], None] | None = None, cell: float = CELL
) -> str:
    """The page of one board.

    Args:
        bench: the board's.
        name: what it is called.
        told: called with cells done, and cells in all.
        cell: inches.
    """
    size = bench.plan.board.size
    looks = [found for at in OBSERVERS if (found := _near(bench, at)) is not None]
    grid = grid_of(bench, MODELS[0], cell)
    views = []
    for number, observer in enumerate(looks):

        def of_all(done: int, of: int, number: int = number) -> None:
            if told is not None:
                told(number * of + done, len(looks) * of)

        seen = field(bench, observer, grid, of_all)
        views.append({
            "at": [round(x, 3) for x in observer.at],
            "base": _plain(observer.outline),
            "codes": {m: _text(compare(bench, seen, m).codes()) for m in METHODS},
        })  # fmt: skip
    document = {
        "name": name,
        "size": list(size),
        "cell": cell,
        "shape": list(grid.shape),
        "model": MODELS[0].name,
        "methods": {m: title(m) for m in METHODS},
        "footprints": _footprints(bench.plan),
        "shades": [_plain(ring) for shade in bench.plan.shades for ring in rings(shade)],
        "views": views,
    }
    # Within a script element only this could end it.
    data = json.dumps(document).replace("<", "\\u003c")
    page = files("geo3d.flat").joinpath("atlas.html").read_text(encoding="utf-8")
    return page.replace("/*DATA*/null", data)


def _near(bench: Bench, share: tuple[float, float]) -> Figure | None:
    """A trooper as near as can be to a place on the board; None where there is no room at all."""
    size = bench.plan.board.size
    wanted = np.array(share) * size
    for ring in range(int(max(size) / STEP)):
        for angle in np.arange(max(1, 6 * ring)) * (2 * np.pi / max(1, 6 * ring)):
            x, y = wanted + ring * STEP * np.array([np.cos(angle), np.sin(angle)])
            found = bench.places.at(MODELS[0], "observer", (float(x), float(y)))
            if found is not None:
                return found
    return None


def _footprints(plan: Plan) -> list[dict[str, object]]:
    from_plan = zip(plan.names, plan.footprints, plan.categories, plan.tops, strict=True)
    return [
        {
            "id": id,
            "category": category,
            "top": round(float(top), 2),
            "rings": [_plain(ring) for ring in rings(outline)],
        }
        for id, outline, category, top in from_plan
    ]


def _plain(points: Floats) -> list[list[float]]:
    return [[round(float(x), 3), round(float(y), 3)] for x, y in points]


def _text(codes: np.ndarray) -> str:
    """One digit a cell, x by x."""
    return "".join(map(str, codes.reshape(-1)))
