"""`geo3d view`: the picture of a board, of a pair on it, of where a model goes, or of a piece."""

import webbrowser
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, print_json, say
from geo3d.errors import UsageError
from geo3d.piece import read_piece, shipped_path
from geo3d.table.building import SHIPPED
from geo3d.table.format import CATEGORIES_40K, CATEGORIES_EPIC
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.display import has_screen
from geo3d_viewer.groups import switched
from geo3d_viewer.html import write_html
from geo3d_viewer.output import must_end_in
from geo3d_viewer.picture import write_picture
from geo3d_viewer.piece import describe_piece
from geo3d_viewer.question import Question, described, laid_over, question
from geo3d_viewer.session import Session
from geo3d_viewer.web import Asked, PieceAnswers, SessionAnswers, serve
from geo3d_viewer.window import open_piece, open_session, open_window, require_screen

To = Annotated[tuple[str, ...], Parameter(name="--to", allow_leading_hyphen=True, negative=())]
Several = Annotated[tuple[str, ...], Parameter(negative=())]
Flag = Annotated[bool, Parameter(negative=())]

MESHES = (".stl", ".obj", ".ply", ".off", ".glb", ".gltf", ".3mf")
"""Endings of files that are pieces, and no boards."""


def view(
    board: str,
    /,
    *,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: To = (),
    model: str | None = None,
    max_: Annotated[float | None, Parameter(name="--max")] = None,
    reach: Flag = False,
    layer: Several = (),
    method: str | None = None,
    hide: Several = (),
    model_eye: Flag = False,
    background: Literal["light", "dark"] = "light",
    section: Annotated[float | None, Parameter(allow_leading_hyphen=True)] = None,
    units: str | None = None,
    up: str | None = None,
    category: str | None = None,
    web: Flag = False,
    screenshot: Path | None = None,
    html: Path | None = None,
    json: Json = False,
) -> int:
    """The picture of a board; of a line of sight (--from, --to), a move (--model, --to), a reach.

    Without --screenshot, --html and --web a window is opened. Of a mesh file, and of geo3d:NAME,
    the piece is shown: its gaps, surfaces, defects, and its section at a height.

    Parameters
    ----------
    board
        The board file; or a mesh file, or geo3d:NAME for a piece that ships.
    from_
        Id of the observing model; with --layer heat also a unit or a player.
    to
        With --from: id of the target model. With --model: X,Y[,Z][@TURN], once for each straight
        line of its path, as `geo3d move` takes it.
    model
        Id of a model that moves.
    max_
        The most that its move may come to, in inches; else the profile's move.
    reach
        Everywhere the model can end a move; with one --to, the shortest legal way there.
    layer
        What is laid over the board: heat (what --from sees), engagement, coherency, disagree
        (where a 2D method errs, from --from), lines (all that were tested). May be given several
        times.
    method
        With --layer disagree: the 2D method: centre, edge, nine (the default), walls, prism,
        heights, low.
    hide
        What is left out: names, grid, zones, areas, gaps, edges, models, bases, rings,
        outlines, open-line, seen-at, stopped (or stopped/ID: the lines that ID stops). May be given
        several times.
    model_eye
        Seen by the observer, from where its open line starts, or from its middle.
    background
        light or dark.
    section
        Of a piece: cut at this height, in inches.
    units
        Of a piece: mm, cm, m or inch.
    up
        Of a piece: z or y.
    category
        Of a piece: exposed, light or dense (or one of Epic's): judge its gaps as of such a piece.
    web
        Serve it to a browser on this machine, to pick, move and save; ends with Ctrl-C.
    screenshot
        Write a picture to this file (.png).
    html
        Write a page to this file (.html): the board in 3D in any browser, offline.
    """
    if screenshot is not None:
        must_end_in(screenshot, ".png")
    if html is not None:
        must_end_in(html, ".html", ".htm")
    if web and (screenshot is not None or html is not None):
        raise UsageError("--web: serves a page until it is ended; ask for files in another run")
    files = screenshot is not None or html is not None
    dark = background == "dark"
    of_piece = board.startswith(SHIPPED) or Path(board).suffix.lower() in MESHES
    if of_piece:
        asked = _of_piece(from_, to, model, layer, method, model_eye, category)
    else:
        asked = question(from_, to, model, max_, reach, layer, model_eye, method)
        for option, value in (("--section", section), ("--units", units), ("--up", up),
                              ("--category", category)):  # fmt: skip
            if value is not None:
                raise UsageError(f"{option} is about a piece: a mesh file is wanted, got {board}")
    if web and asked.path:
        raise UsageError("--web: a page to move models in; a path is drawn with --html")
    if not files and not web:
        require_screen()
    if of_piece:
        path = shipped_path(board.removeprefix(SHIPPED)) if board.startswith(SHIPPED) else board
        piece = read_piece(path, units, up)
        if web:
            return _serve(PieceAnswers(piece, section, category, dark), json)
        scene = _without(describe_piece(piece, section, category, dark=dark), hide)
        if not files:
            open_piece(piece, section, category, dark)
    else:
        loaded = open_board(board, *asked.models)
        if web or (not files and not asked.path and not asked.reach):
            session = Session(loaded, *asked.models[:2])
            for each in laid_over(loaded, asked):
                session.lay(each)
            if web:
                return _serve(SessionAnswers(session, dark), json)
            open_session(session, dark)
            scene = session.scene()
        else:
            scene = _without(described(loaded, asked, dark), hide)
            if not files:
                open_window(scene)
    return _written(scene, screenshot, html, 0 if model_eye else None, json)


def _of_piece(
    from_: str | None,
    to: tuple[str, ...],
    model: str | None,
    layer: tuple[str, ...],
    method: str | None,
    eye: bool,
    category: str | None,
) -> Question:
    """Nothing is asked of a piece alone but what it is."""
    for option, given in (("--from", from_), ("--to", to), ("--model", model), ("--layer", layer),
                          ("--method", method), ("--model-eye", eye)):  # fmt: skip
        if given:
            raise UsageError(f"{option} is about a board: a board file is wanted, not a mesh")
    if category not in (None, *CATEGORIES_40K, *CATEGORIES_EPIC):
        raise UsageError(
            f"--category {category!r}: one of {', '.join(CATEGORIES_40K)} wanted, or for Epic one "
            f"of {', '.join(CATEGORIES_EPIC)}"
        )
    return Question()


def _without(scene: SceneDescription, hide: tuple[str, ...]) -> SceneDescription:
    """A picture without groups. Raises UsageError for one that it does not have."""
    known = {part for group in scene.groups for part in (group.key, group.key.partition("/")[0])}
    for key in hide:
        if key not in known:
            raise UsageError(f"--hide {key!r}: there is no such thing here; there are "
                             f"{', '.join(sorted(known))}")  # fmt: skip
    return switched(scene, hide=hide)


def _serve(answers: Asked, json: bool) -> int:
    with serve(answers) as served:
        if json:
            print_json({"address": served.address, "port": served.port, "warnings": []})
        else:
            say(served.address, "Ctrl-C ends it; nothing else on the network can reach it")
        if has_screen() and not json:
            webbrowser.open(served.address)
        served.wait()
    return 0


def _written(
    scene: SceneDescription, screenshot: Path | None, html: Path | None, eye: int | None,
    json: bool,
) -> int:  # fmt: skip
    """Write what is asked for, and say what was."""
    if screenshot is not None:
        write_picture(scene, screenshot, eye=eye)
    if html is not None:
        write_html(scene, html, eye)
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
