"""Tags: apart from each other, off what is taken, important ones first."""

import itertools

import numpy as np

from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Label
from geo3d_viewer.labels import laid_out, overlap, shortened

CAMERA = Camera((0.0, 0.0, 50.0), (0.0, 0.0, 0.0), view_angle_deg=90.0)
SIZE = (1000, 1000)
# 10 pixels an inch: (0, 0, 0) is at (500, 500).


def _label(text: str, x: float, y: float, rank: int = 3) -> Label:
    return Label(text, "figure", (x, y, 0.0), (0.0, 0.0, 0.0), rank)


def _extent(_: Label) -> tuple[float, float]:
    return 80.0, 20.0


def test_no_tag_covers_another() -> None:
    crowd = [_label(f"{i}-{k}", 1.5 * i, 1.5 * k) for i, k in itertools.product(range(5), repeat=2)]
    tags = laid_out(crowd, CAMERA, SIZE, _extent)
    assert len(tags) == 25
    for one, other in itertools.combinations(tags, 2):
        assert not overlap(one.box, other.box)


def test_alone_it_stands_above_its_point() -> None:
    (tag,) = laid_out([_label("a", 0, 0)], CAMERA, SIZE, _extent)
    assert np.allclose(tag.point, (500, 500))
    left, top, right, bottom = tag.box
    assert (left + right) / 2 == 500 and bottom == 500 - 12 and bottom - top == 20


def test_keeps_off_what_is_taken_with_its_line_too() -> None:
    above = (400.0, 380.0, 600.0, 490.0)
    (tag,) = laid_out([_label("a", 0, 0)], CAMERA, SIZE, _extent, taken=[above])
    assert not overlap(tag.box, above)
    # Not on the far side of it either, where its line would go through.
    assert tag.box[3] > 380


def test_what_lies_outside_or_under_a_taken_box_has_none() -> None:
    labels = [_label("outside", 80, 0), _label("under", -45, 45), _label("seen", 0, 0)]
    tags = laid_out(labels, CAMERA, SIZE, _extent, taken=[(0.0, 0.0, 100.0, 100.0)])
    assert [tag.label.text for tag in tags] == ["seen"]


def test_important_ones_come_first() -> None:
    """At one point only one tag can stand right above it."""
    labels = [_label("low", 0, 0, rank=3), _label("high", 0, 0, rank=0)]
    tags = {tag.label.text: tag for tag in laid_out(labels, CAMERA, SIZE, _extent)}
    assert tags["high"].box[3] == 488 and tags["low"].box != tags["high"].box


def test_seen_from_above_names_leave_models_free() -> None:
    """A disc of 1" about each point: 20 by 20 pixels, and a tag 80 by 20."""
    labels = [_label(f"{i}-{k}", 6 * i, 6 * k) for i, k in itertools.product(range(3), repeat=2)]
    bodies = [
        (500 + 60 * i - 10, 500 - 60 * k - 10, 500 + 60 * i + 10, 500 - 60 * k + 10)
        for i, k in itertools.product(range(3), repeat=2)
    ]
    free = laid_out(labels, CAMERA, SIZE, _extent, bodies=bodies)
    assert len(free) == 9
    assert not [tag for tag in free for body in bodies if overlap(tag.box, body)]
    # Without being told of them one does lie on some.
    plain = laid_out(labels, CAMERA, SIZE, _extent)
    assert [tag for tag in plain for body in bodies if overlap(tag.box, body)]


def test_they_keep_off_what_the_picture_is_about() -> None:
    """Points 20 pixels above the one that is named, where its tag would lie."""
    about = np.array([[460.0 + 8 * k, 478.0] for k in range(11)])
    (tag,) = laid_out([_label("a", 0, 0)], CAMERA, SIZE, _extent, about=about)
    left, top, right, bottom = tag.box
    assert not [x for x, y in about if left < x < right and top < y < bottom]


def test_long_ids_are_cut_in_the_middle_and_stay_apart() -> None:
    long = [f"attacker-intercessor-squad-{k}" for k in (3, 12)]
    same = ["a" * 12 + middle + "z" * 12 for middle in ("-one-", "-two-")]
    texts = [label.text for label in shortened([_label(each, 0, 0) for each in [*long, *same]])]
    assert texts[:2] == ["attacker-i…squad-3", "attacker-i…quad-12"]
    # Of 18 characters 10 are from the beginning, of 26 15: there they differ.
    assert texts[2:] == ["a" * 12 + middle + "…" + "z" * 10 for middle in ("-on", "-tw")]
    words = Label("12.50 inches up, 3 down", "climb", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1)
    assert shortened([words]) == [words]
