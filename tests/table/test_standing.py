"""Where things stand: ground, relief, base plates, and warnings about odd places."""

import numpy as np
import pytest
import trimesh

from tests.visibility.scenes import board, box, model


def warned(made, *words):
    return [note for note in made.warnings if all(word in note for word in words)]


def test_stands_on_the_ground_there(tmp_path):
    """Without z: the table, the relief, or a base plate up to ground_step; not a higher floor."""
    ground = box((0, 20), (0, 20), (-1, 0.8))
    made = board(
        tmp_path,
        [
            model("table", "red", (50, 50)), model("hill", "red", (10, 10)),
            model("plate", "red", (30, 50)), model("floor", "red", (70, 50)),
        ],
        {"plate-1": box((25, 35), (45, 55), (0, 0.2)), "deck": box((65, 75), (45, 55), (2.8, 3))},
        ground=ground,
    )  # fmt: skip
    heights = {id: figure.at[2] for id, figure in made.figures.items()}
    assert heights["table"] == 0.0
    assert heights["hill"] == pytest.approx(0.8)
    assert heights["plate"] == pytest.approx(0.2)
    assert heights["floor"] == 0.0
    assert not [n for n in made.warnings if n.startswith("model")]


@pytest.mark.parametrize(("overlap", "expected"), [(0.0, False), (0.03, False), (0.1, True)])
def test_inside_material(tmp_path, overlap, expected):
    """More than `contact` (.05) into a wall is a warning that says how deep."""
    radius = 16 / 25.4
    made = board(
        tmp_path,
        [model("m", "red", (50, 50 - radius + overlap))],
        {"slab": box((0, 99), (50, 51), (0, 5))},
    )
    notes = warned(made, "m is", "inside slab")
    assert bool(notes) == expected
    if expected:
        assert '0.10"' in notes[0]


def test_floating_sinking_off_board_overlapping(tmp_path):
    made = board(
        tmp_path,
        [
            model("high", "red", (50, 50, 2.0)), model("near", "red", (60, 50, 0.09)),
            model("edge", "red", (0.2, 20)),
            model("a", "red", (30, 30)), model("b", "blue", (31, 30)),
            model("c", "red", (40, 30)), model("d", "blue", (40 + 32 / 25.4, 30)),
            model("above", "red", (70, 70, 3.0)), model("under", "blue", (70, 70, 0)),
        ],
        {
            "deck": box((65, 75), (65, 75), (2.8, 3.0)),
            "low": box((10, 12), (80, 82), (-0.5, 2)), "up": box((20, 22), (80, 82), (0.4, 2)),
        },
    )  # fmt: skip
    assert '2.00"' in warned(made, "high floats")[0]
    assert not warned(made, "near")
    assert warned(made, "edge", "off the board")
    assert warned(made, "a and b overlap")
    assert not warned(made, "c and d")
    assert not warned(made, "model above")
    assert warned(made, "low sinks")
    assert warned(made, "up floats")


def test_no_taller_than_contact(tmp_path):
    """Below `contact` (.05) no part counts for sight: a model no taller than that is told."""
    made = board(
        tmp_path, [model("flat", "red", (50, 50), height=0.04), model("a", "red", (60, 50))]
    )
    assert warned(made, "flat", "contact")
    assert not warned(made, "model a", "contact")


def test_turned_pieces(tmp_path):
    """A piece turned by 90 degrees about its own origin stands where its transform says."""
    made = board(
        tmp_path, [model("m", "red", (50, 58))], {"wall": box((0, 10), (-0.1, 0.1), (0, 5))},
        places={"wall": ((50.0, 50.0, 0.0), 90.0)},
    )  # fmt: skip
    corner = trimesh.transform_points([(10, 0, 0)], made.features["wall"].transform)[0]
    assert np.allclose(corner, (50, 60, 0))
    assert warned(made, "m is", "inside wall")
