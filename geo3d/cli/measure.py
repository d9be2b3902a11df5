"""`geo3d measure`: distances between two models."""

from geo3d.cli.output import From, Json, note, print_json, say, spot
from geo3d.table import load_board
from geo3d.table import measure as between


def measure(board: str, /, *, from_: From, to: str, json: Json = False) -> int:
    """Distances between two models, base to base.

    Parameters
    ----------
    board
        The board file.
    from_
        Id of one model.
    to
        Id of the other.
    """
    loaded = load_board(board)
    answer = between(loaded, from_, to)
    if json:
        print_json({**answer.to_dict(), "warnings": list(loaded.warnings)})
        return 0
    say(f'{answer.distance:.2f}" from {from_} to {to}')
    say(f'{answer.horizontal:.2f}" horizontally, {answer.vertical:.2f}" vertically')
    say(f"closest points {spot(answer.from_)}")
    say(f"           and {spot(answer.to)}")
    note(loaded.warnings)
    return 0
