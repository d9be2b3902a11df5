"""Footprints of large meshes."""

from unittest.mock import Mock

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


def test_footprint_is_kept_for_the_next_process(tmp_path, monkeypatch):
    """It is read from the file; a broken file is found anew and mended; without a folder, too."""
    monkeypatch.setattr(footprints, "cache_root", lambda: tmp_path)
    mesh = roughen(l_ruin(6, 5, 4).mesh, faces=2000, seed=3)

    def again() -> shapely.Geometry:
        return footprints.mesh_footprint(trimesh.Trimesh(mesh.vertices, mesh.faces, process=False))

    first = again()
    (file,) = (tmp_path / "footprints").iterdir()
    good = file.read_bytes()
    unions = Mock(wraps=footprints.united)
    monkeypatch.setattr(footprints, "united", unions)
    assert shapely.equals_exact(again(), first) and not unions.called
    for bad in (b"", good[:-1], good[:40] + b"\x00" + good[41:], b"no footprint at all"):
        file.write_bytes(bad)
        assert shapely.equals_exact(again(), first)
        assert file.read_bytes() == good
    monkeypatch.setattr(footprints, "cache_root", lambda: None)
    assert shapely.equals_exact(again(), first)
