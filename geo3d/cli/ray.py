"""`geo3d ray`: one line, every crossing in order."""

from geo3d.cli.output import FromPoint, Json, ToPoint, note, point, print_json, spot
from geo3d.table import load_board
from geo3d.visibility import board_scene


def ray(board: str, /, *, from_: FromPoint, to: ToPoint, json: Json = False) -> int:
    """One line between two points: every crossing in order, named.

    Parameters
    ----------
    board
        The board file.
    from_
        X,Y,Z in inches.
    to
        X,Y,Z in inches.
    """
    start, end = point(from_, "--from"), point(to, "--to")
    loaded = load_board(board)
    scene = board_scene(loaded)
    hits = scene.rays.all_hits([start], [end])
    crossings = [
        {
            "id": str(hits.id[i]),
            "kind": scene.kind(str(hits.id[i])),
            "point": [float(value) for value in hits.point[i]],
            "distance": float(hits.distance[i]),
        }
        for i in range(len(hits))
    ]
    if json:
        print_json(
            {
                "blocked": bool(crossings),
                "crossings": crossings,
                "warnings": list(loaded.warnings),
            }
        )
        return 0
    if not crossings:
        print("CLEAR: nothing on the line")
    else:
        number = len(crossings)
        print(f"BLOCKED: {number} crossing{'s' if number > 1 else ''}")
        for i in range(number):
            print(f'  {hits.distance[i]:7.2f}"  {hits.id[i]}  {spot(hits.point[i])}')
    note(loaded.warnings)
    return 0
