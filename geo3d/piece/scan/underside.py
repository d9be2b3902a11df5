"""The underside closed: open edges at the cut brought down to z = 0, and a flat face put there."""

from dataclasses import dataclass

import numpy as np
import shapely
import trimesh

from geo3d.piece.ears import Work, ears
from geo3d.piece.edges import directed
from geo3d.piece.loops import loops
from geo3d.piece.scan.bridging import below, bridge
from geo3d.piece.scan.filling import FLAT_WORK, fill
from geo3d.piece.scan.footing import run_out
from geo3d.piece.scan.meshes import arrays, compact
from geo3d.piece.scan.report import Step
from geo3d.piece.scan.shafts import shafts_of
from geo3d.rays.segments import Bools, Floats, Ints

BRIDGE = 1.5
"""Inches: where the foot of a wall was not seen for no longer than this, its outline goes on as it
bends on both sides, or straight."""

SLIVER = 0.1
"""Inches: an outline that is bridged and narrower than that is one side of a wall, a sheet."""

SHEET = 0.8
"""Of what is known of an outline: where more than that would be bridged it is one side of a wall, a
sheet: flat, or bent by no more than 130 degrees."""

PIT = 0.4
"""Inches: narrower holes in an outline are pits of a thin base, which noise took below the cut:
they stay holes at the height of the cut. The shaft of a tower is wider."""


@dataclass(frozen=True, eq=False)
class _Foot:
    """What the loops at the cut come to.

    Attributes:
        points: (P, 3) put in where the outline bends over an unseen part; they follow the mesh's.
        groups: closed outlines at the cut, each with the holes in it, in the order of the mesh's
            open edges.
        bridged: how many unseen parts of them were bridged.
        sheets: (E, 2) open edges at the cut of outlines that could not be closed.
        open: how many of these outlines there are.
        shafts: those holes that are known in stretches only; these are among the sheets.
    """

    points: Floats
    groups: list[list[Ints]]
    bridged: int
    sheets: Ints
    open: int
    shafts: list[Ints]


def close_underside(mesh: trimesh.Trimesh, cut: float) -> tuple[trimesh.Trimesh, Step]:
    """Bring the open edges at the height of the cut down to z = 0 and close the underside there.

    A slope goes on to z = 0 as it came (`run_out`); a wall goes straight down.

    Where an outline at the cut is not closed, because the scanner did not see a foot, it is bridged
    if that is no longer than `BRIDGE`, and what is missing above stays a hole; else it is a sheet,
    brought down to z = 0 and left open.

    Args:
        mesh: cut at that height, wound one way.
    """
    vertices, faces = arrays(mesh)
    foot = _foot(vertices, faces, cut)
    vertices = np.concatenate([vertices, foot.points])
    rings = [ring for group in foot.groups for ring in group]
    # What is guessed of a shaft's outline is the underside's edge, and no wall.
    walled = [ring for ring in rings if not any(ring is shaft for shaft in foot.shafts)]
    rims = np.concatenate(
        [foot.sheets, *(np.column_stack([ring, np.roll(ring, -1)]) for ring in walled)]
    )
    at_cut = np.unique(np.concatenate([rims.ravel(), *rings]))
    down = np.full(len(vertices), -1, dtype=np.int64)
    down[at_cut] = len(vertices) + np.arange(len(at_cut))
    below = vertices.copy()
    below[at_cut, :2] += run_out(trimesh.Trimesh(vertices, faces, process=False), at_cut, cut)
    caps = []
    for group in foot.groups:
        corners = np.concatenate(group)
        straight, cap = _cap(vertices, group), _cap(below, group)
        if len(cap) != len(straight):
            # Outlines that would cross: straight down.
            below[corners], cap = vertices[corners], straight
        caps.append(down[corners[cap]])
    points = np.concatenate([vertices, below[at_cut] * [1.0, 1.0, 0.0]])
    every = np.concatenate([faces, _wall(rims, down), *caps])
    text = f"{len(walled)} outlines closed flat at z = 0"
    if foot.bridged:
        text += f", {foot.bridged} unseen feet bridged"
    if foot.shafts:
        text += f", {len(foot.shafts)} shafts whose foot was seen in parts left open"
    if foot.open:
        text += f", {foot.open} sheets left open below"
    return compact(points, every), Step(
        "underside",
        len(every) > len(faces),
        text,
        {
            "outlines": len(walled),
            "bridged": foot.bridged,
            "sheets": foot.open,
            "shafts": len(foot.shafts),
        },
    )


