"""The browser: pick, read, drag, undo, save; nobody else on the network, no harm from names."""

import json
import re
import socket
import threading
import tomllib
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import geo3d
from geo3d.flat.disagree import Disagreement, disagree
from geo3d.visibility.heat import Heat, heat
from geo3d_viewer.camera import Camera
from geo3d_viewer.html import page_data
from geo3d_viewer.palette import BLOCKED
from geo3d_viewer.piece import describe_piece
from geo3d_viewer.session import Session
from geo3d_viewer.web import PieceAnswers, Served, SessionAnswers, serve
from tests.picture import pixels
from tests.picture.boards import OBSERVER, TARGET, box, write
from tests.picture.client import Client, opened
from tests.picture.test_html import NASTY
from tests.picture.test_saving import _toml

WALL = box((12.0, 12.5), (2.0, 8.0), (0.0, 9.0))
"""Not between the pair at y = 10; between the observer and what stands about (20, 3)."""


def _session(folder: Path, *pair: str, **more: Any) -> Session:
    return Session(geo3d.load_board(write(folder, {"wall": WALL}, **more)), *pair)


def _above(session: Session) -> Camera:
    """The view from above, as the page has it."""
    at = page_data(session.scene())["above"]
    return Camera(tuple(at["position"]), tuple(at["focal"]), at["angle"])


def _drag(client: Client, camera: Camera, start: tuple, end: tuple, steps: int = 4) -> None:
    mouse = client.page.mouse
    mouse.move(*client.place(camera, start))
    mouse.down()
    mouse.move(*client.place(camera, end), steps=steps)
    mouse.up()


def test_pick_two_read_drag_one_behind_a_wall_undo(tmp_path: Path) -> None:
    session = _session(tmp_path)
    camera = _above(session)
    with opened(SessionAnswers(session)) as (client, _):
        client.press("from above")
        client.idle()
        client.page.mouse.click(*client.place(camera, (5.0, 10.0, 2.0)))
        client.idle()
        assert client.text("#answer .verdict") == f"{OBSERVER} looks: choose whom it looks at"
        client.page.mouse.click(*client.place(camera, (20.0, 10.0, 2.0)))
        client.verdict("seen")
        assert client.text("#answer .verdict") == "VISIBLE"
        assert client.text("#caption h1") == f"{OBSERVER} looks at {TARGET}"
        assert "open lines reach all of it" in client.text("#why")
        assert "solid height: 3" in (client.page.locator("#readings").text_content() or "")
        # Held by its top, 2" up; its origin is what is moved to where the pointer leads.
        _drag(client, camera, (20.0, 10.0, 0.0), (20.0, 3.0, 0.0))
        client.verdict("hidden")
        assert client.text("#answer .verdict") == "NOT VISIBLE"
        assert "wall" in client.text("#why")
        at = session.board.figures[TARGET].at
        assert at == pytest.approx((20.0, 3.0, 0.0), abs=0.25)
        client.press("undo")
        client.verdict("seen")
        assert session.board.figures[TARGET].at == (20.0, 10.0, 0.0)
        assert client.page.get_by_role("button", name="undo", exact=True).is_disabled()
        assert client.complaints == []


def test_while_it_is_dragged_the_answer_is_called_quick(tmp_path: Path) -> None:
    session = _session(tmp_path, OBSERVER, TARGET)
    camera = _above(session)
    with opened(SessionAnswers(session)) as (client, _):
        client.press("from above")
        client.idle()
        mouse = client.page.mouse
        mouse.move(*client.place(camera, (20.0, 10.0, 0.0)))
        mouse.down()
        mouse.move(*client.place(camera, (20.0, 3.0, 0.0)), steps=3)
        client.idle()
        assert client.text("#answer .quick").startswith("quick pass")
        assert client.page.evaluate("() => document.body.dataset.verdict") == "hidden"
        mouse.up()
        client.verdict("hidden")
        assert client.text("#answer .quick") == ""
        assert client.complaints == []


