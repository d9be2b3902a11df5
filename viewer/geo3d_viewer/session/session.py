"""The state of a viewer: a board, who looks at whom, and what can be done to it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from geo3d.errors import UsageError
from geo3d.motion import judge_stand
from geo3d.rules import sight as whole_sight
from geo3d.rules.quick import quick_sight
from geo3d.table.board import Board
from geo3d.table.moving import with_feature_at, with_figure_at, with_warnings
from geo3d.table.reading import read_board_file
from geo3d.visibility import Sight, board_scene
from geo3d_viewer import caption
from geo3d_viewer.description import Layer, SceneDescription
from geo3d_viewer.layers.circles import CIRCLES
from geo3d_viewer.scene import describe
from geo3d_viewer.session.pointer import (
    DECIMALS,
    GROUNDED,
    Hit,
    Spot,
    as_ray,
    hit,
    on_table,
    snapped,
)
from geo3d_viewer.session.saving import save

A_HAIR = 0.02
"""Inches that a pointed-at place is raised, so that the surface there is the one under it."""

UNDO = 100
"""Changes that are remembered."""


@dataclass(frozen=True)
class Panel:
    """What is told beside the picture.

    Attributes:
        title, lines: who looks at whom, what is odd about what was moved, and the answer.
        verdict: in one word, or None.
        reason: why, by the rules; None where they have nothing to say.
        quick: the answer is that of a quick pass, while something is dragged.
        settings: the readings of the rules in force.
        notes: what the board says.
        observer, target: ids or None.
        undo: how many changes can be undone.
        unsaved: the board is not as its file has it.
        stale: of layers that are not drawn: they are of the board before something moved.
    """

    title: str
    lines: tuple[str, ...]
    verdict: str | None
    reason: str | None
    quick: bool
    settings: dict[str, Any]
    notes: tuple[str, ...]
    observer: str | None
    target: str | None
    undo: int
    unsaved: bool
    stale: tuple[str, ...] = ()


class Session:
    """A board that is looked at and changed. Not for two threads at once.

    Attributes:
        board: as it is now.
        observer, target: ids of models, or None.
        answer: of the pair, or None where none is chosen.
    """

    def __init__(
        self, board: Board, observer: str | None = None, target: str | None = None
    ) -> None:
        """Begin with a board as its file has it.

        Raises:
            UsageError: no such model, or the same model twice.
        """
        self.board = board
        self._laid: dict[str, tuple[Board, Layer]] = {}
        self.observer: str | None = None
        self.target: str | None = None
        self.answer: Sight | None = None
        self._path = board.path
        self._content = self._first = board.path.read_bytes()
        self._areas = read_board_file(board.path)[0].areas
        self._start = self._saved = board
        self._done: list[Board] = []
        self._held: Board | None = None
        self._told: tuple[str, ...] = ()
        self._last: SceneDescription | None = None
        self.choose(observer, target)

    @property
    def dragging(self) -> bool:
        """Whether something is held: then answers are of the quick pass."""
        return self._held is not None

    # Who looks at whom.

    def choose(self, observer: str | None, target: str | None) -> None:
        """Choose a pair, or one model, or none. Raises UsageError: no such model, one twice."""
        for id in filter(None, (observer, target)):
            self.board.figure(id)
        if observer is not None and observer == target:
            raise UsageError(f"{self._path}: {observer!r} looks at itself: two models are needed")
        self.observer, self.target = observer, target
        self._ask()

    def pick(self, id: str, as_target: bool = False) -> None:
        """Choose by clicking: the first model looks, the next is looked at.

        Once both are chosen, a model of the observer's player takes its place, and any other that
        of the target.

        Args:
            as_target: it is looked at, whosever it is.

        Raises:
            UsageError: no such model.
        """
        figure = self.board.figure(id)
        observer, target = self.observer, self.target
        if as_target and id != observer:
            target = id
        elif observer is None or (target is not None and self._friends(id)):
            observer, target = id, None if target == id else target
        elif id == observer:
            observer = target = None
        else:
            target = figure.id
        self.choose(observer, target)

    def _friends(self, id: str) -> bool:
        assert self.observer is not None
        return self.board.figure(id).player == self.board.figure(self.observer).player

    # What is laid over the board.

    @property
    def layers(self) -> dict[str, Layer]:
        """What else is drawn: layers of the board as it is now.

        What takes long is gone when something has moved, and back when that is undone; what is
        made in no time is made anew.
        """
        found = {}
        for key, (board, layer) in self._laid.items():
            if board is self.board:
                found[key] = layer
            elif key in CIRCLES:
                found[key] = CIRCLES[key](self.board)
                self._laid[key] = self.board, found[key]
        return found

    def lay(self, layer: Layer) -> None:
        """Draw a layer that was made of the board as it is now."""
        self._laid[layer.key] = self.board, layer

    def unlay(self, key: str) -> None:
        """Draw it no more."""
        self._laid.pop(key, None)

    # The pointer.

    def hit(self, start: Any, way: Any) -> Hit | None:
        """What a ray from the camera meets first; None where it leaves the table.

        Raises:
            UsageError: not three finite numbers each, or no direction.
        """
        return hit(board_scene(self.board), *as_ray(start, way))

    def drag(self, id: str, start: Any, way: Any) -> None:
        """Hold a model or a feature and move it to where a ray from the camera leads.

        A model snaps to the surface under it, a feature to the ground. The answer is that of a
        quick pass until it is let go.

        Raises:
            UsageError: no such thing, or no such ray.
        """
        self._there(id)
        start, way = as_ray(start, way)
        scene = board_scene(self.board)
        through = {*self.board.figures, id}
        if id in self.board.features:
            through |= set(self.board.features)
        found = hit(scene, start, way, through)
        place = on_table(self.board, start, way) if found is None else found.point
        if place is not None:
            self._move(id, place)

    def drag_to(self, id: str, place: Spot) -> None:
        """As `drag`, to a place: x, y, and a height on or above the surface that is meant."""
        self._there(id)
        self._move(id, place)

    def turn(self, id: str, by_deg: float) -> None:
        """Turn a model or a feature about its middle. Raises UsageError: no such thing."""
        self._there(id)
        self._hold()
        if id in self.board.figures:
            figure = self.board.figures[id]
            turn = round((figure.turn_deg + by_deg) % 360.0, DECIMALS)
            self.board = with_figure_at(self.board, id, figure.at, turn)
        else:
            at, turn = self._stands(id)
            turn = round((turn + by_deg) % 360.0, DECIMALS)
            self.board = with_feature_at(self.board, self._areas, id, at, turn)
        self.drop(id)

    def drop(self, id: str | None = None) -> None:
        """Let go: ask for the whole answer.

        Args:
            id: what was held; whether it may stand there is told.
        """
        if self._held is None:
            return
        self._done = [*self._done, self._held][-UNDO:]
        self._held = None
        if self.board.settings is not self._start.settings:
            self.board = replace(self.board, settings=self._start.settings)
        self.board = with_warnings(self.board, self._areas)
        self._told = self._about(id)
        self._ask()

    def undo(self) -> bool:
        """Take back the last change, or the one that is under way; whether there was one."""
        if self._held is not None:
            self.board, self._held = self._held, None
        elif self._done:
            self.board = self._done.pop()
        else:
            return False
        self._told = ()
        self._ask()
        return True

    def save(self, path: Path | None = None) -> Path:
        """Write the board, to its own file where none is named; what the file held is kept.

        Raises:
            UsageError: it cannot be written, or another program has changed it since.
        """
        if self._held is not None:
            self.drop()
        target = self._path if path is None else path
        content = save(self._path, self._first, self._content, self.board, target)
        if target.resolve() == self._path.resolve():
            self._content, self._saved = content, self.board
        return target

    # What is shown.

    def panel(self) -> Panel:
        """What is told beside the picture."""
        answer, board = self.answer, self.board
        title, lines, verdict, reason = caption.shown(board.path.name), (), None, None
        if answer is not None:
            title, lines = caption.title(answer), caption.lines(answer, board.features)
            verdict = caption.verdict(answer)
            reason = None if answer.verdict is None else answer.verdict.reason
        elif self.observer is not None:
            title = f"{caption.shown(self.observer)} looks: choose whom it looks at"
        elif self.board.figures:
            title = f"{title}: choose who looks"
        return Panel(
            title, (*self._told, *lines), verdict, reason, self.dragging,
            board.settings.to_dict(), tuple(board.warnings), self.observer, self.target,
            len(self._done), board is not self._saved, self._stale(),
        )  # fmt: skip

    def scene(self) -> SceneDescription:
        """What is drawn; while something is dragged, light and cameras stay as they were."""
        before = self._last if self.dragging else None
        drawn = describe(
            self.board, self.answer, before=before, observer=self.observer,
            layers=tuple(self.layers.values()),
        )  # fmt: skip
        if not self.dragging:
            self._last = drawn
        return drawn

    # Inside.

    def _stale(self) -> tuple[str, ...]:
        shown = self.layers
        return tuple(
            f"{layer.text}: of the board before this was moved, and so not drawn"
            for key, (_, layer) in self._laid.items()
            if key not in shown
        )

    def _there(self, id: str) -> None:
        if id not in self.board.figures and id not in self.board.features:
            self.board.figure(id)

    def _hold(self) -> None:
        if self._held is None:
            self._held = self.board
            if self._last is None:
                self._last = describe(self.board, self.answer, observer=self.observer)

    def _move(self, id: str, place: Spot) -> None:
        self._hold()
        assert self._held is not None
        x, y, z = place
        if id in self.board.figures:
            figure = self.board.figures[id]
            spot = snapped(self.board, figure, (x, y, z + A_HAIR))
            self.board = with_figure_at(self.board, id, spot)
        else:
            # Slits to its neighbours are closed anew when it is let go.
            loose = replace(self.board.settings, adjacent_gap_width=0.0)
            board = replace(self.board, settings=loose)
            x, y = round(x, DECIMALS), round(y, DECIMALS)
            (_, _, now), turn = self._stands(id)
            here = self.board.features[id].transform[:2, 3]
            above = now - self.board.ground.height_at(float(here[0]), float(here[1]))
            above = 0.0 if abs(above) <= GROUNDED else above
            at = (x, y, self.board.ground.height_at(x, y) + above)
            self.board = with_feature_at(board, self._areas, id, at, turn)
        self._ask()

    def _stands(self, id: str) -> tuple[Spot, float]:
        """Where a feature is, and its turn."""
        matrix = self.board.features[id].transform
        x, y, z = (float(value) for value in matrix[:3, 3])
        turn = float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))
        return (x, y, z), turn % 360.0

    def _about(self, id: str | None) -> tuple[str, ...]:
        """What is to be said of where something was put."""
        if id not in self.board.figures:
            return ()
        at = self.board.figures[id].at
        stands = judge_stand(self.board, id, at)
        return tuple(
            f"{caption.shown(id)} may not stand there ({each.rule}): {each.text}"
            for each in stands.violations
        )

    def _ask(self) -> None:
        if self.observer is None or self.target is None:
            self.answer = None
            return
        look = quick_sight if self.dragging else whole_sight
        self.answer = look(self.board, self.observer, self.target)
