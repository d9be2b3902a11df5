"""Find the enclosed gaps of a mesh (13.11)."""

from dataclasses import replace

import numpy as np
import shapely
import trimesh

from geo3d.errors import UsageError
from geo3d.piece.gaps.bounded import is_bounded
from geo3d.piece.gaps.chains import Chain, aslant, chains, ends
from geo3d.piece.gaps.distinct import distinct
from geo3d.piece.gaps.edges import before_edge, roof_edges, sky_between
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.margin import LITTLE, is_open, overlap
from geo3d.piece.gaps.necks import Necks, joined, necks
from geo3d.piece.gaps.outline import bend, outlines
from geo3d.piece.gaps.passages import within_passage
from geo3d.piece.gaps.pose import posed
from geo3d.piece.gaps.raster import Free, free_parts
from geo3d.piece.gaps.roofs import under_roof
from geo3d.piece.gaps.slices import sampled, slices
from geo3d.piece.gaps.surface import oriented, without_doubles
from geo3d.piece.gaps.widening import kind_told
from geo3d.rays.compiled import pool
from geo3d.rays.segments import Floats

ALIKE = 4
"""Of cuts that have the same outline, those above the first this many are taken from them."""

OUTSIDE = 0.1
"""Inches by which outlines of rough pieces may lie beyond their bounds."""


ROUGH = 0.1
"""Inches by which a rough wall may come out thicker than it is."""


def find_gaps(
    mesh: trimesh.Trimesh, max_wall_thickness: float = 2.0, min_gap_width: float = 0.1
) -> list[Gap]:
    """The enclosed gaps of a mesh: doors, windows, arches, bullet holes, and mouths (13.11).

    Args:
        mesh: closed or open, of any winding, inches, z up. Its lowest point is ground level.
        max_wall_thickness: inches within which an opening widens on both sides.
        min_gap_width: narrower or lower gaps are no gaps.

    Returns:
        The gaps, lowest sill first. Of pieces larger than a board small ones may be missed, of
        those more than 60 feet across all.

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
    own, pose = posed(without_doubles(mesh))
    triangles = oriented(own)
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

    edges = roof_edges(cuts, faces, max_wall_thickness)

    def of_chain(chain: Chain) -> list[Gap]:
        gaps: list[Gap] = []
        chain = under_roof(chain, cuts, faces, max_wall_thickness)
        if chain.mouth and before_edge(chain, chain.mouth, edges, faces):
            return []
        for part in free_parts(faces, chain):
            for polygon, clear in outlines(faces, chain, part):
                gap = _gap(polygon, chain, part, faces)
                if min(gap.width, gap.lintel - gap.sill) < min_gap_width or not _within(gap, faces):
                    continue
                if is_open(gap, cuts) and is_bounded(
                    _placed(clear, chain), chain, part, faces, cuts
                ):
                    share = len(np.unique(chain.heights)) * cuts.step / (gap.lintel - gap.sill)
                    told = kind_told(gap, share, cuts, max_wall_thickness)
                    if told is None or within_passage(told, cuts, faces, max_wall_thickness):
                        break
                    if gap.kind == "opening" and told.kind == "mouth":
                        # Not halfway between the ends of what was taken for its wall.
                        side = int(np.sign(told.normal @ chain.frame[2]))
                        at_end = [of_chain(end) for end in ends(chain, cuts) if end.mouth == side]
                        if any(at_end) or before_edge(chain, side, edges, faces):
                            gaps += [gap for found in at_end for gap in found]
                            break
                    gaps.append(replace(told, overlap=overlap(gap, cuts)))
                    break
        return gaps

    def halves(chain: Chain) -> list[Chain]:
        if 2 * chain.half <= max_wall_thickness + ROUGH:
            return [chain]
        # No wall is so thick: the two ends of a deeper space.
        return [] if not chain.mouth and aslant(chain, cuts) else ends(chain, cuts)

    # The longest chains first: they know their wall best.
    linked = sorted(
        (part for chain in chains(joined(parts), cuts.heights, faces) for part in halves(chain)),
        key=lambda c: -len(c.necks),
    )
    told = list(pool().map(of_chain, [*linked, *edges]))
    under = {id(gap) for gaps in told[len(linked) :] for gap in gaps}

    def parted(one: Gap, other: Gap) -> bool:
        return not under.isdisjoint((id(one), id(other))) and sky_between(one, other, faces)

    found = distinct([gap for gaps in told for gap in gaps], parted)
    found = [pose.back(gap) for gap in found]
    return sorted(found, key=lambda gap: (round(gap.sill, 3), *np.round(gap.centre, 3)))


def _gap(polygon: shapely.Polygon, chain: Chain, part: Free, faces: Faces) -> Gap:
    left, low, right, high = polygon.bounds
    ring = _placed(polygon, chain)
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
        # Cuts are level: they pass a wall that leans aslant.
        thickness=2 * chain.half * float(chain.frame[1, 2]),
        bend=(side * bend(faces, chain, part, polygon))[::side],
        overlap=LITTLE,
    )


def _placed(polygon: shapely.Polygon, chain: Chain) -> Floats:
    """(N, 3) a polygon's corners, of the chain's frame, in that of the piece."""
    ring: Floats = chain.origin + np.asarray(polygon.exterior.coords)[:-1] @ chain.frame[:2]
    return ring


def _within(gap: Gap, faces: Faces) -> bool:
    """Whether a gap lies within the mesh's bounds, as each true one does."""
    low, high = faces.low.min(axis=1) - OUTSIDE, faces.high.max(axis=1) + OUTSIDE
    return bool(((gap.outline >= low) & (gap.outline <= high)).all())
