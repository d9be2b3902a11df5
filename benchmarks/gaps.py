"""Finding enclosed gaps: seconds and memory by number of faces, beside cutting the same mesh level.

    python benchmarks/gaps.py [--runs 3]

The peer is trimesh's `section_multiplane` at the same heights: a good part of the work, none of the
answer. Each row runs in a process of its own; medians.
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

ROWS = {
    "ruin, 50k faces": "roughen(l_ruin(7, 5.5, 6, .25, [window(0, 1, 1, 1.5)]).mesh, 50_000)",
    "ruin, 500k faces": "roughen(l_ruin(7, 5.5, 6, .25, [window(0, 1, 1, 1.5)]).mesh, 500_000)",
    '60" board, few faces': "board()",
    "ruin, a fifth of faces lost": "lost(roughen(l_ruin(7, 5.5, 6, .25).mesh, 50_000))",
    "20,000 loose triangles": "loose()",
    "rubble of 150 rocks": "rubble()",
}

CHILD = """
import json, resource, sys, time
import numpy as np, trimesh
from geo3d.piece.gaps import find_gaps
from geo3d.piece.gaps.slices import OFF, STEP
from geo3d.shapes import door, l_ruin, roughen, wall, window

def board():
    walls = [wall(8, 5, .25, [window(0, 1, 1, 1), door(2, 1.5, 2.5)]).mesh for _ in range(16)]
    for i, mesh in enumerate(walls):
        mesh.apply_translation([8 + 12 * (i % 4), 6 + 10 * (i // 4), .5])
    table = trimesh.creation.box(bounds=[[0, 0, 0], [60, 44, .5]])
    return trimesh.util.concatenate([table, *walls])

def lost(mesh):
    kept = np.random.default_rng(0).random(len(mesh.faces)) > .2
    return trimesh.Trimesh(mesh.vertices, mesh.faces[kept], process=False)

def loose():
    rng = np.random.default_rng(0)
    middle = rng.uniform([-4, -4, 1], [4, 4, 3], (20_000, 3))
    corners = middle[:, None] + rng.normal(scale=.3, size=(20_000, 3, 3))
    return trimesh.Trimesh(corners.reshape(-1, 3), np.arange(60_000).reshape(-1, 3), process=False)

def rubble():
    rng, rocks = np.random.default_rng(0), []
    for _ in range(150):
        rock = trimesh.creation.icosphere(subdivisions=2, radius=rng.uniform(.2, .6))
        rocks.append(rock.apply_translation([*rng.uniform(-4, 4, 2), rng.uniform(0, .8)]))
    return trimesh.util.concatenate(rocks)

find_gaps(wall(4, 3, .25, [window(0, 1, 1, 1)]).mesh)
mesh = MESH
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begun = time.perf_counter()
found = len(find_gaps(mesh))
ours = time.perf_counter() - begun
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begun = time.perf_counter()
low, high = mesh.bounds[:, 2]
mesh.section_multiplane([0, 0, low], [0, 0, 1], np.arange(OFF, high - low, STEP))
print(json.dumps([len(mesh.faces), found, ours, time.perf_counter() - begun, peak / 1024]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    print(f"{'':28}{'faces':>8}{'gaps':>6}{'seconds':>9}{'peer':>7}{'ratio':>7}{'MB':>7}")
    for name, mesh in ROWS.items():
        rows = []
        for _ in range(runs):
            child = [sys.executable, "-c", CHILD.replace("MESH", mesh, 1)]
            text = subprocess.run(
                child, check=True, capture_output=True, text=True, cwd=ROOT
            ).stdout
            rows.append(json.loads(text.splitlines()[-1]))
        faces, gaps, ours, peer, memory = (
            statistics.median(row[i] for row in rows) for i in range(5)
        )
        print(
            f"{name:28}{faces:8.0f}{gaps:6.0f}{ours:9.2f}{peer:7.2f}{ours / peer:7.2f}{memory:7.0f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
