"""In a notebook: the page in a frame, whatever names say."""

import html
import re
from pathlib import Path

import pytest

import geo3d
import geo3d_viewer
from tests.picture.boards import LOW, OBSERVER, load

NASTY = "\"'></iframe><script>document.title='harmed'</script>"


def test_the_frame_holds_the_page_and_no_name_leaves_it(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": LOW}, target=NASTY)
    shown = geo3d_viewer.show(board, geo3d.sight(board, OBSERVER, NASTY), height=500)
    text = shown._repr_html_()
    frames = re.findall(
        r'<iframe sandbox="allow-scripts" style="[^"]*" srcdoc="([^"]*)"></iframe>', text
    )
    assert len(frames) == 1 and text.count("<") == 2
    page = html.unescape(frames[0])
    assert page.startswith("<!doctype html>") and "default-src 'none'" in page
    assert "height:500px" in text
    assert repr(shown).splitlines()[0].startswith(f"{OBSERVER} looks at")


def test_it_can_be_saved_and_shows_a_board_alone(tmp_path: Path) -> None:
    shown = geo3d_viewer.show(load(tmp_path, {}), dark=True)
    shown.save(tmp_path / "a.html")
    assert '"dark":true' in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_a_height_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(geo3d.UsageError, match="from 200 to 4000 pixels"):
        geo3d_viewer.show(load(tmp_path, {}), height=20)


def test_the_package_has_nothing_else() -> None:
    with pytest.raises(AttributeError, match="no attribute 'display_board'"):
        geo3d_viewer.display_board  # noqa: B018
