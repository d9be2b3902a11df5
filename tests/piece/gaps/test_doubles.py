"""Meshes that hold each triangle twice: both its sides, or the same one again."""

import numpy as np
import pytest
import trimesh

from geo3d import find_gaps
from geo3d.piece.gaps.surface import without_doubles
from geo3d.shapes import l_ruin, wall, window


def doubled(mesh, other):
    """Each face again: reversed or not, behind all of them or right behind each, shared corners or
    corners of its own."""
    again = mesh.faces[:, ::-1] if "reversed" in other else mesh.faces
    if "between" in other:
        return trimesh.Trimesh(
            mesh.vertices, np.stack([mesh.faces, again], axis=1).reshape(-1, 3), process=False
        )
    return trimesh.Trimesh(
        np.concatenate([mesh.vertices, mesh.vertices]),
        np.concatenate([mesh.faces, again + len(mesh.vertices)]),
        process=False,
    )


@pytest.mark.parametrize("other", ["reversed", "same", "reversed between", "same between"])
@pytest.mark.parametrize(
    ("mesh", "number"),
    [
        (wall(6.0, 5.0, 0.25, [window(1.5, 1.0, 1.0, 1.0), window(-1.0, 0.0, 1.5, 2.5)]).mesh, 2),
        (l_ruin(6.0, 5.0, 5.0, 0.25, [window(0, 1, 1, 1)], [window(0, 1, 1, 1)]).mesh, 2),
    ],
)
def test_the_same_gaps(mesh, number, other):
    gaps = find_gaps(mesh)
    assert len(gaps) == number
    found = find_gaps(doubled(mesh, other))
    assert len(found) == number
    for one, two in zip(gaps, found, strict=True):
        assert (two.kind, two.sill, two.width) == pytest.approx((one.kind, one.sill, one.width))


def test_a_mesh_without_doubles_stays_as_it_is():
    mesh = wall(6.0, 5.0, 0.25).mesh
    assert without_doubles(mesh) is mesh
    assert len(without_doubles(doubled(mesh, "reversed")).faces) == len(mesh.faces)
