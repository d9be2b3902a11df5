"""Pictures of a measurement as PNG: rates, rates by distance, and single pairs seen from above."""

import io
from collections.abc import Sequence

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page
from matplotlib.patches import Polygon

from geo3d.flat.accuracy import Row
from geo3d.flat.models import MODELS
from geo3d.flat.plan import Plan, rings
from geo3d.flat.rates import JUDGED, Rate, groups, score, wrong
from geo3d.flat.tables import title
from geo3d.table.figures import Profile

DOTS = 110
"""Pixels an inch."""

MARGIN = 4.0
"""Inches of table shown round a pair."""

GROUND, SHADE, OPEN, STOPPED = "#f4f1ea", "#8a8178", "#1a8f3c", "#c0392b"
ONE, OTHER = "#2b5fa8", "#d07a1e"
LABEL = {"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 1.0}
COVERS = {"dense": "#6e665e", "light": "#b5a992", "exposed": "#ded7c8"}
"""Colours of features by category."""


def rates_picture(rows: Sequence[Row]) -> bytes:
    """False hidden and false visible of each method, with their intervals."""
    page = Page(figsize=(9.0, 4.8))
    scores = [score(rows, method) for method in JUDGED]
    both = [
        ("false hidden, of the visible", [s.false_hidden for s in scores], STOPPED),
        ("false visible, of the hidden", [s.false_visible for s in scores], ONE),
    ]
    axes = page.add_subplot()
    places = np.arange(len(JUDGED))
    for number, (text, found, colour) in enumerate(both):
        at = places + (number - 0.5) * 0.38
        shares = [0.0 if rate.of == 0 else 100 * rate.share for rate in found]
        axes.barh(at, shares, 0.36, color=colour, label=text)
        axes.errorbar(
            shares, at, xerr=_reach(found), fmt="none", ecolor="#222222", capsize=2, linewidth=1
        )
    axes.set_yticks(places, [title(method) for method in JUDGED])
    axes.invert_yaxis()
    axes.set_xlabel("% of pairs, with 95% intervals")
    axes.legend(frameon=False, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    return _png(page)


def distance_picture(rows: Sequence[Row]) -> bytes:
    """How often each is wrong, by distance."""
    page = Page(figsize=(8.0, 4.8))
    axes = page.add_subplot()
    parted = groups(rows, lambda row: row.band)
    names = sorted(parted, key=lambda name: int(name.split('"')[0].split()[0]))
    for method in JUDGED:
        found = [wrong(parted[name], method) for name in names]
        axes.plot(names, [100 * rate.share for rate in found], marker="o", label=method)
    axes.set_ylabel("% of pairs wrong")
    axes.set_xlabel("distance between the bases")
    axes.set_ylim(bottom=0.0)
    axes.legend(frameon=False, ncols=4, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    return _png(page)


def pair_picture(plan: Plan, row: Row, method: str) -> bytes:
    """A pair seen from above: footprints, bases, the centres' line, and an open line if one is."""
    page = Page(figsize=(8.0, 6.0))
    axes = page.add_subplot()
    _terrain(axes, plan)
    ends = np.array([row.observer_at[:2], row.target_at[:2]])
    for name, at, turn, colour in (
        (row.observer, row.observer_at, row.observer_turn, ONE),
        (row.target, row.target_at, row.target_turn, OTHER),
    ):
        outline = _profile(name).base.placed(at[:2], turn)
        axes.add_patch(Polygon(outline, facecolor=colour, edgecolor="black", zorder=3))
        axes.annotate(f"{name}\nat z = {at[2]:.2f}", at[:2], (6, 6), textcoords="offset points",
                      fontsize=7, zorder=5, bbox=LABEL, annotation_clip=True)  # fmt: skip
    axes.plot(*ends.T, color=STOPPED, linestyle=":", linewidth=1.2, label="centre to centre",
              zorder=4)  # fmt: skip
    if row.line is not None:
        open_ = np.array(row.line).reshape(2, 3)
        axes.plot(*open_[:, :2].T, color=OPEN, linewidth=1.6, zorder=4, label=(
            f"open line, z from {open_[0, 2]:.2f} to {open_[1, 2]:.2f}"))  # fmt: skip
    low, high = ends.min(axis=0) - MARGIN, ends.max(axis=0) + MARGIN
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect("equal")
    axes.set_xlabel("inches")
    axes.legend(loc="upper left", fontsize=7)
    says = "visible" if row.says(method) else "hidden"
    true = f"visible, {row.fraction:.0%} of it" if row.truth else "hidden"
    axes.set_title(
        f'{row.board}, pair {row.number}, {row.distance:.1f}" apart\n'
        f"{title(method)}: {says}; in truth: {true}",
        fontsize=9,
    )
    return _png(page)


def _terrain(axes: Axes, plan: Plan) -> None:
    axes.set_facecolor(GROUND)
    for shade in plan.shades:
        for ring in rings(shade):
            axes.add_patch(Polygon(ring, fill=False, edgecolor=SHADE, linestyle="--", zorder=1))
    for outline, category, top in zip(plan.footprints, plan.categories, plan.tops, strict=True):
        for ring in rings(outline):
            axes.add_patch(Polygon(ring, facecolor=COVERS[category], edgecolor="#4a443e", zorder=2))
        if not shapely.is_empty(outline):
            middle = shapely.get_coordinates(shapely.point_on_surface(outline))[0]
            axes.annotate(f'{top:.1f}"', middle, fontsize=6, ha="center", zorder=3, bbox=LABEL,
                          annotation_clip=True)  # fmt: skip


def _profile(name: str) -> Profile:
    return next(profile for profile in MODELS if profile.name == name)


def _reach(found: Sequence[Rate]) -> np.ndarray:
    """(2, N) how far the intervals reach to both sides, in per cent."""
    some = [(0.0, 0.0) if r.of == 0 else (r.share - r.low, r.high - r.share) for r in found]
    return 100 * np.array(some).T


def _png(page: Page) -> bytes:
    """The page as PNG, without what changes from run to run."""
    page.set_layout_engine("tight")
    FigureCanvasAgg(page)
    data = io.BytesIO()
    page.savefig(data, format="png", dpi=DOTS, metadata={"Software": None})
    return data.getvalue()
