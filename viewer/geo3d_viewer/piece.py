"""One piece to be looked at: its gaps, what can be stood on, defects, its section at a height."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely

from geo3d.errors import UsageError, counted
from geo3d.piece import Piece
from geo3d.piece.gaps import known_gaps, plug, sealed_to
from geo3d.piece.inspecting import SOLID, inspect_piece
from geo3d.piece.section import section as cut_at
from geo3d.piece.surfaces import surfaces
from geo3d.rays import RayScene
from geo3d_viewer import ground
from geo3d_viewer.camera import framing
from geo3d_viewer.caption import shown
from geo3d_viewer.description import (
    Floats,
    Group,
    Label,
    LegendEntry,
    Lines,
    SceneDescription,
    Section,
    Surface,
)
from geo3d_viewer.gaps import COLOURS, GLASS, LEGEND, WIDTHS, outlined
from geo3d_viewer.groups import listed
from geo3d_viewer.palette import (
    CATEGORIES,
    CLOSED,
    DEFECT,
    EDGE,
    GRID,
    SECTION,
    STANDABLE,
    mixed,
)
from geo3d_viewer.terrain import MANY, creases

ROOM = 1.0
"""Inches of table about a piece."""

LIFT = 0.02
"""Inches that what can be stood on is drawn above it."""

NAMED = 8
"""Surfaces whose heights are written on them at most, the largest first."""

GROUPS = (
    Group("section", "section"), Group("surfaces", "surfaces to stand on"),
    Group("defects", "defects"),
)  # fmt: skip

VIEW_DEG = (-60.0, 30.0)
"""From where a piece is looked at: round about, and above."""


def describe_piece(
    piece: Piece,
    at: float | None = None,
    category: str | None = None,
    aspect: float = 1.6,
    dark: bool = False,
) -> SceneDescription:
    """The picture of a piece, in its own frame.

    Args:
        at: inches; where it is cut, what is above is not drawn.
        category: overrides the piece's own; the gaps of dense ones, and of those without, close.

    Raises:
        UsageError: a section above or below the piece.
    """
    mesh = piece.mesh
    low, high = (np.asarray(corner, np.float64) for corner in mesh.bounds)
    if at is not None and not low[2] <= at <= high[2]:
        raise UsageError(
            f'--section {at:g}: the piece reaches from {low[2]:.2f}" to {high[2]:.2f}"; a height '
            "within that is wanted"
        )
    kept = category or piece.category
    told = inspect_piece(piece, category)
    drawn, lines, labels, legend = [], [], [], []
    colour = CATEGORIES.get(kept, CATEGORIES[None])
    vertices, faces = np.asarray(mesh.vertices, np.float64), np.asarray(mesh.faces)
    drawn.append(Surface(piece.name, "terrain", vertices, faces, np.eye(4), colour))
    legend.append(LegendEntry(kept or "terrain", colour))
    edges = creases(mesh)
    if 0 < len(edges) <= MANY:
        lines.append(Lines(piece.name, "edge", edges, mixed(colour, EDGE, 0.75), 1.0))
    for surface, label in _surfaces(piece, mesh.faces):
        drawn.append(surface)
        labels += label
    if len(drawn) > 1:
        legend.append(LegendEntry("can be stood on", STANDABLE, opacity=GLASS, group="surfaces"))
    kinds = set()
    for number, gap in enumerate(known_gaps(mesh), start=1):
        to = sealed_to(gap) if kept in SOLID else None
        if to is not None:
            body = plug(gap, to, float(low[2]))
            shape = np.asarray(body.vertices, np.float64), np.asarray(body.faces)
            drawn.append(Surface(f"gap-{number}", "gap", *shape, np.eye(4), CLOSED, opacity=GLASS))
        for part, segments in outlined(gap, None if to is None else float(low[2]) + to):
            kinds.add(part)
            lines.append(Lines(f"gap-{number}", "gap", segments, COLOURS[part], WIDTHS[part]))
        middle = (float(gap.centre[0]), float(gap.centre[1]), float(gap.centre[2]))
        labels.append(Label(f"gap-{number}", "gap", middle, CLOSED, 2))
    legend += [entry for part, entry in LEGEND.items() if part in kinds]
    bad = defective_edges(piece)
    if len(bad):
        lines.append(Lines("defects", "defect", bad, DEFECT, 3.0, on_top=True, group="defects"))
        legend.append(
            LegendEntry("edge of a hole, or of no solid", DEFECT, line=True, group="defects")
        )
    cut, outline = section_of(piece, at)
    drawn += cut
    lines += outline
    if at is not None:
        legend.append(LegendEntry(f'section at {at:g}"', SECTION))
        labels = [label for label in labels if label.anchor[2] <= at]
    low_plan, high_plan = low[:2] - ROOM, high[:2] + ROOM
    rays = RayScene()
    rays.place(mesh, None, "piece")
    z = float(low[2])
    corner = (float(low_plan[0]), float(low_plan[1]))
    far = (float(high_plan[0]), float(high_plan[1]))
    drawn.insert(0, ground.level(corner, far, z - ground.SUNK, rays))
    lines.insert(0, Lines("inches", "grid", _inches(low_plan, high_plan, z), GRID, 0.8))
    top = float(high[2]) if at is None else at
    box = np.array([[x, y, h] for x in (low[0], high[0]) for y in (low[1], high[1])
                    for h in (low[2], top)])  # fmt: skip
    camera = framing(box, *VIEW_DEG, aspect)
    return SceneDescription(
        title=shown(piece.name),
        caption=_words(told),
        verdict=None,
        surfaces=tuple(drawn),
        lines=tuple(lines),
        labels=tuple(sorted(labels, key=lambda label: label.rank)),
        legend=tuple(legend),
        camera=camera,
        overview=framing(box, -90.0, 60.0, aspect),
        subject="the piece",
        warnings=piece.warnings,
        groups=listed([*drawn, *lines, *labels], GROUPS),
        dark=dark,
        section=Section(float(low[2]), float(high[2]), at),
    )


def section_of(piece: Piece, at: float | None) -> tuple[list[Surface], list[Lines]]:
    """What a piece is at a height: filled where its mesh is closed there, and its outline."""
    if at is None:
        return [], []
    shape = cut_at(piece.mesh, at)
    if shapely.is_empty(shape):
        return [], []
    drawn = []
    outline = shape
    if shapely.area(shape) > 0.0:
        outline = shapely.boundary(shape)
        found = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
        corners = shapely.get_coordinates(shapely.orient_polygons(found)).reshape(-1, 4, 2)[:, :3]
        plan = corners.reshape(-1, 2)
        vertices = np.column_stack([plan, np.full(len(plan), at)])
        faces = np.arange(len(plan)).reshape(-1, 3)
        drawn.append(
            Surface("section", "section", vertices, faces, np.eye(4), SECTION, group="section")
        )
    parts = []
    for line in shapely.get_parts(outline):
        plan = shapely.get_coordinates(line)
        points = np.column_stack([plan, np.full(len(plan), at)])
        parts.append(np.stack([points[:-1], points[1:]], axis=1))
    rim = np.concatenate(parts)
    return drawn, [Lines("section", "section", rim, SECTION, 2.5, group="section")]


def defective_edges(piece: Piece) -> Floats:
    """(S, 2, 3) edges that do not have two faces, wound alike."""
    faces = np.asarray(piece.mesh.faces, np.int64)
    directed = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    directed = directed[directed[:, 0] != directed[:, 1]]
    edges, index, uses = np.unique(
        np.sort(directed, axis=1), axis=0, return_inverse=True, return_counts=True
    )
    forward = np.bincount(index.ravel(), weights=directed[:, 0] < directed[:, 1],
                          minlength=len(edges))  # fmt: skip
    bad = edges[(uses != 2) | (forward != 1)]
    found: Floats = np.asarray(piece.mesh.vertices, np.float64)[bad]
    return found


def _surfaces(piece: Piece, faces: np.ndarray) -> Iterator[tuple[Surface, list[Label]]]:
    found = surfaces(piece.mesh)
    largest = sorted(range(len(found)), key=lambda k: -found[k].area)[:NAMED]
    for number, surface in enumerate(found):
        used, index = np.unique(faces[surface.faces], return_inverse=True)
        vertices = np.asarray(piece.mesh.vertices, np.float64)[used] + (0.0, 0.0, LIFT)
        name = f'{surface.height:.2f}"'
        drawn = Surface(
            name, "surface", vertices, index.reshape(-1, 3), np.eye(4), STANDABLE, opacity=GLASS,
            group="surfaces",
        )  # fmt: skip
        point = shapely.point_on_surface(surface.outline)
        anchor = (float(point.x), float(point.y), surface.height)
        label = Label(name, "surface", anchor, STANDABLE, 3, group="surfaces")
        yield drawn, [label] if number in largest else []


def _words(told: dict[str, Any]) -> tuple[str, ...]:
    size = " by ".join(f"{value:.2f}" for value in told["size"])
    closed = "closed" if told["watertight"] else "open"
    gaps = told["gaps"]
    sealed = sum(gap["sealed"] for gap in gaps)
    return (
        f"{size} inches, {counted(told['triangles'], 'triangle')}, "
        f"{counted(told['components'], 'body')}, {closed}",
        f"{counted(len(gaps), 'gap')}, {sealed} of them counting as closed; "
        f"{counted(len(told['surfaces']), 'surface')} to stand on",
        "; ".join(f"{each['count']} {each['kind']}" for each in told["defects"]) or "no defects",
    )


def _inches(low: Floats, high: Floats, z: float) -> Floats:
    """(S, 2, 3) a line every inch about the piece's origin."""
    lines = []
    for x in range(int(np.ceil(low[0])), int(np.floor(high[0])) + 1):
        lines.append([[x, low[1], z], [x, high[1], z]])
    for y in range(int(np.ceil(low[1])), int(np.floor(high[1])) + 1):
        lines.append([[low[0], y, z], [high[0], y, z]])
    return np.array(lines, np.float64).reshape(-1, 2, 3)
