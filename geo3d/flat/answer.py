"""What a 2D method says about a pair, and what it has to be told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geo3d.table.figures import Figure


@dataclass(frozen=True)
class Answer:
    """What a method says.

    Attributes:
        visible: whether it lets the one see the other.
        fraction: the share of the target's points that it finds open; 0 or 1 where a method has
            nothing finer.
    """

    visible: bool
    fraction: float


@dataclass(frozen=True)
class Method:
    """A way to decide line of sight without the meshes.

    Attributes:
        name: a short word, for columns and options.
        title: for people.
        used_by: who decides like this: public sources.
        prepare: makes of a plan what the method needs once for a board.
        ask: (what was prepared, observer, target) -> its answer.
    """

    name: str
    title: str
    used_by: str
    prepare: Callable[[Any], Any]
    ask: Callable[[Any, Figure, Figure], Answer]
