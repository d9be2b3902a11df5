"""The ray scene: meshes placed on a board by rigid transforms, asked with segments.

Two levels: an R-tree over the placed meshes (index.py) finds those near a bundle of segments, one
bounding-volume tree for each distinct mesh (bvh.py) does the rest in the mesh's own frame. So a
piece placed sixteen times is stored once, and moving one costs a matrix.
"""

import itertools
import threading
import warnings
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from geo3d.errors import Geo3dWarning, SceneError, counted
from geo3d.rays import crossings, firsts, kernels, packets
from geo3d.rays.bvh import tree_of
from geo3d.rays.compiled import WORKERS, pool
from geo3d.rays.embree import EmbreeEngine
from geo3d.rays.forest import Forest
from geo3d.rays.index import BoxIndex
from geo3d.rays.ordering import boxes_of
from geo3d.rays.placing import Placed, rigid
from geo3d.rays.segments import Bools, Floats, Hits, Ints, as_segments

BUNDLE = 64
"""Segments that are looked up together in the R-tree where the caller does not say."""

TASK = 2048
"""Segments of a task at least: with fewer, another thread costs more than it saves."""


class RayScene:
    """Placed meshes that block segments. Touching blocks, except at a segment's own ends.

    Args:
        engine: "exact" (float64, the default), or "embree" (float32, a second opinion; needs the
            extra `embree`).
    """

    def __init__(self, engine: str = "exact") -> None:
        if engine not in ("exact", "embree"):
            raise SceneError(f'engine: "exact" or "embree" wanted, got {engine!r}')
        self.engine = engine
        self._placed: dict[str, Placed] = {}
        self._next = 0
        self._index = BoxIndex()
        self._forest: Forest | None = None
        self._before: Forest | None = None
        self._embree: EmbreeEngine | None = EmbreeEngine() if engine == "embree" else None
        self._lock = threading.RLock()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the placed meshes, in the order of placing."""
        return tuple(self._placed)

    def __getitem__(self, id: str) -> Placed:
        try:
            return self._placed[id]
        except KeyError:
            raise SceneError(
                f"no mesh {id!r} in the scene; it has {sorted(self._placed)}"
            ) from None

    def place(self, mesh: Any, transform: Any = None, id: str | None = None) -> Placed:
        """Place a mesh.

        Args:
            mesh: a trimesh.Trimesh, in inches; its faces with NaN or infinite corners, and those
                of zero area, are left out of the tree, with a warning.
            transform: (4, 4) rigid, mesh frame to board frame; None leaves it where it is.
            id: its name; None names it "mesh-1", "mesh-2", ...

        Returns:
            The handle; it does not change when the mesh is moved (ask `scene[id]` anew).

        Raises:
            SceneError: the id is taken or no text, or the transform is not rigid.
            MeshError: the mesh has no usable face, or its indices are out of range.
        """
        with self._lock:
            name = f"mesh-{self._next + 1}" if id is None else id
            if not isinstance(name, str) or not name:
                raise SceneError(f"id: a text of a character or more wanted, got {name!r}")
            if name in self._placed:
                raise SceneError(f"id {name!r} is taken: each placed mesh needs its own")
            matrix = rigid(transform, name)
            tree = tree_of(mesh)
            if tree.dropped or tree.zero_area:
                warnings.warn(
                    f"{name}: left out of the ray tree: {counted(tree.dropped, 'face')} with NaN "
                    f"or infinite corners, {tree.zero_area} of zero area",
                    Geo3dWarning,
                    stacklevel=2,
                )
            return self._put(Placed(name, self._next, matrix, mesh, tree))

    def move(self, id: str, transform: Any) -> Placed:
        """Give a placed mesh a new transform. Raises SceneError as `place` does; no such id too."""
        with self._lock:
            old = self[id]
            return self._put(Placed(id, old.number, rigid(transform, id), old.mesh, old.tree))

    def remove(self, id: str) -> None:
        """Take a placed mesh out. Raises SceneError for no such id."""
        with self._lock:
            self._index.drop(self[id].number)
            del self._placed[id]
            self._changed()

    def _put(self, placed: Placed) -> Placed:
        self._index.put(placed.number, placed.board_box[:3], placed.board_box[3:])
        self._placed[placed.id] = placed
        self._next = max(self._next, placed.number + 1)
        self._changed()
        return placed

    def _changed(self) -> None:
        self._before, self._forest = self._forest or self._before, None
        if self._embree is not None:
            self._embree.forget()

    # Asking.

    def any_hit(
        self,
        starts: Any,
        ends: Any,
        *,
        bundles: Any = None,
        ignore: Sequence[Collection[str]] = (),
        width: float = 0.0,
    ) -> Bools:
        """Which segments are blocked.

        Args:
            starts, ends: (N, 3) inches.
            bundles: (B + 1,) where each bundle of segments begins, 0 first and N last: segments
                near each other, such as all those of one pair of figures. None: cut by the engine.
            ignore: for each bundle, the ids of placed meshes that do not block it; () for none.
            width: inches; a line of that thickness must pass (no triangle nearer to the segment
                than half of it).

        Returns:
            (N,) bool.

        Raises:
            SceneError: coordinates that are NaN or beyond 1e12, wrong shapes, an id to ignore that
                no mesh has.
        """
        starts, ends = as_segments(starts, ends)
        if not (np.isfinite(width) and width >= 0.0):
            raise SceneError(f"width: a number of inches from 0 up wanted, got {width!r}")
        if self._embree is not None:
            if width or len(ignore):
                raise SceneError("the embree engine knows neither width nor ignore")
            return self._embree.any_hit(self._placed, starts, ends)
        work = self._look_up(starts, ends, bundles, ignore, width / 2)
        out = np.zeros(len(starts), np.bool_)
        if work is not None:
            edges, nearby, forest = work
            data = (edges, nearby, forest.world, forest.arrays)
            if width > 0.0:
                thick = (*data, width / 2, out)
                _run(edges, lambda a, b: kernels.thick_hits(starts, ends, *thick, a, b))
            else:
                _run(edges, lambda a, b: packets.any_hits(starts, ends, *data, out, a, b))
        return out

    def first_hit(
        self,
        starts: Any,
        ends: Any,
        *,
        bundles: Any = None,
        ignore: Sequence[Collection[str]] = (),
    ) -> Hits:
        """The first contact of each segment, counted from its start; one row a segment.

        Arguments and errors as for `any_hit`; what a miss looks like is said at `Hits`.
        """
        starts, ends = as_segments(starts, ends)
        if self._embree is not None:
            if len(ignore):
                raise SceneError("the embree engine knows no ignore")
            return self._embree.first_hit(self._placed, starts, ends)
        work = self._look_up(starts, ends, bundles, ignore, 0.0)
        number = len(starts)
        segment = np.arange(number)
        if work is None:
            mesh = np.full(number, -1, np.int64)
            return _hits(segment, mesh, mesh, np.full(number, np.inf), starts, ends, ())
        edges, nearby, forest = work
        mesh, face = np.empty(number, np.int64), np.empty(number, np.int64)
        distance, point = np.empty(number), np.empty((number, 3))
        data = (starts, ends, edges, nearby, forest.world, forest.arrays)
        out = (mesh, face, distance, point)
        _run(edges, lambda a, b: firsts.first_hits(*data, *out, a, b))
        return Hits(
            hit=mesh >= 0, id=_named(forest.ids, mesh), face=face, distance=distance, point=point,
            segment=segment,
        )  # fmt: skip

    def all_hits(
        self,
        starts: Any,
        ends: Any,
        *,
        bundles: Any = None,
        ignore: Sequence[Collection[str]] = (),
    ) -> Hits:
        """All contacts of each segment, each once, ordered along it; one row a contact.

        Contacts of one mesh at one place (a shared edge or corner) are one row. Arguments and
        errors as for `any_hit`.
        """
        starts, ends = as_segments(starts, ends)
        if self._embree is not None:
            if len(ignore):
                raise SceneError("the embree engine knows no ignore")
            return self._embree.all_hits(self._placed, starts, ends)
        work = self._look_up(starts, ends, bundles, ignore, 0.0)
        if work is None:
            none = np.empty(0, np.int64)
            return _hits(none, none, none, np.empty(0), starts, ends, ())
        edges, nearby, forest = work
        data = (edges, nearby, forest.world, forest.arrays)
        parts = _run(edges, lambda a, b: crossings.all_hits(starts, ends, *data, a, b))
        rows = np.concatenate([rows[:count] for rows, _, count in parts])
        distance = np.concatenate([distances[:count] for _, distances, count in parts])
        return _hits(rows[:, 0], rows[:, 1], rows[:, 2], distance, starts, ends, forest.ids)

    def _look_up(
        self,
        starts: Floats,
        ends: Floats,
        bundles: Any,
        ignore: Sequence[Collection[str]],
        pad: float,
    ) -> tuple[Ints, tuple[Ints, Ints], Forest] | None:
        """Bundle edges, each bundle's candidates (one bulk look-up), and the meshes as arrays."""
        if bundles is None:
            edges = np.append(np.arange(0, len(starts), BUNDLE), len(starts)).astype(np.int64)
        else:
            edges = np.asarray(bundles, dtype=np.int64)
            if (
                edges.ndim != 1 or len(edges) < 1 or edges[0] != 0 or edges[-1] != len(starts)
                or (np.diff(edges) < 0).any()
            ):  # fmt: skip
                raise SceneError(f"bundles: ascending, from 0 to {len(starts)}, wanted")
        if isinstance(ignore, str) or any(isinstance(ids, str) for ids in ignore):
            raise SceneError(f"ignore: a collection of ids for each bundle wanted, got {ignore!r}")
        if len(ignore) not in (0, len(edges) - 1):
            raise SceneError(
                f"ignore: one collection for each of {len(edges) - 1} bundles wanted, "
                f"got {len(ignore)}"
            )
        edges, bundle_of = _cut(edges)
        with self._lock:
            if not self._placed or not len(starts):
                return None
            if self._forest is None:
                self._forest = Forest.of(list(self._placed.values()), self._before)
                self._before = None
            forest = self._forest
            filled = np.flatnonzero(np.diff(edges) > 0)
            low, high = np.empty((len(filled), 3)), np.empty((len(filled), 3))
            boxes_of(starts, ends, edges, filled, pad, low, high)
            first, numbers = self._index.near(low, high)
        meshes = forest.rank[numbers]
        counts = np.zeros(len(edges) - 1, np.int64)
        counts[filled] = np.diff(first)
        bundle = np.repeat(np.arange(len(counts)), counts)
        meshes = meshes[np.lexsort((meshes, bundle))]
        if len(ignore):
            # Bundles often have the same to ignore: each such set is looked up once.
            sets = {ids: row for row, ids in enumerate(dict.fromkeys(map(frozenset, ignore)))}
            blocking = np.array([forest.blocking(ids) for ids in sets])
            row = np.array([sets[frozenset(ids)] for ids in ignore])
            keep = blocking[row[bundle_of[bundle]], meshes]
            meshes, counts = meshes[keep], np.bincount(bundle[keep], minlength=len(counts))
        begins = np.zeros(len(counts) + 1, np.int64)
        np.cumsum(counts, out=begins[1:])
        return edges, (begins, meshes), forest


