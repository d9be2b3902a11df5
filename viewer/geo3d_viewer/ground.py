"""The ground of a picture: table, relief, grid, and what is drawn on them."""

from collections.abc import Collection, Iterable, Iterator

import numpy as np
import shapely

from geo3d.rays import RayScene
from geo3d.table.board import Board
from geo3d_viewer.caption import shown
from geo3d_viewer.description import Colour, Floats, Label, Lines, Surface
from geo3d_viewer.light import brightness
from geo3d_viewer.palette import AREA, GRID, GRID_STRONG, GROUND, INK, OBJECTIVE, TABLE, mixed

CORNERS = 20_000
"""Corners of the table's mesh, about: they carry its shadows."""

SUNK = 0.02
"""Inches by which the table is drawn lower, so that a floor that lies on it is seen."""

RAISED = 0.03
"""Inches above the ground at which lines are drawn, so that they are not lost in it."""

STEP = 0.5
"""Inches between the points of a line that follows a relief."""

OBJECTIVE_RADIUS = 20 / 25.4
"""Inches: a round marker of 40 mm."""


def table(board: Board, rays: RayScene) -> Surface:
    """The table's top, with the shadows on it."""
    return level((0.0, 0.0), board.size, 0.0, rays)


def level(low: tuple[float, float], high: tuple[float, float], z: float, rays: RayScene) -> Surface:
    """A level rectangle with the shadows on it.

    Args:
        low, high: its corners in plan.
        rays: what throws shadows.
    """
    width, depth = high[0] - low[0], high[1] - low[1]
    step = max(0.2, float(np.sqrt(width * depth / CORNERS)))
    across = np.linspace(low[0], high[0], int(np.ceil(width / step)) + 1)
    along = np.linspace(low[1], high[1], int(np.ceil(depth / step)) + 1)
    x, y = np.meshgrid(across, along)
    vertices = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, z)])
    row, column = np.meshgrid(np.arange(len(along) - 1), np.arange(len(across) - 1), indexing="ij")
    corner = (row * len(across) + column).ravel()
    above = corner + len(across)
    faces = np.concatenate([
        np.column_stack([corner, corner + 1, above + 1]),
        np.column_stack([corner, above + 1, above]),
    ])  # fmt: skip
    colours = brightness(rays, vertices, len(across))[:, None] * np.array(TABLE)
    return Surface(
        "table", "table", vertices - (0.0, 0.0, SUNK), faces, np.eye(4), TABLE,
        vertex_colours=colours,
    )  # fmt: skip


def relief(board: Board, rays: RayScene) -> Surface | None:
    """The relief, if the board has one, with the shadows on its corners."""
    mesh = board.ground.mesh
    if mesh is None:
        return None
    transform = np.eye(4) if board.ground.transform is None else np.asarray(board.ground.transform)
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    finite = np.where(np.isfinite(vertices), vertices, 0.0)
    on_board = finite @ transform[:3, :3].T + transform[:3, 3]
    colours = brightness(rays, on_board)[:, None] * np.array(GROUND)
    return Surface(
        "ground", "ground", vertices, np.asarray(mesh.faces), transform, GROUND,
        vertex_colours=colours,
    )  # fmt: skip


def grid(board: Board) -> list[Lines]:
    """Lines every inch, stronger every six."""
    width, depth = board.size
    fine: list[Floats] = []
    strong: list[Floats] = []
    for length, other, axis in ((width, depth, 0), (depth, width, 1)):
        for at in range(int(np.floor(length)) + 1):
            ends = np.array([[at, 0.0, 0.0], [at, other, 0.0]])
            (strong if at % 6 == 0 else fine).append(ends if axis == 0 else ends[:, [1, 0, 2]])
    rim = np.array([[0, 0, 0], [width, 0, 0], [width, depth, 0], [0, depth, 0]], dtype=np.float64)
    strong += list(np.stack([rim, np.roll(rim, -1, axis=0)], axis=1))
    return [
        Lines("inches", "grid", np.array(fine).reshape(-1, 2, 3), GRID, 0.8),
        Lines("six inches", "grid", np.array(strong), GRID_STRONG, 1.2),
    ]


