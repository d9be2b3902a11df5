"""Published layouts as boards: areas, features, deployment zones, objectives.

Areas that the data links are one area of several polygons, with one objective at the middle of
theirs. Players are the data's two, attacker and defender.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from geo3d.convert.heights import HEIGHTS, STOREY, heights_with, kind_of
from geo3d.convert.pieces import piece_mesh
from geo3d.convert.placing import Placed, corners, placed, size_of
from geo3d.convert.published import Record, credit, deployment, layout, layouts
from geo3d.convert.roster import Wanted, muster
from geo3d.convert.toml import board_text
from geo3d.errors import BoardError
from geo3d.piece import Piece, write_piece
from geo3d.piece.write import write_bytes
from geo3d.rays.segments import Floats
from geo3d.table import Board, made_board


@dataclass(frozen=True, eq=False)
class Converted:
    """A layout as a board file, not yet written.

    Attributes:
        name: the layout's id.
        text: of the board file.
        pieces: by the names that the text has for them.
        warnings: what the user should know.
    """

    name: str
    text: str
    pieces: Mapping[str, Piece]

    def board(self, path: Path | None = None) -> Board:
        """The board itself, of the meshes as they were made (a file's are rounded to 5e-7")."""
        return made_board(path or Path(f"{self.name}.toml"), self.text, self.pieces)

    def write(self, path: Path) -> None:
        """Write the board file (.toml), and beside it the folder of its pieces.

        Raises:
            BoardError: the folder cannot be made.
            MeshError: a file cannot be written.
        """
        for name, piece in self.pieces.items():
            target = path.parent / name
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BoardError(
                    f"{target.parent}: cannot be made a folder: {error.strerror}"
                ) from None
            write_piece(
                piece, target, name=piece.name, category=piece.category, extras=dict(piece.extras)
            )
        write_bytes(path, self.text.encode())


def layout_names() -> list[str]:
    """The ids of the published layouts, sorted.

    Raises:
        ExtraMissingError: the extra `layouts` is not installed.
    """
    return list(layouts())


def board_from_layout(
    name: str,
    *,
    windows: int | None = None,
    heights: Mapping[str, float] | None = None,
    units: Sequence[Wanted] = (),
) -> Board:
    """A published layout as a board.

    Args:
        name: its id, or its name.
        windows: the seed by which windows and doors are put into the ruins; None: blank walls.
        heights: inches by kind of piece, instead of the table in `heights`.
        units: what to put on it.

    Raises:
        ExtraMissingError: the extra `layouts` is not installed.
        UsageError: no such layout, kind of piece or unit; a unit that cannot be put there.
    """
    return convert(name, windows=windows, heights=heights, units=units).board()


def convert(
    name: str,
    *,
    windows: int | None = None,
    heights: Mapping[str, float] | None = None,
    units: Sequence[Wanted] = (),
    folder: str | None = None,
) -> Converted:
    """A published layout as a board file and its pieces, not yet written.

    Args:
        folder: where the pieces will be, beside the board file; by default after the layout.

    Raises:
        As `board_from_layout`.
    """
    record = layout(name)
    table = heights_with(heights)
    folder = folder or f"{record['id']}-pieces"
    lying = placed(record)
    pieces: dict[str, Piece] = {}
    features: list[Record] = []
    entries: dict[str, Record] = {}
    for each in (feature for _, inside in lying for feature in inside):
        key = each.template["id"] + ("-mirrored" if each.orientation.mirrored else "")
        file = f"{folder}/{key}.glb"
        if file not in pieces:
            height = table[kind_of(each.template["id"])]
            pieces[file] = _piece(each, key, height, windows)
            entries[key] = {"mesh": file}
        features.append(_feature(each, key))
    document: Record = {
        "format": "geo3d-board/1",
        "ruleset": "wh40k-11e",
        "battlefield": {"size": list(size_of(record))},
        "pieces": entries,
        "features": features,
        "areas": _areas(lying),
        "zones": _zones(record),
        "objectives": _objectives(record),
    }
    head = _head(record, windows, table)
    bare = Converted(record["id"], board_text(document, head), pieces)
    if not units:
        return bare
    document.update(muster(bare.board(), units))
    return Converted(record["id"], board_text(document, head), pieces)


def _head(record: Record, windows: int | None, table: Mapping[str, float]) -> list[str]:
    openings = "none" if windows is None else f"by seed {windows}, not in the data"
    kinds = ", ".join(f"{kind} {height:g}" for kind, height in table.items())
    return [
        f"{record['name']}, a published layout, made a geo3d board.",
        f"Of {credit()}.",
        "https://creativecommons.org/licenses/by/4.0/ https://40kdc.alpacasoft.dev",
        f"Changed by geo3d: y runs up, walls are raised, upper floors at {STOREY:g} inches, linked "
        "areas made one.",
        f"Heights in inches, not in the data: {kinds}.",
        f"Windows and doors: {openings}.",
    ]


def _piece(each: Placed, key: str, height: float, windows: int | None) -> Piece:
    template = each.template
    mesh = piece_mesh(template, height, windows, each.orientation.mirrored)
    story = {
        "source": credit(),
        "template": template["id"],
        "height": height,
        "height_from": HEIGHTS[kind_of(template["id"])][1],
        "windows_seed": windows,
    }
    return Piece(mesh, name=key, category=template["terrain_category"], extras=story)


def _feature(each: Placed, key: str) -> Record:
    at = _plain(each.at)
    entry: Record = {
        "id": each.id,
        "piece": key,
        "at": at + [each.floor * STOREY] * (each.floor > 0),
    }
    if each.orientation.turn_deg:
        entry["turn"] = each.orientation.turn_deg
    return entry


def _areas(lying: list[tuple[Placed, list[Placed]]]) -> list[Record]:
    linked: dict[str, list[tuple[Placed, list[Placed]]]] = {}
    for area, inside in lying:
        linked.setdefault(area.area.get("link_group") or area.id, []).append((area, inside))
    found = []
    for id, parts in linked.items():
        rings = [[_plain(point) for point in area.vertices] for area, _ in parts]
        features = [feature.id for _, inside in parts for feature in inside]
        found.append({
            "id": id, "features": features, "boundary": rings[0] if len(rings) == 1 else rings,
        })  # fmt: skip
    return found


def _zones(record: Record) -> list[Record]:
    height = size_of(record)[1]
    found = []
    for zone in deployment(record)["zones"]:
        at = np.array([zone["position"]["x"], zone["position"]["y"]], dtype=np.float64)
        ring = (corners(zone["shape"]) + at) * (1.0, -1.0) + (0.0, height)
        found.append({
            "id": f"{zone['player']}-zone", "player": zone["player"],
            "boundary": [_plain(point) for point in ring],
        })  # fmt: skip
    return sorted(found, key=lambda zone: str(zone["id"]))


def _objectives(record: Record) -> list[Record]:
    height = size_of(record)[1]
    grouped: dict[str, list[Record]] = {}
    for piece in record["pieces"]:
        if piece.get("is_objective"):
            grouped.setdefault(piece.get("link_group") or piece["id"], []).append(piece)
    found: list[Record] = []
    for parts in grouped.values():
        role = parts[0].get("objective_role", "objective")
        spots = [
            (part.get("objective") or {}).get("position") or part["position"] for part in parts
        ]
        at = np.array([[spot["x"], height - spot["y"]] for spot in spots]).mean(axis=0)
        number = 1 + sum(str(each["id"]).startswith(f"{role}-") for each in found)
        found.append({"id": f"{role}-{number}", "at": _plain(at)})
    return found


def _plain(point: Floats) -> list[Any]:
    return [float(value) + 0.0 for value in point]
