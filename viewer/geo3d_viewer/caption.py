"""The words of a picture: what was asked, what the answer is, and why."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from geo3d.cli.output import percent
from geo3d.visibility import Blocker, Sight
from geo3d_viewer.description import Verdict

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


def lines(sight: Sight, features: Collection[str] = ()) -> tuple[str, ...]:
    """The answer, and what stops the lines that are not open.

    Args:
        features: ids of the board's features, by which a slit between two of them is known.
    """
    words = {"seen": "fully visible", "partly": "visible, not fully", "hidden": "not visible"}
    share = sight.visible_fraction
    first = [words[verdict(sight)]]
    if sight.visible:
        seen = percent(share.value) if share.value else "under 1%"
        first.append(f"{seen} of it seen ({_range(share.low, share.high)})")
    first += [f'{sight.distance:.1f}" apart', sight.certainty]
    out = [", ".join(first)]
    if sight.blocked_by:
        of_gaps: dict[str, list[Blocker]] = {}
        groups: list[tuple[str, list[Blocker]]] = []
        for blocker in sight.blocked_by[:BLOCKERS]:
            if blocker.kind != "gap":
                groups.append((f"{shown(blocker.id)} ({blocker.kind})", [blocker]))
                continue
            owner = gap_of(blocker.id, features)
            if owner not in of_gaps:
                of_gaps[owner] = []
                groups.append((owner, of_gaps[owner]))
            of_gaps[owner].append(blocker)
        named = [f"{_named(name, group)} {_share(group)}" for name, group in groups]
        rest = sight.blocked_by[BLOCKERS:]
        if rest:
            named.append(f"{len(rest)} more {_share(rest)}")
        out.append("blocked by " + ("; " if of_gaps else ", ").join(named))
    return tuple(out)


def settings(values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Readings of the rules as names and words."""
    words = {None: "none", True: "yes", False: "no"}
    return tuple(
        (name.replace("_", " "), words[value] if value is None or value is True or value is False
         else f"{value:g}" if isinstance(value, float) else shown(str(value)))
        for name, value in values.items()
    )  # fmt: skip


def gap_of(id: str, features: Collection[str]) -> str:
    """Whose gap has this id: "gap of ruin-1", or "slit between ruin-1 and ruin-2"."""
    owner = id.rpartition("/gap-")[0]
    if owner not in features:
        for at, character in enumerate(owner):
            one, other = owner[:at], owner[at + 1 :]
            if character == "+" and one in features and other in features:
                return f"slit between {shown(one)} and {shown(other)}"
    return f"gap of {shown(owner)}"


def short(id: str) -> str:
    """A gap's id without its owner's: "gap-2"."""
    return id.rpartition("/")[2]


def shown(id: str) -> str:
    """An id as it is shown: on one line, and cut where it is very long."""
    line = "".join(c if c.isprintable() else " " for c in id)
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


def _named(name: str, group: Sequence[Blocker]) -> str:
    """What blocks; of gaps, by which rule and which of them."""
    if group[0].kind != "gap":
        return name
    if len(group) > 1:
        name = name.replace(" ", "s ", 1)
    return f"{name}, closed by 13.11 ({', '.join(short(blocker.id) for blocker in group)})"


def _share(group: Sequence[Blocker]) -> str:
    return percent(sum(blocker.share for blocker in group))


def _range(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f}%"
