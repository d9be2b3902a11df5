"""Parts of a model that poke through a sealed gap (13.06.01)."""

import numpy as np
import trimesh

from geo3d.motion.sections import Sweep, sections
from geo3d.motion.sweep import drawn_in
from geo3d.piece.locate import locate
from geo3d.rays.segments import Floats
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.table.seals import Seal, near_seals

APART = 0.05
"""Inches between points of a miniature's edges that are looked up in a plug."""


def poked(board: Board, figure: Figure) -> list[Seal]:
    """The sealed gaps that some part of a figure reaches into, deeper than `contact`.

    An upright solid is looked at whole; of a miniature the edges of its mesh.
    """
    low, high = _bounds(figure)
    return [
        seal
        for seal in near_seals(board, low, high)
        if _reaches_in(figure, seal, board.settings.contact)
    ]


def _bounds(figure: Figure) -> tuple[Floats, Floats]:
    body = figure.profile.body.vertices @ figure.transform[:3, :3].T + figure.transform[:3, 3]
    return body.min(axis=0), body.max(axis=0)


def _reaches_in(figure: Figure, seal: Seal, contact: float) -> bool:
    if figure.profile.mesh is None:
        return _solid_reaches_in(figure, seal, contact)
    body = figure.profile.body
    to_seal = np.linalg.inv(seal.transform) @ figure.transform
    points = body.vertices @ to_seal[:3, :3].T + to_seal[:3, 3]
    ends = points[body.edges_unique]
    least, most = seal.mesh.bounds
    near = (ends.max(axis=1) >= least).all(axis=1) & (ends.min(axis=1) <= most).all(axis=1)
    samples = [points[((points >= least) & (points <= most)).all(axis=1)]]
    for start, end in ends[near]:
        number = int(np.linalg.norm(end - start) / APART) + 2
        samples.append(start + np.linspace(0.0, 1.0, number)[:, None] * (end - start))
    spots = np.concatenate(samples)
    spots = spots[((spots > least) & (spots < most)).all(axis=1)]
    if not len(spots):
        return False
    found = locate(seal.mesh, spots)
    return bool((found.inside & (found.distance > _deep(seal.mesh, contact))).any())


def _solid_reaches_in(figure: Figure, seal: Seal, contact: float) -> bool:
    """Whether an upright solid, its skin of `contact` taken off, holds some of a plug's surface."""
    deep = _deep(seal.mesh, contact)
    bottom = figure.bottom + figure.profile.lift
    sweep = Sweep(
        drawn_in(figure.outline, deep),
        np.array([*figure.at[:2], bottom]),
        np.zeros(2),
        deep,
        figure.top - bottom - deep,
    )
    return bool(sections(seal.mesh, seal.transform, 0.0, sweep))


def _deep(mesh: trimesh.Trimesh, contact: float) -> float:
    """How deep in a plug counts: `contact`, or less where the plug is thin."""
    around = float(mesh.area)
    return min(contact, float(abs(mesh.volume)) / around / 2 if around else 0.0)
