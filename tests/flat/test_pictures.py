"""Pictures: PNG files that show what they should, the same each time."""

import io
from dataclasses import replace

import numpy as np
from matplotlib.colors import to_rgb
from PIL import Image

from geo3d.flat.models import MODELS
from geo3d.flat.pictures import (
    ONE,
    OPEN,
    OTHER,
    STOPPED,
    distance_picture,
    pair_picture,
    rates_picture,
)
from tests.flat.scenes import asked, scene
from tests.flat.test_tables import full
from tests.visibility.scenes import box

ROWS = [full(n, says=n % 3 > 0, distance=10.0 * n) for n in range(6)] + [full(9, truth=False)]


def coloured(data, colour):
    """How many pixels have a colour."""
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    wanted = np.round(255 * np.array(to_rgb(colour)))
    return int((np.abs(pixels - wanted).max(axis=2) <= 2).sum())


def test_rates_and_distances():
    data = rates_picture(ROWS)
    assert coloured(data, STOPPED) > 2000 and coloured(data, ONE) > 2000
    none = rates_picture([full(0), full(1, truth=False, says=False)])
    # Only the legend's two marks are left where nobody is wrong.
    assert coloured(none, STOPPED) < 1000
    assert len(distance_picture(ROWS)) > 5000
    assert rates_picture(ROWS) == data


def test_a_pair_and_its_open_line(tmp_path):
    plan, _, _ = asked(scene(tmp_path, {"w": box((19, 21), (5, 15), (0, 4))}))
    row = replace(
        ROWS[0], observer=MODELS[0].name, target=MODELS[4].name, observer_at=(10.0, 10.0, 0.0),
        target_at=(30.0, 10.0, 0.0), line=(10.0, 10.0, 1.5, 30.0, 10.5, 4.9),
    )  # fmt: skip
    data = pair_picture(plan, row, "nine")
    assert coloured(data, OPEN) > 300
    # A monster's base is eleven times as large as a trooper's (105 x 70 to 32 x 32 is 7).
    assert 5 < coloured(data, OTHER) / coloured(data, ONE) < 10
    assert coloured(pair_picture(plan, replace(row, line=None), "nine"), OPEN) == 0
