"""A raw scan turned into a clean piece, step by step, each step on record."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import trimesh

from geo3d.errors import MeshError, UsageError
from geo3d.piece.piece import Piece
from geo3d.piece.read import read_piece
from geo3d.piece.read.loading import states_units
from geo3d.piece.rims import open_rims
from geo3d.piece.scan.crumbs import drop_crumbs
from geo3d.piece.scan.cutting import above
from geo3d.piece.scan.holes import close_holes
from geo3d.piece.scan.level import level, resting_plane
from geo3d.piece.scan.meshes import arrays
from geo3d.piece.scan.peeling import peeled
from geo3d.piece.scan.remarks import remarks
from geo3d.piece.scan.report import Report, Step, sizes
from geo3d.piece.scan.simplify import ERROR, simplify
from geo3d.piece.scan.solidify import solidify
from geo3d.piece.scan.table import Plane, find_table, table_across
from geo3d.piece.scan.underside import close_underside
from geo3d.piece.scan.units import Measure, measured, refuse_unsaid
from geo3d.piece.scan.weld import outwards, unpinched, weld
from geo3d.rays.segments import Floats
from geo3d.units import INCHES_PER_UNIT

CUT = (0.03, 0.12)
"""Inches over the table: the scan is cut there, at `NOISES` times the table's noise."""
NOISES = 3.5

MOST = 4_000_000
"""Faces: a million takes half a minute and 1.4 GB, and apps export fewer when asked."""

RIGHT = 5e-4
"""Part of a measured height or length to within which the scale is found: .0025" of 5"."""
ROUNDS = 8


@dataclass(frozen=True, eq=False)
class Imported:
    """What became of a scan.

    Attributes:
        piece: clean, inches, standing on z = 0, the middle of its bounds in plan at the origin.
        report: what was done.
        scanned: the scan as it was read, in inches at its true scale.
    """

    piece: Piece
    report: Report
    scanned: trimesh.Trimesh


@dataclass(frozen=True, eq=False)
class _Stood:
    """A scan cleared of its table and of crumbs, level, cut at a height."""

    mesh: trimesh.Trimesh
    cut: float
    plane: Plane
    on_table: bool
    matrix: Floats
    steps: tuple[Step, ...]


def import_scan(
    source: Any,
    *,
    units: str | None = None,
    up: str | None = None,
    measure: Measure | None = None,
    category: str | None = None,
    error: float = ERROR,
    thickness: float | None = None,
) -> Imported:
    """Turn a raw scan into a clean piece.

    Args:
        source: a mesh file, or a trimesh.Trimesh in inches, z up.
        units: as for `read_piece`: overrides what the file states.
        up: as for `read_piece`.
        measure: a length of the real piece: the scan is scaled to it, whatever the file states.
        category: kept in the piece.
        error: inches that simplifying may move the surface; 0: not simplified.
        thickness: inches that parts of which one side was seen get; None: they stay sheets.

    Raises:
        MeshError: the file cannot be read; its size is not known; nothing stands on its table; or
            another axis is up.
        UsageError: units and a measure both, or a number out of range.
    """
    if units is not None and measure is not None:
        raise UsageError(f"units {units!r} and a {measure.kind}: give one of them")
    if category is not None and not category:
        raise UsageError("category: a name wanted")
    read, factor = _read(source, units, up, measure)
    label = str(read.source) if read.source else read.name
    raw = read.mesh
    if len(raw.faces) > MOST:
        raise MeshError(
            f"{label}: {len(raw.faces)} faces; scans of up to {MOST} are imported: export it at "
            "fewer, a million is more than a piece needs"
        )
    size = float(np.ptp(np.asarray(raw.vertices), axis=0).max())
    if not size > 0.0:
        raise MeshError(f"{label}: all of it is at one point")
    scale = 1.0 if measure is None else _first_guess(raw, measure, factor)
    stood = _stand(raw, scale, label, up)
    if measure is not None and measure.kind != "marker":
        stood, scale = _to_measure(raw, scale, measure, label, up)
    steps = list(stood.steps)
    mesh, done = close_underside(unpinched(stood.mesh), stood.cut)
    steps.append(done)
    mesh, done = close_holes(mesh, 0.0)
    steps.append(done)
    mesh, done = outwards(mesh)
    steps.append(done)
    if thickness is not None:
        mesh, done = solidify(mesh, thickness)
        steps.append(done)
    mesh, done = simplify(unpinched(mesh), error)
    steps.append(done)
    mesh, shift = _centred(mesh)
    steps = [step.moved(shift) for step in steps]
    rims = open_rims(mesh)
    matrix = stood.matrix.copy()
    matrix[:3, 3] += shift
    whole = matrix @ np.diag([scale, scale, scale, 1.0]) @ _as_read(read, factor)
    scaled = trimesh.Trimesh(np.asarray(raw.vertices) * scale, raw.faces, process=False)
    report = Report(
        source=label if read.source else None,
        scale=scale * factor,
        scale_from=measure.kind if measure else "units" if units else "file",
        up=read.up or "z",
        transform=whole,
        steps=tuple(steps),
        before=sizes(scaled),
        after={**sizes(mesh), "open": [rim.to_dict() for rim in rims]},
        warnings=(*read.warnings, *remarks(steps, mesh, stood.on_table, rims)),
    )
    extras = {
        "imported": {
            "from": read.source.name if read.source else read.name,
            "scale_from": report.scale_from,
            "steps": [step.text for step in steps if step.changed],
        }
    }
    piece = Piece(
        mesh=mesh, name=read.name, category=category or read.category, source=read.source,
        warnings=report.warnings, extras=extras,
    )  # fmt: skip
    return Imported(piece, report, scaled)


