"""The application: verbs are loaded when they run; errors become one message and a status.

Exit status: 0 answered, and legal where legality was asked; 1 answered: not legal; 2 bad input or
usage; 130 interrupted.
"""

import contextlib
import errno
import gc
import io
import itertools
import os
import re
import sys
import traceback
import warnings
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import TextIO

from cyclopts import App, CycloptsError, UnknownCommandError
from rich.console import Console

import geo3d
from geo3d.errors import BoardError, Geo3dError, UsageError, printable

VERBS = {
    "check": ("geo3d.cli.check:check", "The whole board: models, units, areas."),
    "los": ("geo3d.cli.los:los", "Line of sight between two models."),
    "measure": ("geo3d.cli.measure:measure", "Distances between two models."),
    "move": ("geo3d.cli.move:move", "Is a path legal, and how far is it."),
    "pieces": ("geo3d.cli.pieces:pieces", "The pieces that ship."),
    "ray": ("geo3d.cli.ray:ray", "One line: every crossing in order, named."),
    "reach": ("geo3d.cli.reach:reach", "Where a model can get to; the shortest way."),
    "schema": ("geo3d.cli.schema:schema", "The board file's JSON Schema."),
    "stand": ("geo3d.cli.stand:stand", "May a model stand at a place."),
    "sweep": ("geo3d.cli.sweep:sweep", "A measure of many boards, cell by cell."),
    "sightlines": ("geo3d.cli.sightlines:sightlines", "Every pair of opposing models."),
}
HELP = {"view": "The picture: a window, a PNG file or a page."}
"""Help of verbs that an extra brings: asking them would load the extra."""
EXTRAS = {
    "bench": "install its extras, in geo3d's folder: pip install '.[layouts,sweep]'",
    "board": "install its extra, in geo3d's folder: pip install '.[layouts]'",
    "sweep": "install its extra, in geo3d's folder: pip install '.[sweep]'",
    "view": "install its extra, in geo3d's folder: pip install '.[viewer]'",
}
"""Verbs that an extra brings, or that need one, and how to get it."""
GROUPS = {
    "bench": ("accuracy",),
    "board": ("from-layout", "layouts"),
    "piece": ("import", "inspect"),
}
"""Verbs of two words."""
UNWRITABLE = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF, getattr(errno, "EDQUOT", None)}
"""What writing to standard output fails with: the disk or the quota is full, it is closed."""
SIGNED = ("--from", "--to", "--eye", "--at")
"""Options whose value may be a point, and begin with a minus."""
LACKING = re.compile(r'(?:Command ".*?" parameter|Parameter) (\S+) requires an argument\.')
"""How cyclopts says that an argument is missing, or an option's value."""
GARBAGE = 50_000
"""New objects after which garbage is looked for."""
TRACEBACK = "GEO3D_TRACEBACK"


def make_app() -> App:
    """The application with all verbs that are installed."""
    app = App(
        name="geo3d",
        help="Line of sight on real terrain meshes for tabletop wargames. Inches, z up.",
        version=geo3d.__version__,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
        error_console=Console(stderr=True, highlight=False, soft_wrap=True),
    )
    for name, (place, text) in VERBS.items():
        app.command(place, name=name, help=text)
    piece = App(name="piece", help="One mesh: what it is; a scan made a piece.")
    piece.command("geo3d.cli.piece_inspect:inspect", name="inspect", help="Size, bodies, defects.")
    piece.command(
        "geo3d.cli.piece_import:import_", name="import", help="A raw scan made a clean piece."
    )
    app.command(piece)
    board = App(name="board", help="Boards from other people's formats.")
    board.command(
        "geo3d.cli.board_from_layout:from_layout", name="from-layout",
        help="A published layout made a board.",
    )  # fmt: skip
    board.command(
        "geo3d.cli.board_from_layout:layouts", name="layouts", help="The published layouts."
    )
    app.command(board)
    bench = App(name="bench", help="Measurements.")
    bench.command(
        "geo3d.cli.bench_accuracy:accuracy", name="accuracy", help="How wrong 2D line of sight is."
    )
    app.command(bench)
    for verb in entry_points(group="geo3d.verbs"):
        app.command(verb.value, name=verb.name, help=HELP.get(verb.name, ""))
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its status."""
    for stream in (sys.stdout, sys.stderr):
        # An id that the terminal's encoding lacks is no reason to fail.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    warnings.formatwarning = _as_note
    # What is imported and read stays: looking through it for garbage, again and again, takes a
    # tenth of the time of a short command.
    gc.set_threshold(GARBAGE)
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def run(arguments: list[str]) -> int:
    """Run one command; returns its exit status."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        _values_are_there(arguments)
        status = _status(make_app()(arguments, exit_on_error=False, print_error=False))
        sys.stdout.flush()
        return status
    except UnknownCommandError as error:
        return _refuse(_unknown(arguments) or str(error))
    except CycloptsError as error:
        return _refuse(f"{_usage(error, arguments)} ({_help_command(arguments)} says more)")
    except BoardError as error:
        return _refuse(*str(error).split("\n"))
    except Geo3dError as error:
        return _refuse(str(error))
    except ImportError as error:
        verb = next(iter(arguments), "")
        missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
        if verb not in EXTRAS or not isinstance(missing, ModuleNotFoundError):
            return _unexpected(error)
        return _refuse(f"{verb} needs {missing.name}, which is not installed: {EXTRAS[verb]}")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read the answer has seen enough; nothing more can be written there.
        _let_go(sys.stdout)
        return 0
    except SystemExit as error:
        # What rich makes of a reader that went away.
        if isinstance(error.__context__, BrokenPipeError):
            return 0
        raise
    except OSError as error:
        if error.filename is not None or error.errno not in UNWRITABLE:
            return _unexpected(error)
        _let_go(sys.stdout)
        return _refuse(
            f"the answer cannot be written to standard output: {error.strerror}; a place that "
            "takes it is wanted"
        )
    except Exception as error:
        return _unexpected(error)


