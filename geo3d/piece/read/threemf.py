"""3MF (3MF Consortium, Core Specification 1.3): units, objects, components, build items.

The production extension's parts are followed, too: an object may lie in another model part.
"""

import io
import posixpath
import zipfile
import zlib
from typing import Any

import numpy as np
from lxml import etree

from geo3d.piece.read.source import Raw, Source, checked
from geo3d.rays.segments import Floats, Ints

UNITS = {
    "micron": ("mm", 1e-3), "millimeter": ("mm", 1.0), "centimeter": ("cm", 1.0),
    "inch": ("inch", 1.0), "foot": ("inch", 12.0), "meter": ("m", 1.0),
}  # fmt: skip
PART_LIMIT = 1 << 30
RATIO_LIMIT = 250
"""How far a part of the archive may be packed: XML of meshes packs 5 to 20 times."""
MODEL = "3D/3dmodel.model"
START_PART = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
PRODUCTION = "{http://schemas.microsoft.com/3dmanufacturing/production/2015/06}path"
UNDERSTOOD = {
    "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
    "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/core/2015/02",
}

Shape = tuple[Floats, Ints]


def read_3mf(source: Source) -> Raw:
    """Read all build items of a 3MF file, each object where its item puts it."""
    package = _Package(source)
    root = package.model(package.start)
    unit = root.get("unit", "millimeter")
    if unit not in UNITS:
        source.fail(package.start, f"unit {unit!r}; wanted is one of {', '.join(UNITS)}")
    name, scale = UNITS[unit]
    points: list[Floats] = []
    faces: list[Ints] = []
    total = 0
    items = [e for e in root.iter() if _local(e) == "item"]
    if not items:
        source.fail(package.start, "no build item: nothing of the file is meant to be made")
    for item in items:
        part = _path(item, package.start)
        vertices, triangles = package.shape(part, item.get("objectid"), ())
        matrix = _matrix(source, part, item.get("transform"))
        points.append(vertices @ matrix[:3, :3] + matrix[3, :3])
        turned = np.linalg.det(matrix[:3, :3]) < 0
        faces.append((triangles[:, ::-1] if turned else triangles) + total)
        total += len(vertices)
    vertices, triangles = checked(source, np.concatenate(points), np.concatenate(faces))
    return Raw(vertices * scale, triangles, units=name)


def _local(element: Any) -> str:
    tag = element.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def _path(element: Any, part: str) -> str:
    """The part that an item or component points into."""
    named = element.get(PRODUCTION)
    return named.lstrip("/") if named else part


