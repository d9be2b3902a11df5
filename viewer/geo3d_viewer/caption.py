"""The words of a picture: what was asked, what the answer is, and why."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from geo3d.cli.output import percent
from geo3d.visibility import Blocker, Sight
from geo3d.visibility import Verdict as RulesVerdict
from geo3d_viewer.description import Verdict

LONGEST = 40
"""Characters of an id that are shown at most."""

ROW, TITLE_ROW = 84, 56
"""Characters of a picture's words, and of its title, that are in a row, about."""

_NUMBERS = re.compile(r" \(\d+(?:\.\d+)+\)")
"""The number of a rule, as reasons have them: for who plays it is no word."""

_AREA = re.compile(r"hidden \(13\.09\): in area (.+?), (?=\d|from )")
"""In which area a hidden model is, as reasons say it."""

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
    if sight.visible and not sight.fully_visible:
        seen = percent(share.value) if share.value else "under 1%"
        between = _range(share.low, share.high)
        first.append(f"{seen} of the side towards the observer is seen ({between})")
    first.append(f'{sight.distance:.1f}" apart')
    if sight.certainty != "certified":
        first.append("but not for certain: a line through a very small slit may be missed")
    out = [", ".join(first)]
    if too_far(sight):
        out.append(_hidden(sight))
    if sight.blocked_by:
        out.append("; ".join(_stops(sight, features)))
    if sight.verdict is not None:
        more = tuple(_besides(sight, sight.verdict))
        if more:
            out.append("; ".join(more))
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
    """Why a target is not visible though lines to it are open (13.09)."""
    share = sight.visible_fraction.value
    part = percent(share) if share else "under 1%"
    return f"lines to {part} of it are open, but it stays hidden: {_from_where(sight.verdict)}"


def _from_where(verdict: RulesVerdict | None) -> str:
    """From how near a hidden model is seen."""
    if verdict is None:
        return "it is in terrain, and too far away"
    ground = " and has gone to ground" if verdict.gone_to_ground else ""
    named = _AREA.search(verdict.reason)
    place = "terrain" if named is None else f"terrain ({shown(named[1])})"
    return (
        f'it is in {place}{ground}, and so is seen only from {verdict.detection_range:g}" or nearer'
    )


def _besides(sight: Sight, verdict: RulesVerdict) -> Iterator[str]:
    """What the rules add to what stops lines, without the numbers of their sections."""
    for text in verdict.reason.split("; ")[1:]:
        if not text.startswith("hidden (13.09)"):
            yield _NUMBERS.sub("", text)
        elif not sight.visible and not sight.open_line and sight.distance > verdict.detection_range:
            yield f"even without that it would stay hidden: {_from_where(verdict)}"


def _stops(sight: Sight, features: Collection[str]) -> Iterator[str]:
    """What lines do that are stopped, by what stops them; the gaps of one feature together."""
    groups: dict[tuple[str, str], list[Blocker]] = {}
    for blocker in sight.blocked_by[:BLOCKERS]:
        name = blocker.id if blocker.kind != "gap" else gap_of(blocker.id, features)
        groups.setdefault((blocker.kind, name), []).append(blocker)
    # Told once.
    what_areas_do = ", which lines may not cross"
    for (kind, name), group in groups.items():
        share = _share(group)
        every = share == "100%"
        who, s = ("every line", "s") if every else (f"{share} of the lines", "")
        if kind == "area":
            of = "the area of" if name in features else "the area"
            yield f"{who} enter{s} {of} {shown(name)}{what_areas_do}"
            what_areas_do = ""
        elif kind == "gap":
            named = ", ".join(short(blocker.id) for blocker in group)
            if name.startswith("slit"):
                place = f"the {name} ({named})"
            else:
                place = f"{named} of {name.removeprefix('gap of ')}"
            count = "an opening that counts" if len(group) == 1 else "openings that count"
            yield f"{who} meet{s} {place}, {count} as closed"
        elif kind == "terrain":
            yield f"{who} meet{s} the body of {shown(name)}"
        else:
            what = "the ground" if kind == "ground" else f"the model {shown(name)}"
            yield f"{who} meet{s} {what}"
    rest = sight.blocked_by[BLOCKERS:]
    if rest:
        yield f"{_share(rest)} of the lines meet {len(rest)} other things"


def _share(group: Sequence[Blocker]) -> str:
    return percent(sum(blocker.share for blocker in group))


def _range(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f}%"
