"""3MF (3MF Consortium, Core Specification 1.3): units, objects, components, build items.

The production extension's parts are followed, too: an object may lie in another model part.
"""

from collections.abc import Iterator

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.package import Item, Object, Package
from geo3d.piece.read.source import MOST_FACES, Raw, Source, checked
from geo3d.rays.segments import Floats, Ints

UNITS = {
    "micron": ("mm", 1e-3), "millimeter": ("mm", 1.0), "centimeter": ("cm", 1.0),
    "inch": ("inch", 1.0), "foot": ("inch", 12.0), "meter": ("m", 1.0),
}  # fmt: skip
DEEPEST = 200
MOST_PLACED = 1_000_000
"""Objects that build items and components place, all told; counted before any is placed."""
SUPPORT = ("support", "solidsupport")

Key = tuple[str, str]


def read_3mf(source: Source) -> Raw:
    """Read all build items of a 3MF file, each object where its item puts it.

    Supports for printing are left out, with a warning: they are no part of the model.
    """
    package = Package(source)
    root = package.model(package.start)
    if root.unit not in UNITS:
        source.fail(package.start, f"unit {root.unit!r}; wanted is one of {', '.join(UNITS)}")
    name, scale = UNITS[root.unit]
    if not root.items:
        source.fail(package.start, "no build item: nothing of the file is meant to be made")
    objects = _Objects(source, package)
    kept = [item for item in root.items if objects.of(item, package.start)[1].kind not in SUPPORT]
    left_out = len(root.items) - len(kept)
    notes: tuple[str, ...] = ()
    if left_out:
        notes = (f"left out: {counted(left_out, 'build item')}, supports for printing",)
    objects.count_all(kept, package.start)
    points: list[Floats] = [np.empty((0, 3))]
    faces: list[Ints] = [np.empty((0, 3), np.int64)]
    total = 0
    for found, matrix in objects.placed(kept, package.start):
        points.append(found.vertices @ matrix[:3] + matrix[3])
        # A mirrored part is turned right side out.
        mirrored = np.linalg.det(matrix[:3]) < 0
        faces.append((found.faces[:, ::-1] if mirrored else found.faces) + total)
        total += len(found.vertices)
    vertices, triangles = checked(source, np.concatenate(points) * scale, np.concatenate(faces))
    return Raw(vertices, triangles, units=name, warnings=notes)


class _Objects:
    """The objects that items and components name: found, counted, placed."""

    def __init__(self, source: Source, package: Package) -> None:
        self.source, self.package = source, package
        self._counts: dict[Key, tuple[int, int, int]] = {}

    def of(self, item: Item, part: str) -> tuple[Key, Object]:
        """The object that an item or component in `part` names."""
        key = (item.part or part, item.id)
        found = self.package.model(key[0]).objects.get(item.id)
        if found is None:
            self.source.fail(f"{key[0]}: object {item.id}", "there is no such object")
        return key, found

    def count_all(self, items: list[Item], part: str) -> None:
        """Refuse what would be more than any mesh once placed, before anything is placed."""
        placed, vertices, faces = self._sum(items, part, ())
        if max(vertices, faces) > MOST_FACES:
            self.source.fail(part, f"over {MOST_FACES} faces or vertices once all are placed")
        if placed > MOST_PLACED:
            self.source.fail(part, f"over {MOST_PLACED} objects once all are placed")

    def placed(self, items: list[Item], part: str) -> Iterator[tuple[Object, Floats]]:
        """Every object's own mesh with its (4, 3) matrix, components' in their order."""
        stack = [(item, part, _NOWHERE) for item in reversed(items)]
        while stack:
            item, part, above = stack.pop()
            (part, _), found = self.of(item, part)
            matrix = np.vstack([item.matrix[:3] @ above[:3], item.matrix[3] @ above[:3] + above[3]])
            if len(found.faces):
                yield found, matrix
            stack += [(component, part, matrix) for component in reversed(found.components)]

    def _sum(self, items: list[Item], part: str, path: tuple[Key, ...]) -> tuple[int, int, int]:
        counts = [self._count(item, part, path) for item in items]
        return sum(c[0] for c in counts), sum(c[1] for c in counts), sum(c[2] for c in counts)

    def _count(self, item: Item, part: str, path: tuple[Key, ...]) -> tuple[int, int, int]:
        """Objects, vertices and faces of an object with its components."""
        key, found = self.of(item, part)
        place = f"{key[0]}: object {item.id}"
        if key in path:
            self.source.fail(place, "contains itself: its components go round in a circle")
        if len(path) > DEEPEST:
            self.source.fail(place, f"components nested over {DEEPEST} deep")
        if key not in self._counts:
            bad = ((found.faces < 0) | (found.faces >= len(found.vertices))).any(axis=1)
            if bad.any():
                at = int(np.flatnonzero(bad)[0])
                self.source.fail(
                    place,
                    f"triangle {at}: vertices {found.faces[at].tolist()}, one is out of range; "
                    f"the object has {len(found.vertices)}",
                )
            placed, vertices, faces = self._sum(found.components, key[0], (*path, key))
            self._counts[key] = (
                placed + 1, vertices + len(found.vertices), faces + len(found.faces)
            )  # fmt: skip
        return self._counts[key]


_NOWHERE = np.vstack([np.eye(3), np.zeros((1, 3))])
