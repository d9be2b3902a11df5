"""The words of a picture: what was asked, what the answer is, and why."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from geo3d.cli.output import percent
from geo3d.visibility import Blocker, Sight
from geo3d_viewer.description import Verdict

LONGEST = 40
"""Characters of an id that are shown at most."""

ROW, TITLE_ROW = 84, 56
"""Characters of a picture's words, and of its title, that are in a row, about."""

BLOCKERS = 4
"""Blockers that are named; the rest are summed up."""


def verdict(sight: Sight) -> Verdict:
    """The answer in one word: seen in full, in part, or not."""
    if not sight.visible:
        return "hidden"
    return "seen" if sight.fully_visible else "partly"


def too_far(sight: Sight) -> bool:
    """Whether lines are open, but the target is hidden and too far away to be visible (13.09)."""
    return sight.open_line and not sight.visible


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
    if too_far(sight):
        out.append(_hidden(sight))
    if sight.blocked_by:
        of_gaps: dict[str, list[Blocker]] = {}
        groups: list[tuple[str, list[Blocker]]] = []
        for blocker in sight.blocked_by[:BLOCKERS]:
            if blocker.kind != "gap":
                what = "obscuring area, 13.10" if blocker.kind == "area" else blocker.kind
                groups.append((f"{shown(blocker.id)} ({what})", [blocker]))
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
        ruled = any(blocker.kind in ("gap", "area") for blocker in sight.blocked_by[:BLOCKERS])
        out.append("blocked by " + ("; " if ruled else ", ").join(named))
    return tuple(out)


def room(title: str, words: Sequence[str]) -> float:
    """How low a picture's words come down, from 1, its upper rim, to -1: see `overlay`."""
    rows = sum(1 + len(text) // ROW for text in words)
    return 1.0 - 2 * (0.077 + 0.0257 * rows + 0.035 * (len(title) // TITLE_ROW))


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
    """An id as it is shown: on one line, and cut in its middle where it is very long."""
    return cut("".join(c if c.isprintable() else " " for c in id), LONGEST, "...")


def cut(text: str, most: int, dots: str) -> str:
    """A text without its middle where it is longer: ids of a unit differ at their end."""
    if len(text) <= most:
        return text
    end = most * 2 // 5
    return text[: most - end - len(dots)] + dots + text[-end:]


def _hidden(sight: Sight) -> str:
    """Why a target is not visible though lines to it are open."""
    share = sight.visible_fraction.value
    part = percent(share) if share else "under 1%"
    text = f"lines to {part} of it are open, but it is hidden (13.09)"
    if sight.verdict is None:
        return f"{text} beyond its detection range"
    ground = " while gone to ground (13.11.01)" if sight.verdict.gone_to_ground else ""
    return f'{text}, beyond its detection range of {sight.verdict.detection_range:g}"{ground}'


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