def _foot(vertices: Floats, faces: Ints, cut: float) -> _Foot:
    rings: list[Ints] = []
    sheets: list[list[Ints]] = []
    bridged, added = 0, [np.empty((0, 3))]
    total = len(vertices)
    for loop in loops(faces):
        on = vertices[loop, 2] <= cut
        if on.all():
            rings.append(loop)
            continue
        if on.sum() < 3:
            # A hole that comes down to the cut, and no outline.
            continue
        runs = _above(loop, on)
        spans = [float(np.linalg.norm(vertices[run[0]] - vertices[run[-1]])) for run in runs]
        known = _known(loop, on)
        seen = sum(
            float(np.linalg.norm(np.diff(vertices[part, :2], axis=0), axis=1).sum())
            for part in known
        )
        one_sided = sum(spans) > SHEET * seen or _width(vertices[loop[on], :2]) < SLIVER
        if max(spans) > BRIDGE or one_sided:
            sheets.append(known)
            continue
        bridged += len(runs)
        ring: list[Ints] = []
        for number, stretch in enumerate(known):
            ring.append(stretch)
            # The stretches from the next one on, round to this one: all that is known.
            row = np.concatenate(known[number + 1 :] + known[: number + 1])
            flat = below(vertices[runs[number]], cut)
            if flat is None:
                flat = bridge(vertices[row, :2], vertices[row, :2])
            added.append(np.column_stack([flat, np.full(len(flat), cut)]))
            ring.append(total + np.arange(len(flat)))
            total += len(flat)
        rings.append(np.concatenate(ring))
    every = np.concatenate([vertices, *added])
    shafts, taken, more = shafts_of(
        [part for sheet in sheets for part in sheet], every[:, :2], rings
    )
    added.append(np.column_stack([more, np.full(len(more), cut)]))
    every = np.concatenate([vertices, *added])
    left: list[Ints] = [np.empty((0, 2), dtype=np.int64)]
    number = opened = 0
    for sheet in sheets:
        rest = [part for place, part in enumerate(sheet, number) if place not in taken]
        number += len(sheet)
        opened += len(rest) > 0
        left += [np.column_stack([part[:-1], part[1:]]) for part in sheet]
    groups = _groups(every, rings + shafts)
    return _Foot(every[len(vertices) :], groups, bridged, np.concatenate(left), opened, shafts)


def _known(loop: Ints, on: Bools) -> list[Ints]:
    """The stretches of a loop that lie on the cut, in order; not all of it does."""
    shift = int(np.flatnonzero(on & ~np.roll(on, 1))[0])
    loop, on = np.roll(loop, -shift), np.roll(on, -shift)
    begin = np.flatnonzero(on & ~np.roll(on, 1))
    return [part[: int(row.sum())] for part, row in zip(
        np.split(loop, begin[1:]), np.split(on, begin[1:]), strict=True
    )]  # fmt: skip


def _above(loop: Ints, on: Bools) -> list[Ints]:
    """The parts of a loop that leave the cut, with the vertices where they leave and return."""
    shift = int(np.flatnonzero(on & ~np.roll(on, 1))[0])
    loop, on = np.roll(loop, -shift), np.roll(on, -shift)
    again = np.append(loop, loop[0])
    leave = np.flatnonzero(on & ~np.roll(on, -1))
    back = np.append(np.flatnonzero(on & ~np.roll(on, 1))[1:], len(loop))
    return [again[a : b + 1] for a, b in zip(leave, back, strict=True)]


def _wall(edges: Ints, down: Ints) -> Ints:
    """(2 N, 3) faces from open edges down to z = 0: an edge a, b of a face is met as b, a."""
    start, end = edges.T
    return np.concatenate([
        np.column_stack([end, start, down[start]]), np.column_stack([end, down[start], down[end]]),
    ])  # fmt: skip


def _groups(vertices: Floats, rings: list[Ints]) -> list[list[Ints]]:
    """Outer rings, each with the holes in it but for pits; the others stay holes at the cut."""
    plans = [vertices[ring, :2] for ring in rings]
    depth, holes = _nested(plans)
    groups = []
    for n, ring in enumerate(rings):
        if depth[n] % 2:
            continue
        wide = [rings[hole] for hole in holes[n] if _width(plans[hole]) > PIT]
        group = [ring, *wide]
        if len(_cap(vertices, group)) == 0:
            # Outlines that cross: those that still leave something to close are taken.
            group = [ring]
            for hole in wide:
                if len(_cap(vertices, [*group, hole])):
                    group.append(hole)
        groups.append(group)
    return groups


def _width(plan: Floats) -> float:
    """Of a slit, or the diameter of a round hole: 4 x area / perimeter."""
    shape = shapely.Polygon(plan)
    return float(4 * shape.area / max(shape.length, 1e-12))


def _nested(rings: list[Floats]) -> tuple[list[int], list[list[int]]]:
    """How many rings each lies in, and which are the holes directly in it."""
    shapes = [shapely.make_valid(shapely.Polygon(points)) for points in rings]
    order = sorted(range(len(rings)), key=lambda n: -shapes[n].area)
    inner = [shape.representative_point() for shape in shapes]
    depth = [0] * len(rings)
    holes: list[list[int]] = [[] for _ in rings]
    for place, n in enumerate(order):
        around = [m for m in order[:place] if shapes[m].contains(inner[n])]
        depth[n] = len(around)
        if depth[n] % 2:
            holes[around[-1]].append(n)
    return depth, holes


def _cap(vertices: Floats, rings: list[Ints]) -> Ints:
    """(K, 3) triangles between an outline and its holes, as numbers into their joined vertices.

    Ears cut as seen from above, wound against the rings; none where they would leave an edge of a
    ring open. An outline without holes that crosses itself is closed as a loop in space is.
    """
    every = np.concatenate(rings)
    ends = np.cumsum([len(ring) for ring in rings])
    flat = vertices[every, :2]
    local = ears(flat, ends, Work(FLAT_WORK))
    if local is None:
        local = np.empty((0, 3), dtype=np.int64)
    following = np.arange(len(every)) + 1
    following[ends - 1] = np.concatenate([[0], ends[:-1]])
    for turn in (1, -1):
        turned = local[:, ::turn]
        edges = directed(turned)
        if (following[edges[:, 1]] == edges[:, 0]).sum() == len(every):
            return turned
    if len(rings) > 1:
        return np.empty((0, 3), dtype=np.int64)
    back = np.arange(len(every))[::-1]
    return back[fill(np.column_stack([flat, np.zeros(len(flat))])[back])]
