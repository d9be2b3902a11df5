"""What the page may ask, and what it is told: plain values in, plain values out."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from geo3d.errors import Geo3dError, UsageError
from geo3d.flat.disagree import disagree
from geo3d.flat.methods import METHODS
from geo3d.motion import reach
from geo3d.piece import Piece
from geo3d.table.board import Board
from geo3d.visibility.heat import heat
from geo3d_viewer.caption import shown
from geo3d_viewer.description import Layer
from geo3d_viewer.groups import without
from geo3d_viewer.html import page_data
from geo3d_viewer.layers.circles import CIRCLES
from geo3d_viewer.layers.disagree import METHOD, method_named
from geo3d_viewer.layers.disagree import layer as disagree_layer
from geo3d_viewer.layers.heat import layer as heat_layer
from geo3d_viewer.layers.heat import observers_of
from geo3d_viewer.piece import describe_piece, section_of
from geo3d_viewer.reach_field import field
from geo3d_viewer.session import Session


class Asked(Protocol):
    """What a server answers with."""

    def first(self) -> dict[str, Any]:
        """The data of a page that has nothing yet."""

    def answer(self, name: str, said: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question; one that is wrong is answered with what is wrong."""

    def progress(self) -> dict[str, Any]:
        """How far long work is."""

    def close(self) -> None:
        """Have long work stop."""


class PieceAnswers:
    """A piece that is asked for its section at a height."""

    def __init__(
        self, piece: Piece, at: float | None, category: str | None, dark: bool = False
    ) -> None:
        self._piece = piece
        self._scene = describe_piece(piece, at, category, dark=dark)
        self._whole = without(self._scene, ("section",))
        self._lock = threading.Lock()

    def first(self) -> dict[str, Any]:
        """See `Asked`."""
        return page_data(self._scene)

    def answer(self, name: str, said: dict[str, Any]) -> dict[str, Any]:
        """The piece cut at a height, "z", or whole where that is null."""
        z, known = said.get("z"), said.get("known", [])
        good = isinstance(known, list) and all(isinstance(key, str) for key in known)
        if name != "section" or not good or not (z is None or isinstance(z, int | float)):
            return {"error": "a section at a height z is all that can be asked of a piece"}
        assert self._whole.section is not None
        with self._lock:
            surfaces, lines = section_of(self._piece, None if z is None else float(z))
        scene = replace(
            self._whole,
            surfaces=(*self._whole.surfaces, *surfaces),
            lines=(*self._whole.lines, *lines),
            section=replace(self._whole.section, at=z),
        )
        return {"scene": page_data(scene, frozenset(known))}

    def progress(self) -> dict[str, Any]:
        """See `Asked`."""
        return {"working": False}

    def close(self) -> None:
        """See `Asked`."""


class _Cancelled(Exception):
    """A long piece of work that nobody waits for any more."""


