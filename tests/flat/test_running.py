"""A measurement over boards: the same on one process and on two, and taken up where it stopped."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import partial
from signal import SIG_DFL, SIGINT, SIGKILL
from signal import signal as set_signal

import pytest

from geo3d.errors import UsageError
from geo3d.flat import running
from geo3d.flat.accuracy import measure
from geo3d.flat.running import PART, Run, Source, run
from geo3d.table import load_board
from tests.flat.scenes import scene
from tests.visibility.scenes import box

LINES = 1024


@pytest.fixture
def wanted(tmp_path):
    sources = []
    for name, top in (("low", 1.5), ("high", 5.0)):
        folder = tmp_path / name
        folder.mkdir()
        made = scene(folder, {"w": box((19, 20), (2, 18), (0, top))})
        sources.append(Source(name, partial(load_board, made.path)))
    return Run(tuple(sources), 6, 3, LINES)


def test_parts_hold_each_pair_once(wanted):
    many = replace(wanted, pairs=2 * PART + 3)
    counted = {"low": [], "high": []}
    for source, numbers in many.parts():
        assert len(numbers) <= PART
        counted[source.name] += numbers
    # Spread evenly, the odd one to the first.
    assert counted == {"low": list(range(PART + 2)), "high": list(range(PART + 1))}


def test_one_process_and_two_give_the_same(wanted, tmp_path):
    one = run(wanted, tmp_path / "one", 1)
    two = run(wanted, tmp_path / "two", 2)
    assert one.rows == two.rows
    alone = [
        row for source in wanted.sources
        for row in measure(source.load(), 3, 3, name=source.name, lines=LINES)
    ]  # fmt: skip
    assert one.rows == alone


def test_what_was_done_is_not_done_again(wanted, tmp_path, monkeypatch):
    whole = run(wanted, tmp_path / "whole", 1)
    folder = tmp_path / "stopped"

    def stopped(part, **rest):
        if part[0].name == "high":
            raise KeyboardInterrupt
        return made(part, **rest)

    made = running._part
    monkeypatch.setattr(running, "_part", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(wanted, folder, 1)
    asked = []
    monkeypatch.setattr(
        running, "_part", lambda p, **rest: asked.append(p[0].name) or made(p, **rest)
    )
    told = []
    again = run(wanted, folder, 1, lambda *count: told.append(count))
    assert asked == ["high"]
    assert told == [(3, 6), (6, 6)]
    assert again.rows == whole.rows


def test_parts_of_another_run_are_refused(wanted, tmp_path):
    run(wanted, tmp_path / "out", 1)
    with pytest.raises(UsageError, match="parts of another run: seed differ"):
        run(replace(wanted, seed=4), tmp_path / "out", 1)
    kept = tmp_path / "out" / "parts"
    assert json.loads((kept / "run.json").read_text())["seed"] == 3
    shutil.rmtree(kept)
    assert len(run(replace(wanted, seed=4), tmp_path / "out", 1).rows) == 6


def test_a_fault_of_a_board_comes_through_from_another_process(wanted, tmp_path):
    made = scene(tmp_path, {"all": box((-1, 41), (-1, 21), (0, 90))})
    full = Source("full", partial(load_board, made.path))
    with pytest.raises(UsageError, match="no place for a model"):
        run(replace(wanted, sources=(full,), pairs=20), tmp_path / "full", 2)


STOPPED = """
import sys
from functools import partial
from pathlib import Path
from geo3d.flat import running
from geo3d.flat.running import Run, Source, run
from geo3d.table import load_board

running.PART = 4

def told(done, of):
    print(done, flush=True)

if __name__ == "__main__":
    board, folder = sys.argv[1:]
    sources = (Source("low", partial(load_board, Path(board))),)
    run(Run(sources, 5000, 3, 1024), Path(folder), 2, told)
"""


def _hears_interrupts():
    """What a shell runs in the background is started deaf to them, and so are its children."""
    set_signal(SIGINT, SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("signal", [SIGINT, SIGKILL])
def test_no_process_is_left_when_it_is_stopped(tmp_path, signal):
    """Whether it is interrupted, as by Ctrl-C, or dies."""
    made = scene(tmp_path, {"w": box((19, 20), (2, 18), (0, 1.5))})
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED, encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, script, made.path, tmp_path / "out"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=_hears_interrupts,
    )  # fmt: skip
    assert program.stdout is not None
    # The first line comes before any work, the second after a part of it.
    assert [program.stdout.readline() for _ in range(2)] == ["0\n", "4\n"]
    # Ctrl-C reaches the whole group; whoever dies, dies alone.
    (os.killpg if signal == SIGINT else os.kill)(program.pid, signal)
    # The pipes end when the last process that holds them has.
    program.communicate(timeout=120)
    assert program.returncode != 0


AMID = STOPPED.replace(
    "    print(done, flush=True)\n",
    "    print(done, flush=True)\n    if done:\n        raise KeyboardInterrupt\n",
)


def test_no_process_works_on_where_it_is_stopped_between_two_parts(tmp_path):
    """An interrupt may come while a part is written or told of; 1,249 are left to be made."""
    made = scene(tmp_path, {"w": box((19, 20), (2, 18), (0, 1.5))})
    script = tmp_path / "amid.py"
    script.write_text(AMID, encoding="utf-8")
    program = subprocess.run(
        [sys.executable, script, made.path, tmp_path / "out"], capture_output=True, text=True,
        timeout=100, check=False,
    )  # fmt: skip
    assert program.returncode != 0 and "KeyboardInterrupt" in program.stderr
    assert program.stdout == "0\n4\n"
