"""The placed meshes as the flat arrays that kernels walk."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from geo3d.errors import SceneError
from geo3d.rays.bvh import MeshTree, aligned
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import TOUCH

MOST = 4096
"""Sets of ids to ignore that are remembered."""

World = tuple[Floats, Floats, Floats, Ints]
Arrays = tuple[
    Ints, Ints, Floats, npt.NDArray[np.float32], npt.NDArray[np.int32], Floats,
    npt.NDArray[np.int32], npt.NDArray[np.float32], Floats, Ints, npt.NDArray[np.float32],
    npt.NDArray[np.int32],
]  # fmt: skip


class PlacedMesh(Protocol):
    """What a forest asks of a placed mesh."""

    @property
    def id(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def into_tree(self) -> Floats: ...
    @property
    def board_box(self) -> Floats: ...
    @property
    def tree(self) -> MeshTree: ...


@dataclass(frozen=True, eq=False)
class Forest:
    """Placed meshes in the order of their ids (so that ties do not depend on the order of placing).

    Attributes:
        ids: (M,) names by rank.
        rank: placed number -> rank.
        world: matrices (M, 3, 4) board to tree frame (turn, then the placement's origin in the
            last column), tree centres (M, 3), board boxes (M, 6), tree numbers (M,).
        arrays: for each distinct tree its first node, first triangle and slack of edge functions,
            then nodes' boxes and links, triangles and faces of all trees, the triangles as float32,
            each tree's radius about its centre, its first wide node, and wide nodes' boxes and
            links.
        trees: the trees that the arrays hold.
    """

    ids: tuple[str, ...]
    rank: Ints
    world: World
    arrays: Arrays
    trees: tuple[MeshTree, ...]
    _blocking: dict[frozenset[str], Bools] = field(default_factory=dict, repr=False)

    def blocking(self, ignore: frozenset[str]) -> Bools:
        """(M,) which meshes block where these ids do not; looked up once.

        Raises:
            SceneError: an id that no mesh has.
        """
        found = self._blocking.get(ignore)
        if found is None:
            if len(self._blocking) >= MOST:
                self._blocking.clear()
            if not ignore <= set(self.ids):
                unknown = sorted(map(repr, ignore - set(self.ids)))
                raise SceneError(
                    f"ignore: no mesh {unknown[0]} in the scene; it has {sorted(self.ids)}"
                )
            found = np.array([id not in ignore for id in self.ids])
            self._blocking[ignore] = found
        return found

    @classmethod
    def of(cls, meshes: Sequence[PlacedMesh], before: Self | None = None) -> Self:
        """Lay out the placed meshes; `before`'s arrays are kept where they hold all their trees."""
        ordered = sorted(meshes, key=lambda placed: placed.id)
        wanted = {id(placed.tree): placed.tree for placed in ordered}
        if before is not None and wanted.keys() <= {id(tree) for tree in before.trees}:
            trees, arrays = before.trees, before.arrays
        else:
            trees = tuple(wanted.values())
            arrays = _concatenate(trees)
        position = {id(tree): i for i, tree in enumerate(trees)}
        rank = np.full(max(placed.number for placed in meshes) + 1, -1, np.int64)
        matrices = np.empty((len(meshes), 3, 4))
        boxes = np.empty((len(meshes), 6))
        for i, placed in enumerate(ordered):
            rank[placed.number] = i
            matrices[i], boxes[i] = placed.into_tree, placed.board_box
        world = (
            matrices,
            np.array([placed.tree.centre for placed in ordered]),
            boxes,
            np.array([position[id(placed.tree)] for placed in ordered]),
        )
        return cls(
            ids=tuple(placed.id for placed in ordered),
            rank=rank,
            world=world,
            arrays=arrays,
            trees=trees,
        )


def _concatenate(trees: tuple[MeshTree, ...]) -> Arrays:
    nodes = np.array([0, *(len(tree.boxes) for tree in trees)]).cumsum()[:-1]
    wide = np.array([0, *(len(tree.wide_boxes) for tree in trees)]).cumsum()[:-1]
    triangles = np.array([0, *(len(tree.triangles) for tree in trees)]).cumsum()[:-1]
    radius = np.array([np.linalg.norm(tree.bounds[1] - tree.bounds[0]) / 2 for tree in trees])
    longest = np.array([tree.longest_edge for tree in trees])
    slack = 1.001 * TOUCH * longest + 1e-14 * radius**2
    if len(trees) == 1:
        tree = trees[0]
        return (
            nodes, triangles, slack, tree.boxes, tree.boxes.view(np.int32), tree.triangles,
            tree.faces, tree.small, radius, wide, tree.wide_boxes, tree.wide_links,
        )  # fmt: skip
    boxes = joined([tree.boxes for tree in trees])
    return (
        nodes,
        triangles,
        slack,
        boxes,
        boxes.view(np.int32),
        np.concatenate([tree.triangles for tree in trees]),
        np.concatenate([tree.faces for tree in trees]),
        np.concatenate([tree.small for tree in trees]),
        radius,
        wide,
        np.concatenate([tree.wide_boxes for tree in trees]),
        np.concatenate([tree.wide_links for tree in trees]),
    )


def joined(parts: list[npt.NDArray[np.float32]]) -> npt.NDArray[np.float32]:
    """Arrays one after the other, rows on the processor's lines."""
    whole = aligned(sum(len(part) for part in parts), parts[0].shape[1])
    return np.concatenate(parts, out=whole)
