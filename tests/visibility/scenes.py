"""Small boards for sight tests: boxes and sheets as terrain, figures on bases, written as files."""

from pathlib import Path

import numpy as np
import trimesh

import geo3d


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> trimesh.Trimesh:
    """A closed box from its ranges."""
    return trimesh.creation.box(bounds=np.array([x, y, z]).T)


def sheet(*corners: tuple[float, float, float]) -> trimesh.Trimesh:
    """A flat polygon without thickness, convex, as a fan."""
    fan = [[0, i, i + 1] for i in range(1, len(corners) - 1)]
    return trimesh.Trimesh(np.array(corners, dtype=float), fan, process=False)


def model(
    id: str,
    player: str,
    at: tuple[float, ...],
    base: str = "{ round = 32 }",
    height: float = 1.6,
    turn: float = 0.0,
    unit: str | None = None,
) -> dict:
    """One model of a board; a unit of its own unless `unit` is given."""
    return {
        "id": id, "player": player, "at": at, "base": base, "height": height, "turn": turn,
        "unit": unit or f"unit-{id}",
    }  # fmt: skip


def board(
    folder: Path,
    models: list[dict],
    terrain: dict[str, trimesh.Trimesh] | None = None,
    *,
    settings: str = "",
    ruleset: str = "none",
    size: tuple[float, float] = (100.0, 100.0),
    ground: trimesh.Trimesh | None = None,
    places: dict[str, tuple[tuple[float, ...], float]] | None = None,
    mat: bool = False,
):
    """Write a board of these things into `folder` and load it.

    Terrain meshes are in board coordinates already, unless `places` gives (at, turn). With `mat`
    the whole table is one area, so that all models are within it and none blocks (13.10).
    """
    lines = ['format = "geo3d-board/1"', f'ruleset = "{ruleset}"', "[battlefield]",
             f"size = [{size[0]}, {size[1]}]"]  # fmt: skip
    if ground is not None:
        ground.export(folder / "ground.stl")
        lines.append('ground = { mesh = "ground.stl", at = [0, 0], units = "inch" }')
    lines += ["[settings]", settings]
    for number, (id, mesh) in enumerate((terrain or {}).items()):
        mesh.export(folder / f"piece-{number}.ply")
        at, turn = (places or {}).get(id, ((0.0, 0.0, 0.0), 0.0))
        lines += [
            f"[pieces.p{number}]", f'mesh = "piece-{number}.ply"', 'units = "inch"',
            "[[features]]", f'id = "{id}"', f'piece = "p{number}"',
            f"at = {[float(v) for v in at]}", f"turn = {turn}",
        ]  # fmt: skip
        if ruleset != "none":
            lines.insert(-4, 'category = "dense"')
    units: dict[str, list[dict]] = {}
    for entry in models:
        units.setdefault(entry["unit"], []).append(entry)
        lines += [
            f"[profiles.{entry['id']}]", f"base = {entry['base']}", f"height = {entry['height']}",
        ]  # fmt: skip
    for unit, entries in units.items():
        inner = ", ".join(
            f'{{ id = "{e["id"]}", at = {[float(v) for v in e["at"]]}, turn = {e["turn"]}, '
            f'profile = "{e["id"]}" }}'
            for e in entries
        )
        lines += [
            "[[units]]", f'id = "{unit}"', f'player = "{entries[0]["player"]}"',
            f'profile = "{entries[0]["id"]}"', f"models = [{inner}]",
        ]  # fmt: skip
    if mat:
        edge = [[0.0, 0.0], [size[0], 0.0], [size[0], size[1]], [0.0, size[1]]]
        names = ", ".join(f'"{id}"' for id in terrain or {})
        lines += ["[[areas]]", 'id = "mat"', f"features = [{names}]", f"boundary = {edge}"]
    path = folder / "board.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return geo3d.load_board(path)
