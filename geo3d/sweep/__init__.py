"""Many boards, cell by cell, on many processes: exposure, reach, accuracy."""

from geo3d.sweep.measures import MEASURES, Options
from geo3d.sweep.running import sweep

__all__ = ["MEASURES", "Options", "sweep"]
