"""What is dropped, and what is kept."""

import numpy as np
import pytest

from geo3d.piece.scan.crumbs import drop_crumbs
from tests.piece.scan.meshes import box, joined, sheet

HOUSE = box((0, 0, 0), (4, 4, 4))
CASES = {
    "a crate that stands apart": (box((7, 0, 0), (8, 1, 0.9)), True),
    "a barrel": (box((7, 0, 0), (7.4, 0.4, 0.5)), True),
    "grit": (box((6, 0, 0), (6.2, 0.2, 0.2)), False),
    "grit with some table about it": (box((6, 0, 0), (6.5, 0.5, 0.2)), False),
    "a rest of the table": (box((6, 0, 0), (9, 3, 0.1)), False),
    "dust near the piece": (box((4.1, 0, 2), (4.2, 0.1, 2.1)), False),
    "something far up": (box((6, 0, 3), (6.8, 0.8, 3.8)), False),
    "a crown whose trunk was not seen": (box((1, 1, 4.2), (2, 2, 5)), True),
    "a roof that was seen apart": (box((0, 0, 4.6), (4, 4, 4.8)), True),
}


@pytest.mark.parametrize("name", CASES)
def test_by_size_and_distance(name):
    thing, kept = CASES[name]
    out, step = drop_crumbs(joined(HOUSE, thing), 0.0)
    assert len(out.faces) == (24 if kept else 12)
    figures = step.figures
    assert len(figures["kept"]) == kept
    assert len(figures["dropped"]) + figures["rests_of_table"] == (not kept)


def test_the_record_says_what_where_and_why():
    _, step = drop_crumbs(joined(HOUSE, CASES["dust near the piece"][0]), 0.0)
    (row,) = step.figures["dropped"]
    assert row["size"] == pytest.approx([0.1, 0.1, 0.1])
    assert row["centre"] == pytest.approx([4.15, 0.05, 2.05])
    assert row["triangles"] == 12
    assert "hangs in the air" in row["why"]


def test_a_piece_by_itself_stays():
    out, step = drop_crumbs(HOUSE, 0.0)
    assert not step.changed
    assert len(out.faces) == 12


def patch(x, normal):
    """A square of .4", upright across x, in the middle of the house's wall, facing +x or -x."""
    flat = sheet((0, 0), (0.4, 0.4), step=0.1)
    y, z = flat.vertices[:, 0] + 1.8, flat.vertices[:, 1] + 1.8
    flat.vertices = np.column_stack([np.full(len(y), x), y, z])
    if normal < 0:
        flat.invert()
    return flat


@pytest.mark.parametrize(
    ("x", "normal", "kept"),
    [
        (0.3, 1, True),  # the inside of the wall at x = 0, .3" thick
        (0.3, -1, False),  # faces that wall: nothing for 3.7" behind it
        (2.0, 1, False),  # hangs in the middle of the room
        (-0.3, 1, False),  # before the house, its back to the table
        (-0.3, -1, False),  # before the house, its back to the wall's outside
    ],
)
def test_a_bit_of_a_room_seen_through_a_window_is_kept(x, normal, kept):
    out, step = drop_crumbs(joined(HOUSE, patch(x, normal)), 0.0)
    assert (len(out.faces) > 12) == kept
    assert len(step.figures["kept"]) == kept
