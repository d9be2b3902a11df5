"""Small valid mesh files of every format, and seeded damage to them: for fuzzing the reader."""

import copy
import io
import json
import random
import re
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from geo3d.errors import MeshError
from geo3d.piece import inspect_piece, read_piece
from tests.piece.read.cubes import obj_cube
from tests.piece.read.gltf.files import Maker
from tests.piece.read.gltf.test_primitives import morphing, skinned
from tests.piece.read.test_obj import L_PRISM, relative
from tests.piece.read.test_off import off
from tests.piece.read.test_ply import FORMS, ply
from tests.piece.read.test_stl import binary, text
from tests.piece.read.test_threemf import archive, cube, group, model

NUMBERS = [
    b"0", b"-1", b"1", b"3", b"255", b"256", b"65536", b"4294967295", b"99999999999", b"1e308",
    b"-1e-320", b"nan", b"inf", b"", b"0x10", b"1e", b"7.5", b"9" * 400,
]  # fmt: skip
VALUES: list[Any] = [
    None, True, -1, 0, 1, 2, 3, 2**31, 2**64, 10**30, 1e308, 0.5, "", "x", [], {}, [0], [[]],
    {"a": 1}, [1.0] * 16, "data:;base64,AAAA", "../x", 5123, 5126,
]  # fmt: skip
FAULTS = (1, 1, 1, 2, 4)


def valid_files() -> list[tuple[str, bytes]]:
    """(ending, content) of files that read well, several of each format."""
    plain, sparse = Maker(), Maker()
    plain.node(mesh=plain.cube(), rotation=[0, 0, 1, 0], scale=[-1, 2, 1])
    sparse.node(mesh=sparse.cube(kind="u1"))
    sparse.document["accessors"][0]["sparse"] = {
        "count": 1,
        "indices": {"bufferView": sparse.view(b"\1"), "componentType": 5121},
        "values": {"bufferView": sparse.view(np.array([0, 0, 1], "<f4").tobytes())},
    }
    nested = model(
        cube() + group(2, 'objectid="1"', 'objectid="1" transform="1 0 0 0 1 0 0 0 1 2 0 0"'),
        'objectid="2"',
    )
    makers = [plain, sparse, morphing(), skinned()]
    texts = [obj_cube(), relative(), L_PRISM]
    return [
        (".stl", binary()), (".stl", text().encode()), (".stl", text().encode("utf-16")),
        *((".obj", data.encode()) for data in texts), (".obj", obj_cube().encode("utf-16")),
        *((".ply", ply(form)) for form in FORMS),
        (".ply", ply("binary_little_endian", faces=[[0, 1, 3, 2], [4, 6, 7], [4, 7, 5]])),
        (".off", off().encode()), (".off", off("COFF\n8 6 0", "{} {} {} 9 9 9 9").encode()),
        *((".glb", maker.glb()) for maker in makers),
        *((".gltf", maker.gltf().encode()) for maker in makers),
        (".3mf", archive(nested)), (".3mf", archive(model(cube(), 'objectid="1"'))),
    ]  # fmt: skip


def damaged(ending: str, data: bytes, rng: random.Random) -> bytes:
    """The file with one to four faults; in JSON and XML often within their structure."""
    if ending in (".glb", ".gltf") and rng.random() < 0.6:
        return _json_fault(ending, data, rng)
    if ending == ".3mf" and rng.random() < 0.7:
        return _xml_fault(data, rng)
    return _byte_faults(data, rng)


def _byte_faults(data: bytes, rng: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(rng.choice(FAULTS)):
        at = rng.randrange(len(made) + 1)
        end = min(len(made), at + rng.choice([1, 2, 4, 12, 50, 200]))
        kind = rng.randrange(8)
        if kind == 0:
            made[at:end] = rng.randbytes(end - at)
        elif kind == 1:
            del made[at:end]
        elif kind == 2:
            made[at:at] = made[at:end] * rng.choice([1, 2, 30])
        elif kind == 3:
            del made[at:]
        elif kind == 4:
            made[at : at + 4] = rng.choice([0, 1, 2**31 - 1, 2**32 - 1, 10**6]).to_bytes(
                4, "little"
            )
        elif kind == 5 and at < len(made):
            made[at] ^= 1 << rng.randrange(8)
        else:
            numbers = list(re.finditer(rb"-?\d+(\.\d+)?", made))
            if numbers:
                found = rng.choice(numbers)
                made[found.start() : found.end()] = rng.choice(NUMBERS)
    return bytes(made)


def _json_fault(ending: str, data: bytes, rng: random.Random) -> bytes:
    """Change, add or take away entries of the document; in a GLB its length is put right again."""
    if ending == ".glb":
        length = int.from_bytes(data[12:16], "little")
        head, rest = data[20 : 20 + length], data[20 + length :]
    else:
        head, rest = data, b""
    document = json.loads(head)
    for _ in range(rng.choice(FAULTS)):
        places: list[tuple[Any, Any]] = []
        _walk(document, places)
        owner, key = rng.choice(places)
        kind = rng.randrange(5)
        if kind == 0 and isinstance(owner, dict):
            del owner[key]
        elif kind == 1:
            owner[key] = copy.deepcopy([owner[key]] * rng.choice([1, 2, 40]))
        elif kind == 2:
            other, name = rng.choice(places)
            owner[key] = json.loads(json.dumps(other[name]))
        else:
            owner[key] = copy.deepcopy(rng.choice(VALUES))
    made = json.dumps(document).encode()
    if ending == ".gltf":
        return made
    made += b" " * (-len(made) % 4)
    total = 20 + len(made) + len(rest)
    return b"glTF\2\0\0\0" + total.to_bytes(4, "little") + len(made).to_bytes(4, "little") + (
        b"JSON" + made + rest
    )  # fmt: skip


def _walk(value: Any, places: list[tuple[Any, Any]]) -> None:
    rows = value.items() if isinstance(value, dict) else enumerate(value)
    for key, below in rows:
        places.append((value, key))
        if isinstance(below, (dict, list)):
            _walk(below, places)


def _xml_fault(data: bytes, rng: random.Random) -> bytes:
    """Damage one part of the archive and pack it anew."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        names = old.namelist()
        chosen = rng.choice(names)
        for name in names:
            part = old.read(name)
            new.writestr(name, _byte_faults(part, rng) if name == chosen else part)
    return file.getvalue()


def try_file(path: Path) -> str:
    """Read a damaged file: "read" or "refused"; anything else is a fault, and raised.

    A mesh that was read is sound: finite, its indices in range, its faces counted. An error names
    the file. Nothing is warned of on the way: what there is to say is in the piece.
    """
    units = None if path.suffix in (".glb", ".gltf", ".3mf") else "mm"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            piece = read_piece(path, units)
        except MeshError as error:
            message = str(error)
            assert str(path) in message or "units" in message, message
            assert len(message) < 2000, len(message)
            return "refused"
        mesh = piece.mesh
        assert len(mesh.faces) > 0
        assert np.isfinite(mesh.vertices).all()
        assert mesh.faces.min() >= 0 and mesh.faces.max() < len(mesh.vertices)
        assert inspect_piece(piece)["triangles"] == len(mesh.faces)
    return "read"
