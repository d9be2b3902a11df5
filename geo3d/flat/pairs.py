"""Pairs of models put on a board by seed: anywhere on the ground, and on floors.

Pair number n of a board comes from (seed, the board's name, n) alone, so that any part of a run, on
any process, gives the same pairs.
"""

import zlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geo3d.errors import UsageError
from geo3d.flat.models import MODELS, ON_FLOORS
from geo3d.flat.plan import Plan
from geo3d.rays.segments import Floats
from geo3d.table.figures import Figure, Profile
from geo3d.table.plumb import plumb_of
from geo3d.table.standing import ground_under

FLOORS = 0.25
"""Share of models that are put on a floor, where the board has one with room."""

FLOOR = 1.0
"""Inches above the table from which a surface is a floor."""

TRIES = 2000
"""Places on the ground that are tried for a model before the board counts as full."""

TRIES_UP = 200
"""Places on floors that are tried before a model is put on the ground: many floors are ledges."""

SPOTS = 0.5
"""Inches between the places that are looked at for floors; a model stands up to half that off."""

SAME = 0.05
"""Inches by which a floor may be uneven under a base."""

HOLD = 0.02
"""Inches from the underside to where a body is first looked for in material: below lies the
contact height (.05"), where nothing counts for sight."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two models.

    Attributes:
        number: which pair of its board.
        observer, target: on the board's terrain.
        shift: (4,) how the truth's points are moved round.
    """

    number: int
    observer: Figure
    target: Figure
    shift: Floats


class Places:
    """Where models can stand on a board's terrain.

    Args:
        plan: the terrain.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._plumb = plumb_of(plan.board.features)

    def pair(self, seed: int, name: str, number: int) -> Pair:
        """Pair `number` of the board called `name`."""
        rng = np.random.default_rng([seed, zlib.crc32(name.encode()), number])
        one = self._any(rng, f"{number}-observer", None)
        other = self._any(rng, f"{number}-target", one)
        return Pair(number, one, other, rng.random(4))

    def _any(self, rng: np.random.Generator, id: str, other: Figure | None) -> Figure:
        """A model somewhere, clear of terrain and of the other.

        Raises:
            UsageError: no such place was found.
        """
        if rng.random() < FLOORS and len(self._spots):
            for _ in range(TRIES_UP):
                profile = ON_FLOORS[int(rng.integers(len(ON_FLOORS)))]
                x, y, z = self._spots[int(rng.integers(len(self._spots)))]
                x, y = np.array([x, y]) + (rng.random(2) - 0.5) * SPOTS
                found = self.at(profile, id, (float(x), float(y)), float(rng.random() * 360.0), z)
                if found is not None and (other is None or _apart(found, other)):
                    return found
        for _ in range(TRIES):
            profile = MODELS[int(rng.integers(len(MODELS)))]
            x, y = rng.random(2) * self.plan.board.size
            found = self.at(profile, id, (float(x), float(y)), float(rng.random() * 360.0))
            if found is not None and (other is None or _apart(found, other)):
                return found
        raise UsageError(
            f"{self.plan.board.path}: no place for a model in {TRIES} tries: a board with free "
            "ground is wanted"
        )

    def at(
        self, profile: Profile, id: str, at: tuple[float, float], turn: float = 0.0,
        floor: float | None = None,
    ) -> Figure | None:  # fmt: skip
        """The model at a place, or None where it cannot stand: off the board, or in material.

        Args:
            floor: z of the floor that is to bear all of the base; None: it stands on the ground.
        """
        board = self.plan.board
        outline = profile.base.placed(at, turn)
        if (outline < 0.0).any() or (outline > board.size).any():
            return None
        if floor is None:
            step = board.settings.ground_step
            z = float(ground_under(np.array([at]), board.ground, self._plumb, step)[0])
        elif self._borne(outline, at, floor):
            z = floor
        else:
            return None
        figure = Figure(id, id, id, profile, (*at, z), turn)
        return None if self._in_material(figure) else figure

    @cached_property
    def _spots(self) -> Floats:
        """(S, 3) places on floors, all over the board."""
        x, y = (np.arange(SPOTS / 2, side, SPOTS) for side in self.plan.board.size)
        points = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
        number, heights, _ = self._plumb.surfaces(points)
        spots = np.column_stack([points[number], heights])[heights >= FLOOR]
        # In one order, whatever order the surfaces come in.
        ordered: Floats = spots[np.lexsort(spots.T)]
        return ordered

    def _borne(self, outline: Floats, at: tuple[float, float], z: float) -> bool:
        """Whether the floor is under all of a base: its centre and eight points of its rim."""
        points = np.concatenate([[at], outline[:: max(1, len(outline) // 8)]])
        number, heights, _ = self._plumb.surfaces(points)
        level = number[np.abs(heights - z) <= SAME]
        return len(np.unique(level)) == len(points)

    def _in_material(self, figure: Figure) -> bool:
        """Whether terrain reaches into the body, or holds all of it.

        Any of many chords of the body meets a surface; or none does, and the first lies inside.
        """
        starts, ends = chords(figure)
        scene = self.plan.scene
        if scene.rays.any_hit(starts, ends).any():
            return True
        one = np.ones(1, np.bool_)
        rows, _ = scene.material.holding(starts[:1], ends[:1], frozenset(), one)
        return len(rows) > 0


def chords(figure: Figure) -> tuple[Floats, Floats]:
    """Starts and ends (N, 3) of lines through all of an upright body: up, and across at heights."""
    outline, middle = figure.outline, np.asarray(figure.at[:2])
    low, high = figure.bottom + HOLD, figure.top
    rings = [middle + share * (outline - middle) for share in (0.25, 0.5, 0.75, 0.999)]
    plan = np.concatenate([middle[None], *rings])
    up = [np.column_stack([plan, np.full(len(plan), z)]) for z in (low, high)]
    half = len(outline) // 2
    starts, ends = [up[0]], [up[1]]
    for z in np.linspace(low, high, 9):
        level = np.full(half, z)
        starts.append(np.column_stack([outline[:half], level]))
        ends.append(np.column_stack([outline[half : 2 * half], level]))
    return np.concatenate(starts), np.concatenate(ends)


def _apart(one: Figure, other: Figure) -> bool:
    """Whether two models do not overlap, by the circles round their bases."""
    reach = sum(max(f.profile.base.half_x, f.profile.base.half_y) for f in (one, other))
    far = float(np.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]))
    return far > reach
