"""`geo3d pieces`: the pieces that ship."""

from textwrap import wrap

from geo3d.cli.output import Json, print_json, say
from geo3d.piece import catalogue

WIDTH = 48
"""Characters a line: a phone's screen."""


def pieces(*, json: Json = False) -> int:
    """The pieces that ship: use one in a board file as mesh = "geo3d:NAME"."""
    shipped = catalogue()
    if json:
        entries = [
            {
                "name": piece.name,
                "category": piece.category,
                "size": list(piece.size),
                "description": piece.description,
                "faces": piece.faces,
            }
            for piece in shipped
        ]
        print_json({"pieces": entries, "warnings": []})
        return 0
    for piece in shipped:
        size = " x ".join(f"{value:.1f}" for value in piece.size)
        say(f'{piece.name} ({piece.category}, {size}")')
        say(*wrap(piece.description, WIDTH, initial_indent="  ", subsequent_indent="  "))
    return 0
