"""`geo3d bench accuracy`: files, scores, and questions that are none."""

from functools import partial

import pytest

from geo3d.cli import bench_accuracy
from geo3d.flat.methods import METHODS

FEW = ["--pairs", "4", "--lines", "512"]


def test_scores_and_files(geo3d, board, tmp_path, monkeypatch):
    coarse = partial(bench_accuracy.write_atlas, cell=5.0)
    monkeypatch.setattr(bench_accuracy, "write_atlas", coarse)
    result = geo3d("bench", "accuracy", board, *FEW, "-o", tmp_path / "out", "--json")
    answer = result.json()
    assert result.status == 0
    assert (answer["pairs"], answer["seed"], answer["lines"]) == (4, 1, 512)
    assert set(answer["scores"]) == {*METHODS, "geo3d"}
    rates = answer["scores"]["geo3d"]
    assert rates["false_hidden"]["of"] + rates["false_visible"]["of"] == 4
    for name in ("pairs.csv", "accuracy.md", "rates.png", "atlas.html"):
        assert str(tmp_path / "out" / name) in answer["files"]
        assert (tmp_path / "out" / name).exists()
    assert "4/4" in result.err
    again = geo3d("bench", "accuracy", board, *FEW, "-o", tmp_path / "out")
    assert again.status == 0
    assert "geo3d, its own default" in again.out
    assert "4 pairs on 1 board" in again.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--pairs", "0"], "at least one pair a board wanted"),
        (["--lines", "1000"], "a power of two"),
        (["--workers", "0"], "one process or more"),
        (["--seed", "-1"], "from 0 up"),
        (["--atlas", "x"], "no such board in this run; there are board"),
    ],
)
def test_what_is_no_question(geo3d, board, tmp_path, words, said):
    result = geo3d("bench", "accuracy", board, *words, "-o", tmp_path / "out")
    assert (result.status, result.out) == (2, "")
    assert said in result.err and len(result.err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_boards_must_have_different_names_and_be_boards(geo3d, board, tmp_path):
    result = geo3d("bench", "accuracy", board, board, "-o", tmp_path / "out")
    assert result.status == 2 and "same name" in result.err
    result = geo3d("bench", "accuracy", tmp_path / "no.toml", "-o", tmp_path / "out")
    assert result.status == 2 and "no such file" in result.err


def test_without_boards_all_layouts_are_taken_twice(monkeypatch):
    monkeypatch.setattr(bench_accuracy, "layout_names", lambda: ["a", "b"])
    sources = bench_accuracy._sources((), 7)
    assert [source.name for source in sources] == ["a", "a+windows", "b", "b+windows"]
    assert [source.load.keywords["windows"] for source in sources] == [None, 7, None, 7]
