"""The application: exit status, one message without a traceback, quick help, quiet ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from geo3d.cli import app

SUBPROCESS = [sys.executable, "-m", "geo3d.cli"]


def test_help_lists_every_verb(geo3d):
    result = geo3d("--help")
    assert result.status == 0
    for verb in ("piece", "pieces", "los", "sightlines", "ray", "measure", "view", "schema"):
        assert f" {verb} " in result.out


@pytest.mark.parametrize("verb", [*app.VERBS, "bench accuracy", "piece import", "piece inspect"])
def test_help_of_each_verb(geo3d, verb):
    result = geo3d(*verb.split(), "--help")
    assert result.status == 0
    assert "--json" in result.out


def test_version(geo3d):
    result = geo3d("--version")
    assert (result.status, result.out.strip()) == (0, "0.1.0")


PAIR = ["--from", "red-1-a", "--to", "blue-1-a"]
BAD = {
    "unknown verb": (["viev"], ["viev", "sightlines", "view"]),
    "verb that is not built": (["ends", "{board}"], ["ends", "sightlines"]),
    "unknown measurement": (["bench", "speed"], ["bench speed", "bench accuracy"]),
    "unknown piece verb": (
        ["piece", "mend", "x.stl"],
        ["piece mend", "piece import", "piece inspect"],
    ),
    "no argument": (["los"], ["BOARD", "geo3d los --help"]),
    "missing option": (["los", "{board}", "--from", "red-1-a"], ["--to is missing"]),
    "missing value": (["los", "{board}", "--from", "red-1-a", "--to"], ["--to lacks its value"]),
    "eye alone": (
        ["los", "{board}", "--to", "red-1-a", "--eye", "1,2,3"],
        ["--from is missing. --eye tells where to look from, --from whose eye it is"],
    ),
    "option as model": (
        ["los", "{board}", "--from", "--to", "red-1-a"],
        ["--from lacks its value"],
    ),
    "option as point": (["ray", "{board}", "--from", "--to", "1,1,1"], ["--from lacks its value"]),
    "option as eye": (["los", "{board}", *PAIR, "--eye", "--json"], ["--eye lacks its value"]),
    "option as file": (["view", "{board}", "--html", "--json"], ["--html lacks its value"]),
    "option as picture's model": (
        ["view", "{board}", "--html", "x.html", "--from", "red-1-a", "--to", "--json"],
        ["--to lacks its value"],
    ),
    "unknown option": (["los", "{board}", "--form", "red-1-a"], ["--form", "--from"]),
    "too many": (["schema", "extra"], ["extra"]),
    "no such board": (["los", "no.toml", *PAIR], ["no.toml", "no such file"]),
    "a folder": (["measure", "{folder}", *PAIR], ["is a folder"]),
    "no such model": (["los", "{board}", *PAIR[:3], "blue-9"], ["blue-9", "blue-1-a"]),
    "same model": (["los", "{board}", *PAIR[:3], "red-1-a"], ["red-1-a"]),
    "unknown unit": (["sightlines", "{board}", "--from", "grey"], ["'grey'", "blue-1"]),
    "the same measured": (["measure", "{board}", *PAIR[:3], "red-1-a"], ["two are needed"]),
    "bad eye": (["los", "{board}", *PAIR, "--eye", "1,2"], ["--eye"]),
    "no such mesh": (["piece", "inspect", "no.stl", "--units", "mm"], ["no.stl"]),
    "bad unit": (["piece", "inspect", "{folder}/wall.stl", "--units", "ell"], ["ell", "inch"]),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("json", [False, True])
def test_bad_input_is_one_message_and_status_2(geo3d, board, name, json):
    arguments, said = BAD[name]
    filled = [a.format(board=board, folder=board.parent) for a in arguments]
    result = geo3d(*filled, *(["--json"] if json else []))
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("geo3d: ")
    assert len(result.err.splitlines()) == 1
    assert "Traceback" not in result.err
    for part in said:
        assert part in result.err


def test_all_faults_of_a_board_are_told(geo3d, board, tmp_path):
    text = board.read_text(encoding="utf-8")
    path = tmp_path / "bad.toml"
    path.write_text(text.replace("height", "hight").replace("turn", "tern") + "colour = 1\n")
    result = geo3d("los", path, "--from", "red-1-a", "--to", "blue-1-a")
    assert result.status == 2
    assert "profiles.trooper.hight" in result.err
    assert "colour" in result.err


@pytest.fixture
def failing(monkeypatch):
    """Make `geo3d measure` raise what is asked for."""

    def fail(error: BaseException) -> None:
        def load(_: str) -> None:
            raise error

        monkeypatch.setattr("geo3d.cli.measure.load_board", load)

    return fail


def test_an_unexpected_fault_is_one_line(geo3d, failing, monkeypatch):
    monkeypatch.delenv(app.TRACEBACK, raising=False)
    failing(RuntimeError("surprise"))
    result = geo3d("measure", "b.toml", "--from", "a", "--to", "b")
    assert result.status == 2
    assert len(result.err.splitlines()) == 1
    assert "RuntimeError: surprise" in result.err
    assert "GEO3D_TRACEBACK=1" in result.err


def test_the_traceback_is_there_for_who_wants_it(geo3d, failing, monkeypatch):
    monkeypatch.setenv(app.TRACEBACK, "1")
    failing(RuntimeError("surprise"))
    result = geo3d("measure", "b.toml", "--from", "a", "--to", "b")
    assert result.status == 2
    assert "Traceback" in result.err


def test_an_interruption_is_quiet(geo3d, failing):
    failing(KeyboardInterrupt())
    result = geo3d("measure", "b.toml", "--from", "a", "--to", "b")
    assert result.status == 130
    assert "Traceback" not in result.err


def test_a_reader_that_went_away_is_no_fault():
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*SUBPROCESS, "schema"], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("words", [["schema"], ["pieces"], ["--help"], ["los", "{board}", *PAIR]])
def test_a_reader_that_goes_away_early_is_no_fault(board, words):
    """`geo3d ... | head -1`: nothing is said, whether the pipe closes before or in the answer."""
    filled = [word.format(board=board) for word in words]
    with subprocess.Popen(
        [*SUBPROCESS, *filled], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    # Kernels may be compiled here for the first time, which is told.
    said = "".join(line for line in said.splitlines(True) if "compiling kernels" not in line)
    assert (process.returncode, said) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", [["schema"], ["pieces"], ["--help"], ["los", "{board}", *PAIR],
                                   ["sightlines", "{board}"]])  # fmt: skip
def test_an_answer_that_cannot_be_written(board, words):
    filled = [word.format(board=board) for word in words]
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*SUBPROCESS, *filled], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    said = done.stderr.splitlines()[-1]
    assert said.startswith("geo3d: the answer cannot be written to standard output: No space left")
    assert "unexpected" not in done.stderr and "Exception" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell is wanted")
def test_standard_output_that_is_closed():
    command = f"'{sys.executable}' -m geo3d.cli schema >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("geo3d: the answer cannot be written")
    assert len(done.stderr.splitlines()) == 1


def test_ids_that_the_terminal_cannot_show(board, tmp_path):
    for file in board.parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    path = tmp_path / "board.toml"
    path.write_text(path.read_text("utf-8").replace("red-1-a", "röd-Ж"), encoding="utf-8")
    done = subprocess.run(
        [*SUBPROCESS, "measure", str(path), "--from", "röd-Ж", "--to", "blue-1-a"],
        capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert r"from r\xf6d-\u0416 to blue-1-a" in done.stdout


EVIL = {
    "red-1-a": "\x1b[2Jred\x9b", "blue-1": "blu\re", "blue-1-a": "blue\n\u202ea",
    "wall-1": "wa\x7fll",
}  # fmt: skip


@pytest.fixture
def evil_board(board, tmp_path):
    """The board with ids that would steer a terminal."""
    for file in board.parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    path = tmp_path / "board.toml"
    text = path.read_text("utf-8")
    for old, new in EVIL.items():
        text = text.replace(f'"{old}"', json.dumps(new).replace("\x7f", "\\u007f"))
    # Floating, so that there is a warning about it.
    path.write_text(text.replace("at = [25.0, 10.0]", "at = [25.0, 10.0, 0.5]"), encoding="utf-8")
    return path


def raw(text: str) -> set[str]:
    """What of a text steers a terminal, but ends of lines."""
    return {c for c in text if not c.isprintable() and c != "\n"}


@pytest.mark.parametrize(
    "words",
    [
        ["los", "--from", EVIL["red-1-a"], "--to", EVIL["blue-1-a"]],
        ["measure", "--from", EVIL["red-1-a"], "--to", EVIL["blue-1-a"]],
        ["sightlines"],
        ["ray", "--from", "5.1,10,1", "--to", "25,10,1"],
        ["los", "--from", "nobody", "--to", "nobody"],
        ["sightlines", "--from", "nobody"],
        ["ray", "--from", "5.1,10,1", "--to", "25,10,1", "--ignore", "nobody"],
    ],
)
@pytest.mark.parametrize("json", [False, True])
def test_ids_do_not_steer_the_terminal(geo3d, evil_board, words, json):
    result = geo3d(words[0], evil_board, *words[1:], *(["--json"] if json else []))
    assert result.status == (2 if "nobody" in words else 0)
    assert not raw(result.out), raw(result.out)
    assert not raw(result.err), raw(result.err)
    assert "\\" in result.err + result.out
    if result.status == 2:
        assert len(result.err.splitlines()) == 1


def test_places_of_a_board_do_not_steer_the_terminal(geo3d, tmp_path):
    """Keys, ids, references and file names of a wrong board, each told in a line."""
    path = tmp_path / "board.json"
    evil = "a\x1b[2J\nb"
    data = {
        "format": "geo3d-board/1", "ruleset": "none", "battlefield": {"size": [9, 9]},
        "pieces": {evil: {"mesh": evil + ".stl"}},
        "features": [{"id": "f", "piece": "x", "at": [1, 1]}],
    }  # fmt: skip
    for more in ({}, {evil: 1}, {"zones": [{"id": evil, "player": evil, "boundary": evil}]}):
        path.write_text(json.dumps({**data, **more}), encoding="utf-8")
        result = geo3d("sightlines", path)
        assert result.status == 2
        assert not raw(result.err)
        assert all("board.json" in line for line in result.err.splitlines())
        assert r"a\x1b[2J\nb" in result.err


def test_control_c_in_a_process(board):
    program = (
        "import geo3d.cli.measure as m, os, signal, time\n"
        "m.load_board = lambda path: (os.kill(os.getpid(), signal.SIGINT), time.sleep(9))\n"
        "from geo3d.cli import main\n"
        f"main(['measure', {str(board)!r}, '--from', 'a', '--to', 'b'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 128 + signal.SIGINT
    assert "Traceback" not in done.stderr


BLOCK = """
import sys
class Without:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Without())
from geo3d.cli import main
main({arguments!r})
"""


@pytest.mark.parametrize("hidden", [("pyvista", "vtk", "vtkmodules"), ("geo3d_viewer",)])
def test_without_the_viewer_it_says_what_to_install(board, tmp_path, hidden):
    arguments = ["view", str(board), "--screenshot", str(tmp_path / "a.png")]
    program = BLOCK.format(hidden=hidden, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].endswith("pip install '.[viewer]'")
    assert "Traceback" not in done.stderr


def test_without_the_verb_it_says_what_to_install(geo3d, monkeypatch):
    monkeypatch.setattr(app, "entry_points", lambda group: ())  # noqa: ARG005
    result = geo3d("view", "board.toml")
    assert result.status == 2
    assert "pip install '.[viewer]'" in result.err


def test_help_loads_nothing_heavy():
    program = (
        "import sys\n"
        "from geo3d.cli.app import run\n"
        "assert run(['--help']) == 0\n"
        "heavy = {'numba', 'trimesh', 'scipy', 'shapely', 'pyvista', 'vtk', 'numpy', 'pydantic'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or None)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
