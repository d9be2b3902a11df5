"""From a raw scan to a clean piece. The steps, a file each, in the order in which they are taken:

`units` (inches, by what the file states or by a measure), `weld` (seams, winding), `table` and
`resting` (the plane it stands on), `level` (turn, and cut away the table and what lies below),
`crumbs` (what is loose), `holes` (pinholes, never openings), `underside` (closed flat at z = 0),
`solidify` (only when asked), `simplify` (to a stated error, with what must not change compared).
`pipeline` takes them, `report` keeps what each did.
"""

from geo3d.piece.scan.pipeline import Imported, import_scan
from geo3d.piece.scan.report import Report, Step
from geo3d.piece.scan.units import Measure

__all__ = ["Imported", "Measure", "Report", "Step", "import_scan"]
