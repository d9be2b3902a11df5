"""Makes the pieces that ship with geo3d, byte for byte the same each time.

    python meshes/make.py            write meshes/pieces/*.glb and catalogue.json
    python meshes/make.py --check    make them anew and compare with what is there

Coordinates are rounded to a ten-thousandth of an inch and faces sorted, so that the order in which
a library happens to return them does not show.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh

sys.path.insert(0, str(Path(__file__).resolve().parent))
import terrain
from terrain import Solid

from geo3d.piece import write_piece
from geo3d.shapes import roughen
from geo3d.shapes.solids import mesh_of

FOLDER = Path(__file__).resolve().parent / "pieces"
STEP = 1e-4


@dataclass(frozen=True)
class Recipe:
    """How a piece is made, what it counts as, and what it is."""

    make: Callable[[], Solid | trimesh.Trimesh]
    category: str
    description: str


def scan(make: Callable[[], Solid], faces: int, seed: int) -> Callable[[], trimesh.Trimesh]:
    """A piece roughened as if it had been scanned."""
    return lambda: roughen(mesh_of(make()), faces, noise=0.012, seed=seed, wave=1.0)


RECIPES = {
    "arch-gate": Recipe(
        terrain.arch_gate, "dense", "Gateway with buttresses and an arched passage"
    ),
    "barricade": Recipe(terrain.barricades, "light", "Two road barriers with a gap between them"),
    "bunker": Recipe(
        terrain.bunker, "dense", "Bunker with firing slits, a doorway and a thick roof"
    ),
    "container": Recipe(terrain.container, "dense", "Armoured container with corrugated sides"),
    "container-stack": Recipe(terrain.container_stack, "dense", "Two containers with one across"),
    "crater": Recipe(terrain.crater, "exposed", "Shell crater with a broken rim"),
    "crates": Recipe(terrain.crates, "light", "Stack of crates with frames"),
    "gantry": Recipe(terrain.gantry, "dense", "Platform on braced legs with railings and stairs"),
    "hill": Recipe(terrain.hill, "exposed", "Low stepped hill, two levels"),
    "pipeline": Recipe(terrain.pipeline, "light", "Pipe with flanges on saddles"),
    "rubble": Recipe(terrain.rubble, "exposed", "Field of fallen blocks"),
    "ruin-corner": Recipe(terrain.ruin_corner, "dense", "Corner ruin, two storeys, broken top"),
    "ruin-corner-scan": Recipe(
        scan(terrain.ruin_corner, 24_000, 11), "dense", "The corner ruin as a scan would give it"
    ),
    "ruin-hall": Recipe(
        terrain.ruin_hall, "dense", "Hall of three walls with a broken upper floor"
    ),
    "ruin-wall": Recipe(
        terrain.ruin_wall, "dense", "Free-standing wall with a window and a doorway"
    ),
    "sandbags": Recipe(terrain.sandbags, "light", "Curved wall of sandbags, three rows"),
    "shrine": Recipe(terrain.shrine, "dense", "Small chapel with arched windows and a doorway"),
    "statue": Recipe(terrain.statue, "light", "Robed statue on a stepped plinth"),
    "statue-scan": Recipe(
        scan(terrain.statue, 16_000, 5), "light", "The statue as a scan would give it"
    ),
    "tower": Recipe(terrain.tower, "dense", "Round watchtower with windows and battlements"),
    "woods": Recipe(terrain.woods, "dense", "Five conifers on a base"),
}


def settled(made: Solid | trimesh.Trimesh) -> trimesh.Trimesh:
    """The mesh with rounded coordinates, in one order, standing on z = 0."""
    mesh = made if isinstance(made, trimesh.Trimesh) else mesh_of(made)
    points = np.round(np.asarray(mesh.vertices) / STEP).astype(np.int64)
    points[:, 2] -= points[:, 2].min()
    unique, index = np.unique(points, axis=0, return_inverse=True)
    faces = index.ravel()[np.asarray(mesh.faces)]
    faces = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
    faces = np.take_along_axis(
        faces, (faces.argmin(axis=1)[:, None] + np.arange(3)) % 3, axis=1
    )  # the winding stays, the lowest corner comes first
    faces = faces[np.lexsort(faces.T[::-1])]
    return trimesh.Trimesh(unique * STEP, faces, process=False)


def write_all(folder: Path, names: list[str]) -> None:
    """Write the named pieces and the catalogue."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for name in names:
        recipe = RECIPES[name]
        mesh = settled(recipe.make())
        write_piece(
            mesh, folder / f"{name}.glb", name=name, category=recipe.category,
            extras={"description": recipe.description},
        )  # fmt: skip
        entries.append({
            "name": name,
            "category": recipe.category,
            "size": [round(float(v), 3) for v in mesh.bounds[1] - mesh.bounds[0]],
            "description": recipe.description,
            "faces": len(mesh.faces),
        })  # fmt: skip
    text = json.dumps({"pieces": entries}, indent=2) + "\n"
    (folder / "catalogue.json").write_text(text, encoding="utf-8")


def differing(names: list[str]) -> list[str]:
    """Names of files that come out otherwise than they are in `meshes/pieces`."""
    with tempfile.TemporaryDirectory() as made:
        write_all(Path(made), names)
        files = [f"{name}.glb" for name in names]
        if names == sorted(RECIPES):
            files.append("catalogue.json")
        return [
            file
            for file in files
            if (Path(made) / file).read_bytes() != (FOLDER / file).read_bytes()
        ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    if parser.parse_args().check:
        wrong = differing(sorted(RECIPES))
        print("\n".join(f"differs: {name}" for name in wrong) or "all pieces come out the same")
        return 1 if wrong else 0
    write_all(FOLDER, sorted(RECIPES))
    return 0


if __name__ == "__main__":
    sys.exit(main())
