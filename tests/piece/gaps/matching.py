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


def paired(
    found: Sequence[object], expected: Sequence[Expected], allowed: Tolerance
) -> list[tuple[int, int, list[str]]]:
    """(expected, found, what differs): paired so that as few values as possible differ in all."""
    counts = np.array([[len(faults(f, e, allowed)) for f in found] for e in expected])
    if not counts.size:
        return []
    return [
        (int(e), int(f), faults(found[f], expected[e], allowed))
        for e, f in zip(*linear_sum_assignment(counts), strict=True)
    ]


def differences(
    found: Sequence[object], expected: Sequence[Expected], allowed: Tolerance, others: bool = False
) -> list[str]:
    """What is wrong, a line each; empty where each expected gap is found once.

    With `others` there may be more than are expected, else nothing else may be found.
    """
    lines = []
    if len(found) < len(expected) or (len(found) > len(expected) and not others):
        lines.append(f"{len(found)} found, {len(expected)} expected")
    return lines + [
        f"expected {e} and found {f} differ in {', '.join(wrong)}"
        for e, f, wrong in paired(found, expected, allowed)
        if wrong
    ]


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
    found: Sequence[object],
    expected: Sequence[Expected],
    allowed: Tolerance,
    name: str,
    others: bool = False,
) -> str:
    """Empty where all is as it should be, else a text with both lists."""
    wrong = differences(found, expected, allowed, others)
    if not wrong:
        return ""
    return "\n".join(
        [name, *wrong, "found:", rows(found), "expected:", rows(expected), f"within {allowed}"]
    )
