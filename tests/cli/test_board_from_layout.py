"""`geo3d board from-layout` and `geo3d board layouts`."""

import pytest

pytest.importorskip("wh40kdc")

from geo3d.table import load_board

TAKE = "bm-take-vs-take-01"


def test_a_board_with_units_is_written(geo3d, tmp_path):
    target = tmp_path / "take.toml"
    done = geo3d(
        "board", "from-layout", TAKE, "-o", target, "--windows", 5, "--wall-height", "cd=6",
        "--unit", "attacker:Intercessor Squad", "--unit", "Outrider Squad", "--height", 2.5,
        "--json",
    )  # fmt: skip
    assert done.status == 0, done.err
    answer = done.json()
    assert answer["units"] == {
        "attacker-intercessor-squad": 5, "attacker-outrider-squad": 3, "defender-outrider-squad": 3,
    }  # fmt: skip
    assert answer["heights"]["cd"] == {"inches": 6.0, "from": "given"}
    assert answer["heights"]["gh"] == {"inches": 5.0, "from": "template corner-ruin-left"}
    assert "not official" in answer["warnings"][0]
    board = load_board(target)
    assert len(board.features) == answer["features"] == 28
    assert {figure.profile.height for figure in board.figures.values()} == {2.5}
    assert (tmp_path / "take-pieces").is_dir()


def test_by_default_it_is_called_after_the_layout(geo3d, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = geo3d("board", "from-layout", "Take vs Take 01")
    assert done.status == 0
    assert done.out.startswith(f"{TAKE} -> {TAKE}.toml: 28 features in 15 areas")
    assert (tmp_path / f"{TAKE}.toml").is_file()


def test_a_file_that_is_there_is_kept(geo3d, tmp_path):
    target = tmp_path / "mine.toml"
    target.write_text("my notes")
    done = geo3d("board", "from-layout", TAKE, "-o", target)
    assert done.status == 2 and "is there already; --force" in done.err
    assert target.read_text() == "my notes" and list(tmp_path.iterdir()) == [target]
    assert geo3d("board", "from-layout", TAKE, "-o", target, "--force").status == 0
    assert len(load_board(target).features) == 28


def test_two_units_of_one_name(geo3d, tmp_path):
    """The second's id is not that of a model of the first."""
    target, squad = tmp_path / "b.toml", "attacker:Intercessor Squad"
    done = geo3d("board", "from-layout", TAKE, "-o", target, "--unit", squad, "--unit", squad)
    assert done.status == 0, done.err
    units = load_board(target).units
    assert sorted(units) == ["attacker-intercessor-squad", "attacker-intercessor-squad-b"]
    assert {len(unit.models) for unit in units.values()} == {5}


def test_the_layouts(geo3d):
    done = geo3d("board", "layouts", "--json")
    rows = done.json()["layouts"]
    assert len(rows) == 45
    assert {"id": TAKE, "name": "Take vs Take 01", "deployment": "tipping-point"} in rows
    assert len(geo3d("board", "layouts").out.splitlines()) == 45


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bm-take"], "no layout 'bm-take'"),
        ([TAKE, "--unit", "Rhino@grey-knights"], "'Rhino' has no plain base"),
        ([TAKE, "--wall-height", "cd"], "--wall-height 'cd': KIND=INCHES wanted"),
        ([TAKE, "--wall-height", "house=3"], "no kind of piece 'house'"),
        ([TAKE, "--windows", "-1"], "--windows -1: a number from 0 up"),
        ([TAKE, "--height", "2"], "there is no --unit"),
        ([TAKE, "-o", "no/such/folder.toml"], "no/such"),
        ([TAKE, "-o", "b.json"], "written as .toml"),
        ([], "NAME is missing"),
    ],
)
def test_bad_input(geo3d, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = geo3d("board", "from-layout", *words)
    assert done.status == 2
    assert said in done.err
    assert not list(tmp_path.rglob("*.toml"))


def test_no_such_verb(geo3d):
    err = geo3d("board", "foo").err
    assert "no command 'board foo'; there are" in err and "board from-layout, board layouts" in err
