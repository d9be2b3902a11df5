"""From rows to rates: how often a method is wrong, with intervals."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scipy.stats import binomtest

from geo3d.flat.accuracy import Row
from geo3d.flat.methods import METHODS

GEO3D = "geo3d"
JUDGED = (*METHODS, GEO3D)
"""All that are measured, geo3d last."""

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Rate:
    """A share of pairs, with the interval of Clopper and Pearson (1934) that holds the true share
    with 95% confidence, whatever it is.

    Attributes:
        count, of: pairs.
        share, low, high: NaN, 0 and 1 where there are no pairs.
    """

    count: int
    of: int
    share: float
    low: float
    high: float


def rate(count: int, of: int) -> Rate:
    """The rate of `count` in `of` pairs."""
    if of == 0:
        return Rate(0, 0, float("nan"), 0.0, 1.0)
    interval = binomtest(count, of).proportion_ci(CONFIDENCE, method="exact")
    return Rate(count, of, count / of, float(interval.low), float(interval.high))


@dataclass(frozen=True)
class Score:
    """How wrong one method is.

    Attributes:
        method: its name.
        false_hidden: pairs that it hides, of those that see each other in truth.
        false_visible: pairs that it lets see, of those that do not in truth.
        wrong: both, of all pairs.
        fraction_error: mean distance of its fraction from the truth's.
        fraction_bias: mean of its fraction less the truth's.
    """

    method: str
    false_hidden: Rate
    false_visible: Rate
    wrong: Rate
    fraction_error: float
    fraction_bias: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values by name."""
        return asdict(self)


def score(rows: Sequence[Row], method: str) -> Score:
    """The score of a method, or of "geo3d"."""
    seen = [row for row in rows if row.truth]
    hidden = [row for row in rows if not row.truth]
    errors = [row.share(method) - row.fraction for row in rows]
    number = max(1, len(rows))
    return Score(
        method=method,
        false_hidden=rate(sum(not row.says(method) for row in seen), len(seen)),
        false_visible=rate(sum(row.says(method) for row in hidden), len(hidden)),
        wrong=wrong(rows, method),
        fraction_error=sum(map(abs, errors)) / number,
        fraction_bias=sum(errors) / number,
    )


def wrong(rows: Sequence[Row], method: str) -> Rate:
    """How often a method is wrong, either way."""
    return rate(sum(row.says(method) != row.truth for row in rows), len(rows))


def groups(rows: Sequence[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    """Rows by a key, sorted by it."""
    parted: dict[str, list[Row]] = {}
    for row in rows:
        parted.setdefault(key(row), []).append(row)
    return dict(sorted(parted.items()))


def worst(rows: Sequence[Row], method: str, visible: bool, number: int) -> list[Row]:
    """The pairs that a method gets most wrong.

    Args:
        visible: of those that it calls visible, though nothing is open: the nearest first, which
            matter most. Else of those that it hides: of which most is seen, first.
        number: how many at most.
    """
    some = [row for row in rows if row.says(method) == visible and row.truth != visible]
    some.sort(key=lambda row: (-row.fraction, row.distance, row.board, row.number))
    return some[:number]
