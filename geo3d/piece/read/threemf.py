"""3MF (3MF Consortium, Core Specification 1.3): units, objects, components, build items.

The production extension's parts are followed, too: an object may lie in another model part.
"""

import numpy as np

from geo3d.piece.read.package import Item, ModelPart, Package
from geo3d.piece.read.source import MOST_FACES, Raw, Source, checked
from geo3d.rays.segments import Floats, Ints

UNITS = {
    "micron": ("mm", 1e-3), "millimeter": ("mm", 1.0), "centimeter": ("cm", 1.0),
    "inch": ("inch", 1.0), "foot": ("inch", 12.0), "meter": ("m", 1.0),
}  # fmt: skip
DEEPEST = 200
SUPPORT = ("support", "solidsupport")

Shape = tuple[Floats, Ints]


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
    maker = _Maker(source, package)
    kept = [item for item in root.items if maker.kind(item, package.start) not in SUPPORT]
    left_out = len(root.items) - len(kept)
    notes = (f"{left_out} build items are supports for printing, left out",) if left_out else ()
    vertices, faces = maker.together(kept, package.start, ())
    return Raw(*checked(source, vertices * scale, faces), units=name, warnings=notes)


class _Maker:
    """Makes objects into vertices and triangles, each once."""

    def __init__(self, source: Source, package: Package) -> None:
        self.source, self.package = source, package
        self._shapes: dict[tuple[str, str], Shape] = {}

    def kind(self, item: Item, part: str) -> str:
        model = self.package.model(item.part or part)
        return model.objects[item.id].kind if item.id in model.objects else "model"

    def together(self, items: list[Item], part: str, path: tuple[tuple[str, str], ...]) -> Shape:
        """Placed objects as one; mirrored ones are turned right side out.

        Raises:
            MeshError: more faces than any mesh needs, found before they are made.
        """
        shapes = [(self.shape(item.part or part, item.id, path), item.matrix) for item in items]
        vertices = sum(len(shape[0]) for shape, _ in shapes)
        faces = sum(len(shape[1]) for shape, _ in shapes)
        if max(vertices, faces) > MOST_FACES:
            self.source.fail(part, f"over {MOST_FACES} faces or vertices once all are placed")
        points: list[Floats] = [np.empty((0, 3))]
        triangles: list[Ints] = [np.empty((0, 3), np.int64)]
        total = 0
        for (own, corners), matrix in shapes:
            points.append(own @ matrix[:3] + matrix[3])
            mirrored = np.linalg.det(matrix[:3]) < 0
            triangles.append((corners[:, ::-1] if mirrored else corners) + total)
            total += len(own)
        return np.concatenate(points), np.concatenate(triangles)

    def shape(self, part: str, id: str, path: tuple[tuple[str, str], ...]) -> Shape:
        """An object's vertices and triangles, with its components'."""
        key = (part, id)
        place = f"{part}: object {id}"
        if key in path:
            self.source.fail(place, "contains itself: its components go round in a circle")
        if len(path) > DEEPEST:
            self.source.fail(place, f"components nested over {DEEPEST} deep")
        if key not in self._shapes:
            model: ModelPart = self.package.model(part)
            found = model.objects.get(id)
            if found is None:
                self.source.fail(place, "there is no such object")
            own = found.vertices, found.faces
            if len(own[1]) and (own[1].min() < 0 or own[1].max() >= len(own[0])):
                bad = int(np.flatnonzero(((own[1] < 0) | (own[1] >= len(own[0]))).any(axis=1))[0])
                self.source.fail(
                    place,
                    f"triangle {bad}: vertices {own[1][bad].tolist()}, one is out of range; the "
                    f"object has {len(own[0])}",
                )
            if found.components:
                own = self.together(found.components, part, (*path, key))
            self._shapes[key] = own
        return self._shapes[key]
