"""`geo3d sweep` on the command line."""

import pytest

pytest.importorskip("distributed")

from rich.console import Console

from geo3d.cli.sweep import _table


def test_a_sweep_and_the_same_again(geo3d, board, tmp_path):
    # Cells of 5": the wall, 8" long across the middle at x 15, lies between those beside it.
    words = ("sweep", board, "--measure", "exposure", "--cell", 5, "--workers", 1, "-o", tmp_path)
    done = geo3d(*words, "--json")
    assert done.status == 0, done.err
    (answer,) = done.json()["boards"].values()
    assert answer["cells"] == answer["places"] == 24
    assert answer["cost"]["pairs"] == 24 * 23 // 2
    assert answer["cost"]["worker_megabytes"] > 10
    assert answer["bare"]["players"] == {}
    again = geo3d(*words)
    assert again.status == 0
    assert "board: 276 cell pairs, " in again.out
    assert f"tables in {tmp_path}" in again.out
    other = geo3d(*words, "--eye", 2)
    assert other.status == 2
    assert "holds another sweep" in other.err


def test_names_of_boards_are_whole(capsys):
    """Layouts differ in the ends of their names: none is cut on a narrow screen."""
    names = [f"bm-take-vs-reconnaissance-{number:02}" for number in (1, 2, 3)]
    shares = {"sees_enemy": 0.25, "sees_table": 0.5, "sees_objectives": 1.0}
    players = {"attacker": shares, "defender": shares}
    boards = {name: {"players": players, "unfairness": 0.0} for name in names}
    Console(width=80).print(_table(boards, None))
    lines = capsys.readouterr().out.splitlines()
    assert [sum(line.startswith(name) for line in lines) for name in names] == [2, 2, 2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--measure", "exposure"], "no boards"),
        (["BOARD"], "--measure"),
        (["BOARD", "--measure", "beauty"], "no measure 'beauty'; there are"),
        (["BOARD", "--measure", "exposure", "--cell", "0"], "cell: a number above 0"),
        (["nothing.toml", "--measure", "exposure"], "nothing.toml: no such file"),
        (["BOARD", "--measure", "exposure", "--workers", "1", "--scheduler", "tcp://a:1"],
         "give one of the two"),
    ],
)  # fmt: skip
def test_bad_input(geo3d, board, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = geo3d("sweep", *(str(board) if word == "BOARD" else word for word in words))
    assert done.status == 2
    assert said in done.err
    assert not list(tmp_path.iterdir())
