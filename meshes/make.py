"""Make the pieces that ship with geo3d, byte for byte the same each time.

python meshes/make.py            all of meshes/pieces: *.glb and catalogue.json
python meshes/make.py --check    make them in a temporary folder and compare with what is there
python meshes/make.py NAME ...   only these, without the catalogue
--out DIR                        another folder than meshes/pieces
"""

import argparse
import json
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh

HERE = Path(__file__).resolve().parent
# Run as a script, Python looks for modules beside it; they are part of the package `meshes`.
sys.path.insert(0, str(HERE.parent))

from geo3d.piece import write_piece
from geo3d.shapes import roughen
from geo3d.shapes.solids import mesh_of
from meshes import defences, industry, monuments, nature, ruins
from meshes.canonical import canonical
from meshes.kit import Solid, grounded

FOLDER = HERE / "pieces"
Maker = Callable[[np.random.Generator], Solid | trimesh.Trimesh]


@dataclass(frozen=True)
class Recipe:
    """How a piece is made, its category on the table (13.02), and what it is."""

    make: Maker
    category: str
    description: str


def generator(name: str) -> np.random.Generator:
    """The piece's own chance: from its name alone, so that adding a piece changes no other."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def scan(name: str, make: Callable[[np.random.Generator], Solid], faces: int) -> Maker:
    """The named piece as a scanner would give it: even faces, waves, noise."""
    return lambda rng: roughen(
        mesh_of(grounded(make(generator(name)))),
        faces,
        noise=0.012,
        seed=int(rng.integers(2**31)),
        wave=1.0,
    )


PIECES = {
    "arch-gate": Recipe(
        monuments.arch_gate, "dense",
        "Town gate: an arched passage between buttresses, battlements, one end broken down",
    ),
    "barricade": Recipe(
        defences.barricade, "light", "Two road barriers, one broken, with a tank trap between them"
    ),
    "bunker": Recipe(
        defences.bunker, "dense", "Concrete bunker with flared firing slits, a doorway, a cupola"
    ),
    "container": Recipe(
        industry.container, "dense", "Armoured container with folded sides and barred doors"
    ),
    "container-stack": Recipe(
        industry.container_stack, "dense", "Two containers side by side and a third across them"
    ),
    "crater": Recipe(nature.crater, "exposed", "Shell crater with a torn rim and lumps of earth"),
    "crates": Recipe(industry.crates, "light", "Stack of braced crates and a steel drum"),
    "facade": Recipe(
        ruins.facade, "dense",
        "Front of a chapel, standing alone: doorway, two rows of windows, a round one above",
    ),
    "gantry": Recipe(
        industry.gantry, "dense", "Platform at 3\" on braced legs, with railings and steps"
    ),
    "hill": Recipe(
        nature.hill, "exposed", "Rocky hill in two levels, 1.2\" and 2.2\", flat enough to stand on"
    ),
    "pipeline": Recipe(
        industry.pipeline, "light", "Pipe on trestles, with bolted flanges, a valve and a bend"
    ),
    "rubble": Recipe(
        nature.rubble_field, "exposed", "Mound of rubble with beams and the stump of a wall"
    ),
    "ruin-corner": Recipe(
        ruins.ruin_corner, "dense",
        "Two-storey corner of a ruin: pointed windows, an arched door, a broken floor at 3\"",
    ),
    "ruin-corner-scan": Recipe(
        scan("ruin-corner", ruins.ruin_corner, 30_000), "dense",
        "The corner of a ruin as a scanner would give it",
    ),
    "ruin-hall": Recipe(
        ruins.ruin_hall, "dense",
        "Hall of three walls, open on one side, with a broken floor at 3\" on posts",
    ),
    "ruin-tall": Recipe(
        ruins.ruin_tall, "dense",
        "Three-storey corner of a ruin: rows of pointed windows, broken floors at 3\" and 6\"",
    ),
    "ruin-wall": Recipe(
        ruins.ruin_wall, "dense", "Stretch of wall with windows and a doorway, its ends broken down"
    ),
    "sandbags": Recipe(defences.sandbags, "light", "Curved wall of sandbags, four rows high"),
    "shrine": Recipe(
        monuments.shrine, "dense", "Small chapel with a slated roof, lancet windows and a doorway"
    ),
    "statue": Recipe(
        monuments.statue, "light", "Winged figure leaning on a sword, on a stepped plinth"
    ),
    "statue-scan": Recipe(
        scan("statue", monuments.statue, 24_000), "light", "The statue as a scanner would give it"
    ),
    "tower": Recipe(
        ruins.tower, "dense",
        "Round tower, broken open on one side: windows all round, floors at 3\" and 6\"",
    ),
    "woods": Recipe(
        nature.woods, "dense", "Firs and oaks on one base, with room to stand between them"
    ),
}  # fmt: skip


def build(name: str) -> trimesh.Trimesh:
    """A piece's mesh: closed, on z = 0, in its one order."""
    made = PIECES[name].make(generator(name))
    return canonical(made if isinstance(made, trimesh.Trimesh) else grounded(made))


def write(folder: Path, names: Iterable[str]) -> list[dict[str, object]]:
    """Write pieces to a folder; returns their entries of the catalogue."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for name in names:
        recipe, mesh = PIECES[name], build(name)
        write_piece(
            mesh, folder / f"{name}.glb", name=name, category=recipe.category,
            extras={"description": recipe.description},
        )  # fmt: skip
        entries.append({
            "name": name,
            "category": recipe.category,
            "size": [round(float(length), 3) for length in mesh.extents],
            "description": recipe.description,
            "faces": len(mesh.faces),
        })  # fmt: skip
    return entries


def write_all(folder: Path) -> None:
    """All pieces and the catalogue."""
    text = json.dumps({"pieces": write(folder, sorted(PIECES))}, indent=2, ensure_ascii=False)
    (folder / "catalogue.json").write_bytes(text.encode() + b"\n")


def differing(folder: Path) -> list[str]:
    """Files that would come out otherwise than they are in a folder, be new, or be no more."""
    with tempfile.TemporaryDirectory() as made:
        write_all(Path(made))
        fresh = {path.name: path.read_bytes() for path in Path(made).iterdir()}
    kept = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    return sorted(name for name in fresh.keys() | kept.keys() if fresh.get(name) != kept.get(name))


def main() -> int:
    """The command; 1 where `--check` finds a difference."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="pieces to make")
    parser.add_argument("--out", type=Path, default=FOLDER, metavar="DIR")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in PIECES]:
        parser.error(f"no piece {', '.join(unknown)}; there are {', '.join(PIECES)}")
    if options.check:
        wrong = differing(options.out)
        print("\n".join(f"differs: {name}" for name in wrong) or "all pieces come out the same")
        return 1 if wrong else 0
    if options.names:
        write(options.out, options.names)
    else:
        write_all(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