def test_terrain_is_moved_when_that_is_switched_on_and_saved(tmp_path: Path) -> None:
    path = _toml(tmp_path)
    session = Session(geo3d.load_board(path))
    camera = _above(session)
    with opened(SessionAnswers(session)) as (client, _):
        client.press("from above")
        client.idle()
        _drag(client, camera, (20.0, 15.0, 0.0), (15.0, 15.0, 0.0))
        client.idle()
        # That turned the view.
        assert not session.panel().unsaved
        client.press("from above")
        client.press("move terrain")
        client.idle()
        _drag(client, camera, (20.0, 15.0, 0.0), (15.0, 15.0, 0.0))
        client.idle()
        client.page.get_by_role("button", name="save *", exact=True).click()
        client.idle()
        assert client.text("#answer .quick") == "saved as duel.toml"
        at = tomllib.loads(path.read_text())["features"][1]["at"]
        assert at == pytest.approx([15.0, 15.0], abs=0.25)
        assert client.complaints == []


def test_what_is_switched_off_is_gone_from_the_pixels(tmp_path: Path) -> None:
    low = box((12, 12.5), (5, 15), (0, 1.5))
    session = Session(geo3d.load_board(write(tmp_path, {"wall": low})), OBSERVER, TARGET)
    with opened(SessionAnswers(session)) as (client, _):

        def shown() -> np.ndarray:
            client.idle()
            return client.pixels()[150:-130, :-330]

        red = BLOCKED
        client.page.uncheck("input[data-group='names']")
        before = shown()
        assert pixels.of_colour(before, red) > 400
        client.page.uncheck("input[data-group='stopped/wall']")
        less = shown()
        assert pixels.of_colour(less, red) < 0.1 * pixels.of_colour(before, red)
        blue = (0x3F / 255, 0xA7 / 255, 0xD6 / 255)
        assert pixels.of_colour(less, blue) == 0
        client.page.check("input[data-group='tested/open']")
        assert pixels.of_colour(shown(), blue) > 200
        client.press("dark")
        assert pixels.of_colour(shown(), (0x1D / 255, 0x20 / 255, 0x26 / 255), 2) > 2000
        assert client.complaints == []


def test_the_model_s_eye_and_the_ruler(tmp_path: Path) -> None:
    session = _session(tmp_path, OBSERVER, TARGET)
    camera = _above(session)
    with opened(SessionAnswers(session)) as (client, _):
        client.page.select_option("#eyes", "0")
        client.idle()
        # It looks at its target, which is in the middle, and seen.
        middle = client.pixels()[350:450, 450:550]
        assert pixels.seen(middle) > 2000
        client.press("from above")
        client.press("ruler")
        for point in ((2.0, 14.0, 0.0), (12.0, 14.0, 0.0)):
            client.page.mouse.click(*client.place(camera, point))
        client.idle()
        inches = float(re.match(r'([\d.]+)"', client.text(".measure")).group(1))
        # A pixel is a thirtieth of an inch.
        assert inches == pytest.approx(10.0, abs=0.12)
        assert client.complaints == []


def test_layers_come_go_and_show_their_progress(tmp_path: Path) -> None:
    session = _session(tmp_path, OBSERVER, TARGET)
    with opened(SessionAnswers(session)) as (client, _):
        client.press("what red sees")
        client.page.get_by_role("button", name="no heat", exact=True).wait_for()
        assert "red sees" in client.text("#caption")
        client.page.select_option("#methods", "walls")
        client.press(f"2D and 3D from {OBSERVER}")
        client.page.get_by_role("button", name="no disagree", exact=True).wait_for()
        assert "mats open (walls)" in client.text("#caption")
        client.press("no disagree")
        client.press("engagement")
        client.idle()
        assert "mats open" not in client.text("#caption")
        assert "no models are engaged" in client.text("#caption")
        client.press("no heat")
        client.idle()
        assert "red sees" not in client.text("#caption")
        assert client.complaints == []


def test_names_are_text_and_nothing_leaves_the_machine(tmp_path: Path) -> None:
    walls = {NASTY[1]: WALL}
    path = write(tmp_path, walls, observer=NASTY[2], target=NASTY[0])
    session = Session(geo3d.load_board(path), NASTY[2], NASTY[0])
    with opened(SessionAnswers(session)) as (client, served):
        client.press("whole board")
        client.idle()
        assert "harmed" not in client.page.title().split("looks")[0]
        assert client.page.locator("img").count() == 0
        assert client.page.locator("script").count() == 2
        assert any(
            text.startswith("<script>") for text in client.page.locator(".tag").all_inner_texts()
        )
        assert all(address.startswith(served.address) for address in client.asked)
        assert client.complaints == []


