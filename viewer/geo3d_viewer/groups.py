"""What of a picture is shown and hidden together, and pictures without some of it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from geo3d_viewer.description import Group, Label, Lines, SceneDescription, Surface

OPEN, SEEN_AT, STOPPED, TESTED = "open-line", "seen-at", "stopped", "tested"
OUTLINES = "outlines"
"""The open line; where it meets the target; stopped lines that are drawn to begin with; all lines
that were tested. Those two have a group for each thing that stops lines, `stopped/ID`, and
`tested/open`. And the outlines of the pair, which show through what hides them."""

OF_ROLE = {
    "grid": "grid", "edge": "edges", "gap": "gaps", "curtain": "areas", "area": "areas",
    "zone": "zones", "ring": "rings",
    "base": "bases", "witness": OPEN, "figure": "models", "outline": OUTLINES,
}  # fmt: skip
"""The group of a surface or of lines by their role; others are always there."""

TEXTS = {
    "names": "names", "grid": "inches", "zones": "deployment zones", "areas": "terrain areas",
    "gaps": "closed and open gaps", "edges": "edges of terrain", "models": "other models",
    "bases": "bases of miniatures",
    "rings": "rings about the pair", OUTLINES: "outlines of the pair", OPEN: "open line",
    SEEN_AT: "where it is seen",
}  # fmt: skip

Drawn = Surface | Lines | Label


def group_of(thing: Drawn) -> str:
    """The group of a thing, or "" where it is always there."""
    if thing.group:
        return thing.group
    if isinstance(thing, Label):
        return {"gap": "gaps", "area": "areas"}.get(thing.role, "names")
    return OF_ROLE.get(thing.role, "")


def listed(things: Iterable[Drawn], more: Sequence[Group] = ()) -> tuple[Group, ...]:
    """The groups that there is something of, in the order of switches.

    Args:
        more: groups with a text of their own.
    """
    used = {group_of(thing) for thing in things}
    first = tuple(group for group in more if group.key in used)
    named = {group.key for group in first}
    own = (Group(key, text) for key, text in TEXTS.items() if key in used - named)
    return (*first, *own)


def without(scene: SceneDescription, hidden: Collection[str]) -> SceneDescription:
    """A picture with groups taken out; a group's parts (`stopped/ID` of `stopped`) go with it."""

    def kept(thing: Drawn) -> bool:
        key = group_of(thing)
        return key not in hidden and key.partition("/")[0] not in hidden

    keys = [group.key for group in scene.groups]
    left = {key for key in keys if not {key, key.partition("/")[0]} & set(hidden)}
    left = {part for key in left for part in (key, key.partition("/")[0])} - set(hidden)
    return replace(
        scene,
        legend=tuple(each for each in scene.legend if not each.group or each.group in left),
        surfaces=tuple(each for each in scene.surfaces if kept(each)),
        lines=tuple(each for each in scene.lines if kept(each)),
        labels=tuple(each for each in scene.labels if kept(each)),
    )


def switched(
    scene: SceneDescription, show: Collection[str] = (), hide: Collection[str] = ()
) -> SceneDescription:
    """A picture with other groups shown to begin with.

    Args:
        show: groups that are, hide: and that are not; `stopped` and `tested` mean all their parts.
    """

    def named(group: Group, keys: Collection[str]) -> bool:
        return group.key in keys or group.key.partition("/")[0] in keys

    groups = tuple(
        replace(group, shown=(group.shown or named(group, show)) and not named(group, hide))
        for group in scene.groups
    )
    return replace(scene, groups=groups)


def as_begun(scene: SceneDescription) -> SceneDescription:
    """A picture of only what is shown to begin with."""
    return without(scene, {group.key for group in scene.groups if not group.shown})
