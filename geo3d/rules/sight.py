"""Line of sight between two models by the board's ruleset: what `geo3d los` answers."""

from typing import Any

from geo3d.rules import wh40k_11e
from geo3d.table.board import Board
from geo3d.visibility import Sight, board_scene
from geo3d.visibility.asking import Judge, run
from geo3d.visibility.sightline import judge_pair


def sight(board: Board, observer: str, target: str, eye: Any = None) -> Sight:
    """Line of sight from one model to another (terrain section, "visible" and "fully visible").

    Visible: an open line runs from some part of the observer to some part of the target. Fully
    visible: every part of the target that faces the observer can be reached by one. The models'
    own units never block. With ruleset "wh40k-11e", lines are also stopped by closed gaps (13.11)
    and by obscuring areas (13.10), and a hidden target is visible only within its detection range
    (13.09, 13.11.01); the verdict says so, and whether its unit has cover (13.08).

    Args:
        board: from `load_board`.
        observer, target: ids of two models.
        eye: (3,) inches, to look from a point instead of from the observer's body.

    Raises:
        UsageError: no such model, the same model twice, or an eye that is not three finite numbers.
    """
    judges = Judges(board)
    return run(judges.scene, [judges.pair(observer, target, eye)])[0]


class Judges:
    """The judges of a board's pairs, by its ruleset; they share what they find out.

    Attributes:
        scene: the board's ray scene.
    """

    def __init__(self, board: Board) -> None:
        self.scene = board_scene(board)
        self._known = wh40k_11e.Known(self.scene)

    def pair(self, observer: str, target: str, eye: Any = None) -> Judge[Sight]:
        """The judge of one pair (see `visibility.asking`); arguments and errors as for `sight`."""
        if self.scene.board.ruleset == "wh40k-11e":
            return wh40k_11e.judge(self._known, observer, target, eye)
        return judge_pair(self.scene, observer, target, eye)
