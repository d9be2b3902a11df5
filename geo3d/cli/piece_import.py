"""`geo3d piece import`: a raw scan turned into a clean piece, or a folder of them."""

import json as jsonlib
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from geo3d.cli.output import Json, note, point, print_json, progress, say, tell_fault
from geo3d.errors import Geo3dError, MeshError, UsageError, counted, printable
from geo3d.piece import write_piece
from geo3d.piece.read import READERS
from geo3d.piece.scan import Imported, Measure, import_scan
from geo3d.piece.scan.picture import picture, png
from geo3d.piece.scan.simplify import ERROR
from geo3d.piece.write import write_bytes
from geo3d.table.format import CATEGORIES_40K, CATEGORIES_EPIC

Out = Annotated[Path | None, Parameter(name=["--output", "-o"])]
Marker = Annotated[str | None, Parameter(name="--marker", allow_leading_hyphen=True)]


def import_(
    scan: Path,
    /,
    *,
    output: Out = None,
    units: str | None = None,
    up: str | None = None,
    category: str | None = None,
    height: float | None = None,
    length: float | None = None,
    marker: Marker = None,
    error: float = ERROR,
    solidify: float | None = None,
    dry_run: Annotated[bool, Parameter(negative=())] = False,
    report: Path | None = None,
    pictures: Path | None = None,
    json: Json = False,
) -> int:
    """Turn a raw scan into a clean piece, and report all that was changed.

    Parameters
    ----------
    scan
        The scan, or a folder: every mesh file in it, going on after a bad one.
    output
        The piece (.glb); for a folder of scans a folder.
    units
        mm, cm, m or inch.
    up
        z or y.
    category
        exposed, light or dense (or one of Epic's): kept in the piece.
    height
        Inches from the ground to the highest point of the real piece.
    length
        Inches: the longer side of the smallest rectangle round the real piece, seen from above.
    marker
        X,Y,Z/X,Y,Z=D: two points of the file that are really D inches apart.
    error
        Inches that fewer triangles may be off; 0: as many as there are.
    solidify
        Inches of thickness for parts of which one side was seen.
    dry_run
        Write nothing but the report and pictures.
    report
        Write the report to this file, as JSON.
    pictures
        Write pictures of before and after to this folder.
    """
    if category not in (None, *CATEGORIES_40K, *CATEGORIES_EPIC):
        raise UsageError(
            f"--category {category!r}: one of {', '.join(CATEGORIES_40K)} wanted, or for Epic one "
            f"of {', '.join(CATEGORIES_EPIC)}"
        )
    if output is None and not dry_run:
        raise UsageError("where to? give -o PIECE.glb, or --dry-run")
    options: dict[str, Any] = {
        "units": units, "up": up, "category": category, "error": error, "thickness": solidify,
        "measure": _measure(height, length, marker),
    }  # fmt: skip
    target = None if dry_run else output
    if scan.is_dir():
        return _folder(scan, target, options, report, pictures, json)
    _is_glb(target)
    found = import_scan(scan, **options)
    _write(found, target, pictures)
    document = found.report.to_dict()
    if report is not None:
        _write_json(report, document)
    if json:
        print_json(document)
        return 0
    _told(found, target)
    note(document["warnings"])
    return 0


def _measure(height: float | None, length: float | None, marker: str | None) -> Measure | None:
    given = [name for name, value in
             (("--height", height), ("--length", length), ("--marker", marker))
             if value is not None]  # fmt: skip
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)}: give one, the scale has one source")
    if height is not None:
        return Measure("height", height)
    if length is not None:
        return Measure("length", length)
    if marker is None:
        return None
    try:
        places, distance = marker.split("=")
        one, other = places.split("/")
        return Measure(
            "marker", float(distance), (point(one, "--marker"), point(other, "--marker"))
        )
    except ValueError:
        raise UsageError(
            f"--marker {marker!r}: X,Y,Z/X,Y,Z=D wanted, D in inches, the points as in the file"
        ) from None


def _is_glb(target: Path | None) -> None:
    """Say what is wrong with the place to write to before minutes are spent."""
    if target is None:
        return
    if target.suffix.lower() != ".glb":
        raise MeshError(f"{target}: a piece is written as .glb; give the file that ending")
    if not target.parent.is_dir():
        raise MeshError(f"{target}: cannot be written: there is no folder {target.parent}")


def _folder(
    scans: Path, target: Path | None, options: dict[str, Any], report: Path | None,
    pictures: Path | None, json: bool,
) -> int:  # fmt: skip
    """Import every mesh file of a folder; 0 where all came through, else 2: some were bad input."""
    files = sorted(path for path in scans.iterdir() if path.suffix.lower() in READERS)
    if not files:
        raise MeshError(f"{scans}: no mesh files in it; they end in {', '.join(sorted(READERS))}")
    doubled = {path.stem for path in files if sum(p.stem == path.stem for p in files) > 1}
    if target is not None:
        if target.suffix:
            raise UsageError(f"-o {target}: of a folder of scans a folder is made; give one")
        _made(target)
    rows: list[dict[str, Any]] = []
    with progress("scans") as told:
        told(0, len(files))
        for number, path in enumerate(files, start=1):
            name = path.name if path.stem in doubled else path.stem
            place = None if target is None else target / f"{name}.glb"
            try:
                found = import_scan(path, **options)
                _write(found, place, pictures, name)
                rows.append(found.report.to_dict())
                if not json:
                    _told(found, place)
            except Geo3dError as fault:
                rows.append({"source": str(path), "error": str(fault)})
                tell_fault(str(fault))
            told(number, len(files))
    bad = sum("error" in row for row in rows)
    document: dict[str, Any] = {
        "scans": rows, "failed": bad,
        "warnings": [w for row in rows for w in row.get("warnings", [])],
    }  # fmt: skip
    if report is not None:
        _write_json(report, document)
    if json:
        print_json(document)
    else:
        say(f"{counted(len(rows) - bad, 'scan')} imported, {bad} not")
        note(document["warnings"])
    return 2 if bad else 0


def _write(
    found: Imported, target: Path | None, pictures: Path | None, name: str | None = None
) -> None:
    """The piece and its pictures, each to a temporary file first, then renamed."""
    piece = found.piece
    if pictures is not None:
        _made(pictures)
        # A file's name may hold what no file's name should: only its last part is used.
        stem = name or (piece.source.stem if piece.source else piece.name)
        for when, mesh in (("before", found.scanned), ("after", piece.mesh)):
            write_bytes(pictures / f"{stem}-{when}.png", png(picture(mesh)))
    if target is not None:
        write_piece(
            piece, target, name=piece.name, category=piece.category, extras=dict(piece.extras)
        )


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise MeshError(f"{folder}: cannot be made a folder: {fault.strerror}") from None


def _write_json(path: Path, document: dict[str, Any]) -> None:
    write_bytes(path, (jsonlib.dumps(document, indent=2) + "\n").encode())


def _told(found: Imported, target: Path | None) -> None:
    """The report for people."""
    report = found.report
    size = " x ".join(f'{value:.2f}"' for value in report.after["size"])
    where = f" -> {printable(str(target))}" if target is not None else ""
    say(f"{found.piece.name}: {size}, {counted(report.after['triangles'], 'triangle')}{where}")
    said = f"{report.scale:g} inches to a unit, by {report.scale_from}; {report.up} up"
    say(f"  {'scale':10} {said}")
    for step in report.steps:
        say(f"  {step.name:10} {step.text}")
