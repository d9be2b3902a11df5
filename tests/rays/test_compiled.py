"""The compiled kernels' cache on disk: kept where it can be, done without where it cannot."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DEFAULT = min(8, os.cpu_count() or 1)

PROGRAM = """
import geo3d, trimesh
scene = geo3d.RayScene()
scene.place(trimesh.creation.box((1, 1, 1)), id="box")
print(scene.any_hit([(-3, 0.1, 0.2), (-3, 0.1, 0.7)], [(3, 0.1, 0.2), (3, 0.1, 0.7)]).tolist())
"""


def run(home: Path) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter whose home and caches are at `home`; it must answer."""
    places = ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "USERPROFILE")
    environment = {**os.environ, **{name: str(home) for name in places}}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[True, False]"
    return done


def test_kernels_are_compiled_once_and_kept(tmp_path):
    """The first run says that it compiles, and leaves files; the second is silent."""
    first = run(tmp_path)
    assert "compiling" in first.stderr
    kept = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert kept
    second = run(tmp_path)
    assert second.stderr == ""
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == kept


def test_no_folder_for_a_cache(tmp_path):
    """Where nothing can be written (a file stands where the folder would be): said, and done."""
    blocked = tmp_path / "not-a-folder"
    blocked.write_text("")
    done = run(blocked)
    assert "compiling" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == [blocked]


@pytest.mark.parametrize(
    ("asked", "threads"), [("3", 3), ("", DEFAULT), ("0", DEFAULT), ("x", DEFAULT)]
)
def test_how_many_threads(asked, threads):
    program = "from geo3d.rays.compiled import WORKERS, pool; print(WORKERS, pool()._max_workers)"
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "GEO3D_THREADS": asked},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == [str(threads)] * 2
