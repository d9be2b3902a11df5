"""What 13.07 to 13.11.01 say about a pair of models on a plain board, from the rules' text alone.

Every fact is found here, by other means than geo3d's: overlap of bases and areas by shapely, lines
by `line_test`, distances by arithmetic. A fact is True, False, or None where it is a close thing; a
verdict that hangs on such a fact is None, too. Features are boxes without openings, so 13.11 closes
nothing.
"""

from dataclasses import dataclass

import shapely

from tests.reference.line_test import CONTACT, Cylinder, Prism, lines
from tests.reference.plain_board import Man, Plain, Squad, distance

Answer = bool | None

SHELTERED = {"INFANTRY", "BEASTS", "SWARM"}
"""Who can be hidden, and has cover within an area (13.08, 13.09)."""

SOME = 0.002
"""Square inches: an overlap of a base and an area that is nearer to none, or to all, is close."""

NEAR = 0.001
"""Inches: a distance so near to the detection range is close."""

SHORTER = 3.0
"""Inches by which the range of who has gone to ground is shorter (13.11.01). The rules do not say
what becomes of a range under 3"; it is taken as 0 then, as no distance is less."""

SKY = 1000.0


@dataclass(frozen=True)
class Expected:
    """What a pair's verdict should be; None where the reference is unsure."""

    visible: Answer
    fully_visible: Answer
    bare_visible: Answer
    bare_fully_visible: Answer
    hidden: Answer
    gone_to_ground: Answer
    detection_range: float | None
    benefit_of_cover: Answer


def both(*facts: Answer) -> Answer:
    """Whether all hold."""
    if any(f is False for f in facts):
        return False
    return None if any(f is None for f in facts) else True


def either(*facts: Answer) -> Answer:
    """Whether one holds."""
    if any(f is True for f in facts):
        return True
    return None if any(f is None for f in facts) else False


def negated(fact: Answer) -> Answer:
    """Whether it does not hold."""
    return None if fact is None else not fact


@dataclass(frozen=True, eq=False)
class _Area:
    id: str
    plan: shapely.Polygon
    covering: bool


def areas(board: Plain) -> list[_Area]:
    """The areas (13.01): marked ones, hulls, and features that are one by themselves."""
    outline = {b.id: shapely.Polygon(b.corners) for b in board.blocks}
    category = {b.id: b.category for b in board.blocks}
    found = []
    for patch in board.patches:
        if patch.boundary is not None:
            plan = shapely.Polygon(patch.boundary)
        else:
            plan = shapely.union_all([outline[f] for f in patch.features]).convex_hull
        covering = any(category[f] in ("light", "dense") for f in patch.features)
        found.append(_Area(patch.id, plan, covering))
    if board.settings.get("implicit_areas", True):
        named = {f for patch in board.patches for f in patch.features}
        found += [
            _Area(id, plan, category[id] in ("light", "dense"))
            for id, plan in outline.items()
            if id not in named
        ]
    return found


def within(board: Plain, man: Man, area: _Area) -> Answer:
    """Whether a model is within an area."""
    base = shapely.Point(man.at[:2]).buffer(man.across / 2, quad_segs=256)
    shared = base.intersection(area.plan).area
    if board.settings.get("within_area", "overlap") == "wholly":
        out = base.area - shared
        return True if out < 1e-9 else (None if out < SOME else False)
    return False if shared < 1e-9 else (None if shared < SOME else True)


class _Pair:
    """The facts about one observer and one target.

    Attributes:
        unsure: whether an area is ignored is a close thing.
    """

    def __init__(self, board: Plain, all_areas: list[_Area], one: Man, other: Man, fine: int):
        self.unsure = False
        counted = {}
        for area in all_areas:
            if not area.covering:
                continue
            inside = either(within(board, one, area), within(board, other, area))
            self.unsure |= inside is None
            if inside is False:
                # A height is measured from the ground, which is flat here.
                high = board.settings.get("area_height", SKY)
                ring = tuple(map(tuple, area.plan.exterior.coords[:-1]))
                counted[f"area {area.id}"] = Prism(ring, -1.0, high)
        features = {
            f"feature {b.id}": Prism(b.corners, b.low, b.low + b.size[2]) for b in board.blocks
        }
        models = {}
        if board.settings.get("models_block", True):
            own = {board.squad_of(one.id).id, board.squad_of(other.id).id}
            models = {
                f"model {m.id}": Cylinder(
                    m.at[:2], m.across / 2, m.low + CONTACT, m.low + m.height
                )
                for squad in board.squads if squad.id not in own for m in squad.men
            }  # fmt: skip
        self.lines = lines(one, other, {**counted, **features, **models}, fine)
        self.terrain = [*counted, *features]
        self.everything = [*self.terrain, *models]
        self.bare = [*features, *models]
        self.dense = [f"feature {b.id}" for b in board.blocks if b.category == "dense"]


