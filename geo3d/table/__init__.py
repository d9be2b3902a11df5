"""The table: battlefield, features, areas, bases, figures, units, and the board file."""

from geo3d.table.areas import footprint, within
from geo3d.table.bases import Base
from geo3d.table.board import Area, Board, Feature, Ground, Objective, Unit, Zone
from geo3d.table.building import load_board, made_board
from geo3d.table.figures import Figure, Profile
from geo3d.table.format import board_schema
from geo3d.table.measure import Measure, measure
from geo3d.table.settings import Settings

__all__ = [
    "Area",
    "Base",
    "Board",
    "Feature",
    "Figure",
    "Ground",
    "Measure",
    "Objective",
    "Profile",
    "Settings",
    "Unit",
    "Zone",
    "board_schema",
    "footprint",
    "load_board",
    "made_board",
    "measure",
    "within",
]
