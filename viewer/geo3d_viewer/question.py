"""What a picture is asked to be about, from the options of `geo3d view`."""

from dataclasses import dataclass

from geo3d.cli.output import progress
from geo3d.cli.waypoints import Waypoint, waypoint
from geo3d.errors import UsageError
from geo3d.flat.disagree import disagree
from geo3d.motion import judge_move
from geo3d.motion import reach as within
from geo3d.rules import sight
from geo3d.table import Board
from geo3d.visibility.heat import heat
from geo3d_viewer.description import Layer, SceneDescription
from geo3d_viewer.groups import TESTED, switched
from geo3d_viewer.layers import circles
from geo3d_viewer.layers.disagree import METHOD, method_named
from geo3d_viewer.layers.disagree import layer as disagree_layer
from geo3d_viewer.layers.heat import layer as heat_layer
from geo3d_viewer.layers.heat import observers_of
from geo3d_viewer.scene import describe

LAYERS = ("heat", "engagement", "coherency", "disagree", "lines")
"""What can be laid over a board; the last: all lines that were tested."""


@dataclass(frozen=True)
class Question:
    """What a picture is about: a pair of models, or one model that moves, or none.

    Attributes:
        models: ids.
        looks: what the heat map is of: a model, a unit or a player; a model where 2D and 3D are
            compared; or None.
        path: of the model that moves.
        most: inches.
        reach: where it can get to is asked for, not whether the path is legal.
        layers: what is laid over the board.
        method: the 2D method that is compared.
    """

    models: tuple[str, ...] = ()
    looks: str | None = None
    path: tuple[Waypoint, ...] = ()
    most: float | None = None
    reach: bool = False
    layers: tuple[str, ...] = ()
    method: str = METHOD


def question(
    from_: str | None,
    to: tuple[str, ...],
    model: str | None,
    most: float | None,
    reach: bool,
    layers: tuple[str, ...] = (),
    eye: bool = False,
    method: str | None = None,
) -> Question:
    """What is asked for.

    Raises:
        UsageError: options that do not go together, or one that is missing.
    """
    for layer in layers:
        if layer not in LAYERS:
            raise UsageError(f"--layer {layer!r}: one of {', '.join(LAYERS)} wanted")
    seen = [layer for layer in ("heat", "disagree") if layer in layers]
    if method is not None and "disagree" not in layers:
        raise UsageError("--method: --layer disagree is missing: the 2D method is compared by it")
    method = METHOD if method is None else method_named(method, "--method")
    if eye and (from_ is None or not to):
        raise UsageError("--model-eye: --from and --to are missing: who looks, and at whom")
    if "lines" in layers and (from_ is None or not to):
        raise UsageError("--layer lines: --from and --to are missing: the lines of a pair")
    if seen and from_ is None:
        who = "the model, unit or player" if seen[0] == "heat" else "the model"
        raise UsageError(f"--layer {seen[0]}: --from is missing: {who} that sees")
    if model is not None:
        if from_ is not None:
            raise UsageError("--from and --model: a picture is of a line of sight or of a move")
        if not to and not reach:
            raise UsageError("--to or --reach is missing: --model takes a path, or --reach")
        if reach and len(to) > 1:
            raise UsageError("--reach: one --to at most wanted, the place that a way is asked to")
        path = tuple(waypoint(text, "--to") for text in to)
        return Question((model,), None, path, most, reach, layers)
    if reach or most is not None:
        option = "--reach" if reach else "--max"
        raise UsageError(f"--model is missing: {option} is about the model that moves")
    if from_ is None and not to:
        return Question(layers=layers)
    if from_ is None:
        raise UsageError(
            "--from is missing: a line of sight takes both --from and --to; a move takes --model"
        )
    if not to:
        if seen:
            return Question(looks=from_, layers=layers, method=method)
        raise UsageError("--to is missing: a line of sight takes both --from and --to")
    if len(to) > 1:
        raise UsageError(f"--from: one --to wanted, the target's id, got {len(to)}")
    return Question((from_, to[0]), from_ if seen else None, layers=layers, method=method)


def described(board: Board, asked: Question, dark: bool = False) -> SceneDescription:
    """The answer as a description of a picture; long work shows a progress bar."""
    laid = laid_over(board, asked)
    if len(asked.models) == 2:
        scene = describe(board, sight(board, *asked.models), layers=laid, dark=dark)
        return switched(scene, show=(TESTED,)) if "lines" in asked.layers else scene
    if not asked.models:
        observer = asked.looks if asked.looks in board.figures else None
        return describe(board, observer=observer, layers=laid, dark=dark)
    model = asked.models[0]
    if not asked.reach:
        move = judge_move(board, model, asked.path, asked.most)
        return describe(board, move=move, path=asked.path, layers=laid, dark=dark)
    goal = asked.path[0] if asked.path else None
    with progress("surfaces") as told:
        found = within(board, model, asked.most, goal, told if goal is None else None)
    return describe(board, reach=found, layers=laid, dark=dark)


def laid_over(board: Board, asked: Question) -> tuple[Layer, ...]:
    """The layers that are asked for, `lines` left out."""
    laid = []
    for name in dict.fromkeys(asked.layers):
        if name == "heat":
            assert asked.looks is not None
            seeing = observers_of(board, asked.looks)
            with progress(f"what {asked.looks} sees") as told:
                laid.append(heat_layer(board, heat(board, seeing, progress=told), asked.looks))
        elif name == "disagree":
            assert asked.looks is not None
            board.figure(asked.looks)
            with progress(f"2D and 3D from {asked.looks}") as told:
                found = disagree(board, asked.looks, asked.method, progress=told)
            laid.append(disagree_layer(board, found))
        elif name == "engagement":
            laid.append(circles.engagement(board))
        elif name == "coherency":
            laid.append(circles.cohering(board))
    return tuple(laid)
