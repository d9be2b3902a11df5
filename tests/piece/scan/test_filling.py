"""Loops filled with triangles."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.edges import directed
from geo3d.piece.scan.filling import LONGEST, fill, loop_normal


def area(points, faces):
    return trimesh.Trimesh(points, faces, process=False).area


def ring(number, radius=1.0):
    angle = np.arange(number) * 2 * np.pi / number
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle), np.zeros(number)])


@pytest.mark.parametrize("number", [3, 4, 17, LONGEST, LONGEST + 1, 1000])
def test_a_flat_ring_is_filled_exactly_once(number):
    faces = fill(ring(number))
    assert faces.shape == (number - 2, 3)
    assert area(ring(number), faces) == pytest.approx(number / 2 * np.sin(2 * np.pi / number))
    edges = {tuple(edge) for edge in directed(faces).tolist()}
    assert all((i, (i + 1) % number) in edges for i in range(number))


def test_a_hollow_outline_is_filled_without_its_notch():
    points = np.array([(0, 0, 0), (3, 0, 0), (3, 3, 0), (1.5, 0.5, 0), (0, 3, 0)], dtype=float)
    # The square of 9 less the triangle of base 3 and height 2.5.
    assert area(points, fill(points)) == pytest.approx(9 - 3.75)


def test_of_two_ways_to_fill_a_bent_square_the_smaller_is_taken():
    """Folded along one diagonal it is two right triangles that meet at a right angle."""
    points = np.array([(0, 0, 0), (1, -1, 0), (2, 0, 0), (1, 0.5, 1)])
    ways = [area(points, [[0, 1, 2], [0, 2, 3]]), area(points, [[0, 1, 3], [1, 2, 3]])]
    assert area(points, fill(points)) == pytest.approx(min(ways))


def test_a_chord_that_is_taken_is_not_used():
    points = ring(4)
    free = {tuple(sorted(edge)) for edge in directed(fill(points)).tolist()}
    (chord,) = free & {(0, 2), (1, 3)}
    taken = np.zeros((4, 4), dtype=bool)
    taken[chord] = taken[chord[::-1]] = True
    other = {tuple(sorted(edge)) for edge in directed(fill(points, taken)).tolist()}
    assert chord not in other


def test_a_long_loop_that_is_not_flat_is_filled_too():
    number = 900
    angle = np.arange(number) * 2 * np.pi / number
    points = np.column_stack([np.cos(angle), np.sin(2 * angle), np.sin(angle)])
    faces = fill(points)
    edges = {tuple(edge) for edge in directed(faces).tolist()}
    assert all((i, (i + 1) % number) in edges for i in range(number))


def test_the_normal_of_a_loop_is_twice_its_area():
    assert loop_normal(ring(4)) == pytest.approx([0, 0, 4])
