"""3MF: units, build items, components, other parts; bombs and damage refused by name."""

import io
import zipfile

import numpy as np
import pytest

from geo3d import MeshError
from tests.piece.read.cubes import CORNERS, TRIANGLES, is_unit_cube, read

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
RELS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/{}" Id="r" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)


def cube(number=1, corners=CORNERS, kind="model"):
    vertices = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in corners)
    rows = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in TRIANGLES)
    return (
        f'<object id="{number}" type="{kind}"><mesh><vertices>{vertices}</vertices>'
        f"<triangles>{rows}</triangles></mesh></object>"
    )


def group(number, *components):
    rows = "".join(f"<component {c}/>" for c in components)
    return f'<object id="{number}"><components>{rows}</components></object>'


def model(resources, *items, unit="inch", more=""):
    rows = "".join(f"<item {item}/>" for item in items)
    named = f'unit="{unit}"' if unit else ""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>{more if more.startswith("<!") else ""}'
        f'<model {named} xmlns="{CORE}" xmlns:p="{PRODUCTION}" xmlns:x="urn:x" '
        f"{'' if more.startswith('<!') else more}><resources>{resources}</resources>"
        f"<build>{rows}</build></model>"
    )


def archive(text, start="3D/3dmodel.model", rels=True, **parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        if rels:
            made.writestr("_rels/.rels", RELS.format(start))
        made.writestr(start, text)
        for name, content in parts.items():
            made.writestr(f"3D/{name}.model", content)
    return file.getvalue()


def test_c42_a_build_item_is_moved(tmp_path):
    """C42 (PrusaSlicer 15545): inches, x from -1 to 0, moved by 2: x from 1 to 2."""
    corners = [[x - 1, y, z] for x, y, z in CORNERS]
    text = model(cube(corners=corners), 'objectid="1" transform="1 0 0 0 1 0 0 0 1 2 0 0"')
    piece = read(tmp_path, "c.3mf", archive(text))
    assert is_unit_cube(piece)
    assert piece.mesh.bounds[:, 0].tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("unit", "side"),
    [
        ("micron", 0.001 / 25.4), ("millimeter", 1 / 25.4), (None, 1 / 25.4),
        ("centimeter", 1 / 2.54), ("inch", 1.0), ("foot", 12.0), ("meter", 1000 / 25.4),
    ],
)  # fmt: skip
def test_units(tmp_path, unit, side):
    piece = read(tmp_path, "c.3mf", archive(model(cube(), 'objectid="1"', unit=unit)))
    assert is_unit_cube(piece, side)
    assert not piece.warnings


def test_components_in_components(tmp_path):
    """A pair of cubes 2 apart; a group of two pairs 5 apart in y, one of them mirrored in x."""
    resources = (
        cube()
        + group(2, 'objectid="1"', 'objectid="1" transform="1 0 0 0 1 0 0 0 1 2 0 0"')
        + group(3, 'objectid="2"', 'objectid="2" transform="-1 0 0 0 1 0 0 0 1 0 5 0"')
    )
    mesh = read(tmp_path, "c.3mf", archive(model(resources, 'objectid="3"'))).mesh
    assert mesh.is_watertight and mesh.volume == pytest.approx(4.0)
    assert mesh.bounds.tolist() == [[-3, 0, 0], [3, 6, 1]]


def test_transforms_are_for_row_vectors(tmp_path):
    """x' = x m00 + y m10 + z m20 + m30: a quarter turn that takes x to y, and y to -x."""
    corners = [[2 * x, y, z] for x, y, z in CORNERS]
    text = model(cube(corners=corners), 'objectid="1" transform="0 1 0 -1 0 0 0 0 1 0 0 0"')
    mesh = read(tmp_path, "c.3mf", archive(text)).mesh
    assert mesh.bounds.tolist() == [[-1, 0, 0], [0, 2, 1]]


def test_objects_that_are_not_built_are_not_there(tmp_path):
    text = model(cube(1) + cube(2, [[x + 9, y, z] for x, y, z in CORNERS]), 'objectid="1"')
    assert is_unit_cube(read(tmp_path, "c.3mf", archive(text)))


def test_supports_are_left_out(tmp_path):
    text = model(cube(1) + cube(2, kind="support"), 'objectid="1"', 'objectid="2"')
    piece = read(tmp_path, "c.3mf", archive(text))
    assert len(piece.mesh.faces) == 12 and "supports" in piece.warnings[0]


def test_parts_of_the_production_extension(tmp_path):
    other = model(cube(7))
    text = model(
        group(2, 'objectid="7" p:path="/3D/other.model"'),
        'objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 4"',
        more='requiredextensions="p"',
    )
    piece = read(tmp_path, "c.3mf", archive(text, other=other))
    assert is_unit_cube(piece) and piece.mesh.bounds[0].tolist() == [0, 0, 4]


@pytest.mark.parametrize("rels", [True, False])
def test_where_the_model_begins(tmp_path, rels):
    text = model(cube(), 'objectid="1"')
    assert is_unit_cube(read(tmp_path, "c.3mf", archive(text, rels=rels)))
    assert is_unit_cube(read(tmp_path, "d.3mf", archive(text, start="3D/Other.model")))


def test_units_override(tmp_path):
    path = tmp_path / "c.3mf"
    piece = read(tmp_path, path.name, archive(model(cube(), 'objectid="1"')), units="cm")
    assert is_unit_cube(piece, 1 / 2.54) and len(piece.warnings) == 1


