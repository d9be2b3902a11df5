"""The tightest place that the open line of a pair passes: between what, and how wide it is there.

At places along the line it is looked to both sides, and up and down, square to the line, for what
stops lines between the two. The table and the ground are not counted: lines always pass over them.
"""

from dataclasses import dataclass

import numpy as np

from geo3d.rays import RayScene
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer.camera import Camera, framing
from geo3d_viewer.caption import cut, gap_of, short, shown
from geo3d_viewer.description import Floats, Ints, Label, Lines
from geo3d_viewer.groups import OPEN
from geo3d_viewer.labels import ELLIPSIS, LENGTHS
from geo3d_viewer.palette import INK, WITNESS
from geo3d_viewer.stops import open_to

FEW = 0.6
"""Share of the target up to which it is told where the open line passes: if more is seen, what
stops the rest is of more interest."""

STEP = 0.05
"""Inches between the places along the line that are looked at."""

TIGHT = 4.0
"""Inches from side to side beyond which a place is not a tight one."""

BESIDE = 1.0
"""The same to one side, where the other is free: the line passes close by something."""

ENDS = 0.3
"""Inches at both ends of the line that are not looked at: models stand beside each other there."""

ALMOST = 0.02
"""Inches by which a place is as tight as the tightest: of such the middle is taken."""

AROUND = 1.1
"""Inches about the place that are in its close-up at least."""

ALONG = 1.2
"""Inches of the line before and behind it that are in it, too."""

ASIDE_DEG, ABOVE_DEG = (8.0, 14.0, 22.0, 32.0, 45.0), (4.0, 10.0, 18.0, 28.0, 40.0)
"""Angles beside and above the line from which the close-up may be taken."""

OFF_LINE = 0.012
"""What a degree off the line is worth less: looking along it one sees what is on its sides."""

WIDTH, STROKE = 5.0, 0.3
"""Pixels of the bar across the place, and inches of half a stroke at its ends."""

INTO = 0.45
"""Inches from the line's side into what is there, where its name in the close-up points to."""

FRAME = (-0.88, 0.88, -0.88, 0.88)
"""As of `framing`."""


@dataclass(frozen=True, eq=False)
class Passage:
    """Where the open line passes, and between what.

    Attributes:
        at: (3,) on the line.
        sides: (2, 3) the nearest points to both sides of it, or above and below; where one side is
            free, `at` itself.
        ids: of what is there, in the ray scene; None where a side is free.
        width: inches from the one to the other.
        along: (3,) unit vector from the observer to the target.
        upright: the sides are above and below.
    """

    at: Floats
    sides: Floats
    ids: tuple[str | None, str | None]
    width: float
    along: Floats
    upright: bool

    def areas(self, scene: BoardScene) -> tuple[str, ...]:
        """The areas that are beside it."""
        found = (id for id in self.ids if id is not None and scene.kind(id) == "area")
        return tuple(dict.fromkeys(scene.name(id) for id in found))


def passage(scene: BoardScene, sight: Sight) -> Passage | None:
    """The tightest place, or None: there is no open line, or nothing is near it."""
    if sight.witness is None:
        return None
    start, end = np.array(sight.witness.start), np.array(sight.witness.end)
    length = float(np.linalg.norm(end - start))
    if length <= 3 * ENDS:
        return None
    along = (end - start) / length
    right = np.cross(along, [0.0, 0.0, 1.0])
    if np.linalg.norm(right) < 1e-6:
        return None
    right /= np.linalg.norm(right)
    number = max(2, int((length - 2 * ENDS) / STEP))
    at = start + np.linspace(ENDS, length - ENDS, number)[:, None] * along
    pair = scene.board.figure(sight.observer), scene.board.figure(sight.target)
    ignored = scene.ignored(pair) | {id for id in scene.rays.ids if scene.kind(id) == "ground"}
    found: list[tuple[float, Passage]] = []
    for upright, way in ((False, right), (True, np.cross(right, along))):
        hits = [
            scene.rays.first_hit(
                at, at + sign * TIGHT * way, bundles=[0, len(at)], ignore=[ignored]
            )
            for sign in (-1.0, 1.0)
        ]
        away = np.stack([np.where(each.hit, each.distance, np.inf) for each in hits])
        for both, least, most in (
            (True, away.sum(axis=0), TIGHT),
            (False, away.min(axis=0), BESIDE),
        ):
            if not (least <= most).any():
                continue
            row = _middle(np.flatnonzero(least <= least.min() + ALMOST))
            sides = np.array([each.point[row] if each.hit[row] else at[row] for each in hits])
            ids = [str(each.id[row]) if each.hit[row] else None for each in hits]
            if not both:
                # Only the nearer one: the other is far off, if there is one.
                far = int(away[0, row] <= away[1, row])
                sides[far], ids[far] = at[row], None
            width = float(least[row])
            place = Passage(at[row], sides, (ids[0], ids[1]), width, along, upright)
            # Between two things is a slit; beside one is an edge, and told where there is no slit.
            found.append((width + (0.0 if both else TIGHT), place))
            break
    return min(found, key=lambda pair: pair[0])[1] if found else None


