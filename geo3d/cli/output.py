"""What the verbs share: answers on standard output, notes on standard error, points as text."""

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from geo3d.errors import UsageError, printable
from geo3d.tolerances import FAR

Json = Annotated[bool, Parameter(name="--json", negative=(), help="One JSON document.")]
From = Annotated[str, Parameter(name="--from")]
# A point may begin with a minus.
FromPoint = Annotated[str, Parameter(name="--from", allow_leading_hyphen=True)]
ToPoint = Annotated[str, Parameter(name="--to", allow_leading_hyphen=True)]


def say(*lines: str) -> None:
    """Lines of the answer, on standard output; nothing in them reaches the terminal raw."""
    for line in lines:
        print(printable(line))


def print_json(document: dict[str, Any]) -> None:
    """The one JSON document on standard output; what JSON cannot hold (infinity, NaN) is null."""
    # Of the signs that steer a terminal, JSON leaves only this one as it is.
    text = json.dumps(_plain(document), indent=2, allow_nan=False).replace("\x7f", "\\u007f")
    print(text)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def note(warnings: Iterable[str]) -> None:
    """Warnings on standard error, one a line."""
    for warning in warnings:
        print(f"note: {printable(warning)}", file=sys.stderr)


def point(text: str, option: str) -> tuple[float, float, float]:
    """A point given as X,Y,Z.

    Raises:
        UsageError: it is not three numbers, or one is farther off than a board can reach.
    """
    try:
        x, y, z = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"{option} {text!r}: three numbers X,Y,Z in inches wanted") from None
    if not all(abs(value) <= FAR for value in (x, y, z)):
        raise UsageError(f"{option} {text!r}: numbers from {-FAR:g} to {FAR:g} wanted")
    return x, y, z


def spot(values: Iterable[float]) -> str:
    """A point for people: (x, y, z) to a hundredth."""
    return "(" + ", ".join(f"{value:.2f}" for value in values) + ")"


def exact(values: Iterable[float]) -> str:
    """A point as `point` reads it, X,Y,Z: no digit is lost."""
    return ",".join(repr(float(value)).removesuffix(".0") for value in values)


def percent(share: float) -> str:
    """A share in words that never round a little to nothing, nor much to all."""
    if 0.0 < share < 0.01:
        return "under 1%"
    if 0.99 < share < 1.0:
        return "over 99%"
    return f"{share:.0%}"


def tell_fault(text: str) -> None:
    """A fault that does not end the command, on standard error."""
    print(f"geo3d: {printable(text)}", file=sys.stderr)


@contextmanager
def progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error; yields what to call with (done, of).

    It is shown from the first call on, so that a question that is refused shows none.
    """
    console = Console(stderr=True)
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=console.is_terminal)
    task = bar.add_task(text, total=None)

    def told(done: int, of: int) -> None:
        bar.update(task, completed=done, total=of)
        bar.start()

    try:
        yield told
    finally:
        if bar.live.is_started:
            bar.stop()
