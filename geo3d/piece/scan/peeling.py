"""Strips of table that noise lifted over the cut and that hang on to the foot of a wall, taken off.

They are low and flat, reach from the cut to the wall, and what stands over them is steep. On a
slope, of a hill or a crater, nothing is taken: there the low and flat is the piece's own.
"""

import numpy as np
import scipy.sparse.csgraph
import scipy.spatial
import trimesh

from geo3d.piece.edges import open_edges
from geo3d.piece.scan.meshes import arrays, compact, normals_and_areas
from geo3d.rays.segments import Bools, Floats, Ints

LIFTED = 2.0
"""Times the height of the cut under which a strip lies: seven times the table's noise."""

FLAT = 0.5
"""Height of a normal, 60 degrees, over which a face is none of a wall: short edges are rough."""

NEAR, OVER = 0.3, 0.4
"""Inches in plan round a strip, and over the highest it may lie, where what stands there tells."""

ENOUGH = 40_000
"""Faces over strips that are looked at; of more every so manieth."""

STEEP = 0.4
"""Height of the mean normal there under which it is a wall, 66 degrees or steeper, or overhangs."""


def peeled(mesh: trimesh.Trimesh, cut: float) -> trimesh.Trimesh:
    """The mesh without such strips, the foot of the wall brought down to the cut.

    Args:
        mesh: cut at that height.
    """
    vertices, faces = arrays(mesh)
    highest = LIFTED * cut
    normals, areas = normals_and_areas(vertices, faces)
    top = vertices[faces][:, :, 2].max(axis=1)
    low = (top < highest) & (np.abs(normals[:, 2]) > FLAT)
    strip = _from_cut(vertices, faces, low, cut)
    if not strip.any():
        return mesh
    middle = vertices[faces].mean(axis=1)
    over = np.flatnonzero((middle[:, 2] > highest) & (middle[:, 2] < highest + OVER))
    over = over[:: max(1, len(over) // ENOUGH)]
    if not len(over):
        return mesh
    rows = np.flatnonzero(strip)
    tree = scipy.spatial.cKDTree(middle[over, :2])
    # What hangs over counts as steep; which side of the mesh is up, the strips tell.
    side = float(np.sign((normals[rows, 2] * areas[rows]).sum()))
    steep, weight = np.maximum(side * normals[over, 2], 0.0) * areas[over], areas[over]
    for row, near in zip(rows, tree.query_ball_point(middle[rows, :2], NEAR), strict=True):
        strip[row] = bool(near) and bool(steep[near].sum() < STEEP * weight[near].sum())
    if not strip.any():
        return mesh
    # The wall's new foot: vertices on edges that lose their other face.
    kept = faces[~strip]
    after = np.zeros(len(vertices), dtype=np.bool_)
    after[open_edges(kept)] = True
    lost = np.zeros(len(vertices), dtype=np.bool_)
    lost[faces[strip]] = True
    vertices = vertices.copy()
    vertices[after & lost, 2] = cut
    flat = (vertices[kept][:, :, 2] <= cut).all(axis=1)
    return compact(vertices, kept[~flat])


def _from_cut(vertices: Floats, faces: Ints, low: Bools, cut: float) -> Bools:
    """(F,) low faces from which low faces lead, edge by edge, to an open edge on the cut."""
    rows = np.flatnonzero(low)
    edges = open_edges(faces)
    rim = np.zeros(len(vertices), dtype=np.bool_)
    rim[edges[(vertices[edges][:, :, 2] <= cut).all(axis=1)]] = True
    found = np.zeros(len(faces), dtype=np.bool_)
    if not len(rows) or not rim.any():
        return found
    one, other = _meeting(faces[rows]).T
    graph = scipy.sparse.coo_matrix((np.ones(len(one)), (one, other)), (len(rows), len(rows)))
    _, of = scipy.sparse.csgraph.connected_components(graph, directed=False)
    begins = np.unique(of[(rim[faces[rows]].sum(axis=1) > 1)])
    found[rows] = np.isin(of, begins)
    return found


def _meeting(faces: Ints) -> Ints:
    """(N, 2) faces that share an edge."""
    sides = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    keys = sides[:, 0] * (int(faces.max()) + 1) + sides[:, 1]
    order = np.argsort(keys, kind="stable")
    same = keys[order][1:] == keys[order][:-1]
    found: Ints = np.column_stack([order[:-1][same] // 3, order[1:][same] // 3])
    return found
