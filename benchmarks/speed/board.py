"""The scene as a board file with 20 against 20 models, so that sight can be asked."""

import json
from pathlib import Path

import geo3d
from benchmarks.speed.scene import SIZE, TALL, Scene, figures, place, ruin
from geo3d.table.board import Board
from geo3d.visibility import board_scene


def write_board(scene: Scene, folder: Path) -> Path:
    """Write the meshes and the board (bare geometry, no areas); red-0 to red-19, blue-0 to ..."""
    pieces = {}
    for faces in sorted(set(scene.faces)):
        mesh = folder / f"ruin-{faces}.ply"
        ruin(faces).export(mesh)
        pieces[f"ruin-{faces}"] = {"mesh": mesh.name, "units": "inch", "gaps": "none"}
    features = []
    for number, faces in enumerate(scene.faces):
        x, y, turn = place(number)
        features.append(
            {"id": f"ruin-{number}", "piece": f"ruin-{faces}", "at": [x, y], "turn": turn}
        )
    # One unit for each model: only its own two models do not block a pair's lines.
    units = [
        {
            "id": f"{player}-unit-{number}", "player": player, "profile": "trooper",
            "models": [{"id": f"{player}-{number}", "at": at.tolist()}],
        }
        for player, side in zip(("red", "blue"), figures(), strict=True)
        for number, at in enumerate(side)
    ]  # fmt: skip
    board = {
        "format": "geo3d-board/1", "ruleset": "none", "battlefield": {"size": list(SIZE)},
        "settings": {"implicit_areas": False}, "pieces": pieces, "features": features,
        "profiles": {"trooper": {"base": {"round": 32}, "height": TALL}}, "units": units,
    }  # fmt: skip
    path = folder / f"{scene.name}.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    return path


class Fresh:
    """One board, of which nothing but its terrain is known whenever it is asked for anew."""

    def __init__(self, path: Path) -> None:
        self._loaded = geo3d.load_board(path)
        self._scene = board_scene(self._loaded)
        self.board = self._loaded

    def renew(self) -> None:
        """`board` is another one, equal, its ray scene ready, no pair judged yet."""
        self.board: Board = self._loaded.with_figures(dict(self._loaded.figures))
        board_scene(self.board)
