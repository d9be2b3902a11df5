"""The archive of a 3MF file (Open Packaging Conventions): its model parts, read as a stream.

What an archive unpacks to is bounded, whatever it claims: parts are never unpacked whole, and
reading stops at a limit. A document type, which a 3MF must not have, is refused, and with it every
entity that could grow.
"""

import io
import posixpath
import zipfile
import zlib
from array import array
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from lxml import etree

from geo3d.piece.read.source import LARGEST, MOST_FACES, Source
from geo3d.rays.segments import Floats, Ints

MODEL = "3D/3dmodel.model"
START_PART = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
PATH = "{http://schemas.microsoft.com/3dmanufacturing/production/2015/06}path"
UNDERSTOOD = {
    "http://schemas.microsoft.com/3dmanufacturing/core/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
    "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
}
"""Extensions that may be required: followed, or of no weight for the shape."""
MOST_OTHER = 2_000_000
"""Elements that are no vertex and no triangle: a small archive may unpack to many."""
UNPACKS, FREELY = 50, 16 << 20
"""Times the archive's size that it may unpack to, over so many bytes: the text of a mesh packs to a
tenth, of one grid to a thirtieth."""
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError,
          ValueError)  # fmt: skip


@dataclass(frozen=True)
class Item:
    """An object placed: by a build item, or as another object's component.

    `matrix` is (4, 3), for row vectors; `part` is "" for the part that the item itself is in.
    """

    id: str
    part: str
    matrix: Floats


@dataclass
class Object:
    """An object: a mesh, or components."""

    kind: str
    vertices: Floats = field(default_factory=lambda: np.empty((0, 3)))
    faces: Ints = field(default_factory=lambda: np.empty((0, 3), np.int64))
    components: list[Item] = field(default_factory=list)


@dataclass
class ModelPart:
    """One model part of the archive."""

    unit: str = "millimeter"
    objects: dict[str, Object] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)


class Package:
    """The archive: its model parts are read once each, when first asked for."""

    def __init__(self, source: Source) -> None:
        self.source = source
        try:
            self.archive = zipfile.ZipFile(io.BytesIO(source.data))
            names = self.archive.namelist()
        except BROKEN as error:
            if source.data.startswith(b"PK"):
                source.fail(
                    "",
                    "the archive is cut off or damaged: its table of contents, at the end, cannot "
                    f"be read ({error}); fetch or export the file anew",
                )
            source.fail("", f"not a ZIP archive, which a 3MF file is: {error}")
        self.names = {name.lstrip("/").lower(): name for name in names}
        self.left = min(LARGEST, FREELY + UNPACKS * len(source.data))
        self.most = self.left
        self._models: dict[str, ModelPart] = {}
        self.start = self._start()

    def model(self, part: str) -> ModelPart:
        """A model part of the archive."""
        if part not in self._models:
            self._models[part] = _Reader(self.source, part).read(self)
        return self._models[part]

    def events(self, part: str) -> Any:
        """XML events (start, end) of a part, unpacked as they are asked for."""
        name = self.names.get(part.lower())
        if name is None:
            self.source.fail(part, "this part is missing from the archive")
        try:
            with self.archive.open(name) as file:
                bounded = _Bounded(self, part, file)
                for event, element in etree.iterparse(
                    bounded, events=("start", "end"), resolve_entities=False, no_network=True,
                    load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True,
                ):  # fmt: skip
                    if element.getparent() is None and element.getroottree().docinfo.doctype:
                        self.source.fail(part, "has a document type, which 3MF forbids")
                    yield event, element
                    if event == "end":
                        # What was read is let go, or the tree would outgrow the mesh many times.
                        element.clear(keep_tail=False)
                        while element.getprevious() is not None:
                            del element.getparent()[0]
        except etree.XMLSyntaxError as error:
            self.source.fail(part, f"not XML: {error.msg}")
        except BROKEN as error:
            self.source.fail(part, f"cannot be unpacked: {error}")

    def _start(self) -> str:
        """The part where the model begins, by the archive's relationships."""
        if "_rels/.rels" in self.names:
            for event, element in self.events("_rels/.rels"):
                if event == "start" and element.get("Type") == START_PART:
                    return posixpath.normpath(str(element.get("Target", "")).lstrip("/"))
        return MODEL