def _status(result: object) -> int:
    return result if isinstance(result, int) else 0


def _refuse(*lines: str) -> int:
    # Where the message cannot be written either, the status still tells.
    with contextlib.suppress(OSError):
        print("geo3d: " + "\n".join(map(printable, lines)), file=sys.stderr)
    return 2


def _let_go(stream: TextIO | None) -> None:
    """Send what is left in a stream nowhere, or Python would try to write it once more."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _unexpected(error: Exception) -> int:
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    return _refuse(
        f"unexpected fault: {type(error).__name__}: {error} (set {TRACEBACK}=1 to see where)"
    )


def _as_note(
    message: Warning | str,
    category: type[Warning],  # noqa: ARG001
    filename: str,  # noqa: ARG001
    lineno: int,  # noqa: ARG001
    line: str | None = None,  # noqa: ARG001
) -> str:
    """A warning without the line of source that raised it."""
    return f"note: {printable(str(message))}\n"


def _values_are_there(arguments: list[str]) -> None:
    """Refuse the next option as the value of one whose value may begin with a minus.

    Raises:
        UsageError: an option lacks its value.
    """
    for option, value in itertools.pairwise(arguments):
        if option in SIGNED and value.startswith("--"):
            raise UsageError(f"{option} lacks its value: the option {value} follows it")


def _usage(error: CycloptsError, arguments: list[str]) -> str:
    """What is wrong with the arguments, on one line."""
    text = " ".join(str(error).split())
    found = LACKING.search(text)
    if found is None:
        return text
    name = found[1]
    there = any(word.split("=")[0] == name for word in arguments)
    said = f"{name} lacks its value." if there else f"{name} is missing."
    if name == "--from" and any(word.split("=")[0] == "--eye" for word in arguments):
        said += " --eye tells where to look from, --from whose eye it is: a model's id is wanted."
    return text.replace(found[0], said)


def _help_command(arguments: list[str]) -> str:
    """The command that helps with what was typed."""
    grouped = bool(arguments) and arguments[0] in GROUPS
    verb = arguments[: 2 if grouped else 1]
    known = grouped or set(verb) <= {*VERBS, *EXTRAS}
    return " ".join(["geo3d", *(verb if known else []), "--help"])


def _unknown(arguments: list[str]) -> str | None:
    """What to say of a verb that is not there."""
    word = next((word for word in arguments if not word.startswith("-")), None)
    if word is None:
        return None
    if word in EXTRAS and word not in GROUPS:
        return f"{word} is brought by an extra that is not installed: {EXTRAS[word]}"
    if word in GROUPS:
        word = " ".join(arguments[:2])
    pairs = [f"{one} {other}" for one, others in GROUPS.items() for other in others]
    verbs = sorted({*VERBS, *pairs, *EXTRAS} - {*GROUPS})
    return f"no command {word!r}; there are {', '.join(verbs)}"
