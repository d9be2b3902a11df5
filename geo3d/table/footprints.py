"""Footprints: what a mesh covers of the table, seen from above, inner holes filled (13.01)."""

import hashlib
import threading
import weakref
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import shapely
import trimesh
from scipy import ndimage

from geo3d.piece.kept import mesh_key, read_kept, write_kept
from geo3d.piece.union import united
from geo3d.rays.compiled import cache_root
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import FOOTPRINT_CELLS, FOOTPRINT_GRID

LARGE = 20_000
"""Faces in plan above which those well inside the outline are found on a grid of cells first."""

SAMPLES = 2_000_000
"""Points looked up on the grid of cells at a time."""

SLOW = 500
"""Faces above which a footprint is kept in the user's cache folder: those of fewer are found as
soon as they are read."""

CHECK = 16
"""Bytes at the head of such a file that tell whether the rest of it is whole."""

_footprints: weakref.WeakKeyDictionary[trimesh.Trimesh, shapely.Geometry] = (
    weakref.WeakKeyDictionary()
)
_lock = threading.Lock()


def mesh_footprint(mesh: trimesh.Trimesh) -> shapely.Geometry:
    """The outline of a mesh seen from above, inner holes filled, in its own frame.

    The union of all its triangles in plan, its corners on a grid of `FOOTPRINT_GRID`, so that parts
    which abut are one. In meshes of many faces, a slit that reaches in from the outside counts as
    filled where it is narrower than 1 / `FOOTPRINT_CELLS` of the mesh's size. Found once a mesh;
    that of a mesh of many faces is kept in the user's cache folder.

    Returns:
        Polygon or MultiPolygon, empty where no face has an area in plan.
    """
    with _lock:
        found = _footprints.get(mesh)
    if found is None:
        place = _place(mesh)
        found = _read(place)
        if found is None:
            found = _found(mesh)
            data: bytes = shapely.to_wkb(found)
            write_kept(place, _check(data) + data)
        with _lock:
            _footprints[mesh] = found
    return found


def _found(mesh: trimesh.Trimesh) -> shapely.Geometry:
    flat = _flat(mesh)
    if len(flat) > LARGE:
        flat, cells = _without_middle(flat)
    else:
        cells = np.empty(0, dtype=object)
    parts = np.concatenate([shapely.polygons(flat), cells])
    outline = shapely.set_precision(united(parts), FOOTPRINT_GRID)
    rings = [part.exterior for part in shapely.get_parts(outline) if part.geom_type == "Polygon"]
    return united(shapely.polygons(rings)) if rings else shapely.MultiPolygon()


def _place(mesh: trimesh.Trimesh) -> Path | None:
    root = cache_root()
    if root is None or len(mesh.faces) < SLOW:
        return None
    return root / "footprints" / f"{mesh_key(mesh, _finder())}.wkb"


@cache
def _finder() -> bytes:
    """What the outline depends on besides the mesh: this code, and the library's version."""
    own = [Path(__file__).read_bytes(), Path(united.__code__.co_filename).read_bytes()]
    return b"".join([*own, str(shapely.geos_version).encode(), str(FOOTPRINT_GRID).encode()])


def _check(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECK).digest()


def _read(place: Path | None) -> shapely.Geometry | None:
    data = read_kept(place)
    if data is None or data[:CHECK] != _check(data[CHECK:]):
        return None
    return shapely.from_wkb(data[CHECK:])


def _flat(mesh: trimesh.Trimesh) -> Floats:
    """(F, 3, 2): the triangles in plan that together cover what the mesh covers."""
    flat: Floats = np.asarray(mesh.vertices, dtype=np.float64)[np.asarray(mesh.faces)][:, :, :2]
    flat = flat[np.isfinite(flat).all(axis=(1, 2))]
    ahead, aside = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    turned = ahead[:, 0] * aside[:, 1] - ahead[:, 1] * aside[:, 0]
    shown: Bools = turned > 0
    # The upper side of a closed mesh covers its whole outline; of another, both sides count.
    if not (mesh.is_watertight and mesh.is_winding_consistent and shown.any()):
        shown = turned != 0
    upper: Floats = flat[shown]
    return upper


def _without_middle(flat: Floats) -> tuple[Floats, Floats]:
    """The triangles at the outline, and boxes in place of those that lie well inside it."""
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    side = float((high - low).max()) / FOOTPRINT_CELLS
    # Three empty cells all round, so that the outside is one.
    low = low - 3 * side
    corners = ((flat - low) / side).astype(np.int64)
    touched = np.zeros(corners.max(axis=(0, 1)) + 4, dtype=np.bool_)
    for points in _samples(flat, side):
        x, y = ((points - low) / side).astype(np.int64).T
        touched[x, y] = True
    # Two cells in from the outside: the cells hold the rounding of their own sides, too.
    middle = ndimage.binary_erosion(ndimage.binary_fill_holes(touched), np.ones((5, 5), np.bool_))
    kept = ~_all_within(corners.min(axis=1), corners.max(axis=1) + 1, middle)
    steps = np.diff(np.pad(middle, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, first = np.nonzero(steps == 1)
    _, last = np.nonzero(steps == -1)
    x, y0, y1 = low[0] + row * side, low[1] + first * side, low[1] + last * side
    boxes: Floats = shapely.box(x, y0, x + side, y1)
    return flat[kept], boxes


def _samples(flat: Floats, side: float) -> Iterator[Floats]:
    """Points of all triangles, at most `side` apart along x and y, in portions, (N, 2)."""
    extent = (flat.max(axis=1) - flat.min(axis=1)).max(axis=1)
    cuts = np.maximum(1, np.ceil(extent / side)).astype(np.int64)
    for number in np.unique(cuts):
        i, j = np.indices((number + 1, number + 1))
        inside = i + j <= number
        a, b = i[inside] / number, j[inside] / number
        shares = np.column_stack([a, b, 1.0 - a - b])
        some = flat[cuts == number]
        for portion in np.array_split(some, len(some) * len(shares) // SAMPLES + 1):
            yield (shares @ portion).reshape(-1, 2)


def _all_within(low: Ints, high: Ints, cells: Bools) -> Bools:
    """Whether all cells of each block, (N, 2) from `low` to before `high`, are set."""
    total = np.zeros(np.array(cells.shape) + 1, dtype=np.int64)
    total[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    (x0, y0), (x1, y1) = low.T, high.T
    count = total[x1, y1] - total[x0, y1] - total[x1, y0] + total[x0, y0]
    whole: Bools = count == (high - low).prod(axis=1)
    return whole
