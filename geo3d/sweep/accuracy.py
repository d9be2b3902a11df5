"""What 2D methods, and geo3d, get wrong on each board: the pairs of `geo3d bench accuracy`, any
boards, on a cluster."""

import json
from typing import Any

import numpy as np

from geo3d.flat.accuracy import Row, measure
from geo3d.flat.methods import METHODS
from geo3d.flat.rates import JUDGED, score
from geo3d.sweep.options import Columns, Options, Part
from geo3d.table import Board

PAIRS = 50
"""Pairs of models in a part of the work: about a minute."""

PLAIN = ("number", "observer", "target", "distance", "between", "floors", "truth", "fraction",
         "known_by", "fault", "geo3d", "certainty", "geo3d_fraction")  # fmt: skip
"""Values of a row that are columns of the table; the whole row stands in the column `row`."""


def parts(board: Board, options: Options) -> int:  # noqa: ARG001
    """How many parts the work on a board has."""
    return -(-options.pairs // PAIRS)


def prepare(board: Board, options: Options) -> None:
    """Nothing: a part makes its board ready by itself."""


def part(board: Board, options: Options, number: int, of: int) -> Part:
    """One part: every `of`-th pair, from `number` on."""
    rows = measure(board, range(number, options.pairs, of), options.seed)
    found: Columns = {name: np.array([getattr(row, name) for row in rows]) for name in PLAIN}
    for name in METHODS:
        found[f"{name}_seen"] = np.array([row.seen[name] for row in rows], dtype=np.bool_)
        found[f"{name}_fraction"] = np.array([row.fractions[name] for row in rows])
    found["row"] = np.array([json.dumps(row.to_dict()) for row in rows])
    return Part(found, len(rows))


def table(board: Board, options: Options, summed: Columns) -> Columns:  # noqa: ARG001
    """The rows of all pairs, by number."""
    order = np.argsort(summed["number"], kind="stable")
    return {name: values[order] for name, values in summed.items()}


def summary(board: Board, options: Options, rows: Columns) -> dict[str, Any]:  # noqa: ARG001
    """For each method, and geo3d, how often it is wrong, with 95% intervals."""
    told = [Row.from_dict(json.loads(text)) for text in rows["row"].tolist()]
    return {
        "pairs": len(told),
        "visible": sum(row.truth for row in told),
        "faults": sum(row.fault for row in told),
        "methods": {name: score(told, name).to_dict() for name in JUDGED},
    }
