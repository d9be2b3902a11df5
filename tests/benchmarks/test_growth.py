"""The growth tables: what is far from the lines changes no answer."""

from benchmarks.speed import growth
from benchmarks.speed.options import Options


def test_far_ruins_change_no_hit(monkeypatch):
    monkeypatch.setattr(growth, "STEPS", (2_000, 4_000))
    whole, far = growth.growth(Options(("small",), runs=1, share=0.02))
    assert [len(table.rows) for table in (whole, far)] == [2, 2]
    assert far.wrong == 0 and far.rows[0][-1] == far.rows[1][-1] != "0"
    assert far.rows[0][1] == whole.rows[0][1]  # the same board to begin with
    assert far.rows[1][1] != whole.rows[1][1]


def test_a_hit_elsewhere_is_told(monkeypatch):
    """Lines of the whole board do meet the ruins that grow."""
    monkeypatch.setattr(growth, "STEPS", (2_000, 8_000))
    monkeypatch.setattr(growth, "near_lines", lambda _: growth.pair_lines(250))
    _, far = growth.growth(Options(("small",), runs=1, share=0.02))
    assert far.wrong == 1
