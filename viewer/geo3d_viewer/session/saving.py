"""Writing a board back to its file: only what was moved is changed, all else stays as it was."""

import json
import os
import tomllib
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import numpy as np

from geo3d.errors import UsageError
from geo3d.table.board import Board
from geo3d.table.building import SHIPPED
from geo3d.table.plumb import plumb_of
from geo3d.table.standing import ground_under
from geo3d_viewer.output import write_whole
from geo3d_viewer.session.patching import patched

SAME = 1e-9
"""Inches or degrees within which a number of the file is the one that is there now."""


def save(source: Path, first: bytes, content: bytes, board: Board, target: Path) -> bytes:
    """Write a board: its file as it was first read, with what has been moved since put in.

    So what was moved, saved and taken back again stands in it as it did at first.

    Args:
        source: the file that it was read from.
        first: what that file held then.
        content: what it held when it was last read or written here.
        board: as it is now.
        target: where to; a name of the kind of `source`.

    Returns:
        What was written.

    Raises:
        UsageError: it cannot be written, another kind of file is asked for, or the file has been
            changed since.
    """
    as_json = _is_json(source, first)
    wanted = ".json" if as_json else ".toml"
    if target.suffix.lower() != wanted and target.resolve() != source.resolve():
        raise UsageError(f"{target}: the board was read from {wanted[1:].upper()}; a name that "
                         f"ends in {wanted} is wanted")  # fmt: skip
    same = target.resolve() == source.resolve()
    if same and (not source.exists() or source.read_bytes() != content):
        raise UsageError(
            f"{target}: has been changed by another program since it was read: save under another "
            "name, or open it anew"
        )
    text = first.decode("utf-8-sig")
    if as_json:
        data = json.loads(text)
        _put(data, board)
        _point(data, source, target)
        new = patched(text, json.loads(text), data)
    else:
        # Loaded only now: reading boards and looking at them does without.
        import tomlkit

        document: Any = tomlkit.parse(text)
        _put(document, board)
        _point(document, source, target)
        new = tomlkit.dumps(document)
        assert tomllib.loads(new) == document.unwrap()
    written = BOM_UTF8 * first.startswith(BOM_UTF8) + new.encode("utf-8")
    write_whole(target, written)
    return written


def _is_json(path: Path, content: bytes) -> bool:
    """As `geo3d.table.reading` decides."""
    ending = path.suffix.lower()
    return ending == ".json" or (ending != ".toml" and content.lstrip().startswith(b"{"))


def _put(data: Any, board: Board) -> None:
    """Put where things stand into a file's data, where it says anything else."""
    models = [model for unit in data.get("units", []) for model in unit.get("models", [])]
    plan = np.array([board.figures[model["id"]].at[:2] for model in models]).reshape(-1, 2)
    plumb = plumb_of(board.features)
    grounds = ground_under(plan, board.ground, plumb, board.settings.ground_step)
    for model, ground in zip(models, grounds, strict=True):
        figure = board.figures[model["id"]]
        _entry(model, figure.at, float(ground), figure.turn_deg)
    for feature in data.get("features", []):
        matrix = board.features[feature["id"]].transform
        x, y, z = (float(value) for value in matrix[:3, 3])
        turn = float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))
        _entry(feature, (x, y, z), board.ground.height_at(x, y), turn)


def _entry(entry: Any, at: tuple[float, float, float], ground: float, turn_deg: float) -> None:
    old = [float(value) for value in entry["at"]]
    now = [*old, ground][:3]
    if max(abs(a - b) for a, b in zip(now, at, strict=True)) > SAME:
        on_ground = len(old) == 2 and abs(at[2] - ground) <= SAME
        entry["at"] = [_short(value) for value in (at[:2] if on_ground else at)]
    off = (turn_deg - float(entry.get("turn", 0.0)) + 180.0) % 360.0 - 180.0
    if abs(off) > SAME:
        entry["turn"] = _short(round(turn_deg % 360.0, 9))


def _short(value: float) -> float:
    """Rounded where that loses nothing but noise."""
    return round(value, 9) + 0.0


def _point(data: Any, source: Path, target: Path) -> None:
    """Have the names of mesh files lead to the same files from another folder."""
    if target.resolve().parent == source.resolve().parent:
        return
    ground = data.get("battlefield", {}).get("ground")
    holders = [*data.get("pieces", {}).values(), *data.get("profiles", {}).values()]
    for holder in [*holders, *([ground] if ground else [])]:
        name = holder.get("mesh")
        if name is not None and not name.startswith(SHIPPED):
            holder["mesh"] = _relative(source.resolve().parent / name, target.resolve().parent)


def _relative(path: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        # Another drive.
        return str(path)
