"""Find the enclosed gaps of a mesh (13.11)."""

from dataclasses import replace

import numpy as np
import shapely
import trimesh

from geo3d.errors import UsageError
from geo3d.piece.gaps.chains import Chain, chains
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.margin import LITTLE, overlap
from geo3d.piece.gaps.necks import Necks, joined, necks
from geo3d.piece.gaps.outline import bend, outline
from geo3d.piece.gaps.raster import Free, free_parts
from geo3d.piece.gaps.slices import sampled, slices
from geo3d.piece.gaps.surface import oriented
from geo3d.rays.compiled import pool
from geo3d.rays.segments import Floats

SAME = 0.5
"""Share of the smaller outline that two finds of one gap have in common."""


ALIKE = 4
"""Of cuts that have the same outline, those above the first this many are taken from them."""

OUTSIDE = 0.1
"""Inches by which outlines of rough pieces may lie beyond their bounds."""

PASSAGE = 3.0
"""Inches along a passage within which two mouths that open the same way are one."""


def find_gaps(
    mesh: trimesh.Trimesh, max_wall_thickness: float = 2.0, min_gap_width: float = 0.1
) -> list[Gap]:
    """The enclosed gaps of a mesh: doors, windows, arches, bullet holes, and mouths (13.11).

    Args:
        mesh: closed or open, of any winding, inches, z up. Its lowest point is ground level.
        max_wall_thickness: inches within which an opening widens on both sides.
        min_gap_width: narrower or lower gaps are no gaps.

    Returns:
        The gaps, lowest sill first.

    Raises:
        MeshError: no face with area.
        UsageError: a size that is not above 0.
    """
    for name, size in (
        ("max_wall_thickness", max_wall_thickness),
        ("min_gap_width", min_gap_width),
    ):
        if not (np.isfinite(size) and size > 0.0):
            raise UsageError(f"find_gaps: {name}: a size above 0 wanted, got {size!r}")
    triangles = oriented(mesh)
    faces = Faces.of(triangles)
    cuts = slices(triangles)

    def of_cut(number: int) -> Necks:
        segments = cuts.at(number)
        return necks(number, sampled(segments, number, cuts.cell), segments, max_wall_thickness)

    levels = [number for number in range(len(cuts.heights)) if len(cuts.at(number))]
    # Of cuts that are alike a few are looked at.
    new = [number for number in levels if not cuts.same[max(0, number - ALIKE) : number + 1].all()]
    of_new = dict(zip(new, pool().map(of_cut, new), strict=True))
    parts: list[Necks] = []
    for number in levels:
        found_there = of_new.get(number)
        if found_there is None:
            found_there = parts[-1 - ALIKE].at_level(number)
        parts.append(found_there)
    if not parts:
        return []
    found: list[Gap] = []
    # The longest chains first: they know their wall best.
    for chain in sorted(chains(joined(parts), cuts.heights, faces), key=lambda c: -len(c.necks)):
        for part in free_parts(faces, chain):
            gap = _gap(outline(faces, chain, part), chain, part, faces)
            gap = replace(gap, overlap=overlap(gap, cuts))
            if min(gap.width, gap.lintel - gap.sill) >= min_gap_width and _within(gap, faces):
                _keep(gap, found)
    return sorted(found, key=lambda gap: (round(gap.sill, 3), *np.round(gap.centre, 3)))


def _keep(gap: Gap, found: list[Gap]) -> None:
    """Add a gap that is not found yet; of a mouth found twice the outer one is kept."""
    for number, other in enumerate(found):
        if _same(gap, other):
            if gap.kind == other.kind == "mouth":
                out = (gap.centre - other.centre) @ gap.normal
                found[number] = gap if out > 0.0 else other
            return
    found.append(gap)


def _gap(polygon: shapely.Polygon, chain: Chain, part: Free, faces: Faces) -> Gap:
    left, low, right, high = polygon.bounds
    flat = np.asarray(polygon.exterior.coords)[:-1]
    ring: Floats = chain.origin + flat @ chain.frame[:2]
    ground = faces.ground
    side = chain.mouth or 1
    sill = max(float(ring[:, 2].min()) - ground, 0.0)
    if sill < 0.02:
        sill = 0.0
    centre: Floats = (
        chain.origin + np.array([(left + right) / 2, (low + high) / 2]) @ chain.frame[:2]
    )
    return Gap(
        kind="mouth" if chain.mouth else "opening",
        sill=sill,
        lintel=float(ring[:, 2].max()) - ground,
        width=right - left,
        area=float(polygon.area),
        centre=centre,
        outline=ring,
        # Of a mouth it points out of it.
        normal=chain.frame[2] * side,
        thickness=2 * chain.half,
        bend=side * bend(faces, chain, part, polygon),
        overlap=LITTLE,
    )


def _within(gap: Gap, faces: Faces) -> bool:
    """Whether a gap lies within the mesh's bounds, as each true one does."""
    low, high = faces.low.min(axis=1) - OUTSIDE, faces.high.max(axis=1) + OUTSIDE
    return bool(((gap.outline >= low) & (gap.outline <= high)).all())


def _same(one: Gap, other: Gap) -> bool:
    """Whether two finds are one gap: their outlines overlap, seen along the one's normal."""
    apart = abs((other.centre - one.centre) @ one.normal)
    reach = max(one.thickness, other.thickness) + 0.3
    if one.kind == other.kind == "mouth" and one.normal @ other.normal > 0.0:
        reach = PASSAGE
    if apart > reach:
        return False
    frame = np.array([one.level, one.up])
    a, b = (shapely.Polygon((g.outline - one.centre) @ frame.T).buffer(0) for g in (one, other))
    if min(a.area, b.area) <= 0.0:
        return True
    return bool(a.intersection(b).area > SAME * min(a.area, b.area))
