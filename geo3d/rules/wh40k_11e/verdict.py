"""The verdict on a pair of models: geometry's answer turned into that of 13.07 to 13.11.01."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from geo3d.rules.wh40k_11e.cover import Covered, benefit_of_cover
from geo3d.rules.wh40k_11e.hidden import (
    Shelter,
    detection_range,
    goes_to_ground,
    is_detected,
    shelter,
)
from geo3d.rules.wh40k_11e.reasons import reason
from geo3d.table.figures import Figure
from geo3d.visibility import BoardScene, Sight, Verdict
from geo3d.visibility.asking import Judge
from geo3d.visibility.sightline import judge_fully, judge_pair


@dataclass(eq=False)
class Known:
    """What has been found out on a board, so that each question is asked once.

    Attributes:
        scene: the board's.
        shelters: by model.
        behind: (observer, model) -> whether it is not fully visible with models out of the way.
    """

    scene: BoardScene
    shelters: dict[str, Shelter] = field(default_factory=dict)
    behind: dict[tuple[str, str], bool] = field(default_factory=dict)

    def shelter(self, model: str) -> Shelter:
        """How a model is sheltered."""
        found = self.shelters.get(model)
        if found is None:
            board = self.scene.board
            figure = board.figure(model)
            areas = [area for area in board.areas.values() if self.scene.is_within(figure, area)]
            found = self.shelters[model] = shelter(board, figure, areas)
        return found


def judge(known: Known, observer: str, target: str, eye: Any = None) -> Judge[Sight]:
    """The judge of one pair, with its verdict (see `visibility.asking`).

    Obscuring areas and closed gaps have stopped lines already; what is left is decided here: may a
    hidden target be seen from so far (13.09, 13.11.01), and has its unit cover (13.08).

    Args and errors as for `judge_pair`.
    """
    scene = known.scene
    seen = yield from judge_pair(scene, observer, target, eye)
    board = scene.board
    figure = board.figure(target)
    where = known.shelter(target)
    gone = False
    if where.hidden and not where.shot and not seen.fully_visible:
        past = yield from judge_fully(scene, observer, target, frozenset(_but_dense(scene)), eye)
        gone = goes_to_ground(where, past)
    within = detection_range(board, figure, gone)
    # Being hidden keeps a model from enemies alone.
    friend = board.figure(observer).player == figure.player
    detected = friend or is_detected(where, seen.distance, within)
    unit = yield from _unit(known, observer, figure, seen, eye)
    visible = seen.visible and detected
    verdict = Verdict(
        hidden=where.hidden,
        detection_range=within,
        gone_to_ground=gone,
        benefit_of_cover=benefit_of_cover(unit),
        reason=reason(
            seen.blocked_by, seen.visible, seen.fully_visible, where, seen.distance, within, gone,
            unit, friend,
        ),
    )  # fmt: skip
    return replace(
        seen,
        visible=visible,
        fully_visible=visible and seen.fully_visible,
        certainty="certified" if not detected else seen.certainty,
        witness=seen.witness if visible else None,
        verdict=verdict,
        exposed=tuple(model.model for model in unit if not model.holds),
    )


def quick_verdict(scene: BoardScene, seen: Sight) -> bool:
    """Whether being hidden leaves a target visible (13.09), were it not gone to ground."""
    board = scene.board
    figure = board.figure(seen.target)
    if board.figure(seen.observer).player == figure.player:
        return True
    where = Known(scene).shelter(seen.target)
    return is_detected(where, seen.distance, detection_range(board, figure, False))


def _unit(
    known: Known, observer: str, target: Figure, seen: Sight, eye: Any
) -> Judge[tuple[Covered, ...]]:
    """What each model of the target's unit has against the observer."""
    scene = known.scene
    rows = []
    for model in scene.board.units[target.unit].models:
        where = known.shelter(model)
        behind = False
        if not where.covered:
            key = observer, model
            if eye is None and key in known.behind:
                behind = known.behind[key]
            elif model == target.id and seen.fully_visible:
                behind = False
            else:
                models = frozenset(scene.board.figures)
                behind = not (yield from judge_fully(scene, observer, model, models, eye))
            if eye is None:
                known.behind[key] = behind
        rows.append(Covered(model, where.covered, behind))
    return tuple(rows)


def _but_dense(scene: BoardScene) -> Iterator[str]:
    """Ids of all that may block but dense features and what closes their gaps."""
    features = scene.board.features
    dense = {id for id, feature in features.items() if feature.category == "dense"}
    for id in scene.rays.ids:
        of = scene.sealed.get(id, (id,))
        kind = scene.kind(id)
        if kind not in ("terrain", "gap") or not dense.intersection(of):
            yield id