class _Bounded:
    """A part's bytes, until the archive has unpacked to more than any mesh."""

    def __init__(self, package: Package, part: str, file: Any) -> None:
        self.package, self.part, self.file = package, part, file

    def read(self, size: int = -1) -> bytes:
        data: bytes = self.file.read(size if size > 0 else 1 << 16)
        self.package.left -= len(data)
        if self.package.left < 0:
            self.package.source.fail(
                self.part,
                f"the archive unpacks to over {self.package.most >> 20} MB; so much from "
                f"{max(1, len(self.package.source.data) >> 20)} MB is no mesh and is not read",
            )
        return data


class _Reader:
    """Turns the events of one model part into objects and items."""

    def __init__(self, source: Source, part: str) -> None:
        self.source, self.part = source, part
        self.model = ModelPart()
        self.points, self.corners = array("d"), array("q")
        self.object: Object | None = None
        self.others = 0

    def read(self, package: Package) -> ModelPart:
        first = True
        for event, element in package.events(self.part):
            name = element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""
            if first:
                self._root(name, element)
                first = False
            elif event == "start":
                self._start(name, element)
            elif name == "object":
                self._end_object()
        return self.model

    def _root(self, name: str, element: Any) -> None:
        if name != "model":
            self.source.fail(self.part, f"a model is wanted, got {name[:40]!r}")
        self.model.unit = element.get("unit", "millimeter")
        for prefix in element.get("requiredextensions", "").split():
            space = element.nsmap.get(prefix)
            if space not in UNDERSTOOD:
                self.source.fail(
                    self.part, f"requires the extension {space or prefix}: not supported"
                )

    def _bound(self, numbers: int) -> None:
        if numbers > 3 * MOST_FACES:
            self.source.fail(self.part, f"an object of over {MOST_FACES} faces or vertices")

    def _start(self, name: str, element: Any) -> None:
        get = element.get
        if name not in ("vertex", "triangle"):
            self.others += 1
            if self.others > MOST_OTHER:
                self.source.fail(
                    self.part, f"over {MOST_OTHER} elements that are no vertex and no triangle"
                )
        try:
            if name == "vertex" and self.object is not None:
                self.points.extend((float(get("x")), float(get("y")), float(get("z"))))
                self._bound(len(self.points))
            elif name == "triangle" and self.object is not None:
                self.corners.extend((int(get("v1")), int(get("v2")), int(get("v3"))))
                self._bound(len(self.corners))
            elif name == "object":
                self.object = Object(get("type", "model"))
                self.points, self.corners = array("d"), array("q")
                if get("id", "") in self.model.objects:
                    self.source.fail(self.part, f"object {get('id', '')} is there twice")
                self.model.objects[get("id", "")] = self.object
            elif name == "component" and self.object is not None:
                self.object.components.append(self._item(element))
            elif name == "item":
                self.model.items.append(self._item(element))
        except (TypeError, ValueError, OverflowError):
            self.source.fail(
                f"{self.part} line {element.sourceline}",
                "a vertex needs x, y and z, a triangle v1, v2 and v3, all numbers",
            )

    def _end_object(self) -> None:
        assert self.object is not None  # an object's end follows its start
        self.object.vertices = np.frombuffer(self.points, dtype=np.float64).reshape(-1, 3)
        self.object.faces = np.frombuffer(self.corners, dtype=np.int64).reshape(-1, 3)
        self.object = None

    def _item(self, element: Any) -> Item:
        matrix = np.vstack([np.eye(3), np.zeros((1, 3))])
        text = element.get("transform")
        if text is not None:
            try:
                matrix = np.array([float(word) for word in text.split()]).reshape(4, 3)
            except ValueError:
                matrix = np.full((4, 3), np.nan)
            if not np.isfinite(matrix).all():
                self.source.fail(
                    f"{self.part} line {element.sourceline}",
                    f"transform: twelve finite numbers are wanted, got {text[:80]!r}",
                )
        return Item(element.get("objectid", ""), element.get(PATH, "").lstrip("/"), matrix)
