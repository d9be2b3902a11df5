"""Obscuring areas that stop lines of a picture (13.10): curtains, boundaries and names."""

from collections.abc import Collection, Iterator

import numpy as np
import trimesh

from geo3d.table.obscuring import obscuring
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer.caption import shown
from geo3d_viewer.description import Floats, Label, LegendEntry, Lines, Surface
from geo3d_viewer.palette import OBSCURING
from geo3d_viewer.terrain import creases

CURTAIN = 0.28
"""Opacity of the space that an area blocks."""

OVER = 0.6
"""Inches that it is drawn higher than the highest line that it stops."""

LEAST = 2.0
"""Inches that it is high at least."""

BOUNDARY = 2.4
"""Pixels of the outline of that space."""

CORNERS = 8
"""Of a boundary at most that are drawn upright: about a ruin's outline they are a fence."""

LEGEND = LegendEntry("area that lines may not cross", OBSCURING, opacity=CURTAIN, group="areas")


def stopping(
    scene: BoardScene, sight: Sight, beside: Collection[str] = ()
) -> Iterator[tuple[Surface, Lines, Label]]:
    """The areas that stop lines of a pair, as high as they do, outlined, and a label for each.

    Args:
        beside: areas that the open line passes by: they are drawn, too.
    """
    board = scene.board
    heights = {
        blocker.id: _highest(scene, sight, blocker.id)
        for blocker in sight.blocked_by
        if blocker.kind == "area"
    }
    main = set(heights)
    for id in beside:
        heights.setdefault(id, LEAST)
    for each in obscuring(board):
        top = heights.get(each.area.id)
        if top is None:
            continue
        vertices = np.array(each.mesh.vertices, dtype=np.float64)
        vertices[:, 2] = np.where(vertices[:, 2] > 0.0, top, 0.0)
        surface = Surface(
            each.area.id, "curtain", vertices, np.asarray(each.mesh.faces), np.eye(4), OBSCURING,
            opacity=CURTAIN,
        )  # fmt: skip
        middle = (vertices[:, :2].min(axis=0) + vertices[:, :2].max(axis=0)) / 2
        anchor = (float(middle[0]), float(middle[1]), top)
        edges = creases(trimesh.Trimesh(vertices, each.mesh.faces, process=False))
        upright = np.ptp(edges[:, :, 2], axis=1) > 0.0
        if upright.sum() > CORNERS:
            edges = edges[~upright]
        outline = Lines(each.area.id, "area", edges, OBSCURING, BOUNDARY)
        text = shown(each.area.id)
        before = "area of " if each.area.id in board.features else "area "
        yield (
            surface,
            outline,
            Label(text, "area", anchor, OBSCURING, 1 if each.area.id in main else 2, before=before),
        )


def _highest(scene: BoardScene, sight: Sight, id: str) -> float:
    """z up to which an area is drawn."""
    own = [name for name, area in scene.areas.items() if area == id]
    samples = sight.samples
    hits: Floats = samples.hit_points[np.isin(samples.blockers.astype(str), own)]
    hits = hits[np.isfinite(hits).all(axis=1)]
    return max(LEAST, float(hits[:, 2].max()) + OVER if len(hits) else LEAST)