def outlines(board: Board, colours: dict[str, Colour]) -> Iterator[Lines]:
    """Boundaries of areas and deployment zones, on the ground."""
    for zone in board.zones.values():
        colour = mixed(colours.get(zone.player, AREA), TABLE, 0.45)
        yield Lines(zone.id, "zone", draped(board, zone.boundary), colour, 1.6)
    for area in board.areas.values():
        yield Lines(area.id, "area", draped(board, area.boundary), AREA, 2.2)


def area_names(board: Board, stopping: Collection[str]) -> Iterator[Label]:
    """A name at a corner of each marked area; those that stop lines are named elsewhere.

    Args:
        stopping: ids of areas that do.
    """
    for area in board.areas.values():
        corners = shapely.get_coordinates(area.boundary)
        if area.implicit or area.id in stopping or not len(corners):
            continue
        x, y = (float(value) for value in corners[0])
        anchor = (x, y, board.ground.height_at(x, y))
        yield Label(shown(area.id), "area", anchor, AREA, 5)


def bases(board: Board) -> Iterator[Lines]:
    """The outline of each miniature's base; an upright solid shows its own."""
    parts = []
    for figure in board.figures.values():
        if figure.profile.mesh is not None:
            plan = figure.outline[:: max(1, len(figure.outline) // 32)]
            rim = np.column_stack([plan, np.full(len(plan), figure.bottom + RAISED)])
            parts.append(np.stack([rim, np.roll(rim, -1, axis=0)], axis=1))
    if parts:
        yield Lines("bases", "base", np.concatenate(parts), INK, 1.6)


def draped(board: Board, shape: shapely.Geometry) -> Floats:
    """The boundary of a flat shape, laid on the ground: (S, 2, 3)."""
    flat = board.ground.mesh is None
    parts = []
    for ring in _rings(shape):
        line = ring if flat else shapely.segmentize(ring, STEP)
        xy = shapely.get_coordinates(line)
        z = [0.0 if flat else board.ground.height_at(float(x), float(y)) for x, y in xy]
        points = np.column_stack([xy, np.array(z) + RAISED])
        parts.append(np.stack([points[:-1], points[1:]], axis=1))
    return np.concatenate(parts) if parts else np.empty((0, 2, 3))


def ring(centre: Floats, radius: float, sides: int = 64) -> Floats:
    """A level circle: (sides, 2, 3)."""
    angle = np.arange(sides) * (2 * np.pi / sides)
    rim = centre + radius * np.column_stack([np.cos(angle), np.sin(angle), np.zeros(sides)])
    return np.stack([rim, np.roll(rim, -1, axis=0)], axis=1)


def objectives(board: Board) -> Iterator[tuple[Surface, Label]]:
    """A flat round marker with its name for each objective."""
    angle = np.arange(48) * (2 * np.pi / 48)
    rim = OBJECTIVE_RADIUS * np.column_stack([np.cos(angle), np.sin(angle), np.zeros(48)])
    vertices = np.concatenate([np.zeros((1, 3)), rim])
    faces = np.column_stack([np.zeros(48), np.arange(1, 49), np.roll(np.arange(1, 49), -1)])
    for objective in board.objectives.values():
        x, y = (float(value) for value in objective.at[:2])
        z = board.ground.height_at(x, y) + RAISED
        transform = np.eye(4)
        transform[:3, 3] = x, y, z
        yield (
            Surface(objective.id, "marker", vertices, faces.astype(np.int64), transform, OBJECTIVE),
            Label(shown(objective.id), "objective", (x, y, z), OBJECTIVE, 4),
        )


def _rings(shape: shapely.Geometry) -> Iterable[shapely.LinearRing]:
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            yield part.exterior
            yield from part.interiors
