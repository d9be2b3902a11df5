"""The games' rules: answers of geometry in, verdicts out. One package a game."""

from geo3d.rules.check import Check, check
from geo3d.rules.sight import sight
from geo3d.rules.sightlines import Sightlines, UnitSight, sightlines

__all__ = ["Check", "Sightlines", "UnitSight", "check", "sight", "sightlines"]