class SessionAnswers:
    """A session that is asked by name, one question after the other.

    Long work, a heat map, a comparison with 2D or a reach, runs beside it on the board as it was;
    when the board has changed meanwhile, what came out is dropped.
    """

    def __init__(self, session: Session, dark: bool = False) -> None:
        self._session = session
        self._dark = dark
        self._lock = threading.Lock()
        self._work: threading.Thread | None = None
        self._done: tuple[int, int] = (0, 0)
        self._text = ""
        self._cancelled = threading.Event()
        self._fault: str | None = None
        self._asks: dict[str, Callable[[dict[str, Any]], None]] = {
            "state": lambda _: None,
            "pick": self._pick,
            "drag": self._drag,
            "drop": lambda said: session.drop(said.get("id")),
            "turn": self._turn,
            "undo": lambda _: self._changed(session.undo),
            "save": self._save,
            "clear": lambda _: session.choose(None, None),
            "layer": self._layer,
            "cancel": lambda _: self._cancelled.set(),
        }
        self._told: str | None = None

    def answer(self, name: str, said: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question; one that is wrong is answered with what is wrong.

        Args:
            name: of the question.
            said: what came with it; "known": keys of shapes and lines that the page has.
        """
        ask = self._asks.get(name)
        if ask is None:
            return {"error": f"no question {shown(name)!r}; there are {', '.join(self._asks)}"}
        known = said.get("known", [])
        if not isinstance(known, list) or not all(isinstance(key, str) for key in known):
            return {"error": "known: a list of keys wanted"}
        with self._lock:
            self._told = None
            try:
                ask(said)
            except ModuleNotFoundError as error:
                return {"error": f"that needs {error.name}, which is not installed"}
            except Geo3dError as error:
                return {"error": str(error), **self._state(frozenset(known))}
            return self._state(frozenset(known))

    def progress(self) -> dict[str, Any]:
        """How far the long work is."""
        done, of = self._done
        working = self._work is not None and self._work.is_alive()
        return {"working": working, "text": self._text, "done": done, "of": of,
                "error": self._fault}  # fmt: skip

    def first(self) -> dict[str, Any]:
        """The data of a page that has nothing yet."""
        with self._lock:
            state = self._state(frozenset())
        return {**state["scene"], "session": state["session"]}

    def wait(self) -> None:
        """Until the long work that is under way is done."""
        if self._work is not None:
            self._work.join()

    def close(self) -> None:
        """Have long work stop."""
        self._cancelled.set()
        self.wait()

    def _state(self, known: frozenset[str]) -> dict[str, Any]:
        session = self._session
        board = session.board
        scene = replace(session.scene(), dark=self._dark)
        panel = session.panel()
        players = sorted({figure.player for figure in board.figures.values()})
        return {
            "scene": page_data(scene, known),
            "session": {
                "title": panel.title,
                "lines": [*panel.lines, *panel.stale],
                "verdict": panel.verdict,
                "quick": panel.quick,
                "notes": panel.notes,
                "observer": panel.observer,
                "target": panel.target,
                "undo": panel.undo,
                "unsaved": panel.unsaved,
                "file": shown(board.path.name),
                "players": players,
                "layers": sorted(session.layers),
                "circles": [key for key in CIRCLES if board.ruleset == "wh40k-11e"],
                "methods": {name: method.title for name, method in METHODS.items()},
                "method": METHOD,
                "told": self._told,
            },
        }

    def _pick(self, said: dict[str, Any]) -> None:
        self._session.pick(_text(said, "id"), bool(said.get("target")))

    def _drag(self, said: dict[str, Any]) -> None:
        self._changed(
            lambda: self._session.drag(_text(said, "id"), said.get("start"), said.get("way"))
        )

    def _turn(self, said: dict[str, Any]) -> None:
        by = said.get("by")
        if not isinstance(by, int | float) or not abs(by) <= 360:
            raise UsageError(f"by: degrees from -360 to 360 wanted, got {by!r}")
        self._changed(lambda: self._session.turn(_text(said, "id"), float(by)))

    def _changed(self, change: Callable[[], Any]) -> None:
        """Something moves: what is being made for the board as it was will not be true."""
        self._cancelled.set()
        change()

    def _save(self, _: dict[str, Any]) -> None:
        self._told = f"saved as {shown(self._session.save().name)}"

    def _layer(self, said: dict[str, Any]) -> None:
        key, on = _text(said, "key"), bool(said.get("on"))
        if key in CIRCLES:
            if on:
                self._session.lay(CIRCLES[key](self._session.board))
            else:
                self._session.unlay(key)
            return
        self._session.unlay(key)
        if not on:
            return
        board, of = self._session.board, _text(said, "of")
        if key == "heat":
            seeing = observers_of(board, of)
            self._begin(
                f"what {shown(of)} sees",
                lambda told: heat_layer(board, heat(board, seeing, progress=told), of),
            )  # fmt: skip
        elif key == "disagree":
            board.figure(of)
            method = method_named(_text({"method": METHOD, **said}, "method"), "method")
            self._begin(
                f"2D and 3D from {shown(of)}",
                lambda told: disagree_layer(board, disagree(board, of, method, progress=told)),
            )  # fmt: skip
        elif key == "reach":
            board.figure(of)
            self._begin(f"reach of {shown(of)}", lambda told: _reach(board, of, told))
        else:
            raise UsageError(
                f"no layer {key!r}; there are heat, disagree, reach, {', '.join(CIRCLES)}"
            )

    def _begin(self, text: str, make: Callable[[Callable[[int, int], None]], Layer]) -> None:
        if self._work is not None and self._work.is_alive():
            raise UsageError(f"{self._text} is under way: wait for it, or cancel it")
        board = self._session.board
        cancelled = self._cancelled = threading.Event()
        self._done, self._text, self._fault = (0, 0), text, None

        def told(done: int, of: int) -> None:
            if cancelled.is_set():
                raise _Cancelled
            self._done = done, of

        def work() -> None:
            try:
                made = make(told)
            except _Cancelled:
                return
            except Geo3dError as error:
                self._fault = str(error)
                return
            with self._lock:
                if self._session.board is board and not cancelled.is_set():
                    self._session.lay(made)

        self._work = threading.Thread(target=work, name="geo3d layer", daemon=True)
        self._work.start()


def _reach(board: Board, model: str, told: Callable[[int, int], None]) -> Layer:
    found = field(board, reach(board, model, None, None, told))
    return Layer("reach", f"reach of {shown(model)}", found.caption[0], found.surfaces, found.lines,
                 found.labels, found.legend)  # fmt: skip


def _text(said: dict[str, Any], key: str) -> str:
    value = said.get(key)
    if not isinstance(value, str):
        raise UsageError(f"{key}: a text wanted, got {value!r}")
    return value
