"""`geo3d bench accuracy`: how wrong 2D line of sight is, on published layouts or on any boards."""

from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.output import Json, print_json, progress, say
from geo3d.convert.layouts import board_from_layout, layout_names
from geo3d.errors import UsageError, counted
from geo3d.flat.rates import JUDGED, score
from geo3d.flat.report import write_atlas, write_report
from geo3d.flat.running import Run, Source, run
from geo3d.flat.tables import WINDOWS, shown, title
from geo3d.flat.truth import LINES
from geo3d.table import load_board


def accuracy(
    *boards: Path,
    pairs: int = 2000,
    seed: int = 1,
    lines: int = LINES,
    workers: int = 1,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path("accuracy"),
    atlas: str | None = None,
    json: Json = False,
) -> int:
    """How wrong 2D line of sight is: methods that tools use, and geo3d, against brute force.

    Stopped, it goes on where it was when the same command is given again. The same seed gives the
    same tables to the last digit, whatever the number of processes.

    Parameters
    ----------
    boards
        Board files, whose own models are left out; none: all published layouts, their walls blank
        and with windows (needs the extra `layouts`).
    pairs
        How many pairs of models, spread evenly over the boards.
    seed
        Of the places, and of the windows.
    lines
        Lines that the truth traces a pair: a power of two.
    workers
        Processes.
    output
        The folder for rows, tables and pictures.
    atlas
        The board that the atlas page shows; the first, if none is named.
    """
    sources = _sources(boards, seed)
    if pairs < len(sources):
        raise UsageError(
            f"--pairs {pairs}: at least one pair a board wanted, {len(sources)} or more"
        )
    if lines < 64 or lines & (lines - 1):
        raise UsageError(f"--lines {lines}: a power of two from 64 up wanted")
    if workers < 1:
        raise UsageError(f"--workers {workers}: one process or more wanted")
    if seed < 0:
        raise UsageError(f"--seed {seed}: a whole number from 0 up wanted")
    shown_board = _shown(sources, atlas)
    wanted = Run(sources, pairs, seed, lines)
    with progress("pairs") as told:
        made = run(wanted, output, workers, told)
    with progress("pictures") as told:
        written = write_report(wanted, made, output, told)
    with progress("atlas") as told:
        written.append(write_atlas(shown_board, output, told))
    if json:
        print_json({
            "pairs": len(made.rows), "seed": seed, "lines": lines, "seconds": made.seconds,
            "scores": {method: score(made.rows, method).to_dict() for method in JUDGED},
            "files": [str(path) for path in written],
            "warnings": [],
        })  # fmt: skip
        return 0
    for method in JUDGED:
        found = score(made.rows, method)
        say(title(method))
        say(f"  false hidden  {shown(found.false_hidden)}")
        say(f"  false visible {shown(found.false_visible)}")
        say(f"  fraction off by {found.fraction_error:.3f} on average")
    say(
        f"{counted(len(made.rows), 'pair')} on {counted(len(sources), 'board')}, "
        f"{made.seconds:.0f} s of work; tables and pictures in {output}"
    )
    return 0


def _sources(boards: tuple[Path, ...], seed: int) -> tuple[Source, ...]:
    """The boards that were named, or all layouts, without windows and with."""
    if not boards:
        return tuple(
            Source(name + ending, partial(board_from_layout, name, windows=windows))
            for name in layout_names()
            for ending, windows in (("", None), (WINDOWS, seed))
        )
    names = [path.stem for path in boards]
    if len(set(names)) < len(names):
        raise UsageError("two boards have the same name; files of different names are wanted")
    for path in boards:
        # A fault of a file is told before minutes are spent.
        load_board(path)
    return tuple(
        Source(name, partial(load_board, path)) for name, path in zip(names, boards, strict=True)
    )


def _shown(sources: tuple[Source, ...], name: str | None) -> Source:
    if name is None:
        return sources[0]
    for source in sources:
        if source.name == name:
            return source
    there = ", ".join(source.name for source in sources[:6])
    raise UsageError(f"--atlas {name!r}: no such board in this run; there are {there}, ...")
