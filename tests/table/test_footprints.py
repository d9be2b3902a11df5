"""Footprints of large meshes."""

import shapely
import trimesh

from geo3d.shapes import l_ruin, roughen
from geo3d.table import footprints


def test_large_mesh_has_the_footprint_of_a_small_one(monkeypatch):
    """The grid of cells changes nothing of a footprint but hairline slits."""
    mesh = roughen(l_ruin(6, 5, 4).mesh, faces=8000, seed=3)
    plain = footprints.mesh_footprint(mesh)
    monkeypatch.setattr(footprints, "LARGE", 100)
    culled = footprints.mesh_footprint(trimesh.Trimesh(mesh.vertices, mesh.faces, process=False))
    assert shapely.symmetric_difference(plain, culled).area < 1e-3
