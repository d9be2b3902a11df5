"""Polygons become triangles that cover them, once, and keep every corner of their outline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo3d.errors import MeshError
from geo3d.piece import ears, read_piece
from geo3d.piece.ears import Work
from geo3d.piece.read import polygons
from geo3d.piece.read.polygons import clip


class Refused(Exception):
    """The number of a polygon, and what was said about it."""


def split_polygons(points, counts, indices):
    def refuse(number, text):
        raise Refused(number, text)

    return polygons.split_polygons(points, counts, indices, refuse)


def outline(triangles):
    """Directed edges whose opposite is in no triangle."""
    edges = [tuple(e) for t in triangles.tolist() for e in zip(t, t[1:] + t[:1], strict=True)]
    assert len(set(edges)) == len(edges)
    return {e for e in edges if e[::-1] not in edges}


def area(points, triangles):
    """Sum of the triangles' areas."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2


def ring(count):
    return {(i, (i + 1) % count) for i in range(count)}


def flat(points):
    return np.array([(x, y, 0.0) for x, y in points])


L_SHAPE = flat([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])  # area 3 + 2 = 5
U_SHAPE = flat([(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)])  # 9 - 2 = 7
# A square of 2 with the middle of each side as a corner.
SQUARE_OF_EIGHT = flat([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)])
ARROW = flat([(0, 0), (2, 1), (0, 2), (1, 1)])  # a quad with a notch: 2 - 1 = 1


@pytest.mark.parametrize(
    ("points", "known"), [(L_SHAPE, 5.0), (U_SHAPE, 7.0), (SQUARE_OF_EIGHT, 4.0), (ARROW, 1.0)]
)
@pytest.mark.parametrize("shift", range(8))
@pytest.mark.parametrize("back", [False, True])
def test_covers_once_and_keeps_the_outline(points, known, shift, back):
    """Whichever corner comes first, and whichever way round, in any plane."""
    points = np.roll(points, shift, axis=0)[:: -1 if back else 1]
    for turn in (np.eye(3), np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), _turn(0.4), _turn(2.2)):
        placed = points @ turn.T + [5, -7, 11]
        count = len(points)
        triangles = split_polygons(placed, np.array([count]), np.arange(count))
        assert len(triangles) == count - 2
        assert outline(triangles) == ring(count)
        assert area(placed, triangles) == pytest.approx(known, rel=1e-12)


def _turn(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array(
        [[1, 0, 0], [0, c, -s], [0, s, c]]
    )


@given(st.lists(st.floats(0.05, 1.0), min_size=5, max_size=60))
def test_star_shaped_outlines(radii):
    """A polygon around the origin has the area of its wedges: half r r' sin(step)."""
    count = len(radii)
    step = 2 * np.pi / count
    angle = np.arange(count) * step
    r = np.array(radii)
    points = np.column_stack([r * np.cos(angle), r * np.sin(angle), 0 * r])
    known = 0.5 * np.sin(step) * (r * np.roll(r, -1)).sum()
    triangles = clip(points, Work())
    assert outline(triangles) == ring(count)
    assert area(points, triangles) == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0), (1, 0), (2, 0), (3, 0)],  # on a line
        [(1, 1)] * 5,
        [(0, 0), (1, 1), (1, 0), (0, 1)],  # crosses itself
        [(0, 0), (1, 0), (1, 1), (1, 1), (0, 1)],  # a corner twice
        [(0, 0), (2, 0), (2, 2), (2, 3), (2, 2), (0, 2)],  # a spike
    ],
)
def test_without_an_inside_the_outline_still_holds(points):
    """What has no area or touches itself is closed all the same: K - 2 triangles, same outline."""
    count = len(points)
    triangles = split_polygons(flat(points), np.array([count]), np.arange(count))
    assert len(triangles) == count - 2
    assert outline(triangles) == ring(count)


def test_many_sizes_keep_their_order():
    """Triangles come in the order of their polygons, whatever their sizes."""
    points = flat([(0, 0), (1, 0), (1, 1), (0.5, 1.5), (0, 1)])
    counts = np.array([3, 5, 2, 4, 3])
    indices = np.array([0, 1, 2, 0, 1, 2, 3, 4, 0, 1, 0, 1, 2, 4, 2, 3, 4])
    triangles = split_polygons(points, counts, indices)
    assert triangles.tolist()[0] == [0, 1, 2]
    assert {tuple(sorted(t)) for t in triangles[4:6].tolist()} == {(0, 1, 2), (0, 2, 4)}
    assert triangles.tolist()[-1] == [2, 3, 4]
    assert len(triangles) == 1 + 3 + 0 + 2 + 1


