"""`geo3d check`: the whole board: how models stand, coherency, engagement, areas."""

from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, percent, print_json, progress, say
from geo3d.errors import counted
from geo3d.rules import check as judge


def check(
    board: str,
    /,
    *,
    clearance: Annotated[float | None, Parameter(name="--clearance")] = None,
    json: Json = False,
) -> int:
    """The whole board: how models stand, coherency, engagement, areas.

    Parameters
    ----------
    board
        The board file.
    clearance
        Millimetres of a round base: where it fits between dense features and the edge.
    """
    loaded = open_board(board)
    with progress("models") as told:
        answer = judge(loaded, clearance, told)
    if json:
        print_json(answer.to_dict())
        return 0 if answer.legal else 1
    say("LEGAL" if answer.legal else f"NOT LEGAL: {counted(len(answer.violations), 'fault')}")
    for fault in answer.violations:
        say(f"{fault.rule}: {fault.text}")
    for id, unit in answer.units.items():
        if unit.engaged_with:
            say(f"{id} is engaged with {', '.join(unit.engaged_with)}")
    room = answer.clearance
    if room is not None:
        say(f"a base of {room.base_mm:g} mm fits on {percent(room.share)} of the battlefield")
        if len(room.regions) > 1:
            say(f"in {len(room.regions)} parts that it cannot pass between")
        for each in room.narrow:
            say(f'{each.gap:.2f}" between {each.between[0]} and {each.between[1]}')
    note(answer.warnings)
    return 0 if answer.legal else 1
