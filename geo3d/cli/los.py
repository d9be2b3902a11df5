"""`geo3d los`: line of sight between two models."""

from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.boards import open_board
from geo3d.cli.output import From, Json, exact, note, percent, point, print_json, say
from geo3d.rules import sight
from geo3d.visibility import Sight

KINDS = {
    "terrain": "terrain",
    "ground": "the ground",
    "model": "a model",
    "gap": "a gap that 13.11 closes",
    "area": "an obscuring area",
}


def los(
    board: str,
    /,
    *,
    from_: From,
    to: str,
    eye: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    json: Json = False,
) -> int:
    """Line of sight between two models: visible, which fraction, what blocks.

    Parameters
    ----------
    board
        The board file.
    from_
        Id of the observing model.
    to
        Id of the target model.
    eye
        X,Y,Z: look from this point instead of the observer's body.
    """
    where = None if eye is None else point(eye, "--eye")
    answer = sight(open_board(board, from_, to), from_, to, eye=where)
    if json:
        print_json(answer.to_dict())
        return 0
    say(*lines(answer, where))
    note(answer.warnings)
    return 0


def lines(answer: Sight, eye: tuple[float, float, float] | None = None) -> list[str]:
    """The answer for people. The open line can be given to `geo3d ray` as it is printed."""
    share = answer.visible_fraction
    looker = answer.observer if eye is None else f"{answer.observer} from the eye"
    if not answer.visible:
        verdict = f"NOT VISIBLE: {looker} cannot see {answer.target}"
    elif answer.fully_visible:
        verdict = f"FULLY VISIBLE: {looker} sees all of {answer.target}"
    else:
        verdict = f"VISIBLE: {looker} sees part of {answer.target}"
    text = [verdict, f'{answer.distance:.1f}" apart, base to base']
    if eye is not None:
        text.append(f"eye at {exact(eye)}")
    if answer.visible and not answer.fully_visible:
        seen = percent(share.value) if share.value else "under 1%"
        text.append(f"{seen} of it is seen ({share.low:.0%} to {share.high:.0%}, 95% sure)")
    if answer.open_line and not answer.visible:
        text.append("an open line runs to it, but it is hidden and too far away")
    elif answer.witness is not None:
        text.append(f"open line {exact(answer.witness.start)}")
        text.append(f"       to {exact(answer.witness.end)}")
    elif answer.certainty == "certified":
        text.append("proven: every line is stopped")
    else:
        text.append("no open line was found; not proven")
    if answer.blocked_by:
        text.append("the rest is behind" if answer.visible else "it is behind")
        text += [
            f"  {percent(blocker.share):>4}  {blocker.id} ({KINDS[blocker.kind]})"
            for blocker in answer.blocked_by
        ]
    if answer.verdict is not None:
        # What stops lines was told above.
        text += answer.verdict.reason.split("; ")[1:]
    return text
