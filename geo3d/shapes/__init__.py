"""Parametric solids with exactly known answers, and a way to roughen one into a scan."""

from geo3d.shapes.rough import roughen
from geo3d.shapes.round import crater, hill, pipe, revolved, statue, tower
from geo3d.shapes.ruins import l_ruin, u_ruin
from geo3d.shapes.shape import Opening, Shape
from geo3d.shapes.structures import crate, platform, wood
from geo3d.shapes.walls import (
    Hole,
    arch,
    arched,
    barricade,
    door,
    extruded,
    round_hole,
    stairs,
    wall,
    window,
)

__all__ = [
    "Hole",
    "Opening",
    "Shape",
    "arch",
    "arched",
    "barricade",
    "crate",
    "crater",
    "door",
    "extruded",
    "hill",
    "l_ruin",
    "pipe",
    "platform",
    "revolved",
    "roughen",
    "round_hole",
    "stairs",
    "statue",
    "tower",
    "u_ruin",
    "wall",
    "window",
    "wood",
]
