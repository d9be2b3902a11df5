"""The words of a picture: what was asked, what the answer is, and why."""

from typing import Literal

from geo3d.cli.output import percent
from geo3d.visibility import Sight

Verdict = Literal["seen", "partly", "hidden"]

LONGEST = 40
"""Characters of an id that are shown at most."""

BLOCKERS = 4
"""Blockers that are named; the rest are summed up."""


def verdict(sight: Sight) -> Verdict:
    """The answer in one word: seen in full, in part, or not."""
    if not sight.visible:
        return "hidden"
    return "seen" if sight.fully_visible else "partly"


def title(sight: Sight) -> str:
    """Who looks at whom."""
    return f"{shown(sight.observer)} looks at {shown(sight.target)}"


def lines(sight: Sight) -> tuple[str, ...]:
    """The answer, and what stops the lines that are not open."""
    words = {"seen": "fully visible", "partly": "visible, not fully", "hidden": "not visible"}
    share = sight.visible_fraction
    first = [words[verdict(sight)]]
    if sight.visible:
        seen = percent(share.value) if share.value else "under 1%"
        first.append(f"{seen} of it seen ({_range(share.low, share.high)})")
    first += [f'{sight.distance:.1f}" apart', sight.certainty]
    out = [", ".join(first)]
    if sight.blocked_by:
        named = [
            f"{shown(b.id)} ({b.kind}) {percent(b.share)}" for b in sight.blocked_by[:BLOCKERS]
        ]
        rest = sight.blocked_by[BLOCKERS:]
        if rest:
            named.append(f"{len(rest)} more {percent(sum(b.share for b in rest))}")
        out.append("blocked by " + ", ".join(named))
    return tuple(out)


def shown(id: str) -> str:
    """An id as it is shown: on one line, and cut where it is very long."""
    line = "".join(c if c.isprintable() else " " for c in id)
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


def _range(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f}%"
