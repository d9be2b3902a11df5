"""`geo3d piece inspect`: what a mesh is."""

from typing import Any

from geo3d.cli.output import Json, note, print_json, progress, say, spot
from geo3d.errors import UsageError, counted
from geo3d.piece import inspect_piece, read_piece, shipped_path
from geo3d.table.building import SHIPPED
from geo3d.table.format import CATEGORIES_40K, CATEGORIES_EPIC

SURFACES = 8
"""Surfaces that are named, the largest first."""

SHOWN = 50_000
"""Triangles: of no more it takes a second or two, and no bar is shown."""


def inspect(
    mesh: str,
    /,
    *,
    units: str | None = None,
    up: str | None = None,
    category: str | None = None,
    json: Json = False,
) -> int:
    """What a mesh is: size, bodies, defects, gaps, thickness, what would hurt play.

    Parameters
    ----------
    mesh
        The mesh file, or geo3d:NAME for a piece that ships.
    units
        mm, cm, m or inch.
    up
        z or y.
    category
        exposed, light or dense (or one of Epic's): judge the mesh as such a piece.
    """
    if category not in (None, *CATEGORIES_40K, *CATEGORIES_EPIC):
        raise UsageError(
            f"--category {category!r}: one of {', '.join(CATEGORIES_40K)} wanted, or for Epic one "
            f"of {', '.join(CATEGORIES_EPIC)}"
        )
    path = shipped_path(mesh.removeprefix(SHIPPED)) if mesh.startswith(SHIPPED) else mesh
    piece = read_piece(path, units, up)
    with progress("looked at") as told:
        long = len(piece.mesh.faces) > SHOWN
        found = inspect_piece(piece, category, told if long else lambda _done, _of: None)
    if json:
        print_json(found)
        return 0
    size = " x ".join(f'{value:.2f}"' for value in found["size"])
    say(f"{found['name']}: {size}")
    faces, bodies = found["triangles"], found["components"]
    closed = "closed" if found["watertight"] else "open"
    say(f"{counted(faces, 'triangle')}, {counted(bodies, 'body')}, {closed}")
    for defect in found["defects"]:
        say(f"  {defect['count']:>6}  {defect['kind']}")
    for gap in found["gaps"]:
        say(_gap(gap))
    largest = sorted(found["surfaces"], key=lambda surface: -surface["area"])
    for surface in largest[:SURFACES]:
        say(f'  to stand on at {surface["height"]:.2f}", {surface["area"]:.2f} sq in')
    if largest[SURFACES:]:
        say(f"  and {counted(len(largest) - SURFACES, 'smaller surface')}")
    if found["thickness"]["sheet_area"] is not None:
        say(_thickness(found["thickness"]))
    for row in found["hurts"]:
        say(f"  hurts play: {row['text']}")
    note(found["warnings"])
    return 0


def _thickness(found: dict[str, Any]) -> str:
    """A row for people."""
    if found["typical"] is None:
        return "  no wall has two sides"
    return (
        f'  walls {found["typical"]:.2f}" thick in the middle, 2% of them under '
        f'{found["thinnest"]:.2f}"'
    )


def _gap(gap: dict[str, Any]) -> str:
    """A row for people."""
    to = gap["sealed_to"]
    closed = "open" if to is None else "closed" if to >= gap["lintel"] else f'closed to {to:.2f}"'
    return (
        f'  {gap["id"]:>6}  {gap["kind"]:7}  {gap["width"]:.2f}" wide, from {gap["sill"]:.2f}" to '
        f'{gap["lintel"]:.2f}", {gap["area"]:.2f} sq in, at {spot(gap["centre"])}, {closed} (13.11)'
    )
