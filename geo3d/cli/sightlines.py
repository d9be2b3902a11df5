"""`geo3d sightlines`: every pair of opposing models, rolled up to units."""

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, print_json, progress, say
from geo3d.errors import counted, printable
from geo3d.rules import sightlines as judge


def sightlines(
    board: str,
    /,
    *,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: Annotated[str | None, Parameter(name="--to")] = None,
    json: Json = False,
) -> int:
    """Every pair of opposing models: who sees whom.

    Parameters
    ----------
    board
        The board file.
    from_
        Unit or player that looks; without it all do.
    to
        Unit or player that is looked at; without it all are.
    """
    loaded = open_board(board)
    with progress("sight lines") as told:
        answer = judge(loaded, from_, to, progress=told)
    if json:
        print_json(answer.to_dict())
        return 0
    table = Table("from", "to", "see", "are seen", "inches", box=None, pad_edge=False)
    for unit in answer.units:
        table.add_row(
            escape(printable(unit.from_)),
            escape(printable(unit.to)),
            _of(unit.models_seeing, loaded.units[unit.from_].models),
            _of(unit.models_seen, loaded.units[unit.to].models),
            f"{unit.distance:.1f}",
        )
    Console(highlight=False).print(table)
    visible = sum(pair.visible for pair in answer.pairs)
    pairs = counted(len(answer.pairs), "pair")
    say(f"{visible} of {pairs} of models see each other")
    note(answer.warnings)
    return 0


def _of(some: tuple[str, ...], every: tuple[str, ...]) -> str:
    return f"{len(some)} of {len(every)}" if some else "none"
