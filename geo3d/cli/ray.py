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
        Id of a model or a piece that the line passes through, or of a unit for all its models; may
        be given more than once.
    """
    start, end = point(from_, "--from"), point(to, "--to")
    loaded = open_board(board)
    scene = board_scene(loaded)
    left_out = _left_out(scene, ignore)
    hits = scene.rays.all_hits([start], [end], bundles=[0, 1], ignore=[left_out])
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
        say("CLEAR: nothing on the line")
    else:
        say(f"BLOCKED: {counted(len(crossings), 'crossing')}")
        for i in range(len(crossings)):
            say(f'  {hits.distance[i]:7.2f}"  {hits.id[i]}  {spot(hits.point[i])}')
    note(loaded.warnings)
    return 0


def _left_out(scene: BoardScene, names: Sequence[str]) -> frozenset[str]:
    """Ids in the ray scene of what is named.

    Raises:
        UsageError: nothing on the board has such a name.
    """
    out: set[str] = set()
    units = scene.board.units
    for name in names:
        if name in units:
            out.update(units[name].models)
        elif name in scene.kinds:
            out.add(name)
        else:
            near = near_names(name, [*units, *scene.kinds])
            raise UsageError(
                f"{scene.board.path}: --ignore {name!r}: no unit, model or piece of that id; {near}"
            )
    return frozenset(out)
