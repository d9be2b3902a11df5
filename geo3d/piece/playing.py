"""What about a piece would hurt play, each with what to do about it."""

import numpy as np
import trimesh

from geo3d.errors import counted
from geo3d.piece.rims import Rim, where_open
from geo3d.piece.thickness import Thickness, volume
from geo3d.rays.segments import Ints

THIN = 0.05
"""Inches: thinner walls are thinner than what a scan or a print keeps of them; a line of sight is
.04" wide (the default `line_width`, 1 mm)."""

SHARE = 0.01
"""Of the surface: less of it that is thin, or a sheet, is a detail or a feather edge."""

CRUMB = 0.25
"""Inches, from corner to corner: smaller bodies block sight where nothing is to be seen."""

MANY = 200_000
"""Faces: of more than that a board with a dozen pieces has millions, and takes seconds where it
could take tenths."""

FLOATS = 0.1
"""Inches over or under z = 0: a board warns of such a piece, too."""

SMALLEST, LARGEST = 0.3, 40.0
"""Inches: a piece of terrain is about so large; others were read in another unit."""


def hurting(
    mesh: trimesh.Trimesh, body: Ints, thick: Thickness, defects: dict[str, int], rims: list[Rim]
) -> list[dict[str, str]]:
    """What would hurt play, each a `kind` and a `text`.

    Args:
        body: (F,) which body each face belongs to.
        thick: of its walls.
        defects: how often each kind occurs.
        rims: where it is open.
    """
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    faces = np.asarray(mesh.faces, dtype=np.int64)
    low, high = vertices[faces].min(axis=(0, 1)), vertices[faces].max(axis=(0, 1))
    found: list[tuple[str, str]] = []
    if defects["open edges"]:
        found.append(("open", _open(defects["open edges"], rims)))
    if defects["edges of two faces wound differently"] or (
        mesh.is_watertight and volume(vertices[faces]) < 0.0
    ):
        found.append((
            "winding", "wound inside out, or faces wound differently: what is inside is not sure: "
            "let a mesh program, or `geo3d piece import`, wind it one way",
        ))  # fmt: skip
    if thick.sheet > SHARE * thick.area:
        found.append((
            "sheet", f"{thick.sheet:.1f} sq in are a sheet without a back: it has no inside: "
            "`geo3d piece import --solidify`",
        ))  # fmt: skip
    thin = thick.thinner(THIN)
    if thin > SHARE * thick.area:
        found.append((
            "thin", f'{thin:.1f} sq in are of walls thinner than {THIN:g}": thicken them',
        ))  # fmt: skip
    crumbs = _crumbs(vertices, faces, body)
    if crumbs:
        found.append((
            "crumbs", f'{counted(crumbs, "body")} under {CRUMB:g}" across: delete what is no part '
            "of the piece",
        ))  # fmt: skip
    if len(faces) > MANY:
        found.append((
            "faces", f"{len(faces)} triangles, {MANY} are plenty: simplify it "
            "(`geo3d piece import --error`)",
        ))  # fmt: skip
    if abs(low[2]) > FLOATS:
        says = "over" if low[2] > 0.0 else "under"
        found.append((
            "ground", f'its lowest point is {abs(low[2]):.2f}" {says} z = 0: on a board it '
            f"{'floats' if low[2] > 0.0 else 'sinks'}: move it",
        ))  # fmt: skip
    size = float((high - low).max())
    if not SMALLEST <= size <= LARGEST:
        found.append((
            "size", f'{size:.3g}" at most across is no piece of terrain: are its units right?',
        ))  # fmt: skip
    return [{"kind": kind, "text": text} for kind, text in found]


def _open(edges: int, rims: list[Rim]) -> str:
    text = f"open along {counted(edges, 'edge')}"
    over = [rim for rim in rims if not rim.on_ground]
    if over:
        text += f", {where_open(over)}: lines of sight and moves can pass inside there"
    elif rims:
        text += ", on the ground: the table closes it"
    else:
        text += ": lines of sight can pass"
    return text + "; what lies inside, and which gaps are closed (13.11), is not sure: close it"


def _crumbs(vertices: np.ndarray, faces: Ints, body: Ints) -> int:
    """Bodies under `CRUMB` across, but for the largest of a piece that is itself so small."""
    number = int(body.max()) + 1
    low, high = np.full((number, 3), np.inf), np.full((number, 3), -np.inf)
    corners = vertices[faces]
    np.minimum.at(low, body, corners.min(axis=1))
    np.maximum.at(high, body, corners.max(axis=1))
    across = np.linalg.norm(high - low, axis=1)
    return int((across < min(CRUMB, float(across.max()))).sum())
