"""`geo3d move`: is a path of one model legal, and how far is it."""

from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, print_json, say, spot
from geo3d.cli.stand import stood
from geo3d.cli.waypoints import Waypoints, waypoint
from geo3d.motion import judge_move


def move(
    board: str,
    /,
    *,
    model: str,
    to: Waypoints,
    max_: Annotated[float | None, Parameter(name="--max")] = None,
    through_models: Annotated[bool, Parameter(name="--through-models", negative=())] = False,
    json: Json = False,
) -> int:
    """Is this path legal, and how far is it.

    Parameters
    ----------
    board
        The board file.
    model
        Id of the model that moves.
    to
        X,Y[,Z][@TURN], once for each straight line, in order: where it ends, and the facing that
        the model then rotates to. Without Z: the ground there. Climbs must be in the path.
    max_
        The most that the move may come to, in inches; else the profile's move.
    through_models
        A rule lets it pass enemy models, too (03.01.02).
    """
    path = [waypoint(text, "--to") for text in to]
    loaded = open_board(board, model)
    answer = judge_move(loaded, model, path, max_, through_models)
    if json:
        print_json({**answer.to_dict(), "warnings": list(loaded.warnings)})
        return 0 if answer.legal else 1
    far = answer.distance
    most = "" if answer.maximum is None else f' of {answer.maximum:g}"'
    say(f'{model}: {"legal" if answer.legal else "not legal"}, {far.total:.2f}"{most}')
    say(f'{far.horizontal:.2f}" across, {far.up:.2f}" up, {far.down:.2f}" down')
    for violation in answer.violations:
        say(f"{violation.rule} at {spot(violation.at)}: {violation.text}")
    say(stood(answer.end))
    note(loaded.warnings)
    return 0 if answer.legal else 1
