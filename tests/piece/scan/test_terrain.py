"""The terrain makers' pieces are closed, and their openings are where they are said to be."""

import numpy as np
import pytest

from geo3d.rays import RayScene
from tests.piece.scan.terrain import bunker, chapel, gantry

PIECES = {"chapel": chapel(), "gantry": gantry(), "bunker": bunker()}
ALONG_X = {-2.85, 2.85, 4.35}
"""Middles of the chapel's openings in walls across x; all others are in walls across y."""
CASES = [(name, opening) for name, shape in PIECES.items() for opening in shape.openings]


@pytest.mark.parametrize("name", PIECES)
def test_it_is_closed_and_stands_on_the_ground(name):
    mesh = PIECES[name].mesh
    assert mesh.is_watertight
    assert mesh.volume > 0
    assert mesh.bounds[0, 2] == 0.0


@pytest.mark.parametrize(("name", "opening"), CASES)
def test_an_opening_is_open_up_to_its_edges(name, opening):
    """A line straight through its middle is free; .02" over its lintel and under its sill none is.

    So is one .02" inside its side, and none .02" outside: at half height, below any arch.
    """
    scene = RayScene()
    scene.place(PIECES[name].mesh, id="piece")
    way = np.array([0.5, 0, 0]) if opening.centre[0] in ALONG_X else np.array([0, 0.5, 0])
    side = np.abs(way[[1, 0, 2]]) / 0.5
    x, y, _ = opening.centre
    half = opening.width / 2

    def free(z, aside=0.0):
        middle = np.array([x, y, z]) + aside * side
        return not scene.any_hit((middle - way)[None], (middle + way)[None])[0]

    low = opening.sill + 0.3 * (opening.lintel - opening.sill)
    assert free(low)
    assert free(opening.lintel - 0.02)
    assert not free(opening.lintel + 0.02)
    assert opening.sill == 0.0 or (free(opening.sill + 0.02) and not free(opening.sill - 0.02))
    for end in (-1, 1):
        assert free(low, end * (half - 0.02))
        assert not free(low, end * (half + 0.02))
