"""`geo3d piece inspect` on boxes with known faults."""

import numpy as np
import pytest
import trimesh

from geo3d.cli import piece_inspect
from geo3d.piece import heap


def test_a_closed_box(geo3d, board):
    result = geo3d("piece", "inspect", board.parent / "wall.stl", "--units", "inch", "--json")
    answer = result.json()
    assert result.status == 0
    assert answer["triangles"] == 12
    assert answer["size"] == pytest.approx([0.5, 8, 5])
    assert answer["watertight"] is True
    assert answer["components"] == 1
    assert answer["defects"] == answer["gaps"] == []
    assert answer["surfaces"] == [{"height": 5.0, "area": pytest.approx(4.0, abs=1e-5)}]
    assert answer["thickness"]["typical"] == pytest.approx(0.5, abs=1e-5)
    assert answer["hurts"] == []
    assert isinstance(answer["warnings"], list)
    text = geo3d("piece", "inspect", board.parent / "wall.stl", "--units", "inch").out
    assert 'walls 0.50" thick' in text
    assert "hurts" not in text


def test_units_scale_it(geo3d, board):
    path = board.parent / "wall.stl"
    answer = geo3d("piece", "inspect", path, "--units", "cm", "--json").json()
    assert answer["size"] == pytest.approx([0.5 / 2.54, 8 / 2.54, 5 / 2.54])


def test_up_turns_it(geo3d, board):
    path = board.parent / "wall.stl"
    answer = geo3d("piece", "inspect", path, "--units", "inch", "--up", "y", "--json").json()
    assert answer["size"] == pytest.approx([0.5, 5, 8])


def test_an_open_box_lists_its_defect(geo3d, tmp_path):
    box = trimesh.creation.box()
    box.update_faces([True] * 11 + [False])
    box.export(tmp_path / "open.stl")
    result = geo3d("piece", "inspect", tmp_path / "open.stl", "--units", "inch", "--json")
    answer = result.json()
    assert answer["watertight"] is False
    # Three edges of the missing triangle are left with one face each.
    assert {"kind": "open edges", "count": 3} in answer["defects"]
    text = geo3d("piece", "inspect", tmp_path / "open.stl", "--units", "inch").out
    assert text.splitlines()[0] == 'open: 1.00" x 1.00" x 1.00"'
    assert "11 triangles, 1 body, open" in text
    assert "hurts play: open along 3 edges" in text


def test_without_units_the_sizes_are_offered(geo3d, board):
    result = geo3d("piece", "inspect", board.parent / "wall.stl")
    assert result.status == 2
    assert all(unit in result.err for unit in ("mm", "cm", "inch"))


def test_a_category_that_is_none(geo3d, board):
    result = geo3d("piece", "inspect", board.parent / "wall.stl", "--units", "inch",
                   "--category", "nice")  # fmt: skip
    assert result.status == 2
    assert "dense" in result.err


def test_gaps_of_a_shipped_piece_by_its_name(geo3d):
    """The ruin's wall: its script cuts two windows and a door, all under 3 inches."""
    result = geo3d("piece", "inspect", "geo3d:ruin-wall", "--json")
    answer = result.json()
    assert result.status == 0 and answer["category"] == "dense"
    assert [gap["id"] for gap in answer["gaps"]] == ["gap-1", "gap-2", "gap-3"]
    for gap in answer["gaps"]:
        assert set(gap) == {"id", "kind", "sill", "lintel", "width", "area", "centre", "sealed",
                            "sealed_to"}  # fmt: skip
        assert gap["kind"] == "opening" and gap["sealed"]
        assert gap["sealed_to"] == pytest.approx(gap["lintel"])
    light = geo3d("piece", "inspect", "geo3d:ruin-wall", "--category", "light", "--json").json()
    assert [(gap["sealed"], gap["sealed_to"]) for gap in light["gaps"]] == [(False, None)] * 3
    text = geo3d("piece", "inspect", "geo3d:ruin-wall")
    assert "gap-1  opening" in text.out and "closed (13.11)" in text.out


def test_a_shipped_piece_that_is_none(geo3d):
    result = geo3d("piece", "inspect", "geo3d:ruin-wal")
    assert result.status == 2 and "ruin-wall" in result.err


def test_the_largest_surfaces_are_told(geo3d):
    """A crate's lid is told; of a ruin with many ledges the largest eight are."""
    document = geo3d("piece", "inspect", "geo3d:ruin-corner", "--json").json()
    largest = sorted((row["area"] for row in document["surfaces"]), reverse=True)
    text = geo3d("piece", "inspect", "geo3d:ruin-corner").out
    rows = [line for line in text.splitlines() if "to stand on" in line]
    assert len(rows) == 8 and f"{largest[0]:.2f} sq in" in rows[0]
    assert f"and {len(largest) - 8} smaller surfaces" in text


def test_a_heap_with_a_bar(geo3d, tmp_path, monkeypatch):
    """What was not looked for is not told; the bar goes to standard error."""
    monkeypatch.setattr(heap, "MOST", 10_000)
    monkeypatch.setattr(piece_inspect, "SHOWN", 100)
    points = np.random.default_rng(2).uniform(0, 4, (900, 3))
    pile = trimesh.Trimesh(points, np.arange(900).reshape(-1, 3), process=False)
    pile.export(tmp_path / "pile.stl")
    result = geo3d("piece", "inspect", tmp_path / "pile.stl", "--units", "inch")
    assert result.status == 0
    assert "300 triangles, 300 bodies, open" in result.out
    assert "to stand on" not in result.out and "no wall" not in result.out
    assert "5/5" in result.err
    assert "note: pile: a heap of faces that cross each other" in result.err
