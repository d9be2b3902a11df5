"""Tables, and what is said of a figure."""

from benchmarks.speed.table import Table, figure, seconds


def test_wanted_says_whether_it_is_reached():
    table = Table("t", [""])
    table.wanted("one", 2.0, least=1.9)
    table.wanted("two", 1.8, least=1.9)
    table.wanted("three", 2.0, most=2.0)
    table.wanted("four", 2.1, most=2.0)
    assert [note.split(":")[0] for note in table.notes] == ["reached", "SHORT", "reached", "SHORT"]
    assert table.wrong == 0


def test_columns_line_up():
    table = Table("title", ["", "rate"])
    table.add("a", "1")
    table.add("longer", "1,000")
    table.fault("no")
    assert table.text().splitlines() == [
        "title",
        "           rate",
        "  a           1",
        "  longer  1,000",
        "  WRONG: no",
    ]
    assert table.wrong == 1


def test_figures():
    assert figure(1234.5) == "1,234" and figure(1.2345) == "1.23" and figure(0.01234) == "0.0123"
    assert seconds(2.5e-5) == "25 us" and seconds(0.0123) == "12.3 ms" and seconds(3.0) == "3 s"
