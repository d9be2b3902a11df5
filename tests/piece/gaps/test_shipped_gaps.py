"""The pieces that ship: all openings that their scripts cut are found, and none where none is."""

from functools import cache

import numpy as np
import pytest

from geo3d.piece import read_piece, shipped_path
from tests.piece.gaps.bounded import bounded, hole_at
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import Tolerance, off, paired, report, rows
from tests.piece.gaps.shipped import KNOWN, NONE

EXACT = Tolerance(0.02, 0.03)
SCANNED = Tolerance(0.1, 0.1, 0.1)


@cache
def mesh_of(name):
    return read_piece(shipped_path(name)).mesh


@pytest.mark.parametrize("name", KNOWN)
def test_the_table_is_true(name):
    """Thin slices of the mesh are open there, as high, wide and large as the table says.

    They are parallel to the wall, or at 45 degrees to it; the latter cannot have the right width
    and height by chance.
    """
    mesh = mesh_of(name)
    for gap in KNOWN[name]:
        holes = [hole_at(mesh, gap.centre, turn, 0.05) for turn in (0.0, 90.0, 45.0, 135.0)]
        assert any(
            not off(hole.bounds[1], gap.sill, 0.01)
            and not off(hole.bounds[3], gap.lintel, 0.01)
            and not off(hole.bounds[2] - hole.bounds[0], gap.width, 0.01)
            and not off(hole.area, gap.area, 0.02 * np.max(gap.area))
            for hole in holes
            if hole is not None
        )


@pytest.mark.parametrize("name", KNOWN)
def test_openings_of_a_piece(name):
    """Each known one is found once."""
    wrong = report(find_gaps(mesh_of(name)), KNOWN[name], EXACT, name, others=True)
    assert not wrong, wrong


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_found_besides_is_bounded(name):
    """As between stones."""
    mesh, expected = mesh_of(name), KNOWN[name]
    found = find_gaps(mesh)
    known = {f for _, f, _ in paired(found, expected, EXACT)}
    others = [gap for number, gap in enumerate(found) if number not in known]
    loose = [gap for gap in others if not bounded(mesh, gap)]
    assert not loose, f"{name}, not bounded:\n{rows(loose)}"


def test_openings_of_a_scan():
    found = find_gaps(mesh_of("ruin-corner-scan"))
    wrong = report(found, KNOWN["ruin-corner"], SCANNED, "ruin-corner-scan", others=True)
    assert not wrong, wrong


@pytest.mark.parametrize("name", NONE)
def test_pieces_without_gaps(name):
    found = find_gaps(mesh_of(name))
    assert not found, rows(found)
