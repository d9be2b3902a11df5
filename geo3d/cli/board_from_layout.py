"""`geo3d board from-layout`: a published layout made a board file; `geo3d board layouts`: which."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from geo3d.cli.output import Json, note, print_json, say
from geo3d.convert.heights import HEIGHTS
from geo3d.convert.layouts import convert, layout_names
from geo3d.convert.published import credit, layout
from geo3d.convert.roster import Wanted
from geo3d.errors import BoardError, UsageError, counted

Out = Annotated[Path | None, Parameter(name=["--output", "-o"])]
Several = Annotated[tuple[str, ...], Parameter(name="--unit", negative=())]
Walls = Annotated[tuple[str, ...], Parameter(name="--wall-height", negative=())]


def from_layout(
    name: str,
    /,
    *,
    output: Out = None,
    windows: int | None = None,
    wall_height: Walls = (),
    unit: Several = (),
    height: float | None = None,
    force: Annotated[bool, Parameter(name="--force", negative=())] = False,
    json: Json = False,
) -> int:
    """Make a published layout a board: provisional data of a third party, not official.

    Parameters
    ----------
    name
        A layout, as `geo3d board layouts` lists them.
    output
        The board file (.toml); its pieces go into a folder beside it. By default NAME.toml, here.
    windows
        Cut windows and doors into the ruins, by this seed (a number from 0 up). Without it their
        walls are blank: the data has none.
    wall_height
        KIND=INCHES: how high pieces of a kind stand, instead of the table. May be given again.
    unit
        [PLAYER:]NAME[@FACTION]: put this unit on the board, for attacker or defender, without one
        of them for both. May be given again.
    height
        Inches that the units' models are high; else by a table of base sizes.
    force
        Write over a board file that is there.
    """
    if windows is not None and windows < 0:
        raise UsageError(f"--windows {windows}: a number from 0 up is wanted")
    if height is not None and not unit:
        raise UsageError("--height is that of the units, and there is no --unit")
    wanted = [_wanted(text, height) for text in unit]
    heights = dict(_height(text) for text in wall_height)
    target = output or Path(f"{layout(name)['id']}.toml")
    if target.suffix.lower() != ".toml":
        raise BoardError(f"{target}: the board is written as .toml; give the file that ending")
    if target.exists() and not force:
        raise BoardError(f"{target}: is there already; --force writes over it, or give another -o")
    if not target.parent.is_dir():
        raise BoardError(f"{target}: cannot be written: there is no folder {target.parent}")
    made = convert(
        name, windows=windows, heights=heights, units=wanted, folder=f"{target.stem}-pieces"
    )
    board = made.board(target)
    made.write(target)
    warnings = [f"the data is that of {credit()}", *board.warnings]
    if json:
        print_json({
            "layout": made.name, "board": str(target), "pieces": sorted(made.pieces),
            "features": len(board.features), "areas": len(board.areas),
            "units": {id: len(each.models) for id, each in board.units.items()},
            "heights": {
                kind: {"inches": heights.get(kind, table), "from": "given" if kind in heights
                       else source} for kind, (table, source) in HEIGHTS.items()
            },
            "warnings": warnings,
        })  # fmt: skip
        return 0
    features, areas = counted(len(board.features), "feature"), counted(len(board.areas), "area")
    say(f"{made.name} -> {target}: {features} in {areas}, {len(made.pieces)} kinds of pieces")
    for id, each in board.units.items():
        say(f"  {id}: {counted(len(each.models), 'model')}")
    note(warnings)
    return 0


def layouts(*, json: Json = False) -> int:
    """The published layouts that can be made boards."""
    names = layout_names()
    if json:
        rows = [
            {
                "id": id,
                "name": layout(id)["name"],
                "deployment": layout(id)["deployment_pattern_id"],
            }
            for id in names
        ]
        print_json({"layouts": rows, "credit": credit(), "warnings": []})
        return 0
    for id in names:
        say(f"{id:26} {layout(id)['name']:24} {layout(id)['deployment_pattern_id']}")
    note([f"the data is that of {credit()}"])
    return 0


def _wanted(text: str, height: float | None) -> Wanted:
    player, colon, name = text.partition(":")
    if colon and player in ("attacker", "defender"):
        return Wanted(name, player, height)
    return Wanted(text, None, height)


def _height(text: str) -> tuple[str, float]:
    kind, _, inches = text.partition("=")
    try:
        return kind, float(inches)
    except ValueError:
        raise UsageError(
            f"--wall-height {text!r}: KIND=INCHES wanted, such as cd=5; kinds are "
            f"{', '.join(HEIGHTS)}"
        ) from None
