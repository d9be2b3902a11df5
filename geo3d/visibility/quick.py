"""A quick look at a pair of models, for pictures that change while something is dragged.

It tries only the lines that the search begins with, and judges only the elements that the fraction
begins with (see `search` and `fraction`). So an open line that it finds is one; that it finds none
proves nothing, and the interval of its fraction is wide.
"""

from geo3d.errors import UsageError
from geo3d.table.measure import measure
from geo3d.units import inches_from_mm
from geo3d.visibility.asking import Judge
from geo3d.visibility.fraction import FIRST, Question, view
from geo3d.visibility.lines import Line
from geo3d.visibility.result import Geometry, Sight, Witness, as_point
from geo3d.visibility.scene import BoardScene
from geo3d.visibility.search import first_stage, in_order, try_lines
from geo3d.visibility.sightline import blockers_of


def judge_quick(scene: BoardScene, observer: str, target: str) -> Judge[Sight]:
    """The judge of a quick look at a pair (see `asking`).

    Args:
        observer, target: ids of two models.

    Returns:
        An answer without a verdict, "sampled" where no line was found. `geometry` is not looked at
        by itself: it repeats what was found.

    Raises:
        UsageError: no such model, or the same model twice.
    """
    board = scene.board
    figures = board.figure(observer), board.figure(target)
    if observer == target:
        raise UsageError(
            f"{board.path}: observer and target are both {observer!r}: two models are needed"
        )
    ignore = scene.ignored(figures)
    width = inches_from_mm(board.settings.line_width)
    one, other = scene.body(observer), scene.body(target)
    first, second = (one, other) if in_order(one, other) else (other, one)
    line: Line | None = yield from try_lines(*first_stage(first, second), ignore, width)
    if line is not None and first is not one:
        line = line.reversed()
    question = Question(scene, one, one.centre, other, ignore, width, line)
    found = yield from view(question, line is None, FIRST)
    visible = line is not None
    fully = visible and found.fully
    return Sight(
        observer=observer,
        target=target,
        distance=measure(board, observer, target).distance,
        visible=visible,
        fully_visible=fully,
        visible_fraction=found.fraction,
        certainty="certified" if visible else "sampled",
        witness=None if line is None else Witness(as_point(line.start), as_point(line.end)),
        blocked_by=blockers_of(scene, found.samples),
        geometry=Geometry(visible, fully),
        verdict=None,
        settings=board.settings.to_dict(),
        warnings=board.warnings,
        samples=found.samples,
        open_line=visible,
    )
