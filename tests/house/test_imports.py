"""What `import geo3d` costs, and that all that it offers is there."""

import subprocess
import sys

import geo3d

LAZY = ("pyvista", "vtk", "vtkmodules", "trame", "numba", "trimesh", "numpy", "scipy", "shapely",
        "pydantic", "geo3d_viewer")  # fmt: skip


def test_import_loads_nothing_heavy():
    program = f"import sys, geo3d; print([n for n in {LAZY!r} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_asking_loads_it():
    program = "import sys, geo3d; geo3d.RayScene; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr


def test_the_engine_never_loads_the_viewer():
    program = (
        "import sys, geo3d\n"
        "for name in geo3d.__all__: getattr(geo3d, name)\n"
        "print([n for n in ('pyvista', 'vtk', 'vtkmodules', 'geo3d_viewer') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_every_name_is_there():
    for name in geo3d.__all__:
        assert getattr(geo3d, name) is not None
    assert set(geo3d.__all__) <= set(dir(geo3d))
