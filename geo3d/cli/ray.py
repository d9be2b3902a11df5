"""`geo3d ray`: one line, every crossing in order."""

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import FromPoint, Json, ToPoint, note, point, print_json, say, spot
from geo3d.errors import UsageError, counted
from geo3d.table.references import near_names
from geo3d.visibility import BoardScene, board_scene


def ray(
    board: str,
    /,
    *,
    from_: FromPoint,
    to: ToPoint,
    ignore: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = (),
    json: Json = False,
) -> int:
    """One line between two points: every crossing in order, named.

    Parameters
    ----------
    board
        The board file.
    from_
        X,Y,Z in inches.
    to
        X,Y,Z in inches.
    ignore
        Id of a model, a feature or an area that the line passes through, or of a unit for all its
        models; may be given more than once. With a model go the areas that it is within (13.10).
    """
    start, end = point(from_, "--from"), point(to, "--to")
    loaded = open_board(board)
    scene = board_scene(loaded)
    left_out = _left_out(scene, ignore)
    hits = scene.rays.all_hits([start], [end], bundles=[0, 1], ignore=[left_out])
    crossings = [
        {
            "id": scene.name(str(hits.id[i])),
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
        say("CLEAR: nothing on the line")
    else:
        say(f"BLOCKED: {counted(len(crossings), 'crossing')}")
        for i in range(len(crossings)):
            say(f'  {hits.distance[i]:7.2f}"  {crossings[i]["id"]}  {spot(hits.point[i])}')
    note(loaded.warnings)
    return 0


def _left_out(scene: BoardScene, names: Sequence[str]) -> frozenset[str]:
    """Ids in the ray scene of what is named.

    Raises:
        UsageError: nothing on the board has such a name.
    """
    out: set[str] = set()
    board = scene.board
    for name in names:
        if name in board.units:
            out.update(board.units[name].models)
        elif name in scene.kinds or name in scene.areas.values():
            out.add(name)
        else:
            near = near_names(name, [*board.units, *scene.kinds])
            raise UsageError(
                f"{board.path}: --ignore {name!r}: no unit, model, feature or area of that id; "
                f"{near}"
            )
    models = [figure for id, figure in board.figures.items() if id in out]
    for id, area in scene.areas.items():
        if area in out or any(scene.is_within(each, board.areas[area]) for each in models):
            out.add(id)
    return frozenset(out & set(scene.kinds))
