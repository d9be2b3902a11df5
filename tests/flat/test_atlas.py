"""The atlas page: one file, no network, whatever names say, drawn by a real browser."""

import json
import re

import pytest

from geo3d.flat.accuracy import Bench
from geo3d.flat.atlas import atlas
from geo3d.flat.methods import METHODS
from tests.flat.scenes import scene
from tests.picture.browser import open_page
from tests.visibility.scenes import box

NASTY = "</script><script>document.title='harmed'</script>"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    made = scene(tmp_path_factory.mktemp("b"), {NASTY: box((19, 20), (2, 18), (0, 4))})
    return atlas(Bench(made), NASTY, cell=2.0)


def test_it_holds_all_and_asks_for_nothing(page):
    assert not re.search(r"https?:|//[a-z]|@import|url\(", page)
    data = json.loads(re.search(r"const data = (.*);\n", page)[1])
    assert data["shape"] == [20, 10] and data["size"] == [40.0, 20.0]
    assert list(data["methods"]) == list(METHODS)
    assert len(data["views"]) == 4
    for view in data["views"]:
        for codes in view["codes"].values():
            assert re.fullmatch("[0-4]{200}", codes)
    # From the left the wall hides what is right behind it, to both.
    left = data["views"][0]["codes"]["nine"]
    assert left[11 * 10 + 5] == "1" and left[2 * 10 + 5] == "4"
    # Its own footprint is what blocks in plan: a ring of five points.
    assert data["shades"] == [data["footprints"][0]["rings"][0]] and len(data["shades"][0]) == 5
    assert data["footprints"][0]["id"] == NASTY and data["footprints"][0]["top"] == 4.0


def test_a_browser_draws_it(page, tmp_path):
    path = tmp_path / "atlas.html"
    path.write_text(page, encoding="utf-8")
    opened = open_page(path)
    assert opened.complaints == []
    assert "<title>Where 2D and 3D disagree</title>" in opened.document
    assert re.search(r"Of \d+ places: \d+ false hidden", opened.document)
    green = (opened.pixels == (191, 227, 198)).all(axis=2).sum()
    grey = (opened.pixels == (201, 206, 214)).all(axis=2).sum()
    assert green > 5000 and grey > 5000
