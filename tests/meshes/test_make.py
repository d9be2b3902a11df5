"""The shipped pieces: what is on disk is what the script makes, and all of it is sound."""

import json

import numpy as np
import pytest

from geo3d.piece import read_piece
from meshes.canonical import flat_faces
from meshes.make import FOLDER, PIECES, build, write

CATALOGUE = json.loads((FOLDER / "catalogue.json").read_text(encoding="utf-8"))["pieces"]
ENTRIES = {entry["name"]: entry for entry in CATALOGUE}
QUICK = ("barricade", "crater", "hill", "ruin-wall", "shrine", "statue-scan")


def test_catalogue_lists_the_files_and_the_recipes():
    assert list(ENTRIES) == sorted(PIECES)
    assert {path.stem for path in FOLDER.glob("*.glb")} == set(PIECES)
    assert len(PIECES) >= 14
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 10e6


@pytest.mark.parametrize("name", QUICK)
def test_the_same_bytes_each_time(name, tmp_path):
    entry = write(tmp_path, [name])[0]
    assert entry == ENTRIES[name]
    assert (tmp_path / f"{name}.glb").read_bytes() == (FOLDER / f"{name}.glb").read_bytes()


def test_a_changed_recipe_would_show():
    other = build("crater")
    other.vertices[0] += 2e-4
    assert not np.array_equal(other.vertices, build("crater").vertices)


@pytest.mark.parametrize("name", sorted(PIECES))
def test_sound(name):
    piece = read_piece(FOLDER / f"{name}.glb")
    mesh, entry = piece.mesh, ENTRIES[name]
    assert piece.name == name
    assert piece.category == entry["category"] == PIECES[name].category
    assert piece.category in ("exposed", "light", "dense")
    assert piece.warnings == ()
    assert len(mesh.faces) == entry["faces"]
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert flat_faces(mesh) == 0
    # Positions are float32 metres in the file, and rounded to a thousandth in the catalogue.
    assert mesh.extents == pytest.approx(entry["size"], abs=6e-4)
    assert mesh.bounds[0, 2] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("name", sorted(PIECES))
def test_every_body_is_solid_and_stands(name):
    # The scans have noise at their feet, but stand as the pieces they were made from.
    for body in read_piece(FOLDER / f"{name}.glb").mesh.split(only_watertight=False):
        assert body.volume > 0.0
        assert body.bounds[0, 2] < 0.011


@pytest.mark.parametrize("name", sorted(PIECES))
def test_of_true_size(name):
    x, y, z = ENTRIES[name]["size"]
    assert 1.0 <= min(x, y) <= max(x, y) <= 12.0
    assert 0.5 <= z <= 10.0


def test_scans_look_scanned():
    for name in ("ruin-corner-scan", "statue-scan"):
        assert 15_000 <= ENTRIES[name]["faces"] <= 40_000
        plain = ENTRIES[name.removesuffix("-scan")]
        assert ENTRIES[name]["size"] == pytest.approx(plain["size"], abs=0.15)
