"""`geo3d stand`: may a model be set up, or end a move, at a place."""

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, print_json, say, spot
from geo3d.cli.waypoints import At, waypoint
from geo3d.motion import Stand, judge_stand
from geo3d.table.standing import FLOATING


def stand(board: str, /, *, model: str, at: At, json: Json = False) -> int:
    """May a model stand at a place: stable, overhanging, through something.

    Parameters
    ----------
    board
        The board file.
    model
        Id of the model.
    at
        X,Y[,Z][@TURN]: the centre of its base. Without Z: the ground there. Without TURN: as it
        faces now.
    """
    place = waypoint(at, "--at")
    loaded = open_board(board, model)
    answer = judge_stand(loaded, model, place)
    if json:
        print_json({**answer.to_dict(), "warnings": list(loaded.warnings)})
        return 0 if answer.legal else 1
    say(f"{model} at {spot(answer.at)}: {'legal' if answer.legal else 'not legal'}")
    for violation in answer.violations:
        say(f"{violation.rule}: {violation.text}")
    say(stood(answer))
    note(loaded.warnings)
    return 0 if answer.legal else 1


def stood(answer: Stand) -> str:
    """What a model stands on, and how, in a line."""
    on = answer.surface
    gap = answer.standing.gap
    if answer.legal and answer.standing.ground_level and on.feature is None:
        # A relief is ground: 13.06 asks no more of who stands there.
        return (
            f'it stands on the ground {on.height:.2f}" up, tilted by {answer.tilt_deg:.1f} degrees'
        )
    if abs(gap) > FLOATING:
        side = "above" if gap > 0.0 else "below"
        return f'it would hang there, {abs(gap):.2f}" {side} what could hold it'
    stands = "stands" if answer.legal else "would stand"
    # What 03.01 holds against it, and names no model or feature, is the battlefield's edge.
    if any(each.rule == "03.01" and each.by is None for each in answer.violations):
        return (
            f'it {stands} on {on.feature or "the ground"} {on.height:.2f}" up, partly or wholly '
            "off the battlefield"
        )
    firm = "stable" if answer.stable else "not stable"
    return (
        f'it {stands} on {on.feature or "the ground"} {on.height:.2f}" up: {firm}, tilted by '
        f'{answer.tilt_deg:.1f} degrees, {answer.overhang:.2f}" over the edge'
    )
