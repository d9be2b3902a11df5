"""Points of a path as they are typed: X,Y, X,Y,Z, with @TURN where the model rotates there."""

from typing import Annotated

from cyclopts import Parameter

from geo3d.errors import UsageError
from geo3d.tolerances import FAR

Waypoint = tuple[float, float, float | None, float | None]

Waypoints = Annotated[
    tuple[str, ...], Parameter(name="--to", allow_leading_hyphen=True, negative=())
]
At = Annotated[str, Parameter(name="--at", allow_leading_hyphen=True)]


def waypoint(text: str, option: str) -> Waypoint:
    """A point given as X,Y[,Z][@TURN]; without z it lies on the ground.

    Raises:
        UsageError: it is none, or a number is farther off than a board can reach.
    """
    spot, _, turn = text.partition("@")
    try:
        values = [float(part) for part in spot.split(",")]
        if turn or "@" in text:
            facing: float | None = float(turn)
        else:
            facing = None
        if len(values) not in (2, 3):
            raise ValueError
    except ValueError:
        raise UsageError(
            f"{option} {text!r}: X,Y or X,Y,Z in inches wanted, with @TURN in degrees after it "
            "where the model rotates there"
        ) from None
    if not all(abs(value) <= FAR for value in [*values, facing or 0.0]):
        raise UsageError(f"{option} {text!r}: numbers from {-FAR:g} to {FAR:g} wanted")
    return values[0], values[1], values[2] if len(values) == 3 else None, facing