def test_a_piece_is_cut_where_the_slider_is(tmp_path: Path) -> None:
    piece = geo3d.read_piece(_ply(tmp_path, box((0, 4), (0, 4), (0, 4))), "inch")
    with opened(PieceAnswers(piece, None, None)) as (client, _):
        magenta = (0xD6 / 255, 0.0, 0x6C / 255)
        assert pixels.of_colour(client.pixels()[150:-130], magenta, 40) == 0
        client.page.locator("#section").fill("2")
        client.idle()
        assert pixels.of_colour(client.pixels()[150:-130], magenta, 60) > 1000
        assert client.complaints == []


def _ply(folder: Path, mesh: Any) -> Path:
    mesh.export(folder / "piece.ply")
    return folder / "piece.ply"


# The server, without a browser.


def _ask(
    served: Served, method: str, path: str, body: str | None = None, **headers: str
) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
    try:
        given = {
            "Content-Type": "application/json",
            **{k.replace("_", "-"): v for k, v in headers.items()},
        }
        connection.request(method, path, body, given)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_only_this_machine_may_ask_and_only_its_own_page(tmp_path: Path) -> None:
    with serve(SessionAnswers(_session(tmp_path))) as served:
        secret = "/" + served.address.split("/")[3] + "/"
        own = f"127.0.0.1:{served.port}"
        assert _ask(served, "GET", secret)[0] == 200
        assert _ask(served, "POST", secret + "state", "{}", Origin=f"http://{own}")[0] == 200
        # Without the secret; by another name, as a page would that had its name point here.
        assert _ask(served, "GET", "/")[0] == 404
        assert _ask(served, "GET", "/" + "x" * (len(secret) - 2) + "/")[0] == 404
        assert _ask(served, "GET", secret, Host="evil.example")[0] == 403
        assert (
            _ask(served, "POST", secret + "state", "{}", Host=f"evil.example:{served.port}")[0]
            == 403
        )
        # From another page, or as a form sends it.
        assert _ask(served, "POST", secret + "state", "{}", Origin="http://evil.example")[0] == 403
        assert _ask(served, "POST", secret + "state", "{}", Origin="null")[0] == 403
        assert _ask(served, "POST", secret + "state", "{}", Content_Type="text/plain")[0] == 403
        # No other address of this machine is listened on.
        with socket.socket() as other:
            other.settimeout(2)
            assert other.connect_ex(("127.0.0.2", served.port)) != 0
    with socket.socket() as after:
        assert after.connect_ex(("127.0.0.1", served.port)) != 0


@pytest.mark.parametrize(
    ("name", "said", "message"),
    [
        ("nonsense", {}, "no question 'nonsense'"),
        ("pick", {"id": 3}, "id: a text wanted"),
        ("pick", {"id": "x"}, "no model 'x'"),
        ("drag", {"id": TARGET, "start": [0, 0], "way": None}, "three numbers"),
        ("drag", {"id": "<b>", "start": [0, 0, 1], "way": [0, 0, 1]}, "no model '<b>'"),
        ("turn", {"id": TARGET, "by": "9"}, "by: degrees"),
        ("layer", {"key": "heat", "on": True, "of": "x"}, "no model, unit or player 'x'"),
        ("layer", {"key": "disagree", "on": True, "of": "red"}, "no model 'red'"),
        (
            "layer",
            {"key": "disagree", "on": True, "of": OBSERVER, "method": "ten"},
            "method 'ten': one of centre, edge",
        ),
        ("layer", {"key": "disagree", "on": True, "of": OBSERVER, "method": 9}, "a text wanted"),
        ("layer", {"key": "cold", "on": True, "of": "x"}, "no layer 'cold'"),
        ("state", {"known": [1]}, "known: a list of keys"),
    ],
)
def test_bad_questions_are_answered_with_what_is_wrong(
    tmp_path: Path, name: str, said: dict, message: str
) -> None:
    answers = SessionAnswers(_session(tmp_path))
    assert message in answers.answer(name, said)["error"]
    assert "error" not in answers.answer("state", {})


