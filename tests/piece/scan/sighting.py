"""Whether models see each other past an imported piece as they do past the exact shape."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
import trimesh

import geo3d
from geo3d.piece.scan import Imported
from geo3d.visibility.asking import run
from geo3d.visibility.scene import board_scene
from geo3d.visibility.sightline import judge_pair
from tests.scanning import Scan

BASE_MM, HEIGHT, CLEAR = 32, 1.6, 0.7
"""Of the models, and inches about their middles that no wall comes into: more than half a base."""
ABOUT = 2.0
"""Inches round the shape in which they stand."""
STEP = 0.005
"""Inches between the points of a line that are asked for how deep they lie."""


@dataclass(frozen=True)
class Differs:
    """A pair of models with another answer.

    Attributes:
        exact: whether they see each other past the exact shape.
        depth: inches: how deep the one's open line goes into the material of the other, at most.
            So near an edge of it, seen along the line, the line passes.
        line: both ends, in the shape's frame.
    """

    exact: bool
    depth: float
    line: np.ndarray


@dataclass(frozen=True)
class Agreement:
    """Answers compared.

    Attributes:
        pairs, seen: compared, and those of them that see each other past the exact shape.
        differ: those with another answer.
    """

    pairs: int
    seen: int
    differ: tuple[Differs, ...]


def laid_over(scan: Scan, found: Imported) -> trimesh.Trimesh:
    """The piece in the frame of the exact shape, by the transform of its own report."""
    back = scan.to_truth @ np.linalg.inv(found.report.transform)
    mesh = found.piece.mesh
    return trimesh.Trimesh(trimesh.transform_points(mesh.vertices, back), mesh.faces, process=False)


def sights_agree(
    scan: Scan, piece: trimesh.Trimesh, folder: Path, pairs: int = 50, seed: int = 0
) -> Agreement:
    """Bare material's answer for pairs of models on both sides of the shape, by both meshes.

    Args:
        piece: in the frame of the exact shape.
    """
    rng = np.random.default_rng([seed, 77])
    places = _places(scan.shape, rng, max(12, pairs // 3))
    chosen = _across(scan.shape, places, rng, pairs)
    low, high = scan.shape.bounds
    shift = np.append(ABOUT + 1.0 - low[:2], 0.0)
    exact = _board(scan.shape, "exact", places + shift[:2], high - low, shift, folder)
    scanned = _board(piece, "scanned", places + shift[:2], high - low, shift, folder)
    differ, seen = [], 0
    for one, other in zip(_answers(exact, chosen), _answers(scanned, chosen), strict=True):
        seen += one.geometry.visible
        if one.geometry.visible == other.geometry.visible:
            continue
        witness = (one if one.geometry.visible else other).witness
        assert witness is not None
        line = np.array([witness.start, witness.end]) - shift
        mesh = piece if one.geometry.visible else scan.shape
        differ.append(Differs(one.geometry.visible, _depth(mesh, line), line))
    return Agreement(len(chosen), seen, tuple(differ))


def _places(shape: trimesh.Trimesh, rng: np.random.Generator, number: int) -> np.ndarray:
    """(N, 2) where models may stand on the ground, by outlines of the shape."""
    low, high = shape.bounds
    walls = shapely.union_all(
        [geo3d.section(shape, z).buffer(CLEAR) for z in (0.05, 0.4, 0.8) if z < high[2]]
    )
    found = []
    while len(found) < number:
        at = rng.uniform(low[:2] - ABOUT, high[:2] + ABOUT)
        if not walls.covers(shapely.Point(at)):
            found.append(at)
    return np.array(found)


def _across(
    shape: trimesh.Trimesh, places: np.ndarray, rng: np.random.Generator, number: int
) -> list[tuple[int, int]]:
    """Pairs of places between which, in plan, some of the shape lies."""
    plan = shapely.union_all(
        [geo3d.section(shape, z) for z in np.linspace(0.1, shape.bounds[1, 2] - 0.1, 6)]
    )
    every = [
        (a, b)
        for a in range(len(places))
        for b in range(len(places))
        if a != b and plan.intersects(shapely.LineString(places[[a, b]]))
    ]
    rng.shuffle(every)
    return every[:number]


def _board(mesh, name, places, size, shift, folder):
    mesh.export(folder / f"{name}.ply")
    units = [
        {
            "id": f"unit-{side}", "player": side, "profile": "trooper",
            "models": [
                {"id": f"{side}-{n}", "at": [float(v) for v in at]} for n, at in enumerate(places)
            ],
        }
        for side in ("red", "blue")
    ]  # fmt: skip
    board = {
        "format": "geo3d-board/1",
        "ruleset": "none",
        "battlefield": {"size": [float(v) + 2 * ABOUT + 2.0 for v in size[:2]]},
        "settings": {"models_block": False},
        "pieces": {"piece": {"mesh": f"{name}.ply", "units": "inch", "gaps": "none"}},
        "features": [{"id": "it", "piece": "piece", "at": [float(v) for v in shift]}],
        "profiles": {"trooper": {"base": {"round": BASE_MM}, "height": HEIGHT}},
        "units": units,
    }
    path = folder / f"{name}.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    return geo3d.load_board(path)


def _answers(board, pairs):
    scene = board_scene(board)
    return run(scene, [judge_pair(scene, f"red-{a}", f"blue-{b}") for a, b in pairs])


def _depth(mesh: trimesh.Trimesh, line: np.ndarray) -> float:
    """How deep a line goes into the material of a mesh at most."""
    length = float(np.linalg.norm(line[1] - line[0]))
    share = np.linspace(0.0, 1.0, int(length / STEP) + 2)[:, None]
    at = geo3d.locate(mesh, line[0] + share * (line[1] - line[0]))
    return float(at.distance[at.winding > 0.5].max(initial=0.0))