class _Package:
    """The archive: its model parts parsed once, its objects' shapes made once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        try:
            self.archive = zipfile.ZipFile(io.BytesIO(source.data))
            names = self.archive.namelist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            source.fail("", f"not a ZIP archive, which a 3MF file is: {error}")
        self.names = {name.lstrip("/").lower(): name for name in names}
        self.start = self._start()
        self._models: dict[str, Any] = {}
        self._objects: dict[str, dict[str, Any]] = {}
        self._shapes: dict[tuple[str, str], Shape] = {}
        self._vertices = 0

    def _start(self) -> str:
        """The part where the model begins, by the archive's relationships."""
        if "_rels/.rels" in self.names:
            for element in self._parse("_rels/.rels").iter():
                if _local(element) == "Relationship" and element.get("Type") == START_PART:
                    target = str(element.get("Target", ""))
                    return posixpath.normpath(target.lstrip("/"))
        return MODEL

    def _bytes(self, part: str) -> bytes:
        name = self.names.get(part.lower())
        if name is None:
            self.source.fail(part, "this part is missing from the archive")
        info = self.archive.getinfo(name)
        packed = max(info.compress_size, 1)
        if info.file_size > PART_LIMIT or info.file_size / packed > RATIO_LIMIT:
            self.source.fail(
                part, f"unpacks to {info.file_size} bytes from {packed}: no mesh packs like that"
            )
        try:
            with self.archive.open(info) as file:
                data = file.read(info.file_size + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError,
                NotImplementedError) as error:  # fmt: skip
            self.source.fail(part, f"cannot be unpacked: {error}")
        if len(data) > info.file_size:
            self.source.fail(part, "unpacks to more than the archive says")
        return data

    def _parse(self, part: str) -> Any:
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
            remove_comments=True, remove_pis=True,
        )  # fmt: skip
        try:
            return etree.fromstring(self._bytes(part), parser)
        except etree.XMLSyntaxError as error:
            self.source.fail(part, f"not XML: {error}")

    def model(self, part: str) -> Any:
        """The root element of a model part."""
        if part not in self._models:
            root = self._parse(part)
            if _local(root) != "model":
                self.source.fail(part, f"a model is wanted, got {_local(root)!r}")
            for prefix in root.get("requiredextensions", "").split():
                space = root.nsmap.get(prefix)
                if space not in UNDERSTOOD:
                    self.source.fail(
                        part, f"requires the extension {space or prefix}: not supported"
                    )
            self._models[part] = root
            self._objects[part] = {e.get("id", ""): e for e in root.iter() if _local(e) == "object"}
        return self._models[part]

    def shape(self, part: str, id: str | None, path: tuple[tuple[str, str], ...]) -> Shape:
        """An object's vertices and triangles, with its components'."""
        self.model(part)
        key = (part, id or "")
        place = f"{part}: object {id}"
        if key in path:
            self.source.fail(place, "contains itself: its components go round in a circle")
        if len(path) > 200:
            self.source.fail(place, "components nested over 200 deep")
        if key in self._shapes:
            return self._shapes[key]
        element = self._objects[part].get(id or "")
        if element is None:
            self.source.fail(place, "there is no such object")
        points: list[Floats] = [np.empty((0, 3))]
        faces: list[Ints] = [np.empty((0, 3), np.int64)]
        total = 0
        for child in element:
            if _local(child) == "mesh":
                vertices, triangles = _mesh(self.source, place, child)
                points.append(vertices)
                faces.append(triangles + total)
                total += len(vertices)
            elif _local(child) == "components":
                for component in child:
                    if _local(component) != "component":
                        continue
                    vertices, triangles = self.shape(
                        _path(component, part), component.get("objectid"), (*path, key)
                    )
                    matrix = _matrix(self.source, place, component.get("transform"))
                    points.append(vertices @ matrix[:3, :3] + matrix[3, :3])
                    turned = np.linalg.det(matrix[:3, :3]) < 0
                    faces.append((triangles[:, ::-1] if turned else triangles) + total)
                    total += len(vertices)
        self._vertices += total
        if self._vertices > 100_000_000:
            self.source.fail(place, "over 100 million vertices once all components are placed")
        self._shapes[key] = np.concatenate(points), np.concatenate(faces)
        return self._shapes[key]


def _matrix(source: Source, place: str, text: str | None) -> Floats:
    """A transform of twelve numbers, rows of a (4, 3) matrix for row vectors."""
    matrix = np.eye(4)
    if text is None:
        return matrix
    try:
        numbers = np.array([float(word) for word in text.split()])
    except ValueError:
        numbers = np.empty(0)
    if numbers.shape != (12,) or not np.isfinite(numbers).all():
        source.fail(place, f"transform: twelve finite numbers are wanted, got {text!r}")
    matrix[:, :3] = numbers.reshape(4, 3)
    return matrix


def _mesh(source: Source, place: str, element: Any) -> Shape:
    vertices: list[list[float]] = []
    triangles: list[list[int]] = []
    try:
        for group in element:
            if _local(group) == "vertices":
                vertices += [
                    [float(v.get("x")), float(v.get("y")), float(v.get("z"))]
                    for v in group if _local(v) == "vertex"
                ]  # fmt: skip
            elif _local(group) == "triangles":
                triangles += [
                    [int(t.get("v1")), int(t.get("v2")), int(t.get("v3"))]
                    for t in group if _local(t) == "triangle"
                ]  # fmt: skip
    except (TypeError, ValueError, OverflowError):
        source.fail(place, "a vertex needs x, y and z, a triangle v1, v2 and v3, all numbers")
    faces = np.array(triangles, dtype=np.int64).reshape(-1, 3)
    if len(faces) and (faces.min() < 0 or faces.max() >= len(vertices)):
        source.fail(
            place, f"a triangle's vertex is out of range; the object has {len(vertices)} vertices"
        )
    return np.array(vertices, dtype=np.float64).reshape(-1, 3), faces