def test_a_nan_corner_raises_nothing():
    """Such faces are dropped later, by count; here they only must not stop the others."""
    points = L_SHAPE.copy()
    points[3] = np.nan
    assert len(split_polygons(points, np.array([6]), np.arange(6))) == 4


def star(count):
    """Not convex, and simple: every other corner lies half as far out."""
    angle = np.arange(count) * 2 * np.pi / count
    far = 1 - (np.arange(count) % 2) / 2
    return np.column_stack([far * np.cos(angle), far * np.sin(angle), 0 * angle])


def rounds(count):
    """Round the same notched outline again and again: it touches itself everywhere."""
    return L_SHAPE[np.arange(count) % 6]


def test_one_that_touches_itself_is_not_cut_beyond_a_limit(monkeypatch):
    """The way that takes the cube of the corners is not taken: of 6,000 corners, or of more."""
    cut = []

    def triangulate(flat, _):
        cut.append(len(flat))
        return np.empty(0, np.uint32)

    monkeypatch.setattr(ears.mapbox_earcut, "triangulate_float64", triangulate)
    for count in (6_000, 30_000, 300_000):
        points = np.concatenate([L_SHAPE, rounds(count)])
        with pytest.raises(Refused) as raised:
            split_polygons(points, np.array([6, count]), np.arange(count + 6))
        number, text = raised.value.args
        assert number == 1
        assert str(count) in text
        assert "triangles" in text
    assert max(cut, default=0) <= 6


def test_many_that_touch_themselves_together_take_no_more():
    """The cubes of their corners are summed: the limit is one of the file."""
    size = 600
    most = int(ears.MOST_WORK // size**3)
    work = Work()
    ring = np.array([size])
    allowed = [work.allows(rounds(size)[:, :2], ring) for _ in range(most + 2)]
    assert allowed == [True] * most + [False] * 2
    # A small one costs nothing, and a plain one neither.
    assert work.allows(rounds(ears.SMALL)[:, :2], np.array([ears.SMALL]))
    assert work.allows(star(size)[:, :2], ring)


def test_plain_ones_are_cut_up_to_their_own_limit():
    count = 4_000  # its cube is over the limit of those that touch themselves
    assert count**3 > ears.MOST_WORK
    triangles = split_polygons(star(count), np.array([count]), np.arange(count))
    assert outline(triangles) == ring(count)
    more = ears.MOST_CORNERS + 2
    with pytest.raises(Refused, match=f"{more} corners; up to {ears.MOST_CORNERS}"):
        split_polygons(star(more), np.array([more]), np.arange(more))


def test_a_hole_that_a_bridge_joins_to_the_outline_stays():
    """A square of 4 with a square hole of 2, the bridge gone over twice: 16 - 4 = 12."""
    points = flat([(0, 0), (4, 0), (4, 4), (0, 4), (1, 1), (1, 3), (3, 3), (3, 1)])
    corners = np.array([0, 1, 2, 3, 0, 4, 5, 6, 7, 4])
    triangles = split_polygons(points, np.array([10]), corners)
    assert len(triangles) == 8
    assert area(points, triangles) == pytest.approx(12.0, rel=1e-12)


@pytest.mark.parametrize("ending", [".obj", ".off", ".ply"])
def test_each_format_names_the_polygon(tmp_path, ending):
    """The second face of a file goes round six corners 5,000 times."""
    rows = [f"{x:g} {y:g} 0" for x, y, _ in L_SHAPE]
    long = [k % 6 for k in range(30_000)]
    if ending == ".obj":
        text = "".join(f"v {row}\n" for row in rows) + "f 1 2 3\n"
        text += "f " + " ".join(str(k + 1) for k in long) + "\n"
        place = "line 8"
    else:
        faces = "3 0 1 2\n30000 " + " ".join(map(str, long)) + "\n"
        body = "\n".join(rows) + "\n" + faces
        head = (
            "OFF\n6 2 0\n" if ending == ".off" else
            "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\n"
            "property float z\nelement face 2\nproperty list uint int vertex_indices\nend_header\n"
        )  # fmt: skip
        text = head + body
        place = "faces[1]" if ending == ".off" else "face 1"
    path = tmp_path / f"long{ending}"
    path.write_text(text)
    with pytest.raises(MeshError) as raised:
        read_piece(path, "inch")
    assert str(path) in str(raised.value)
    assert place in str(raised.value)
    assert "30000 corners" in str(raised.value)
