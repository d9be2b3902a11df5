"""The solid of a template: walls raised from their plan, openings cut, upper floors put in.

The data draws a wall as a line along the outer edge of its footprint and states how thick it is;
the wall is taken to lie inside the footprint (a barrier's footprint is just as deep as its wall is
thick). A closed line without an upper floor is a block; with one, walls round a room. A piece
without walls is a block of its footprint. Roofs, of which the data says only that there are some,
are the upper floors.
"""

from itertools import pairwise
from math import atan2, degrees, hypot

import numpy as np
import shapely
import trimesh

from geo3d.convert.heights import SLAB, STOREY, THIN, kind_of
from geo3d.convert.openings import MARGIN, Stretch, openings
from geo3d.convert.placing import corners, local, points_of
from geo3d.convert.published import Record
from geo3d.rays.segments import Floats
from geo3d.shapes import Hole
from geo3d.shapes.solids import Solid, mesh_of, prism, union, upright_slab

GRID = 1e-9
"""Inches: corners of plans are rounded to this, so that strips of one wall meet exactly."""


def piece_mesh(
    template: Record, height: float, windows: int | None = None, mirrored: bool = False
) -> trimesh.Trimesh:
    """A template's mesh in its own frame: its centroid over the origin, y up, on z = 0.

    Args:
        template: a feature of the published layouts.
        height: inches, of its walls, or of the block.
        windows: the seed by which windows and doors are cut into walls that carry an upper floor;
            None for none.
        mirrored: x negated.
    """
    outline = shapely.Polygon(local(template, corners(template["footprint"])))
    walls = template.get("walls") or []
    upper = template.get("upper_floor")
    bodies = [] if walls else [_raised(outline, height)]
    for number, wall in enumerate(walls):
        line = local(template, points_of(wall["points"]))
        thickness = float(wall.get("thickness") or THIN)
        raised = _raised(_plan(line, thickness, outline, hollow=upper is not None), height)
        if windows is not None and upper is not None:
            for hole in _holes(line, thickness, outline, height, windows, template, number):
                raised = raised - hole
        bodies.append(raised)
    if upper is not None:
        level = STOREY * int(upper.get("floor") or 1)
        rings = [local(template, corners(upper["footprint"])).tolist()]
        bodies.append(prism(rings, SLAB).translate([0.0, 0.0, level - SLAB]))
    body = union(bodies)
    if mirrored:
        body = body.mirror([1.0, 0.0, 0.0])
    return mesh_of(body)


def _plan(
    line: Floats, thickness: float, outline: shapely.Polygon, *, hollow: bool
) -> shapely.Geometry:
    """A wall in plan."""
    if (line[0] == line[-1]).all():
        ring = shapely.Polygon(line)
        inner = ring.buffer(-thickness, join_style="mitre")
        found = ring.difference(inner) if hollow else ring
    else:
        both = shapely.LineString(line).buffer(
            thickness, cap_style="flat", join_style="mitre", mitre_limit=10.0
        )
        found = both.intersection(outline)
    return shapely.set_precision(found, GRID)


def _raised(plan: shapely.Geometry, height: float) -> Solid:
    """A plan as a solid on z = 0."""
    return union([
        prism([list(ring.coords)[:-1] for ring in (part.exterior, *part.interiors)], height)
        for part in shapely.get_parts(plan)
    ])  # fmt: skip


def _holes(
    line: Floats, thickness: float, outline: shapely.Polygon, height: float, seed: int,
    template: Record, wall: int,
) -> list[Solid]:  # fmt: skip
    """What is cut out of a wall."""
    closed = bool((line[0] == line[-1]).all())
    last = len(line) - 2
    found = []
    for number, (start, end) in enumerate(pairwise(line)):
        along = end - start
        length = hypot(*along)
        # Where it meets the next stretch, that one's thickness is not clear.
        before = thickness if closed or number > 0 else 0.0
        after = thickness if closed or number < last else 0.0
        stretch = Stretch(before + MARGIN - length / 2, length / 2 - after - MARGIN)
        holes = openings(seed, kind_of(template["id"]), 100 * wall + number, stretch, height)
        normal = np.array([-along[1], along[0]]) / length
        middle = (start + end) / 2
        if not outline.contains(shapely.Point(middle + normal * thickness / 2)):
            normal = -normal
        x, y = middle + normal * thickness / 2
        turn = degrees(atan2(along[1], along[0]))
        found += [
            _cutter(hole, thickness).rotate([0.0, 0.0, turn]).translate([x, y, 0.0])
            for hole in holes
        ]
    return found


def _cutter(hole: Hole, thickness: float) -> Solid:
    """A hole as a body a little thicker than its wall; a door's reaches below the ground."""
    lowest = min(z for _, z in hole.outline)
    points = [(x, z - 1.0 if lowest == 0.0 and z == 0.0 else z) for x, z in hole.outline]
    return upright_slab([points], thickness + 2 * MARGIN)
