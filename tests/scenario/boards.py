"""Boards for scenarios: written as TOML, loaded as a user's would be."""

from pathlib import Path

from geo3d.table import Board, load_board


def load(folder: Path, text: str) -> Board:
    """Load a 40k board of 60" x 44" from the rest of its file."""
    path = folder / "board.toml"
    path.write_text(
        'format = "geo3d-board/1"\nruleset = "wh40k-11e"\n[battlefield]\nsize = [60, 44]\n' + text,
        encoding="utf-8",
    )
    return load_board(path)


def pieces(*names: str) -> str:
    """Shipped pieces under their own names."""
    return "".join(f'[pieces.{name}]\nmesh = "geo3d:{name}"\n' for name in names)


def feature(id: str, piece: str, at: tuple[float, float], turn: float = 0.0) -> str:
    """A feature."""
    return f'[[features]]\nid = "{id}"\npiece = "{piece}"\nat = {list(at)}\nturn = {turn}\n'


def area(id: str, features: list[str], boundary: str | None = None) -> str:
    """An area."""
    text = f'[[areas]]\nid = "{id}"\nfeatures = {features}\n'
    return text if boundary is None else text + f"boundary = {boundary}\n"


def models(**places: tuple[float, float]) -> str:
    """A unit of models on 32 mm bases."""
    listed = ", ".join(f'{{ id = "{id}", at = {list(at)} }}' for id, at in places.items())
    return (
        "[profiles.trooper]\nbase = { round = 32 }\nheight = 1.6\n"
        f'[[units]]\nid = "unit"\nplayer = "red"\nprofile = "trooper"\nmodels = [{listed}]\n'
    )
