"""The wheel that users install holds the engine, the viewer and the pieces, and nothing else."""

import subprocess
import sys
import zipfile


def test_what_the_wheel_holds(root, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", str(root), "--no-deps", "--no-build-isolation",
         "--no-index", "--quiet", "--wheel-dir", str(tmp_path)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"geo3d", "geo3d_viewer"}
    assert "geo3d/py.typed" in names
    assert "geo3d/pieces/catalogue.json" in names
    shipped = {path.name for path in (root / "meshes" / "pieces").glob("*.glb")}
    assert len(shipped) >= 14
    assert {name.split("/")[2] for name in names if name.startswith("geo3d/pieces/")} == {
        *shipped,
        "catalogue.json",
    }
    pages = {path.name for path in (root / "viewer" / "geo3d_viewer" / "page").iterdir()}
    assert {name.split("/")[2] for name in names if name.startswith("geo3d_viewer/page/")} == pages
    scripts = next(name for name in names if name.endswith("entry_points.txt"))
    text = zipfile.ZipFile(wheel).read(scripts).decode()
    assert "geo3d = geo3d.cli:main" in text
    assert "view = geo3d_viewer.verb:view" in text
