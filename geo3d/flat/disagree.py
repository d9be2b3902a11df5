"""Where on a board a 2D method and the meshes disagree, for one observer: data for pictures.

The meshes' answer is that of 4,096 lines a cell, spread as for the truth. It may miss what is seen
through a slit alone; for single pairs ask `geo3d.sight`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from geo3d.errors import UsageError
from geo3d.flat.accuracy import Bench, bench_of
from geo3d.flat.methods import METHODS
from geo3d.flat.solid import solid_of
from geo3d.flat.truth import spread_lines
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.board import Board
from geo3d.table.figures import Figure, Profile

CELL = 0.5
"""Inches: the side of a cell."""

STAGES = (256, 4096)
"""Lines a cell: few first, more where none of them is open."""

UNIT = 1000
"""Steps that each part of a comparison counts."""

BATCH = 100
"""Cells that are asked together."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a board, and a model in each in which it can stand.

    Attributes:
        cell: inches.
        shape: (X, Y) cells.
        cells: (N, 2) those in which it can stand, at turn 0, on the ground.
        figures: the model in each of them.
    """

    cell: float
    shape: tuple[int, int]
    cells: Ints
    figures: tuple[Figure, ...]

    @property
    def centres(self) -> Floats:
        """(N, 2) the middles of the cells in which a model can stand."""
        return (self.cells + 0.5) * np.float64(self.cell)


@dataclass(frozen=True, eq=False)
class Field:
    """What is seen of a board from one model, cell by cell, in 3D.

    Attributes:
        observer: who looks.
        grid: at what.
        visible: (N,) an open line was found.
    """

    observer: Figure
    grid: Grid
    visible: Bools


@dataclass(frozen=True, eq=False)
class Disagreement:
    """Both answers, cell by cell.

    Attributes:
        field: the answers in 3D, and which cells they are about.
        method: the name of the 2D method.
        flat: (N,) what it says.
    """

    field: Field
    method: str
    flat: Bools

    @property
    def false_hidden(self) -> Bools:
        """(N,) cells that the method hides and the meshes show."""
        return self.field.visible & ~self.flat

    @property
    def false_visible(self) -> Bools:
        """(N,) cells that the method shows, and no line was found open."""
        return self.flat & ~self.field.visible

    def codes(self) -> Ints:
        """(X, Y) of every cell of the board: 0 nothing can stand there, 1 hidden to both, 2 only
        the method shows it, 3 only the meshes do, 4 visible to both."""
        codes = np.zeros(self.field.grid.shape, np.int64)
        x, y = self.field.grid.cells.T
        codes[x, y] = 1 + self.flat.astype(np.int64) + 2 * self.field.visible
        return codes


def disagree(
    board: Board, observer: Figure | str, method: str, *, profile: Profile | None = None,
    cell: float = CELL, progress: Callable[[int, int], None] | None = None,
) -> Disagreement:  # fmt: skip
    """What a method and the meshes say of every cell of a board, seen from one model.

    Args:
        board: its other models are left out.
        observer: a model of the board by id, or one that stands elsewhere.
        method: its name in `METHODS`.
        profile: what is looked for in each cell; None: a model like the observer.
        cell: inches.
        progress: called with what is done, and what there is to do: each cell of the board is tried
            for room, looked at, and asked about in 2D. What it raises ends the search.

    Raises:
        UsageError: no such model, no such method.
    """
    if method not in METHODS:
        raise UsageError(f"no method {method!r}; there are {', '.join(METHODS)}")
    bench = bench_of(board)
    looks = board.figure(observer) if isinstance(observer, str) else observer
    grid = grid_of(bench, profile or looks.profile, cell, _part(progress, 0))
    seen = field(bench, looks, grid, _part(progress, 1))
    return compare(bench, seen, method, _part(progress, 2))


Progress = Callable[[int, int], None] | None


def _part(progress: Progress, number: int) -> Progress:
    """What is called with the progress of one of three parts that are as long as each other."""
    if progress is None:
        return None
    return lambda done, of: progress(number * UNIT + round(UNIT * done / max(of, 1)), 3 * UNIT)


def compare(bench: Bench, seen: Field, method: str, progress: Progress = None) -> Disagreement:
    """A method's answers for the cells of a field.

    Args:
        progress: called with cells done, and cells in all.
    """
    figures = seen.grid.figures
    answers = np.zeros(len(figures), np.bool_)
    for number, one in enumerate(figures):
        if progress is not None and number % BATCH == 0:
            progress(number, len(figures))
        answers[number] = bench.methods.ask(method, seen.observer, one).visible
    if progress is not None:
        progress(len(figures), len(figures))
    return Disagreement(seen, method, answers)


def grid_of(bench: Bench, profile: Profile, cell: float = CELL, progress: Progress = None) -> Grid:
    """The cells of a board, and a model of a profile in each in which it can stand.

    Args:
        progress: called with rows of cells done, and rows in all.
    """
    x, y = (int(side / cell + 1e-9) for side in bench.plan.board.size)
    tried = {}
    for i in range(x):
        if progress is not None:
            progress(i, x)
        for j in range(y):
            at = ((i + 0.5) * cell, (j + 0.5) * cell)
            tried[i, j] = bench.places.at(profile, f"{i}-{j}", at)
    standing = {where: figure for where, figure in tried.items() if figure is not None}
    cells = np.array(list(standing), dtype=np.int64).reshape(-1, 2)
    return Grid(cell, (x, y), cells, tuple(standing.values()))


def field(
    bench: Bench, observer: Figure, grid: Grid, progress: Callable[[int, int], None] | None = None
) -> Field:
    """What is seen of a board from one model, in 3D.

    Args:
        progress: called with cells done, and cells in all.
    """
    figures = grid.figures
    number = len(figures)
    visible = np.zeros(number, np.bool_)
    if progress is not None:
        progress(0, number)
    for begin in range(0, number, BATCH):
        some = figures[begin : begin + BATCH]
        visible[begin : begin + len(some)] = _seen(bench, observer, some)
        if progress is not None:
            progress(begin + len(some), number)
    return Field(observer, grid, visible)


def _seen(bench: Bench, observer: Figure, figures: Sequence[Figure]) -> Bools:
    contact = bench.plan.board.settings.contact
    eye = solid_of(observer, contact)
    solids = [solid_of(figure, contact) for figure in figures]
    found = np.zeros(len(figures), np.bool_)
    for lines in STAGES:
        left = np.flatnonzero(~found)
        if not len(left):
            break
        pairs = [spread_lines(eye, solids[n], lines, np.zeros(4)) for n in left]
        starts, ends = (np.concatenate([pair[k] for pair in pairs]) for k in (0, 1))
        edges = np.arange(0, len(starts) + 1, lines)
        open_ = ~bench.plan.scene.rays.any_hit(starts, ends, bundles=edges)
        found[left] = open_.reshape(len(left), lines).any(axis=1)
    return found
