"""Fewer faces for what is drawn while the view moves: so a board of millions turns smoothly."""

import weakref
from collections.abc import Iterable
from typing import Any

import numpy as np

from geo3d_viewer.description import Floats, Ints, Surface

MANY = 400_000
"""Faces of a board: one with no more is drawn as it is while the view moves."""

MOVING = 100_000
"""Faces that a board with more is drawn with then: a processor without a graphics card draws them
in a twentieth of a second."""

SMALL = 800
"""Faces that a shape keeps at least."""

ENOUGH = 1.2
"""How many times as many faces as wanted are few enough."""

GROUND = 5_000
"""Faces that the table keeps while the view moves, with the light on it."""

Shape = tuple[Floats, Ints, Floats | None]
"""Vertices, faces, and colours of the vertices."""


def faces_of(surfaces: Iterable[Surface]) -> int:
    """Faces that are drawn, copies counted."""
    return sum(len(surface.faces) for surface in surfaces)


def coarser(
    surfaces: Iterable[Surface], most: int = MOVING, many: int = MANY, table: bool = True
) -> dict[int, Shape]:
    """Simpler shapes for surfaces, so that all together have about `most` faces.

    Args:
        many: faces of all together up to which nothing is simpler.
        table: the table is simpler, too.

    Returns:
        By the identity of a surface's faces: its simpler shape, in its own frame. Nothing where
        there are few enough; no entry for a surface with a colour for each face, or for a small
        one. Colours of corners are lost, but for the table's.
    """
    drawn = [surface for surface in surfaces if surface.opacity == 1.0]
    total = faces_of(drawn)
    if total <= max(most, many):
        return {}
    large = [
        surface
        for surface in drawn
        if len(surface.faces) > SMALL and surface.face_colours is None and surface.role != "table"
    ]
    fixed = total - faces_of(large)
    share = max(most - fixed, 0) / max(faces_of(large), 1)
    found = {
        id(surface.faces): _reduced(surface, max(SMALL, int(share * len(surface.faces))))
        for surface in {id(each.faces): each for each in large}.values()
    }
    for surface in drawn if table else ():
        if surface.role == "table" and len(surface.faces) > ENOUGH * GROUND:
            found[id(surface.faces)] = _reduced(surface, GROUND)
    return found


_known: dict[tuple[int, int], tuple[weakref.ref[Any], Shape]] = {}


def _reduced(surface: Surface, number: int) -> Shape:
    key = id(surface.faces), number
    found = _known.get(key)
    if found is not None and found[0]() is surface.faces:
        return found[1]
    for old in [old for old, (there, _) in _known.items() if there() is None]:
        del _known[old]
    colours = surface.vertex_colours if surface.role == "table" else None
    shape = _clustered(*surface.drawable()[:2], number, colours)
    _known[key] = weakref.ref(surface.faces), shape
    return shape


def _clustered(vertices: Floats, faces: Ints, number: int, colours: Floats | None = None) -> Shape:
    """A shape of about so many faces: corners in one cell of a grid become one, their mean.

    Coarse, but a hundred times as fast as taking edges out one by one, and it gets there whatever
    the mesh is like (Rossignac and Borrel 1993).
    """
    corners = vertices[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = float(np.linalg.norm(across, axis=1).sum()) / 2
    # Two triangles for each cell that the surface runs through, about.
    cell = max(np.sqrt(2 * area / number), 1e-6)
    low = vertices.min(axis=0)
    while True:
        at = np.floor((vertices - low) / cell).astype(np.int64)
        key = (at[:, 0] << 42) | (at[:, 1] << 21) | at[:, 2]
        _, group, count = np.unique(key, return_inverse=True, return_counts=True)
        kept = group[faces]
        kept = kept[(kept != np.roll(kept, 1, axis=1)).all(axis=1)]
        _, first = np.unique(np.sort(kept, axis=1), axis=0, return_index=True)
        if len(first) <= ENOUGH * number:
            break
        cell *= 1.4

    def means(values: Floats) -> Floats:
        return np.column_stack(
            [np.bincount(group, weights=axis, minlength=len(count)) / count for axis in values.T]
        )

    paint = None if colours is None else means(colours)
    return means(vertices), kept[np.sort(first)], paint
