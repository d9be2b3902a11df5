"""The page: one file, offline, drawn by a real browser, and deaf to what ids try to say."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest
import trimesh

import geo3d
from geo3d_viewer.html import SIMPLER, harmless, page, page_data, write_html
from geo3d_viewer.scene import describe
from tests.picture import pixels
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, load
from tests.picture.browser import open_page

NASTY = [
    "<script>document.title='harmed'</script>",
    "</script><img src=x onerror=\"document.title='harmed'\">",
    "\"'`&<!--${1}\\",
    "Гвардеец 人 \u2028 \U0001f600",
]


def _page(folder: Path, walls: dict, observer: str = OBSERVER, target: str = TARGET) -> Path:
    board = load(folder, walls, observer=observer, target=target)
    write_html(describe(board, geo3d.sight(board, observer, target)), folder / "page.html")
    return folder / "page.html"


def test_a_browser_draws_it_and_a_wall_makes_a_difference(tmp_path: Path) -> None:
    counts = {}
    for name, walls in (("low", {"wall": LOW}), ("high", {"wall": HIGH})):
        folder = tmp_path / name
        folder.mkdir()
        opened = open_page(_page(folder, walls))
        assert opened.complaints == []
        assert 'data-drawn="yes"' in opened.document
        above_the_legend = opened.pixels[:-120]
        counts[name] = pixels.seen(above_the_legend), pixels.unseen(above_the_legend)
    # The close-up is .3 of 800 pixels across, the target more than a quarter of it.
    assert counts["low"][0] > 8000 and counts["high"][1] > 8000
    # Letters have coloured rims: a few pixels may be of any colour.
    assert counts["high"][0] < 100


@pytest.mark.parametrize("number", range(len(NASTY)))
def test_ids_are_text(tmp_path: Path, number: int) -> None:
    path = _page(tmp_path, {NASTY[(number + 1) % 4]: LOW}, target=NASTY[number])
    text = path.read_text(encoding="utf-8")
    # One element for the data and one for the program, and neither is ended by an id.
    assert len(re.findall("<script", text)) == len(re.findall("</script", text)) == 2
    assert "<img" not in text and 'onerror="document' not in text
    data = json.loads(re.findall(r'id="scene">(.*?)</script>', text, re.DOTALL)[0])
    id = NASTY[number].replace("\u2028", " ")
    # Cut in the middle where it is long, but else as it is.
    assert f"looks at {id[:20]}" in data["title"] and data["title"].endswith(id[-10:])
    assert id[:10] in [tag["text"][:10] for tag in data["labels"]]


def test_a_browser_shows_nasty_ids_and_does_not_obey(tmp_path: Path) -> None:
    opened = open_page(_page(tmp_path, {NASTY[1]: LOW}, observer=NASTY[2], target=NASTY[0]))
    assert opened.complaints == []
    assert "harmed" not in re.findall("<title>.*?</title>", opened.document)[0].split("looks")[0]
    assert "<img" not in opened.document.split('id="scene"')[0]
    shown = re.findall(r'<div class="tag[^>]*>(.*?)</div>', opened.document)
    assert any(text.startswith("&lt;script&gt;") for text in shown)


def test_it_names_no_other_file(tmp_path: Path) -> None:
    text = _page(tmp_path, {}).read_text(encoding="utf-8")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert not re.search(r"<link|<iframe|<script[^>]+src=|@import|url\(|fetch\(|import\(", text)
    assert "default-src 'none'" in text


def test_geometry_survives_the_packing(tmp_path: Path) -> None:
    board = load(tmp_path, {"one": LOW, "two": LOW})
    scene = describe(board)
    data = page_data(scene)
    for surface, packed in zip(scene.surfaces, data["surfaces"], strict=True):
        shape = data["shapes"][packed["shape"]]
        vertices = np.frombuffer(base64.b64decode(shape["vertices"]), "<f4").reshape(-1, 3)
        faces = np.frombuffer(base64.b64decode(shape["faces"]), "<u4").reshape(-1, 3)
        ours = surface.vertices[surface.faces]
        assert np.allclose(vertices[faces], ours, atol=1e-5)
    # The two figures have one profile: their shape is there once.
    figures = [s["shape"] for s in data["surfaces"] if s["role"] == "figure"]
    assert len(figures) == 2 and len(set(figures)) == 1


def test_harmless_json_is_the_same_json() -> None:
    value = {"id": "</script>&\u2028\u2029<!--"}
    text = harmless(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert not set(text) & set("<>&\u2028\u2029")


def test_the_page_has_no_gap_left_by_its_template(tmp_path: Path) -> None:
    text = page(describe(load(tmp_path, {})))
    assert not re.search(r"\$(title|style|script|scene)", text)


def test_it_turns_zooms_and_jumps(tmp_path: Path) -> None:
    """Keys, wheel and buttons each change what is drawn; going back to the pair restores it."""
    path = _page(tmp_path, {"wall": LOW})
    text = path.read_text(encoding="utf-8")
    # Only here a second script may run, which plays the user.
    text = re.sub(r"<meta http-equiv[^>]*>", "", text)
    pair, board = "querySelectorAll('button')[0].click()", "querySelectorAll('button')[1].click()"
    view = "getElementById('view').dispatchEvent"
    acts = {
        "nothing": "title",
        "turn": f"{view}(new KeyboardEvent('keydown', {{key: 'ArrowLeft'}}))",
        "zoom": f"{view}(new WheelEvent('wheel', {{deltaY: -80}}))",
        "board": board,
        "back": f"{board}; document.{pair}",
    }
    drawn = {}
    for name, act in acts.items():
        page_ = tmp_path / f"{name}.html"
        page_.write_text(text.replace("</body>", f"<script>document.{act}</script></body>"))
        opened = open_page(page_, (600, 400))
        assert opened.complaints == []
        drawn[name] = opened.pixels
    for name in ("turn", "zoom", "board"):
        assert (drawn[name] != drawn["nothing"]).any(axis=2).mean() > 0.1, name
    assert (drawn["back"] == drawn["nothing"]).all(axis=2).mean() > 0.99


def test_a_page_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ball = trimesh.creation.icosphere(subdivisions=5, radius=1.0)
    board = load(tmp_path, {"ball": ball})
    whole = page_data(describe(board))
    assert SIMPLER not in whole["notes"]
    monkeypatch.setattr("geo3d_viewer.html.SENT", 40_000)
    less = page_data(describe(board))
    assert SIMPLER in less["notes"]

    def faces(data: dict) -> int:
        (surface,) = [each for each in data["surfaces"] if each["role"] == "terrain"]
        return len(base64.b64decode(data["shapes"][surface["shape"]]["faces"])) // 12

    # 20 * 4 ** 5; the table, 150 by 100 squares, has 30,000 of the 40,000.
    assert faces(whole) == 20_480 and faces(less) < 12_000
