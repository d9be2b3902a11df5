"""The command line: one file a verb. `geo3d --help` lists them."""

from geo3d.cli.app import main

__all__ = ["main"]
