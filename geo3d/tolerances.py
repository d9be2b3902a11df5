"""Every epsilon of geo3d, with its reason. Lengths in inches."""

from typing import Final

TOUCH: Final = 1e-8
"""A segment nearer than this to a surface touches it, and touching blocks; nearer than this to one
of its own ends it does not. 100 times the spacing of float64 at coordinates of 1e6."""

ZERO_AREA_RATIO: Final = 1e-12
"""A face whose doubled area is at most this times its longest edge squared has no area: its normal
is noise, so it is kept out of the ray tree (and in the mesh, where it may close a crack)."""

RIGID: Final = 1e-6
"""How far a placing transform's rotation part may be from orthonormal, entry by entry, before it is
refused as not rigid. Transforms read from files carry about seven digits."""

AREA_OVERLAP: Final = 1e-6
"""Square inches by which a base and an area's boundary must overlap in plan to be 'within'."""

WHOLLY_WITHIN: Final = 2e-6
"""Inches by which a footprint may stick out of a boundary and still be wholly within it: twice the
grid that footprints are rounded to."""

BASES_MEET: Final = 1e-12
"""Inches: bases whose cores are nearer than this have a point in common."""

BASES_CLOSE: Final = 1e-14
"""The search for the closest points of two bases ends when another step could shorten their squared
distance by no more than this share of it."""

CURVE_SIDES: Final = 128
"""Corners of the polygon that stands for a round or oval base; inscribed, so that it strays from
the curve by at most .0003 of the radius (.0002" for a 32 mm base)."""

GRAZE: Final = 1e-5
"""A segment that starts or ends on a face and lies in its plane runs along it, and is blocked, when
it stays in contact for longer than this; shorter, it only ends there. A line that reaches an edge
within its face's plane at any angle over .06 degrees is in contact for less than this."""

FOOTPRINT_GRID: Final = 1e-6
"""Inches: the corners of a mesh's footprint are rounded to this, so that parts of it that abut are
one."""

FOOTPRINT_CELLS: Final = 1000
"""Cells along a mesh of many faces: triangles that lie two cells or more inside its outline are not
united one by one. The outline stays exact, but for slits narrower than a cell."""

DEPTH_STEP: Final = 2e-3
"""Inches to within which it is found how deep a figure stands in material; it is told to .01"."""

SECTION_GRID: Final = 1e-9
"""Inches: the points of a section are rounded to this, so that pieces of one cut meet exactly."""

FLAT_EAR: Final = 1e-9
"""Part of a polygon's area: a triangle cut from it that is smaller is flat, and the sum of all may
differ from the polygon's by this much for rounding."""

FARTHEST: Final = 1e12
"""In a mesh file's own units: a coordinate beyond it is damage, as NaN is. Its square and its cube
are still exact enough to be compared, and in millimetres it is a million kilometres."""

FAR: Final = 1e6
"""The greatest coordinate of a board, or of a point that is asked about. Farther off the spacing of
float64 comes near the touching distance."""

DRAWN_IN: Final = 1e-6
"""Inches by which a figure's surface is drawn in before lines leave it or end on it, so that a wall
that it stands against is between it and what is behind, and not at the line's own end."""

CLEAR_OF: Final = 1e-4
"""Inches by which a base is drawn in before it is asked what it runs into: a base that touches a
wall, or a model, is clear of it. A fortieth of the thickness of a sheet of paper."""

ON_THE_DOT: Final = 1e-6
"""Inches by which a distance, or a height, may exceed its limit for rounding: a move of exactly its
maximum is legal, also far from the origin."""

TIP: Final = 1e-9
"""Inches (and degrees of tilt): points nearer than this to the plane of a base that tips, or to the
axis that it tips over, are on them. A million times the rounding of coordinates on a table."""

RESTS_ON: Final = 1e-4
"""Inches: a base at rest touches all points nearer than this to its plane. Heights read from files
of float32, and pieces of one height, differ by less; it is a fortieth of a sheet of paper."""

OVERHANG_STEP: Final = 5e-4
"""Inches to within which it is found how far a base sticks out; it is told to .01"."""

FLUSH: Final = 1e-5
"""Inches by which a base may stick out and still be flush with an edge: ten times the grid that
outlines of surfaces are rounded to."""

WELD: Final = 1e-6
"""Inches: corners of faces that round to the same multiple of this are one, so that faces of files
that list every triangle alone share edges; and the slope from which a face looks up at all."""

TOGETHER: Final = 0.1
"""Inches in plan within which coplanar surfaces touch and are one (13.06, reading)."""

COPLANAR: Final = 0.05
"""Inches of height within which surfaces that touch are coplanar: the noise of two scans."""