LAUGHS = "<!DOCTYPE model [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
    f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
) + "]>"  # fmt: skip
DOUBLES = "".join(group(n + 1, f'objectid="{n}"', f'objectid="{n}"') for n in range(40))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (model(cube(), 'objectid="2"'), "object 2: there is no such object"),
        (model(cube()), "no build item"),
        (model(cube(), 'objectid="1"', unit="parsec"), "unit 'parsec'"),
        (model(cube(), 'objectid="1"').replace('v1="4"', 'v1="8"'), "one is out of range"),
        (model(cube(), 'objectid="1"').replace('v1="4"', 'v1="-1"'), "one is out of range"),
        (model(cube(), 'objectid="1"').replace('v1="4"', 'v1="x"'), "line 1: a vertex needs"),
        (model(cube(), 'objectid="1"').replace('v1="4"', f'v1="{10**30}"'), "a vertex needs"),
        (model(cube(), 'objectid="1"').replace('y="1"', ""), "a vertex needs"),
        (model(cube(), 'objectid="1" transform="1 0"'), "twelve finite numbers"),
        (model(cube(), 'objectid="1" transform="nan 0 0 0 1 0 0 0 1 0 0 0"'), "twelve finite"),
        (model(group(1, 'objectid="1"'), 'objectid="1"'), "contains itself"),
        (
            model(group(1, 'objectid="2"') + group(2, 'objectid="1"'), 'objectid="1"'),
            "contains itself",
        ),
        (model(cube() + cube(), 'objectid="1"'), "object 1 is there twice"),
        (model(cube(0) + DOUBLES, 'objectid="40"'), "over 20000000 faces"),
        (model('<object id="0"/>' + DOUBLES, 'objectid="40"'), "over 1000000 objects"),
        (model(cube(), 'objectid="1"', more='requiredextensions="x"'), "extension urn:x"),
        (model(cube(), 'objectid="1"', more='requiredextensions="none"'), "extension none"),
        (model(cube(), 'objectid="1"', more=LAUGHS).replace('"inch"', '"&a;"'), "document type"),
        (model(cube(), 'objectid="1"', more=LAUGHS).replace('"inch"', '"&i;"'), "not XML"),
        (model(cube(), 'objectid="1"')[:-40], "not XML"),
        ("", "not XML"),
        ("<gcode/>", "a model is wanted, got 'gcode'"),
        (model('<object id="1"/>', 'objectid="1"'), "no mesh"),
        (model(group(1, 'objectid="9" p:path="/3D/none.model"'), 'objectid="1"'), "missing"),
    ],
)  # fmt: skip
def test_damage_is_named(tmp_path, text, said):
    with pytest.raises(MeshError, match=said):
        read(tmp_path, "c.3mf", archive(text))


def test_deep_components(tmp_path):
    resources = cube(0) + "".join(group(n + 1, f'objectid="{n}"') for n in range(300))
    with pytest.raises(MeshError, match="nested over 200 deep"):
        read(tmp_path, "c.3mf", archive(model(resources, 'objectid="300"')))


def test_a_bomb_is_put_out(tmp_path, monkeypatch):
    """Reading stops at the limit, here set low; a part is never unpacked whole."""
    monkeypatch.setattr("geo3d.piece.read.package.LARGEST", 1 << 20)
    text = model(cube() + " " * (1 << 24), 'objectid="1"')
    data = archive(text)
    assert len(data) < 1 << 16
    with pytest.raises(MeshError, match="unpacks to over 1 MB"):
        read(tmp_path, "c.3mf", data)


def test_archives_that_are_none(tmp_path):
    good = archive(model(cube(), 'objectid="1"'))
    for data in (good[:200], b"PK\x03\x04" + b"junk" * 40, good.replace(b"3dmodel", b"4dmodel")):
        with pytest.raises(MeshError):
            read(tmp_path, "c.3mf", data)
    # Cut off, as a download that broke off leaves it: a 3MF still, and told as damaged.
    for end in (100, len(good) // 2, len(good) - 10):
        with pytest.raises(MeshError, match=r"c\.3mf: the archive is cut off or damaged") as caught:
            read(tmp_path, "c.3mf", good[:end])
        assert "not a ZIP" not in str(caught.value)
    with pytest.raises(MeshError, match="not a ZIP archive, which a 3MF file is"):
        read(tmp_path, "c.3mf", b"solid x")
    broken = bytearray(good)
    at = good.find(b"3dmodel.model") + 40
    broken[at : at + 30] = bytes(30)
    with pytest.raises(MeshError, match=r"cannot be unpacked|not XML"):
        read(tmp_path, "c.3mf", bytes(broken))


def test_a_stored_entry_that_lies_about_its_size(tmp_path):
    """The directory says more bytes than the archive has."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as made:
        made.writestr("3D/3dmodel.model", model(cube(), 'objectid="1"'))
    data = bytearray(file.getvalue())
    size = np.uint32(len(model(cube(), 'objectid="1"'))).tobytes()
    lie = np.uint32(900_000_000).tobytes()
    central = data.rfind(b"PK\x01\x02")
    at = data.find(size, central)
    data[at : at + 8] = lie + lie
    with pytest.raises(MeshError):
        read(tmp_path, "c.3mf", bytes(data))
