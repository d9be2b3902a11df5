"""Where on a board a 2D method and the meshes disagree, for one observer: data for pictures.

The meshes' answer is that of 4,096 lines a cell, spread as for the truth. It may miss what is seen
through a slit alone; for single pairs ask `geo3d.sight`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from geo3d.errors import UsageError
from geo3d.flat.accuracy import Bench
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

BATCH = 100
"""Cells that are asked together."""


@dataclass(frozen=True, eq=False)
class Field:
    """What is seen of a board from one model, cell by cell, in 3D.

    Attributes:
        observer: who looks.
        profile: what stands in each cell, at turn 0, on the ground.
        cell: inches.
        shape: (X, Y) cells.
        centres: (N, 2) of the cells in which it can stand, and `cells` (N, 2) which they are.
        visible: (N,) an open line was found.
        figures: the model in each cell.
    """

    observer: Figure
    profile: Profile
    cell: float
    shape: tuple[int, int]
    centres: Floats
    cells: Ints
    visible: Bools
    figures: tuple[Figure, ...]


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
        codes = np.zeros(self.field.shape, np.int64)
        x, y = self.field.cells.T
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
        progress: called with cells done, and cells in all.

    Raises:
        UsageError: no such model, no such method.
    """
    if method not in METHODS:
        raise UsageError(f"no method {method!r}; there are {', '.join(METHODS)}")
    bench = Bench(board)
    looks = board.figure(observer) if isinstance(observer, str) else observer
    return compare(bench, field(bench, looks, profile, cell, progress), method)


def compare(bench: Bench, seen: Field, method: str) -> Disagreement:
    """A method's answers for the cells of a field."""
    answers = [bench.methods.ask(method, seen.observer, other).visible for other in seen.figures]
    return Disagreement(seen, method, np.array(answers, dtype=np.bool_))


def field(
    bench: Bench, observer: Figure, profile: Profile | None = None, cell: float = CELL,
    progress: Callable[[int, int], None] | None = None,
) -> Field:  # fmt: skip
    """What is seen of a board from one model, in 3D."""
    wanted = profile or observer.profile
    shape = tuple(int(side / cell + 1e-9) for side in bench.plan.board.size)
    figures, cells = [], []
    for x in range(shape[0]):
        for y in range(shape[1]):
            at = ((x + 0.5) * cell, (y + 0.5) * cell)
            figure = bench.places.at(wanted, f"{x}-{y}", at)
            if figure is not None:
                figures.append(figure)
                cells.append((x, y))
    number = len(figures)
    visible = np.zeros(number, np.bool_)
    if progress is not None:
        progress(0, number)
    for begin in range(0, number, BATCH):
        some = range(begin, min(begin + BATCH, number))
        visible[some.start : some.stop] = _seen(bench, observer, [figures[n] for n in some])
        if progress is not None:
            progress(some.stop, number)
    where = np.array(cells, dtype=np.int64).reshape(-1, 2)
    return Field(
        observer, wanted, cell, (shape[0], shape[1]), (where + 0.5) * np.float64(cell), where,
        visible, tuple(figures),
    )  # fmt: skip


def _seen(bench: Bench, observer: Figure, figures: list[Figure]) -> Bools:
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
