"""`geo3d sweep`: many boards, cell by cell, on many processes."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from geo3d.cli.output import Json, note, percent, print_json, progress, say
from geo3d.errors import UsageError, counted, printable
from geo3d.sweep import Options
from geo3d.sweep import sweep as take
from geo3d.table import load_board

Out = Annotated[Path | None, Parameter(name=["--output", "-o"])]


def sweep(
    *boards: Path,
    measure: str,
    output: Out = None,
    cell: float = Options.cell,
    eye: float = Options.eye,
    every: int = Options.every,
    base: float = Options.base_mm,
    height: float = Options.height,
    keywords: str = ",".join(Options.keywords),
    max_: Annotated[float, Parameter(name="--max")] = Options.move,
    pairs: int = Options.pairs,
    seed: int = Options.seed,
    workers: int | None = None,
    scheduler: str | None = None,
    json: Json = False,
) -> int:
    """Take a measure of many boards. What is done is kept: run it again and it goes on.

    Parameters
    ----------
    boards
        The board files. Their terrain counts, their models do not.
    measure
        exposure: what each cell sees of every other, how exposed and how fair the zones are; reach:
        where a model gets to from many cells; accuracy: what 2D methods get wrong.
    output
        Folder for the results; by default MEASURE-sweep, here.
    cell
        Inches along the side of a cell.
    eye
        Inches above the ground: where cells see from, and are seen at.
    every
        reach: in the middle of each square of so many cells along a side is a start.
    base
        reach: millimetres, the model's round base.
    height
        reach: inches that it is high.
    keywords
        reach: of the model, with commas between.
    max_
        reach: inches, its move.
    pairs
        accuracy: pairs of models on each board.
    seed
        accuracy: by which they are drawn.
    workers
        Processes; by default one a core.
    scheduler
        Address of a dask scheduler, instead of local processes.
    """
    if not boards:
        raise UsageError("no boards: one board file or more wanted")
    if scheduler is not None and workers is not None:
        raise UsageError("--workers are local ones, --scheduler has its own: give one of the two")
    words = tuple(word.strip() for word in keywords.split(",") if word.strip())
    options = Options(cell, eye, every, base, height, words, max_, pairs, seed)
    loaded = [load_board(path) for path in boards]
    folder = output or Path(f"{measure}-sweep")
    with progress("parts") as told:
        found = take(loaded, measure, folder, options, workers=workers, scheduler=scheduler,
                     progress=told)  # fmt: skip
    warnings = [
        f"{board.path}: {warning}" for board in loaded for warning in board.warnings
    ]  # fmt: skip
    if json:
        print_json({**found, "folder": str(folder), "warnings": warnings})
        return 0
    console = Console(highlight=False)
    if measure == "accuracy":
        console.print(_methods(found["boards"]))
    for kind in KINDS.get(measure, ()):
        if kind is not None:
            say({"ruled": "by the ruleset", "bare": "by material alone"}[kind])
        console.print(_table(found["boards"], kind))
    for name, board in found["boards"].items():
        cost = board["cost"]
        say(f"{name}: {counted(cost['pairs'], cost['of'])}, {_each(cost['microseconds_each'])} "
            f"each, {cost['worker_megabytes']:.0f} MB in a worker")  # fmt: skip
    say(f"tables in {folder}")
    note(warnings)
    return 0


KINDS: dict[str, tuple[str | None, ...]] = {"exposure": ("ruled", "bare"), "reach": (None,)}
"""Of the measures that compare players: what they are compared by."""

SHOWN = {
    "sees_enemy": "sees enemy's zone", "sees_table": "sees of table",
    "sees_objectives": "sees objectives", "freedom": "freedom",
}  # fmt: skip
"""Columns of the printed table, where the measure has them."""


def _table(boards: dict[str, Any], kind: str | None) -> Table:
    rows = []
    for name, board in boards.items():
        answer = board if kind is None else board[kind]
        for player, shares in answer.get("players", {}).items():
            rows.append((name, player, shares, answer["unfairness"]))
    heads = {key: text for key, text in SHOWN.items() if any(key in row[2] for row in rows)}
    table = _headed(boards, "player", *heads.values(), "unfairness")
    for name, player, shares, unfair in rows:
        table.add_row(
            escape(printable(name)), escape(printable(player)),
            *(_percent(shares[key]) for key in heads), _percent(unfair),
        )  # fmt: skip
    return table


def _headed(boards: dict[str, Any], *heads: str) -> Table:
    """A table whose first column holds the boards' names, which it never cuts: they are told apart
    by their ends."""
    table = Table(box=None, pad_edge=False)
    longest = max((len(printable(name)) for name in boards), default=0)
    table.add_column("board", overflow="fold", min_width=min(longest, 40))
    for head in heads:
        table.add_column(head)
    return table


def _methods(boards: dict[str, Any]) -> Table:
    table = _headed(boards, "method", "false hidden", "false visible")
    for name, board in boards.items():
        for method, score in board["methods"].items():
            rates = (score[key] for key in ("false_hidden", "false_visible"))
            cells = (f"{rate['count']} of {rate['of']}" for rate in rates)
            table.add_row(escape(printable(name)), escape(printable(method)), *cells)
    return table


def _each(microseconds: float | None) -> str:
    if microseconds is None:
        return "no time"
    return (
        f"{microseconds / 1e6:.2f} s" if microseconds > 1e4 else f"{microseconds:.2f} microseconds"
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else percent(share)