@pytest.mark.parametrize(
    "body", ["[]", "{", "", '"x"', "\udcff".encode("utf-8", "surrogateescape").decode("latin-1")]
)
def test_what_is_no_question_is_refused(tmp_path: Path, body: str) -> None:
    with serve(SessionAnswers(_session(tmp_path))) as served:
        path = "/" + served.address.split("/")[3] + "/state"
        assert _ask(served, "POST", path, body)[0] == 400
        assert _ask(served, "POST", path, "{}", Content_Length="99999999")[0] == 413


def test_shapes_go_over_once(tmp_path: Path) -> None:
    answers = SessionAnswers(_session(tmp_path, OBSERVER, TARGET))
    first = answers.answer("state", {})["scene"]
    known = [*first["shapes"], *first["segments"]]
    assert len(known) > 8
    again = answers.answer("state", {"known": known})["scene"]
    assert again["shapes"] == {} and again["segments"] == {}
    moved = answers.answer(
        "drag", {"id": TARGET, "start": [20, 3, 50], "way": [0, 0, -1], "known": known}
    )
    # The target's paint and its lines are new, what stands there is not.
    assert 0 < len(moved["scene"]["shapes"]) <= 4
    assert len(json.dumps(moved)) < 0.3 * len(json.dumps(first))


@pytest.mark.parametrize(
    ("key", "of", "text"),
    [("heat", "red", "what red sees"), ("disagree", OBSERVER, f"2D and 3D from {OBSERVER}")],
)
def test_long_work_can_be_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, of: str, text: str
) -> None:
    answers = SessionAnswers(_session(tmp_path))
    begun, go_on = threading.Event(), threading.Event()

    def slow(*asked: Any, progress: Callable[[int, int], None]) -> Heat | Disagreement:
        progress(0, 2)
        begun.set()
        assert go_on.wait(60)
        progress(1, 2)
        return {"heat": heat, "disagree": disagree}[key](*asked)

    monkeypatch.setattr(f"geo3d_viewer.web.answers.{key}", slow)
    answers.answer("layer", {"key": key, "on": True, "of": of})
    assert begun.wait(60)
    told = answers.progress()
    assert (told["working"], told["done"], told["of"]) == (True, 0, 2)
    # One at a time; and whoever plays is answered meanwhile.
    again = answers.answer("layer", {"key": key, "on": True, "of": of})
    assert again["error"].startswith(f"{text} is under way")
    answers.answer("cancel", {})
    go_on.set()
    answers.close()
    assert not answers.progress()["working"]
    assert key not in answers.answer("state", {})["session"]["layers"]


@pytest.mark.parametrize(("key", "of"), [("heat", "red"), ("disagree", OBSERVER)])
def test_a_layer_of_a_board_that_has_changed_is_taken_away(
    tmp_path: Path, key: str, of: str
) -> None:
    answers = SessionAnswers(_session(tmp_path))
    answers.answer("layer", {"key": key, "on": True, "of": of})
    answers.wait()
    assert key in answers.answer("state", {})["session"]["layers"]
    answers.answer("drag", {"id": TARGET, "start": [20, 3, 50], "way": [0, 0, -1]})
    told = answers.answer("drop", {"id": TARGET})["session"]
    assert key not in told["layers"] and "so not drawn" in told["lines"][-1]
    # It is of the board that undo brings back.
    assert key in answers.answer("undo", {})["session"]["layers"]


def test_the_piece_answers_in_the_same_words(tmp_path: Path) -> None:
    piece = geo3d.read_piece(_ply(tmp_path, box((0, 4), (0, 4), (0, 4))), "inch")
    answers = PieceAnswers(piece, None, None)
    assert answers.first()["title"] == describe_piece(piece).title
    cut = answers.answer("section", {"z": 1.0})["scene"]
    assert [each["role"] for each in cut["surfaces"]].count("section") == 1
    assert "all that can be asked" in answers.answer("section", {"z": "high"})["error"]
    assert "all that can be asked" in answers.answer("state", {})["error"]