def words(scene: BoardScene, place: Passage, most: int = LENGTHS[0]) -> str:
    """Where the line passes: 'between wall-w and gate, 1.5" wide'."""
    one, other = place.ids
    size = _size(place)
    if one is not None and other is not None:
        names = [_named(scene, id, most) for id in (one, other)]
        tall = "high" if place.upright else "wide"
        if scene.name(one) == scene.name(other) and scene.kind(one) == scene.kind(other):
            return f"through an opening of {names[0]}, {size} {tall}"
        return f"between {names[0]} and {names[1]}, {size} {tall}"
    only = one if one is not None else other
    assert only is not None
    side = ("over" if one is not None else "under") if place.upright else "past the edge of"
    return f"{side} {_named(scene, only, most)}, {size} off"


def drawn(place: Passage) -> tuple[Lines, Label]:
    """A bar across the place, and how wide it is."""
    x, y, z = (float(value) for value in place.at)
    text = f"{'gap' if None not in place.ids else 'edge'} {_size(place)}"
    return (
        Lines(
            "passage",
            "passage",
            np.concatenate([place.sides[None], _stops(place)]),
            WITNESS,
            WIDTH,
            True,
            OPEN,
        ),
        Label(text, "witness", (x, y, z), WITNESS, 1, OPEN),
    )


def camera(rays: RayScene, place: Passage) -> Camera:
    """A camera that looks along the line, a little from beside it, at the place.

    Args:
        rays: what hides things from a camera; no models.
    """
    azimuth = float(np.degrees(np.arctan2(-place.along[1], -place.along[0])))
    line = place.at + np.linspace(-ALONG, ALONG, 13)[:, None] * place.along
    across = place.sides[0] + np.linspace(0.1, 0.9, 9)[:, None] * (place.sides[1] - place.sides[0])
    about = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * AROUND
    framed = np.concatenate([_into(place), line, place.at + about])
    framed[:, 2] = np.maximum(framed[:, 2], 0.0)
    best: tuple[float, Camera] | None = None
    for above in ABOVE_DEG:
        for aside in (*ASIDE_DEG, *(-each for each in ASIDE_DEG)):
            view = framing(framed, azimuth + aside, above, 1.0, FRAME)
            nearest = float(((framed - view.position) @ view.axes[2]).min())
            view = Camera(view.position, view.focal, view.view_angle_deg, max(nearest, 0.1))
            seen = open_to(rays, view, np.concatenate([line, across]))
            score = float(seen[: len(line)].mean() + seen[len(line) :].mean())
            score -= OFF_LINE * (abs(aside) + above)
            if best is None or score > best[0]:
                best = score, view
    assert best is not None
    return best[1]


def tags(scene: BoardScene, place: Passage) -> tuple[Label, ...]:
    """What is on each side, and how wide it is: names for the close-up."""
    found = []
    for id, point in zip(place.ids, _into(place), strict=True):
        if id is not None:
            x, y, z = (float(value) for value in point)
            text = _named(scene, id, LENGTHS[0])
            found.append(Label(text, "blocker", (x, y, z), INK, 2, OPEN))
    x, y, z = (float(value) for value in place.sides.mean(axis=0))
    return (Label(_size(place), "witness", (x, y, z), WITNESS, 1, OPEN), *found)


def _size(place: Passage) -> str:
    return f'{place.width:.1f}"' if place.width >= 0.05 else 'under 0.1"'


def _named(scene: BoardScene, id: str, most: int) -> str:
    name, kind, features = scene.name(id), scene.kind(id), scene.board.features
    brief = cut(shown(name), most, ELLIPSIS)
    if kind == "area":
        return f"the area {'of ' if name in features else ''}{brief}"
    if kind == "gap":
        whose = gap_of(name, features)
        if whose.startswith("slit"):
            return f"the closed {whose}"
        whose = cut(whose.removeprefix("gap of "), most, ELLIPSIS)
        return f"the closed {short(name)} of {whose}"
    return brief


def _middle(rows: Ints) -> int:
    """The middle of the first rows that follow one another."""
    run = rows[: int(np.append(np.diff(rows) > 1, True).argmax()) + 1]
    return int(run[len(run) // 2])


def _into(place: Passage) -> Floats:
    """(2, 3) points in what is on both sides."""
    way = place.sides - place.at
    length = np.linalg.norm(way, axis=1, keepdims=True)
    found: Floats = place.sides + INTO * way / np.maximum(length, 1e-9)
    return found


def _stops(place: Passage) -> Floats:
    """The short strokes at the ends of the bar."""
    way = place.sides[1] - place.sides[0]
    square = np.array([0.0, 0.0, 1.0]) if not place.upright else np.cross(place.along, way)
    square = STROKE * square / max(float(np.linalg.norm(square)), 1e-9)
    found: Floats = np.stack([place.sides - square, place.sides + square], axis=1)
    return found
