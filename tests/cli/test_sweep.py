"""`geo3d sweep` on the command line."""

import pytest

pytest.importorskip("distributed")


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
