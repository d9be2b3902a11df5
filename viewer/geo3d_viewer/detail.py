"""Fewer faces for what is drawn while the view moves: so a board of millions turns smoothly."""

import weakref
from collections.abc import Iterable
from typing import Any

import fast_simplification
import numpy as np

from geo3d_viewer.description import Floats, Ints, Surface

MOVING = 400_000
"""Faces that are drawn while the view moves: a board with no more is drawn as it is."""

SMALL = 4_000
"""Faces that a shape keeps at least."""

Shape = tuple[Floats, Ints]


def faces_of(surfaces: Iterable[Surface]) -> int:
    """Faces that are drawn, copies counted."""
    return sum(len(surface.faces) for surface in surfaces)


def coarser(surfaces: Iterable[Surface], most: int = MOVING) -> dict[int, Shape]:
    """Simpler shapes for surfaces, so that all together have about `most` faces.

    Returns:
        By the identity of a surface's faces: vertices and faces, in its own frame. Nothing where
        there are few enough; no entry for the table, for a surface with a colour for
        each face, or for a small one. Colours of corners are lost.
    """
    drawn = [surface for surface in surfaces if surface.opacity == 1.0]
    total = faces_of(drawn)
    if total <= most:
        return {}
    large = [
        surface
        for surface in drawn
        if len(surface.faces) > SMALL and surface.face_colours is None and surface.role != "table"
    ]
    fixed = total - faces_of(large)
    share = max(most - fixed, 0) / max(faces_of(large), 1)
    return {
        id(surface.faces): _reduced(surface, max(SMALL, int(share * len(surface.faces))))
        for surface in {id(each.faces): each for each in large}.values()
    }


_known: dict[tuple[int, int], tuple[weakref.ref[Any], Shape]] = {}


def _reduced(surface: Surface, number: int) -> Shape:
    key = id(surface.faces), number
    found = _known.get(key)
    if found is not None and found[0]() is surface.faces:
        return found[1]
    for old in [old for old, (there, _) in _known.items() if there() is None]:
        del _known[old]
    vertices, faces, _ = surface.drawable()
    points, triangles = fast_simplification.simplify(
        vertices.astype(np.float32), faces.astype(np.int32), target_count=number, agg=8
    )
    shape = np.asarray(points, np.float64), np.asarray(triangles, np.int64)
    _known[key] = weakref.ref(surface.faces), shape
    return shape
