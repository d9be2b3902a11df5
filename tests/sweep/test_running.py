"""Sweeps on real processes: the same tables whoever works, whatever dies, whenever stopped."""

import contextlib
import json

import psutil
import pytest

pytest.importorskip("distributed")

from distributed import LocalCluster

from geo3d.errors import UsageError
from geo3d.sweep import Options, exposure, running, sweep
from geo3d.sweep.store import read_table
from tests.sweep.boards import WALL, board

INCH = Options(cell=1.0)
PARTS = 8
"""Of each board: 96 cells, of whose 4,608 pairs each part has at most 600."""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(exposure, "PAIRS", 600)


@pytest.fixture(scope="module")
def boards():
    return [board(WALL, name="wall"), board(WALL, ((8, 5, 0), (9, 7, 2)), name="two")]


@pytest.fixture(scope="module")
def wanted(boards, tmp_path_factory):
    """The files of a sweep by one worker that nothing disturbs."""
    patch = pytest.MonkeyPatch()
    patch.setattr(exposure, "PAIRS", 600)
    folder = tmp_path_factory.mktemp("one")
    sweep(boards, "exposure", folder, INCH, workers=1)
    patch.undo()
    return folder


def tables(folder):
    """Every table of a sweep, as bytes: those of parts, and those of boards."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.parquet")}


def answers(folder):
    """The summary without what differs from run to run."""
    found = json.loads((folder / "summary.json").read_text())
    for each in found["boards"].values():
        assert each.pop("cost")["pairs"] > 0
    return found


def test_two_workers_give_what_one_gives(boards, wanted, tmp_path):
    sweep(boards, "exposure", tmp_path, INCH, workers=2)
    assert len(tables(tmp_path)) == 2 * (PARTS + 1)
    assert tables(tmp_path) == tables(wanted)
    assert answers(tmp_path) == answers(wanted)


def workers_of_this_process():
    """Spawned children that are alive; those of earlier tests may still be ending."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def test_a_worker_that_is_killed_loses_nothing(boards, wanted, tmp_path):
    killed = []

    def told(done, _):
        if done == 2 and not killed:
            worker = workers_of_this_process()[-1]
            worker.kill()
            killed.append(worker.pid)

    sweep(boards, "exposure", tmp_path, INCH, workers=2, progress=told)
    assert killed
    assert tables(tmp_path) == tables(wanted)


def test_what_was_stopped_goes_on(boards, wanted, tmp_path):
    def stop(done, _):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(boards, "exposure", tmp_path, INCH, workers=2, progress=stop)
    before = tables(tmp_path)
    assert 3 <= len(before) < 2 * PARTS
    # A part cut off in writing cannot come about; one that a disk has spoilt is done anew.
    spoilt = next(iter(before))
    (tmp_path / spoilt).write_bytes(before[spoilt][:-9])
    told = []
    sweep(boards, "exposure", tmp_path, INCH, workers=1, progress=lambda *done: told.append(done))
    assert told[0] == (len(before) - 1, 2 * PARTS)
    assert tables(tmp_path) == tables(wanted)
    assert answers(tmp_path) == answers(wanted)
    # Nothing is left to do: no worker is asked.
    sweep(boards, "exposure", tmp_path, INCH, scheduler="tcp://127.0.0.1:1")
    assert tables(tmp_path) == tables(wanted)


def test_a_scheduler_of_ones_own(boards, wanted, tmp_path):
    with LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        sweep(boards, "exposure", tmp_path, INCH, scheduler=cluster.scheduler_address)
    assert tables(tmp_path) == tables(wanted)


def test_a_scheduler_that_is_not_there_is_told(boards, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "PATIENCE", "1s")
    with pytest.raises(running.SweepError, match=r"scheduler 'tcp://127.0.0.1:1': no dask sched"):
        sweep(boards, "exposure", tmp_path, INCH, scheduler="tcp://127.0.0.1:1")


def test_another_sweep_in_the_folder_is_refused(boards, wanted):
    with pytest.raises(UsageError, match=r'holds another sweep \(options: .*"cell": 1.0'):
        sweep(boards, "exposure", wanted, Options(cell=2.0))
    with pytest.raises(UsageError, match=r"holds another sweep \(boards: "):
        sweep(boards[:1], "exposure", wanted, INCH)


def test_the_table_of_a_board(wanted):
    rows = read_table(wanted, "wall")
    assert len(rows["ix"]) == 96
    # One corner of the table is behind the wall from the other.
    assert rows["bare_sees"][0] < 95


@pytest.mark.parametrize("options", [{"cell": 0.0}, {"eye": float("nan")}, {"every": 0}])
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(UsageError, match=next(iter(options))):
        Options(**options)


def test_what_there_is_not_is_refused(boards, tmp_path):
    with pytest.raises(UsageError, match="no measure 'exposur'; there are exposure, reach"):
        sweep(boards, "exposur", tmp_path)
    with pytest.raises(UsageError, match="needs boards"):
        sweep([], "exposure", tmp_path)
    with pytest.raises(UsageError, match="workers: 1 or more"):
        sweep(boards, "exposure", tmp_path, INCH, workers=0)
