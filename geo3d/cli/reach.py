"""`geo3d reach`: where a model can get to, or the shortest legal path to a place."""

from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, print_json, progress, say, spot
from geo3d.cli.waypoints import waypoint
from geo3d.errors import counted
from geo3d.motion import reach as within


def reach(
    board: str,
    /,
    *,
    model: str,
    max_: Annotated[float | None, Parameter(name="--max")] = None,
    to: Annotated[str | None, Parameter(name="--to", allow_leading_hyphen=True)] = None,
    json: Json = False,
) -> int:
    """Everywhere a model can end a move, or the shortest legal path to a place.

    Parameters
    ----------
    board
        The board file.
    model
        Id of the model.
    max_
        The most that the move may come to, in inches; else the profile's move.
    to
        X,Y[,Z][@TURN]: only the way there is asked for. Without Z: on the ground.
    """
    goal = None if to is None else waypoint(to, "--to")
    loaded = open_board(board, model)
    with progress("surfaces") as told:
        answer = within(loaded, model, max_, goal, told if goal is None else None)
    if json:
        print_json({**answer.to_dict(), "warnings": list(loaded.warnings)})
    elif goal is None:
        say(f'{model} can end a move of {answer.maximum:g}" on {answer.area:.1f} square inches')
        high = max((row[2] for row in answer.points), default=0.0)
        places = counted(len(answer.points), "place")
        say(f'{places} {answer.spacing:.2g}" apart, the highest {high:.2f}" up')
    elif answer.distance is None:
        say(f'{model} has no legal way there of {answer.maximum:g}" or less')
    else:
        far = answer.distance
        say(f'{model} gets there in {far.total:.2f}" of {answer.maximum:g}"')
        say(f'{far.horizontal:.2f}" across, {far.up:.2f}" up, {far.down:.2f}" down')
        for x, y, z, turn in answer.path[1:]:
            say(f"to {spot((x, y, z))}, facing {turn:g}")
    if not json:
        note(loaded.warnings)
    return 1 if answer.asked and not answer.reachable else 0