def _read(
    source: Any, units: str | None, up: str | None, measure: Measure | None
) -> tuple[Piece, float]:
    """The scan, and inches to one unit of its file as it was read."""
    if isinstance(source, trimesh.Trimesh):
        if not len(source.faces) or not np.isfinite(source.vertices).all():
            raise MeshError("scan: a mesh with faces and finite vertices wanted")
        named = units or "inch"
        if named not in INCHES_PER_UNIT:
            raise MeshError(f"units {named!r}: one of {', '.join(INCHES_PER_UNIT)} is wanted")
        factor = INCHES_PER_UNIT[named]
        vertices = np.asarray(source.vertices, dtype=np.float64) * factor
        if up == "y":
            vertices = np.column_stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]])
        mesh = trimesh.Trimesh(vertices, source.faces, process=False)
        return Piece(mesh, name="scan", units=named, up=up or "z"), factor
    path = Path(source)
    if units is None and not states_units(path):
        piece = read_piece(path, "inch", up)
        if measure is None:
            raise refuse_unsaid(str(path), piece.mesh)
        return piece, 1.0
    piece = read_piece(path, units, up)
    return piece, INCHES_PER_UNIT[piece.units or "inch"]


def _as_read(read: Piece, factor: float) -> Floats:
    """(4, 4) from the file's coordinates to those of the mesh that was read."""
    matrix = np.eye(4)
    if read.up == "y":
        matrix[:3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    matrix[:3] *= factor
    return matrix


def _first_guess(mesh: trimesh.Trimesh, measure: Measure, factor: float) -> float:
    """What to multiply the mesh by: exact for markers, else from all that was scanned."""
    if measure.kind == "marker":
        return measure.inches / (measure.between * factor)
    size = np.ptp(np.asarray(mesh.vertices), axis=0)
    extent = size[2] if measure.kind == "height" else size[:2].max()
    return measure.inches / float(extent if extent > 0.0 else size.max())


def _to_measure(
    raw: trimesh.Trimesh, scale: float, measure: Measure, label: str, up: str | None
) -> tuple[_Stood, float]:
    """The scale at which the piece, without table and crumbs, has its measure."""
    for _ in range(ROUNDS):
        stood = _stand(raw, scale, label, up)
        found = measured(stood.mesh, measure.kind, stood.plane.noise)
        if not found > 0.0:
            break
        if abs(found / measure.inches - 1.0) < RIGHT:
            return stood, scale
        scale *= measure.inches / found
    raise MeshError(
        f'{label}: no scale gives it a {measure.kind} of {measure.inches:g}": what is piece and '
        "what is table changes with each; give --units or --marker"
    )


def _stand(raw: trimesh.Trimesh, scale: float, label: str, up: str | None) -> _Stood:
    """Weld, find what it stands on, level, cut the table away, drop crumbs."""
    vertices, faces = arrays(raw)
    mesh, welded = weld(trimesh.Trimesh(vertices * scale, faces, process=False))
    if not len(mesh.faces):
        raise MeshError(f"{label}: no face with area is left of it")
    plane = find_table(mesh)
    on_table = plane is not None
    if plane is None:
        other = table_across(mesh)
        if other is not None and up is None:
            raise MeshError(
                f"{label}: no table is found below it, but one across {other}: another axis is up; "
                "give --up, or turn the scan"
            )
        plane = resting_plane(mesh)
    if plane is None:
        raise MeshError(
            f"{label}: it lies on nothing level: give --up, or turn the scan so that z is up"
        )
    mesh, matrix, levelled = level(mesh, plane)
    cut = float(np.clip(NOISES * plane.noise, *CUT))
    kept = above(mesh, cut)
    if kept is None:
        raise MeshError(f"{label}: nothing stands on the table higher than {cut:.2f} inches")
    removed = len(mesh.faces) - len(kept.faces)
    clear = peeled(kept, cut)
    table = Step(
        "table",
        on_table,
        f"{'a mat on a table' if plane.mat else 'a table'} found, with {plane.noise:.3f}\" of noise"
        if on_table
        else "no table found: it rests on its own lowest points",
        {
            "found": on_table, "mat": plane.mat, "noise": plane.noise, "area": plane.area,
            "cut": cut, "triangles_removed": removed,
            "strips": len(kept.faces) - len(clear.faces),
        },
    )  # fmt: skip
    clean, crumbs = drop_crumbs(clear, cut)
    return _Stood(clean, cut, plane, on_table, matrix, (welded, table, levelled, crumbs))


def _centred(mesh: trimesh.Trimesh) -> tuple[trimesh.Trimesh, Floats]:
    """The middle of the bounds in plan at the origin."""
    vertices, faces = arrays(mesh)
    middle = (vertices.min(axis=0) + vertices.max(axis=0)) / 2
    shift = np.array([-middle[0], -middle[1], 0.0])
    return trimesh.Trimesh(vertices + shift, faces, process=False), shift
