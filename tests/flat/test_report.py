"""All files of a measurement are there, and those without a clock in them are the same again."""

from functools import partial

from geo3d.flat.report import write_atlas, write_report
from geo3d.flat.running import Run, Source, run
from geo3d.table import load_board
from tests.flat.scenes import scene
from tests.visibility.scenes import box


def test_files(tmp_path):
    made = scene(tmp_path, {"w": box((19, 20), (2, 18), (0, 1.0))})
    source = Source("low", partial(load_board, made.path))
    wanted = Run((source,), 8, 3, 1024)
    contents = []
    for name in ("one", "two"):
        folder = tmp_path / name
        written = write_report(wanted, run(wanted, folder, 1), folder)
        assert all(path.stat().st_size > 0 for path in written)
        contents.append({path.relative_to(folder): path.read_bytes() for path in written})
    first, second = contents
    names = {str(path) for path in first}
    assert {"pairs.csv", "accuracy.md", "rates.png", "distance.png", "cost.json"} < names
    # A kerb across the table: the footprint hides what is seen over it.
    assert "worst/centre-hidden-1.png" in names
    assert {name for name in first if first[name] != second[name]} <= {
        path for path in first if path.name == "cost.json"
    }


def test_atlas_file(tmp_path):
    made = scene(tmp_path, {})
    path = write_atlas(Source("bare", partial(load_board, made.path)), tmp_path / "out", cell=5.0)
    assert path.name == "atlas.html" and "bare" in path.read_text(encoding="utf-8")
