"""`geo3d view`: the picture of a board, of a pair on it, or of where a model goes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, print_json, progress, say
from geo3d.cli.waypoints import Waypoint, waypoint
from geo3d.errors import UsageError
from geo3d.motion import judge_move
from geo3d.motion import reach as within
from geo3d.rules import sight
from geo3d.table import Board
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.html import write_html
from geo3d_viewer.output import must_end_in
from geo3d_viewer.picture import write_picture
from geo3d_viewer.scene import describe
from geo3d_viewer.window import open_window, require_screen

To = Annotated[tuple[str, ...], Parameter(name="--to", allow_leading_hyphen=True, negative=())]


def view(
    board: str,
    /,
    *,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: To = (),
    model: str | None = None,
    max_: Annotated[float | None, Parameter(name="--max")] = None,
    reach: Annotated[bool, Parameter(name="--reach", negative=())] = False,
    screenshot: Path | None = None,
    html: Path | None = None,
    json: Json = False,
) -> int:
    """The picture of a board; of a line of sight (--from, --to), a move (--model, --to), a reach.

    Without --screenshot and --html a window is opened.

    Parameters
    ----------
    board
        The board file.
    from_
        Id of the observing model.
    to
        With --from: id of the target model. With --model: X,Y[,Z][@TURN], once for each straight
        line of its path, as `geo3d move` takes it.
    model
        Id of a model that moves.
    max_
        The most that its move may come to, in inches; else the profile's move.
    reach
        Everywhere the model can end a move; with one --to, the shortest legal way there.
    screenshot
        Write a picture to this file (.png).
    html
        Write a page to this file (.html): the board in 3D in any browser, offline.
    """
    question = _question(from_, to, model, max_, reach)
    if screenshot is not None:
        must_end_in(screenshot, ".png")
    if html is not None:
        must_end_in(html, ".html", ".htm")
    windowed = screenshot is None and html is None
    if windowed:
        require_screen()
    scene = _described(open_board(board, *question.models), question)
    if screenshot is not None:
        write_picture(scene, screenshot)
    if html is not None:
        write_html(scene, html)
    if windowed:
        open_window(scene)
    written = {
        "screenshot": None if screenshot is None else str(screenshot),
        "html": None if html is None else str(html),
    }
    if json:
        print_json({**written, "warnings": list(scene.warnings)})
        return 0
    say(scene.title, *scene.caption, *filter(None, written.values()))
    note(scene.warnings)
    return 0


@dataclass(frozen=True)
class _Question:
    """What a picture is about: a pair of models, or one model that moves, or none.

    Attributes:
        models: ids.
        path: of the model that moves.
        most: inches.
        reach: where it can get to is asked for, not whether the path is legal.
    """

    models: tuple[str, ...] = ()
    path: tuple[Waypoint, ...] = ()
    most: float | None = None
    reach: bool = False


def _question(
    from_: str | None, to: tuple[str, ...], model: str | None, most: float | None, reach: bool
) -> _Question:
    """What is asked for.

    Raises:
        UsageError: options that do not go together, or one that is missing.
    """
    if model is not None:
        if from_ is not None:
            raise UsageError("--from and --model: a picture is of a line of sight or of a move")
        if not to and not reach:
            raise UsageError("--to or --reach is missing: --model takes a path, or --reach")
        if reach and len(to) > 1:
            raise UsageError("--reach: one --to at most wanted, the place that a way is asked to")
        return _Question((model,), tuple(waypoint(text, "--to") for text in to), most, reach)
    if reach or most is not None:
        option = "--reach" if reach else "--max"
        raise UsageError(f"--model is missing: {option} is about the model that moves")
    if from_ is None and not to:
        return _Question()
    if from_ is None:
        raise UsageError(
            "--from is missing: a line of sight takes both --from and --to; a move takes --model"
        )
    if not to:
        raise UsageError("--to is missing: a line of sight takes both --from and --to")
    if len(to) > 1:
        raise UsageError(f"--from: one --to wanted, the target's id, got {len(to)}")
    return _Question((from_, to[0]))


def _described(board: Board, question: _Question) -> SceneDescription:
    """The answer as a description of a picture."""
    if len(question.models) == 2:
        return describe(board, sight(board, *question.models))
    if not question.models:
        return describe(board)
    model = question.models[0]
    if not question.reach:
        move = judge_move(board, model, question.path, question.most)
        return describe(board, move=move, path=question.path)
    goal = question.path[0] if question.path else None
    with progress("surfaces") as told:
        found = within(board, model, question.most, goal, told if goal is None else None)
    return describe(board, reach=found)
