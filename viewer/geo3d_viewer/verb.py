"""`geo3d view`: the picture of a board, and of a pair on it."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import Json, note, print_json, say
from geo3d.errors import UsageError
from geo3d.rules import sight
from geo3d_viewer.html import write_html
from geo3d_viewer.output import must_end_in
from geo3d_viewer.picture import write_picture
from geo3d_viewer.scene import describe
from geo3d_viewer.window import open_window, require_screen


def view(
    board: str,
    /,
    *,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: str | None = None,
    screenshot: Path | None = None,
    html: Path | None = None,
    json: Json = False,
) -> int:
    """The picture of a board; with --from and --to, of the line of sight between two models.

    Without --screenshot and --html a window is opened.

    Parameters
    ----------
    board
        The board file.
    from_
        Id of the observing model.
    to
        Id of the target model.
    screenshot
        Write a picture to this file (.png).
    html
        Write a page to this file (.html): the board in 3D in any browser, offline.
    """
    if (from_ is None) != (to is None):
        lacking = "--to" if to is None else "--from"
        raise UsageError(f"{lacking} is missing: a line of sight takes both --from and --to")
    if screenshot is not None:
        must_end_in(screenshot, ".png")
    if html is not None:
        must_end_in(html, ".html", ".htm")
    windowed = screenshot is None and html is None
    if windowed:
        require_screen()
    table = open_board(board, *filter(None, (from_, to)))
    pair = None if from_ is None or to is None else sight(table, from_, to)
    scene = describe(table, pair)
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
