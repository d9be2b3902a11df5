"""Where a layout's pieces lie: from y down and clockwise to geo3d's y up and counter-clockwise.

A template's footprint is centred on the centroid of its area, mirrored, turned, and moved. A
feature of an area is placed so in the area's own frame first, and then with the area.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import shapely

from geo3d.convert.published import SIZE, Record, templates
from geo3d.errors import UsageError
from geo3d.rays.segments import Floats
from geo3d.table.bases import turn_matrix


@dataclass(frozen=True)
class Orientation:
    """A turn after a mirroring, seen from above with y up.

    Attributes:
        turn_deg: counter-clockwise.
        mirrored: x is negated first.
    """

    turn_deg: float = 0.0
    mirrored: bool = False

    def of(self, inner: "Orientation") -> "Orientation":
        """This one after another: mirroring turns the inner turn round."""
        turn = -inner.turn_deg if self.mirrored else inner.turn_deg
        return Orientation((self.turn_deg + turn) % 360.0, self.mirrored != inner.mirrored)

    def apply(self, points: Floats) -> Floats:
        """Points (N, 2), mirrored and turned."""
        turned: Floats = (points * (-1.0 if self.mirrored else 1.0, 1.0)) @ turn_matrix(
            self.turn_deg
        ).T
        return turned


@dataclass(frozen=True, eq=False)
class Placed:
    """A template on the board.

    Attributes:
        id: the piece's; of a feature the area's and its own, as in "area-01--feature-1".
        template: what it is an instance of.
        at: (2,) where the centroid of its footprint lies.
        orientation: how the template's own frame (y up, the centroid its origin) is turned.
        floor: 0 on the ground.
        area: the piece of the layout that it is, or that it lies in.
    """

    id: str
    template: Record
    at: Floats
    orientation: Orientation
    floor: int
    area: Record

    def on_board(self, points: Floats) -> Floats:
        """Points (N, 2) of the template's own frame on the board."""
        placed: Floats = self.orientation.apply(points) + self.at
        return placed

    @property
    def vertices(self) -> Floats:
        """(N, 2) the corners of its footprint, in the template's order."""
        return self.on_board(local(self.template, corners(self.template["footprint"])))


def corners(footprint: Record) -> Floats:
    """(N, 2) the corners of a footprint as it is written: y down."""
    kind = footprint["type"]
    if kind == "polygon":
        return points_of(footprint["points"])
    w, h = float(footprint["width"]), float(footprint["height"])
    if kind == "rectangle":
        return np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])
    if kind == "right-triangle":
        return np.array([[0.0, 0.0], [w, 0.0], [0.0, h]])
    raise UsageError(f"a footprint of the kind {kind!r} is not known to geo3d")


def points_of(entries: list[Record]) -> Floats:
    """(N, 2) points written as x and y."""
    return np.array([[each["x"], each["y"]] for each in entries], dtype=np.float64)


def local(template: Record, points: Floats) -> Floats:
    """Points (N, 2) as a template writes them in its own frame: from its centroid, y up."""
    placed: Floats = (points - _centroid(template["id"])) * (1.0, -1.0)
    return placed


@cache
def _centroid(id: str) -> tuple[float, float]:
    """The centroid of a template's footprint, as it is written."""
    middle = shapely.Polygon(corners(templates()[id]["footprint"])).centroid
    return float(middle.x), float(middle.y)


def orientation(entry: Record) -> Orientation:
    """How a placement says that it is mirrored and turned (clockwise)."""
    mirror = entry.get("mirror") or "none"
    turn = -float(entry.get("rotation_degrees") or 0.0) % 360.0
    if mirror == "none":
        return Orientation(turn)
    # Negating y is negating x, and half a turn.
    return Orientation((turn + (180.0 if mirror == "vertical" else 0.0)) % 360.0, True)


def template_of(entry: Record, where: str) -> Record:
    """The template that a placement names. Raises UsageError where the package has none."""
    name: Any = entry.get("template")
    found = templates().get(name)
    if found is None:
        raise UsageError(f"{where}: the package has no template {name!r}")
    return found


def size_of(layout: Record) -> tuple[float, float]:
    """Inches: the layout's table along x and y."""
    board = layout.get("board")
    return (float(board["width"]), float(board["height"])) if board else SIZE


def placed(layout: Record) -> list[tuple[Placed, list[Placed]]]:
    """Each area of a layout with the features in it, in the layout's order.

    Raises:
        UsageError: a template that the package does not have.
    """
    height = size_of(layout)[1]
    found = []
    for piece in layout["pieces"]:
        template = template_of(piece, f"{layout['id']}, {piece['id']}")
        at = np.array([piece["position"]["x"], height - piece["position"]["y"]])
        area = Placed(piece["id"], template, at, orientation(piece), 0, piece)
        features = []
        for number, entry in enumerate(template.get("features") or [], start=1):
            id = f"{piece['id']}--{entry.get('id') or f'feature-{number}'}"
            of = template_of(entry, f"{layout['id']}, {id}")
            spot = np.array([[entry["position"]["x"], -entry["position"]["y"]]])
            turned = area.orientation.of(orientation(entry))
            floor = int(entry.get("floor") or 0)
            features.append(Placed(id, of, area.on_board(spot)[0], turned, floor, piece))
        found.append((area, features))
    return found
