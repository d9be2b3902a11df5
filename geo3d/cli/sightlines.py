"""`geo3d sightlines`: every pair of opposing models, rolled up to units."""

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from geo3d.cli.output import Json, note, print_json, progress
from geo3d.table import load_board
from geo3d.visibility import sightlines as judge


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
    loaded = load_board(board)
    with progress("sight lines") as told:
        answer = judge(loaded, from_, to, progress=told)
    if json:
        print_json(answer.to_dict())
        return 0
    table = Table("from", "to", "sees", "seeing", "seen", "inches", box=None, pad_edge=False)
    for unit in answer.units:
        table.add_row(
            unit.from_, unit.to, "yes" if unit.visible else "no", str(len(unit.models_seeing)),
            str(len(unit.models_seen)), f"{unit.distance:.1f}",
        )  # fmt: skip
    Console(highlight=False).print(table)
    visible = sum(pair.visible for pair in answer.pairs)
    print(f"{visible} of {len(answer.pairs)} pairs of models see each other")
    note(answer.warnings)
    return 0
