"""How much is done for a damaged mesh: squares flooded, pairs compared. Counts, never times."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.gaps import distinct as distinct_module
from geo3d.piece.gaps import find_gaps, raster
from geo3d.piece.gaps.candidates import MANY
from geo3d.piece.gaps.slices import MOST_CELLS_IN_ALL, sampled, slices
from geo3d.piece.gaps.surface import oriented
from geo3d.shapes import roughen, wall, window
from geo3d.shapes.solids import box, mesh_of
from tests.piece.gaps.matching import rows


def loose_triangles(number):
    """Triangles about .1 in size, at random in a box 2 by 2 by 2, none joined to another."""
    rng = np.random.default_rng(0)
    middle = rng.uniform([-1, -1, 1], [1, 1, 3], (number, 3))
    corners = middle[:, None] + rng.normal(scale=0.06, size=(number, 3, 3))
    return trimesh.Trimesh(
        corners.reshape(-1, 3), np.arange(3 * number).reshape(-1, 3), process=False
    )


def counted(monkeypatch, module, name, amount):
    """Sum up a number that each call of a function gives."""
    function, sums = getattr(module, name), []

    def counting(*arguments):
        result = function(*arguments)
        sums.append(amount(result, *arguments))
        return result

    monkeypatch.setattr(module, name, counting)
    return sums


def test_of_loose_triangles_little_is_flooded(monkeypatch):
    """Most chains leak: that is seen from a small part of their windows."""
    flooded = counted(monkeypatch, raster, "flooded", lambda r, *_: int((r[0] > 0).sum()))
    painted = counted(monkeypatch, raster, "painted", lambda r, *_: r.size)
    find_gaps(loose_triangles(5000))
    assert len(flooded) == len(painted) > 10
    assert sum(flooded) < 0.2 * sum(painted)


def test_a_wall_open_above_is_left_after_two_depths(monkeypatch):
    """Each chain of a breach leaks at its own depth and at the greatest: none between is tried."""
    breach = mesh_of(box((-4, -0.2, 0), (4, 0.2, 5)) - box((-1, -1, 2), (1, 1, 9)))
    painted = counted(monkeypatch, raster, "painted", lambda *_: 1)
    parts = counted(monkeypatch, raster, "_window", lambda *_: 1)
    assert not find_gaps(breach), rows(find_gaps(breach))
    assert len(parts) > 0 and len(painted) <= 2 * len(parts)


@pytest.mark.parametrize("number", [6, 12])
def test_windows_are_compared_with_their_neighbours_only(monkeypatch, number):
    """Of a lattice each window is compared with no more than a dozen others."""
    side, pane = 1.0, 0.4
    body = box((0, -0.1, 0), (number * side, 0.1, number * side))
    for i in range(number):
        for j in range(number):
            x, z = (i + 0.5) * side, (j + 0.5) * side
            body = body - box((x - pane / 2, -1, z - pane / 2), (x + pane / 2, 1, z + pane / 2))
    compared = counted(monkeypatch, distinct_module, "_same", lambda *_: 1)
    assert len(find_gaps(mesh_of(body))) == number**2
    assert len(compared) <= 12 * number**2


def test_the_grids_of_large_pieces_are_bounded():
    """Of a cube of 40" that is askew all cuts differ: together they have no more than so many
    squares. One as large as a hall is not sampled at all."""
    cube = trimesh.creation.box((40.0, 40.0, 40.0))
    cube.apply_transform(trimesh.transformations.rotation_matrix(0.1, (1, 1, 0)))
    cuts = slices(oriented(cube))
    assert not cuts.same[10:-10].any()
    squares = sum(
        sampled(cuts.at(number), number, cuts.cell).marked.size
        for number in range(len(cuts.heights))
        if len(cuts.at(number))
    )
    assert squares < 1.1 * MOST_CELLS_IN_ALL
    hall = trimesh.creation.box((200_000.0, 40.0, 40.0))
    cut = slices(oriented(hall)).at(10)
    assert len(cut) > 0 and len(sampled(cut).points) == 0
    assert not find_gaps(hall)


def test_windows_of_a_wall_with_many_samples_a_cut():
    """More samples than are triangulated as they are."""
    at = np.arange(-66.0, 67.0, 6.0)
    mesh = wall(140, 3, 0.5, [window(x, 1, 1, 1) for x in at]).mesh
    cuts = slices(oriented(mesh))
    assert len(sampled(cuts.at(30)).points) > MANY
    found = find_gaps(mesh)
    assert sorted(gap.centre[0] for gap in found) == pytest.approx(at, abs=0.02)
    assert [gap.width for gap in found] == pytest.approx([1.0] * len(at), abs=0.02)


def test_a_wall_with_a_tenth_of_its_faces_lost_keeps_its_window():
    mesh = roughen(wall(6, 5, 0.5, [window(0, 1, 1, 1.5)]).mesh, 40_000)
    kept = np.random.default_rng(1).random(len(mesh.faces)) > 0.1
    found = find_gaps(trimesh.Trimesh(mesh.vertices, mesh.faces[kept], process=False))
    large = [gap for gap in found if gap.area > 0.5]
    assert len(large) == 1, rows(found)
    assert large[0].width == pytest.approx(1.0, abs=0.1)
    assert (large[0].sill, large[0].lintel) == pytest.approx((1.0, 2.5), abs=0.1)
