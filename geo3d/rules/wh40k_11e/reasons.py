"""Why a verdict came out as it did, in a sentence for players."""

from collections.abc import Sequence

from geo3d.rules.wh40k_11e.cover import Covered, benefit_of_cover, exposed
from geo3d.rules.wh40k_11e.hidden import Shelter, is_detected
from geo3d.visibility import Blocker

NAMED = 3
"""Blockers that are named."""


def reason(
    blockers: Sequence[Blocker],
    line: bool,
    fully: bool,
    where: Shelter,
    distance: float,
    within: float,
    gone: bool,
    unit: Sequence[Covered],
    friend: bool = False,
) -> str:
    """The sentence.

    Args:
        blockers: what stops lines, most first.
        line: a line is open; fully: all of the target is reached by one.
        where: how the target is sheltered.
        distance: inches, base to base; within: the detection range.
        gone: it has gone to ground.
        unit: the target's unit, for cover.
        friend: both are one player's; being hidden keeps a model from enemies alone.
    """
    parts = [_line(blockers, line, fully)]
    if where.hidden and friend:
        parts.append(f"hidden (13.09): in area {where.covering[0]}, from enemies alone")
    elif where.hidden:
        side = "within" if is_detected(where, distance, within) else "beyond"
        while_ = " while gone to ground (13.11.01)" if gone else ""
        parts.append(
            f'hidden (13.09): in area {where.covering[0]}, {distance:.1f}" away, {side} its '
            f'detection range of {within:g}"{while_}'
        )
    elif where.keyword and where.covering and where.shot:
        parts.append("not hidden (13.09): its unit made ranged attacks")
    parts.append(_cover(unit))
    return "; ".join(parts)


def _line(blockers: Sequence[Blocker], line: bool, fully: bool) -> str:
    if fully:
        return "open lines reach all of it"
    by = ", ".join(_named(blocker) for blocker in blockers[:NAMED])
    rest = len(blockers) - NAMED
    by += f" and {rest} more" if rest > 0 else ""
    if line:
        return f"an open line reaches it past {by}" if by else "an open line reaches it"
    return f"no line is open: {by}" if by else "no line is open"


def _named(blocker: Blocker) -> str:
    if blocker.kind == "area":
        return f"obscuring area {blocker.id} (13.10)"
    if blocker.kind == "gap":
        return f"{blocker.id} (closed by 13.11)"
    return blocker.id


def _cover(unit: Sequence[Covered]) -> str:
    if benefit_of_cover(unit):
        return "its unit has the benefit of cover (13.08)"
    bare = exposed(unit)
    names = ", ".join(bare[:NAMED]) + (f" and {len(bare) - NAMED} more" if bare[NAMED:] else "")
    stand = f"{names} stands" if len(bare) == 1 else f"{names} stand"
    return f"no cover (13.08): of its unit {stand} in no area that shelters, fully visible"
