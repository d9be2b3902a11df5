"""The verb `view`, as a program and by its function."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from geo3d.cli.app import run
from geo3d.flat.methods import METHODS
from geo3d_viewer.verb import view
from tests.picture import move_board
from tests.picture.boards import LOW, OBSERVER, TARGET, write


def test_pictures_without_a_screen_and_without_a_sound(tmp_path: Path) -> None:
    pytest.importorskip("pyvista")
    board = write(tmp_path, {"wall": LOW})
    shot, page = tmp_path / "los.png", tmp_path / "los.html"
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env.pop("VTK_DEFAULT_OPENGL_WINDOW", None)
    done = subprocess.run(
        [sys.executable, "-c", "from geo3d.cli import main; main()", "view", str(board),
         "--from", OBSERVER, "--to", TARGET, "--screenshot", str(shot), "--html", str(page),
         "--json"],
        capture_output=True, text=True, env=env, check=False,
    )  # fmt: skip
    # What is said once, while caches are empty, is no noise.
    once = ("geo3d: compiling kernels", "gaps of pieces not seen before")
    noise = [line for line in done.stderr.splitlines() if not line.startswith(once)]
    assert (done.returncode, noise) == (0, [])
    answer = json.loads(done.stdout)
    assert answer["screenshot"] == str(shot) and answer["html"] == str(page)
    assert isinstance(answer["warnings"], list)
    assert shot.stat().st_size > 50_000 and page.stat().st_size > 100_000


def test_people_are_told_the_answer_and_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = write(tmp_path, {"wall": LOW})
    page = tmp_path / "los.html"
    pair = ["--from", OBSERVER, "--to", TARGET]
    assert run(["view", str(board), *pair, "--html", str(page)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "red-1 looks at blue-1"
    assert out[1].startswith("visible, not fully, ")
    assert out[-1] == str(page)


@pytest.mark.parametrize(
    ("arguments", "first", "second"),
    [
        (["--to=11,10", "--to=11,10,5", "--to=14,10,5"], "red-1 moves", 'legal, 14.00" of 20": '),
        (["--to=-1,10"], "red-1 moves", 'not legal, 6.00" of 20": 6.00" across, '),
        (["--to=11,10@90", "--max=5"], "red-1 moves", 'not legal, 6.00" of 5": 6.00" across, '),
        (["--reach", "--max=2"], "Reach of red-1", 'it can end a move of 2" on '),
        (["--reach", "--to=8,10"], "red-1 moves", 'legal, 3.00" of 20": 3.00" across, '),
    ],
)
def test_people_are_told_of_a_move_and_of_a_reach(
    arguments: list[str],
    first: str,
    second: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = move_board.load(tmp_path)
    page = tmp_path / "move.html"
    options = ["--model", move_board.MODEL, *arguments, "--html", str(page)]
    assert run(["view", str(board.path), *options]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == first and out[1].startswith(second) and out[-1] == str(page)
    assert page.stat().st_size > 50_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--from", OBSERVER, "--html", "a.html"], "--to is missing"),
        (["--to", TARGET, "--html", "a.html"], "--from is missing"),
        (["--from", OBSERVER, "--to", "blue-2", "--html", "a.html"], "no model 'blue-2'"),
        (["--from", OBSERVER, "--to", TARGET, "--to", "c", "--html", "a.html"], "one --to wanted"),
        (["--from", OBSERVER, "--model", OBSERVER, "--to", "1,2"], "--from and --model: a picture"),
        (["--from", OBSERVER, "--to", TARGET, "--max", "3"], "--model is missing: --max is"),
        (["--reach", "--html", "a.html"], "--model is missing: --reach is"),
        (["--model", OBSERVER, "--html", "a.html"], "--to or --reach is missing"),
        (["--model", OBSERVER, "--reach", "--to", "1,2", "--to", "2,3"], "one --to at most"),
        (["--model", OBSERVER, "--to", "1", "--html", "a.html"], "--to '1': X,Y or X,Y,Z in"),
        (["--model", "x", "--to", "1,2", "--html", "a.html"], "no model 'x'"),
        (["--model", OBSERVER, "--reach", "--html", "a.html"], "'square' has no move"),
        (["--layer", "cold", "--html", "a.html"], "--layer 'cold': one of heat, engagement"),
        (["--layer", "heat", "--html", "a.html"], "--layer heat: --from is missing"),
        (["--layer", "lines", "--html", "a.html"], "--layer lines: --from and --to are missing"),
        (["--from", "x", "--layer", "heat", "--html", "a.html"], "no model, unit or player 'x'"),
        (
            ["--layer", "disagree", "--html", "a.html"],
            "--layer disagree: --from is missing: the model that sees",
        ),
        (["--from", "red", "--layer", "disagree", "--html", "a.html"], "no model 'red' on the"),
        (["--method", "nine", "--html", "a.html"], "--method: --layer disagree is missing"),
        (
            ["--from", OBSERVER, "--layer", "disagree", "--method", "ten", "--html", "a.html"],
            "--method 'ten': one of centre, edge, nine, walls, prism, heights, low wanted",
        ),
        (["--model-eye", "--html", "a.html"], "--model-eye: --from and --to are missing"),
        (["--hide", "everything", "--html", "a.html"], "--hide 'everything': there is no such"),
        (["--web", "--html", "a.html"], "--web: serves a page until it is ended"),
        (["--web", "--model", OBSERVER, "--to", "1,2"], "--web: a page to move models in"),
        (["--background", "red", "--html", "a.html"], "--background"),
        (["--screenshot", "a.jpg"], "a.jpg: a name that ends in .png wanted"),
        (["--html", "a.txt"], "a.txt: a name that ends in .html wanted"),
        (["--html", "nowhere/a.html"], "nowhere/a.html: cannot be written"),
        ([], "no display to open a window on: use --screenshot FILE.png or --html FILE.html"),
    ],
)
def test_bad_usage_is_told_in_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    board = write(tmp_path, {"wall": LOW})
    monkeypatch.chdir(tmp_path)
    assert run(["view", str(board), *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err and len(err.splitlines()) == 1
    assert not list(tmp_path.glob("a.*"))


def _page(tmp_path: Path, *arguments: str) -> dict:
    board = write(tmp_path, {"wall": LOW})
    assert run(["view", str(board), *arguments, "--html", str(tmp_path / "a.html")]) == 0
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    return json.loads(re.findall(r'id="scene">(.*?)</script>', text, re.DOTALL)[0])


def test_options_reach_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = ("--from", OBSERVER, "--to", TARGET)
    page = _page(tmp_path, *pair)
    assert (page["dark"], page["eye"]) == (False, None) and len(page["eyes"]) > 4
    assert page["reason"] is not None and ["solid height", "3"] in page["settings"]
    page = _page(tmp_path, *pair, "--background", "dark", "--model-eye", "--hide", "stopped",
                 "--layer", "lines", "--layer", "engagement")  # fmt: skip
    assert (page["dark"], page["eye"]) == (True, 0)
    shown = {group["key"]: group["shown"] for group in page["groups"]}
    assert shown["tested/open"] and shown["tested/wall"] and shown["engagement"]
    assert not shown["stopped/wall"]
    page = _page(tmp_path, "--from", "red", "--layer", "heat")
    assert "heat" in [surface["group"] for surface in page["surfaces"]]
    assert "what red sees" in capsys.readouterr().err
    page = _page(tmp_path, "--from", OBSERVER, "--layer", "disagree", "--method", "walls")
    assert "disagree" in [surface["group"] for surface in page["surfaces"]]
    assert any("mats open (walls)" in line for line in page["caption"])
    assert f"2D and 3D from {OBSERVER}" in capsys.readouterr().err
    page = _page(tmp_path, *pair, "--layer", "disagree")
    assert any("(nine)" in line for line in page["caption"])


def test_the_help_names_all_methods() -> None:
    assert view.__doc__ is not None
    names = view.__doc__.partition("the 2D method: ")[2].partition(".")[0]
    assert re.findall(r"\w+", names.replace("(the default)", "")) == list(METHODS)


def test_the_web_page_is_served_until_it_is_ended(tmp_path: Path) -> None:
    board = write(tmp_path, {"wall": LOW})
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(
        [sys.executable, "-u", "-c", "from geo3d.cli import main; main()", "view", str(board),
         "--from", OBSERVER, "--to", TARGET, "--web"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
    ) as program:  # fmt: skip
        assert program.stdout is not None
        try:
            address = program.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{22}/", address)
            with urllib.request.urlopen(address, timeout=60) as answer:
                assert f"{OBSERVER} looks at {TARGET}" in answer.read().decode()
        finally:
            program.send_signal(signal.SIGINT)
            _, err = program.communicate(timeout=60)
    assert program.returncode == 0 and "Traceback" not in err


@pytest.mark.parametrize(
    ("missing", "arguments"),
    [("pyvista", ["--screenshot", "a.png"]), ("PIL", ["--screenshot", "a.png"])],
)
def test_what_is_not_installed_is_told_in_one_line(
    tmp_path: Path, missing: str, arguments: list[str]
) -> None:
    """Pages do without it."""
    board = write(tmp_path, {"wall": LOW})
    program = f"import sys\nsys.modules[{missing!r}] = None\nfrom geo3d.cli import main; main()"
    base = [sys.executable, "-c", program, "view", str(board)]
    done = subprocess.run(
        [*base, *arguments], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("geo3d: ")]
    lines = [line for line in lines if "compiling" not in line]
    assert done.returncode == 2 and len(lines) == 1
    assert f"view needs {missing}" in lines[0] and "'.[viewer]'" in lines[0]
    if missing == "pyvista":
        page = subprocess.run([*base, "--html", "a.html"], cwd=tmp_path, check=False)
        assert page.returncode == 0
