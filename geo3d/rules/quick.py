"""A quick look at a pair by the board's ruleset, while something is dragged."""

from dataclasses import replace

from geo3d.rules.wh40k_11e import quick_verdict
from geo3d.table.board import Board
from geo3d.visibility import Sight, board_scene
from geo3d.visibility.asking import run
from geo3d.visibility.quick import judge_quick


def quick_sight(board: Board, observer: str, target: str) -> Sight:
    """As `sight`, from few lines, and with no verdict on cover and going to ground.

    Of the ruleset it knows what blocks (13.10, 13.11) and that a hidden target beyond its full
    detection range is not visible (13.09). That it finds no line proves nothing: ask `sight`.

    Raises:
        UsageError: no such model, or the same model twice.
    """
    scene = board_scene(board)
    (seen,) = run(scene, [judge_quick(scene, observer, target)])
    if board.ruleset == "wh40k-11e" and not quick_verdict(scene, seen):
        return replace(seen, visible=False, fully_visible=False, witness=None)
    return seen
