"""What a sweep has done so far, on disk: a part's rows are there whole, or not at all.

FOLDER/sweep.json            what is being swept, and how
FOLDER/BOARD/part-0003.parquet   rows of a part; beside it part-0003.json: its time and memory
FOLDER/BOARD/cells.parquet   the board's table, once all parts are there
FOLDER/summary.json          all boards
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from geo3d.errors import MeshError, UsageError
from geo3d.piece.write import write_bytes
from geo3d.sweep.options import Columns

MANIFEST, TABLE, SUMMARY = "sweep.json", "cells.parquet", "summary.json"


class Store:
    """A sweep's folder.

    Args:
        folder: is made where it is not there.
        manifest: what is being swept: JSON values.

    Raises:
        UsageError: the folder holds another sweep, or cannot be made or written to.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        known = json.loads(json.dumps(manifest))
        path = folder / MANIFEST
        try:
            folder.mkdir(parents=True, exist_ok=True)
            before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        except OSError as error:
            raise UsageError(f"{folder}: cannot be used as a folder: {error.strerror}") from None
        except ValueError:
            raise UsageError(f"{path}: is no record of a sweep; give another folder") from None
        if before is None:
            _write(path, _json(known))
        elif before != known:
            raise UsageError(
                f"{folder}: holds another sweep ({_difference(before, known)}); give another "
                "folder, or remove this one"
            )

    def part(self, board: str, number: int) -> Path:
        """The file of a part."""
        return self.folder / board / f"part-{number:04d}.parquet"

    def missing(self, board: str, parts: int) -> list[int]:
        """The parts of a board that are not there, or cannot be read."""
        return [number for number in range(parts) if not _readable(self.part(board, number))]

    def keep(self, board: str, number: int, columns: Columns, cost: Mapping[str, Any]) -> None:
        """Write a part. Raises UsageError where that fails."""
        path = self.part(board, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path.with_suffix(".json"), _json(dict(cost)))
        _write(path, _parquet(columns))

    def gathered(self, board: str, parts: int, *, summed: bool) -> Columns:
        """The rows of all parts, in their order; where `summed`, those whose first column is the
        same are added up, and sorted by it."""
        tables = [pq.read_table(self.part(board, number)) for number in range(parts)]
        whole = pa.concat_tables(tables)
        columns = {name: whole[name].to_numpy() for name in whole.column_names}
        if not summed:
            return columns
        key, *rest = columns
        keys, where = np.unique(columns[key], return_inverse=True)
        found: Columns = {key: keys}
        for name in rest:
            sums = np.zeros(len(keys), columns[name].dtype)
            np.add.at(sums, where, columns[name])
            found[name] = sums
        return found

    def costs(self, board: str, parts: int) -> list[dict[str, Any]]:
        """What the parts cost, as far as it is known."""
        paths = [self.part(board, number).with_suffix(".json") for number in range(parts)]
        return [json.loads(path.read_text(encoding="utf-8")) for path in paths if path.exists()]

    def finish(self, board: str, columns: Columns) -> None:
        """Write a board's table."""
        _write(self.folder / board / TABLE, _parquet(columns))

    def summarise(self, document: Mapping[str, Any]) -> None:
        """Write what people want to know of all boards."""
        _write(self.folder / SUMMARY, _json(dict(document)))


def read_table(folder: Path, board: str) -> Columns:
    """A board's table."""
    table = pq.read_table(folder / board / TABLE)
    return {name: table[name].to_numpy() for name in table.column_names}


def unique_names(paths: Sequence[Path]) -> list[str]:
    """A name for each board: its file's, numbered where several have it."""
    names: list[str] = []
    for path in paths:
        name, number = path.stem, 1
        while name in names:
            number += 1
            name = f"{path.stem}-{number}"
        names.append(name)
    return names


def _readable(path: Path) -> bool:
    try:
        pq.read_metadata(path)
    except (OSError, pa.ArrowInvalid):
        return False
    return True


def _parquet(columns: Columns) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(dict(columns)), sink, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _json(document: Mapping[str, Any]) -> bytes:
    return (json.dumps(document, indent=2) + "\n").encode()


def _write(path: Path, data: bytes) -> None:
    try:
        write_bytes(path, data)
    except MeshError as error:
        raise UsageError(str(error)) from None


def _difference(before: Any, now: Mapping[str, Any]) -> str:
    if not isinstance(before, dict):
        return "its record is none"
    for key in now:
        if before.get(key) != now[key]:
            old, new = (json.dumps(each.get(key)) for each in (before, dict(now)))
            return f"{key}: {_cut(old)} there, {_cut(new)} now"
    return "it says more than this one"


def _cut(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
