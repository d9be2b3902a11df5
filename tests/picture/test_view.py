"""The verb `view`, as a program and by its function."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from geo3d.cli.app import run
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