def _no_farther(apart: float, limit: float) -> Answer:
    """Within means at most."""
    return None if abs(apart - limit) < NEAR else apart <= limit


def _kept_quiet(board: Plain, squad: Squad) -> bool:
    """No ranged attacks this turn or the previous one; in the first there is none before it."""
    before = squad.shot_previous_turn and board.battle_round > 1
    return not squad.shot_this_turn and not before


def expected(board: Plain, observer: str, target: str, fine: int = 1) -> Expected:
    """The verdict on a pair of enemies."""
    all_areas = areas(board)
    one, other, squad = board.man(observer), board.man(target), board.squad_of(target)
    pair = _Pair(board, all_areas, one, other, fine)
    look = pair.lines

    quiet = _kept_quiet(board, squad)
    hidden = both(
        bool(SHELTERED & {k.upper() for k in other.keywords}),
        either(*(within(board, other, a) for a in all_areas if a.covering)),
        quiet or squad.stays_hidden,
    )
    gone = both(hidden, quiet, negated(look.seen_whole(pair.dense)))
    usual = board.settings.get("detection_range", 15.0)
    for own in (other.detection_range, squad.detection_range):
        usual = usual if own is None else own
    limit = None if gone is None else (max(0.0, usual - SHORTER) if gone else usual)

    apart = distance(one, other)
    in_range = _no_farther(apart, usual if limit is None else limit)
    if limit is None and in_range is not False:
        in_range = True if _no_farther(apart, usual - SHORTER) else None
    noticed = either(negated(hidden), in_range)
    open_line = look.seen(pair.everything)
    visible = both(open_line, noticed)
    fully = both(visible, look.seen_whole(pair.everything))
    if pair.unsure:
        visible = fully = None
    return Expected(
        visible=visible,
        fully_visible=fully,
        bare_visible=look.seen(pair.bare),
        bare_fully_visible=both(look.seen(pair.bare), look.seen_whole(pair.bare)),
        hidden=hidden,
        gone_to_ground=gone,
        detection_range=limit,
        benefit_of_cover=both(
            *(_covered(board, all_areas, one, man, fine) for man in squad.men)
        ),
    )  # fmt: skip


def _covered(board: Plain, all_areas: list[_Area], attacker: Man, man: Man, fine: int) -> Answer:
    """Whether one model meets the condition of 13.08."""
    sheltered = both(
        bool(SHELTERED & {k.upper() for k in man.keywords}),
        either(*(within(board, man, area) for area in all_areas)),
    )
    if sheltered:
        return True
    pair = _Pair(board, all_areas, attacker, man, fine)
    behind = None if pair.unsure else negated(pair.lines.seen_whole(pair.terrain))
    return either(sheltered, behind)


def told(sight: object) -> dict[str, object]:
    """geo3d's answer under the names of `Expected`."""
    return {
        "visible": sight.visible,
        "fully_visible": sight.fully_visible,
        "bare_visible": sight.geometry.visible,
        "bare_fully_visible": sight.geometry.fully_visible,
        "hidden": sight.verdict.hidden,
        "gone_to_ground": sight.verdict.gone_to_ground,
        "detection_range": sight.verdict.detection_range,
        "benefit_of_cover": sight.verdict.benefit_of_cover,
    }


@dataclass(frozen=True)
class Count:
    """Of compared facts: agreed, unsure, and (name, told, expected) of each that differs."""

    agreed: int
    unsure: int
    differ: tuple[tuple[str, object, object], ...]


def compare(board: Plain, observer: str, target: str, sight: object) -> Count:
    """geo3d's answer beside the reference's; where they differ, again with
    more lines, up to 1,296 times as many."""
    differ: list[tuple[str, object, object]] = []
    for fine in (1, 2, 4, 6):
        truth = vars(expected(board, observer, target, fine))
        answer = told(sight)
        differ = [
            (name, answer[name], wanted)
            for name, wanted in truth.items()
            if wanted is not None and answer[name] != wanted
        ]
        unsure = sum(wanted is None for wanted in truth.values())
        if not differ:
            break
    return Count(len(truth) - unsure - len(differ), unsure, tuple(differ))
