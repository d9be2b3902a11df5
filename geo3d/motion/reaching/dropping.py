"""Off the feature that a model stands on, and down, where it may not pass it (13.06)."""

from dataclasses import dataclass

import numpy as np

from geo3d.motion.reaching.climbs import Level, dropped, level_at
from geo3d.motion.reaching.cspace import inner_box
from geo3d.motion.reaching.obstacles import enemies, enemies_on_ground
from geo3d.motion.reaching.spaces import Space, space
from geo3d.motion.reaching.visible import seen_each, seen_from
from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure


@dataclass(frozen=True, eq=False)
class Top:
    """What a model meets at one facing that goes straight on, down, and on.

    Attributes:
        level: the features that it may not pass, at its height.
        high, down, low: what is free of enemies at its height, on the way down, on the ground.
    """

    level: Level
    high: Space
    down: Space
    low: Space

    def drops(self, start: Floats, ends: Floats) -> Floats:
        """(N,) share of the line from a start at its height to each end on the ground at which it
        goes down; NaN where it may not."""
        share = dropped(self.level, start, ends)
        if not self.high.holds(start[None])[0]:
            share[:] = np.nan
        places = start + np.nan_to_num(share)[:, None] * (ends - start)
        clear = np.isfinite(share) & self.down.holds(places) & self.low.holds(ends)
        above, below = np.zeros(len(ends), np.bool_), np.zeros(len(ends), np.bool_)
        seen_from(start, places, clear, self.high.walls, above)
        seen_each(places, ends, above, self.low.walls, below)
        share[~below] = np.nan
        return share


def top_at(board: Board, figure: Figure, features: list[Feature], turn_deg: float) -> Top:
    """What a model meets that comes down from where it stands, at a facing.

    Args:
        features: those within reach that it may not pass.
    """
    z = figure.at[2]
    box = inner_box(board.size, figure.profile.base, turn_deg)
    foes = (
        enemies(board, figure, turn_deg, z, z, exact=True),
        enemies(board, figure, turn_deg, -np.inf, z, exact=True),
        enemies_on_ground(board, figure, turn_deg, exact=True),
    )
    return Top(
        level_at(board, figure, features, turn_deg, z),
        *(space(box, united(each), turn_deg) for each in foes),
    )
