"""`geo3d schema`: the board file's JSON Schema."""

from geo3d.cli.output import Json, print_json
from geo3d.table import board_schema


def schema(*, json: Json = False) -> int:  # noqa: ARG001
    """The JSON Schema of the board file; always JSON, with or without --json."""
    print_json({**board_schema(), "warnings": []})
    return 0
