"""Enclosed gaps of a mesh: found, measured, and closed by plugs (13.11).

The steps of `finding`, a file each: `pose` turns the mesh as it is always looked at, `surface`
winds the triangles one way, `slices` cuts them level, `candidates` pairs points of each cut that
may be jambs, `necks` keeps those where the way widens (and tells openings from mouths), `jambs`
moves these into the wall's middle, `chains` links them over the cuts and finds the wall's plane,
`raster` tells whether the free part of that plane is bounded (`paint` draws what is solid there,
`flood` fills what is free), `outline` draws it exactly, `bounded` looks once more whether material
surrounds it, `margin` tells how far the wall goes on about it, `widening` whether all its height
tells that it is an opening or a mouth, `distinct` keeps one of several finds. `winding` tells which
points of a cut lie in material. Then `gap` is what is found, `stated` what a board states instead,
`stored` keeps it, `sealing` closes it.
"""

from geo3d.piece.gaps.finding import find_gaps
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.sealing import plug, sealed_to
from geo3d.piece.gaps.stated import stated_gap
from geo3d.piece.gaps.stored import is_known, known_gaps

__all__ = ["Gap", "find_gaps", "is_known", "known_gaps", "plug", "sealed_to", "stated_gap"]