def _cut(edges: Ints) -> tuple[Ints, Ints]:
    """Bundles so large that threads could not share them are cut; and which one each part is of."""
    sizes = np.diff(edges)
    most = max(TASK, -(-int(edges[-1]) // (2 * WORKERS)))
    if not len(sizes) or sizes.max() < 2 * most:
        return edges, np.arange(len(sizes))
    parts = np.maximum(-(-sizes // most), 1)
    bundle = np.repeat(np.arange(len(sizes)), parts)
    number = np.arange(len(bundle)) - np.repeat(np.cumsum(parts) - parts, parts)
    begins = edges[:-1][bundle] + sizes[bundle] * number // parts[bundle]
    return np.append(begins, edges[-1]), bundle


def _run(edges: Ints, task: Any) -> list[Any]:
    """Run `task(begin, stop)` over ranges of bundles, on several threads where it is worth it."""
    segments, count = int(edges[-1]), len(edges) - 1
    parts = min(4 * WORKERS, max(1, segments // TASK), count)
    if parts < 2:
        return [task(0, count)]
    cuts = np.searchsorted(edges, np.linspace(0, segments, parts + 1)[1:-1])
    cuts = np.unique(np.concatenate([[0], cuts, [count]]))
    ranges = list(itertools.pairwise(cuts.tolist()))
    results: list[Any] = [None] * len(ranges)
    waiting = iter(range(len(ranges)))

    def take() -> None:
        for number in waiting:
            results[number] = task(*ranges[number])

    # This thread takes its share: to wake another one costs as much as a thousand segments.
    others = [pool().submit(take) for _ in range(min(WORKERS, len(ranges)) - 1)]
    try:
        take()
    finally:
        for other in others:
            other.result()
    return results


def _named(ids: tuple[str, ...], mesh: Ints) -> npt.NDArray[np.object_]:
    """The ids of meshes by rank; None for -1."""
    names: npt.NDArray[np.object_] = np.array([*ids, None], dtype=object)[mesh]
    return names


def _hits(
    segment: Ints,
    mesh: Ints,
    face: Ints,
    distance: Floats,
    starts: Floats,
    ends: Floats,
    ids: tuple[str, ...],
) -> Hits:
    hit = mesh >= 0
    a, b = starts[segment], ends[segment]
    length = np.linalg.norm(b - a, axis=1)
    point = np.full((len(segment), 3), np.nan)
    share = (distance[hit] / length[hit])[:, None]
    point[hit] = a[hit] + share * (b[hit] - a[hit])
    return Hits(
        hit=hit, id=_named(ids, mesh), face=face, distance=distance, point=point, segment=segment
    )
