"""The function under test, for all tests here; they skip where the package does not have it."""

from typing import Any

import pytest
import trimesh


def find_gaps(mesh: trimesh.Trimesh) -> list[Any]:
    """Gaps of a mesh with the settings as they are."""
    package = pytest.importorskip("geo3d.piece.gaps")
    if not hasattr(package, "find_gaps"):
        pytest.skip("geo3d.piece.gaps does not have find_gaps")
    return package.find_gaps(mesh)
