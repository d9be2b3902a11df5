"""Are these the gaps that should be found? Differences in words, both lists in rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from tests.piece.gaps.case import Case, Expected, Span


@dataclass(frozen=True)
class Tolerance:
    """How far lengths (inches) and areas (share of the area) may be off, and centres beyond
    what the expected gap itself leaves open."""

    length: float
    area: float
    centre: float = 0.0


def exact(case: Case) -> Tolerance:
    return Tolerance(0.02, case.area_clean)


def coarse(case: Case) -> Tolerance:
    return Tolerance(0.1, case.area_rough, 0.1)


def off(value: float, span: Span, allowed: float) -> bool:
    """Is it outside of what is expected?"""
    low, high = span if isinstance(span, tuple) else (span, span)
    return not low - allowed <= value <= high + allowed


def faults(found: object, expected: Expected, allowed: Tolerance) -> list[str]:
    """Names of what differs between one gap found and one expected."""
    area = expected.area
    most = area[1] if isinstance(area, tuple) else area
    wrong = [] if found.kind == expected.kind else ["kind"]
    wrong += [
        name
        for name in ("sill", "lintel", "width")
        if off(getattr(found, name), getattr(expected, name), allowed.length)
    ]
    if off(found.area, area, allowed.area * most):
        wrong.append("area")
    if expected.centre is not None:
        away = float(np.linalg.norm(np.asarray(found.centre) - expected.centre))
        if not away <= expected.centre_within + allowed.centre:
            wrong.append("centre")
    return wrong


def differences(
    found: Sequence[object], expected: Sequence[Expected], allowed: Tolerance
) -> list[str]:
    """What is wrong, a line each; empty where each expected gap is found once and nothing else.

    Gaps are paired so that as few values as possible differ in all.
    """
    counts = np.array([[len(faults(f, e, allowed)) for f in found] for e in expected])
    lines = []
    if len(found) != len(expected):
        lines.append(f"{len(found)} found, {len(expected)} expected")
    if counts.size:
        for e, f in zip(*linear_sum_assignment(counts), strict=True):
            if counts[e, f]:
                names = ", ".join(faults(found[f], expected[e], allowed))
                lines.append(f"expected {e} and found {f} differ in {names}")
    return lines


def number(value: Span) -> str:
    if isinstance(value, tuple):
        return f"{value[0]:.3f}..{value[1]:.3f}"
    return f"{value:.3f}"


def rows(gaps: Sequence[object]) -> str:
    """Gaps in rows: kind, sill, lintel, width, area, centre."""
    if not gaps:
        return "  none"
    return "\n".join(
        f"  {i} {g.kind:8} sill {number(g.sill)} lintel {number(g.lintel)} "
        f"width {number(g.width)} area {number(g.area)} centre "
        + ("-" if g.centre is None else " ".join(f"{c:.3f}" for c in g.centre))
        for i, g in enumerate(gaps)
    )


def report(
    found: Sequence[object], expected: Sequence[Expected], allowed: Tolerance, name: str
) -> str:
    """Empty where all is as it should be, else a text with both lists."""
    wrong = differences(found, expected, allowed)
    if not wrong:
        return ""
    return "\n".join(
        [name, *wrong, "found:", rows(found), "expected:", rows(expected), f"within {allowed}"]
    )
