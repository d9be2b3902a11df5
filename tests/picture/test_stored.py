"""Pictures are as they were when somebody looked at them and found them right.

They are compared blurred (see `views`), so that another graphics library may draw them; that things
are there and gone is asserted by how far such pictures are apart.
"""

from pathlib import Path

import pytest
from PIL import Image

from geo3d_viewer.groups import switched
from geo3d_viewer.picture import picture
from tests.picture.views import MEAN, SIZE, STORED, VIEWS, WORST, apart, drawn

pytest.importorskip("pyvista")


@pytest.mark.parametrize("name", VIEWS)
def test_it_is_as_it_was(name: str, tmp_path: Path) -> None:
    now = drawn(name, tmp_path)
    with Image.open(STORED / f"{name}.png") as stored:
        mean, worst = apart(now, stored)
    if mean >= MEAN or worst >= WORST:
        now.save(tmp_path / f"{name}.png")
    assert mean < MEAN and worst < WORST, f"{mean:.2f}, {worst:.2f}: {tmp_path / name}.png"


def test_every_stored_picture_is_of_a_view() -> None:
    assert {path.stem for path in STORED.glob("*.png")} == set(VIEWS)


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("partly", "stopped"), ("partly", "open-line"), ("partly", "names"), ("partly", "rings"),
        ("tested", "tested"), ("gaps", "gaps"), ("heat", "heat"),
        ("area", "areas"), ("area-eye", "areas"), ("hidden", "stopped"), ("disagree", "disagree"),
        ("circles", "engagement"),
        ("circles", "coherency"), ("board", "models"), ("piece", "surfaces"), ("piece", "gaps"),
        ("section", "section"),
    ],
)  # fmt: skip
def test_what_is_switched_off_is_seen_to_be_gone(name: str, group: str, tmp_path: Path) -> None:
    """The comparison sees it: so it is no comparison that everything passes."""
    make, eye = VIEWS[name]
    less = picture(switched(make(tmp_path), hide=(group,)), SIZE, eye)
    with Image.open(STORED / f"{name}.png") as stored:
        mean, worst = apart(less, stored)
    assert mean >= MEAN or worst >= WORST, f"{mean:.2f}, {worst:.2f}"


def test_views_are_told_apart() -> None:
    pictures = {name: Image.open(STORED / f"{name}.png").convert("RGB") for name in VIEWS}
    for one in VIEWS:
        for other in VIEWS:
            if one < other:
                mean, worst = apart(pictures[one], pictures[other])
                assert mean >= MEAN or worst >= WORST, (one, other)
