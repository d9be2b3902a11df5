"""Segments a second through the ray core, beside Embree in the same run.

    python benchmarks/rays.py [--lines 400000]

A board of 16 corner ruins and 20 against 20 figures; lines of all pairs, pair by pair. Embree goes
by way of embreex: one merged mesh, float32 arrays ready, one thread. Figures are medians of 5 runs.
"""

import argparse
import statistics
import sys
import time

import numpy as np
import trimesh

from geo3d.rays import RayScene
from geo3d.shapes import l_ruin, roughen, window

RUNS = 5


def ruins(faces: int | None) -> list[tuple[trimesh.Trimesh, np.ndarray]]:
    """Sixteen L-shaped ruins with windows and a floor on a board of 60 x 44."""
    mesh = l_ruin(
        6, 5, 6, holes_x=[window(-1, 1, 1, 1), window(1, 1, 1, 1)], holes_y=[window(0, 1, 1, 1)]
    ).mesh
    if faces is not None:
        mesh = roughen(mesh, faces, seed=1)
    placed = []
    for number in range(16):
        matrix = trimesh.transformations.rotation_matrix(number * 1.1, [0, 0, 1])
        matrix[:2, 3] = 8 + 14.5 * (number % 4), 6 + 10.5 * (number // 4)
        placed.append((mesh, matrix))
    return placed


def lines(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lines of 400 pairs, and where each pair begins."""
    rng = np.random.default_rng(0)
    each = count // 400
    red = rng.uniform((2, 1), (58, 10), (20, 2))
    blue = rng.uniform((2, 34), (58, 43), (20, 2))
    starts, ends = [], []
    for a in red:
        for b in blue:
            for at, store in ((a, starts), (b, ends)):
                angle, z = rng.uniform(0, 2 * np.pi, each), rng.uniform(0.05, 1.6, each)
                store.append(
                    np.column_stack([at[0] + 0.63 * np.cos(angle), at[1] + 0.63 * np.sin(angle), z])
                )
    return np.concatenate(starts), np.concatenate(ends), np.arange(401) * each


def median_seconds(task) -> float:
    """Median time of a few runs, after one that warms up."""
    task()
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        task()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def embree_task(placed, starts, ends):
    """One any-hit query of a merged mesh through embreex, and its answer; None without embreex."""
    try:
        from embreex.mesh_construction import TriangleMesh
        from embreex.rtcore_scene import EmbreeScene
    except ImportError:
        return None
    corners = np.concatenate([
        trimesh.transform_points(mesh.vertices, matrix)[mesh.faces].reshape(-1, 3)
        for mesh, matrix in placed
    ])  # fmt: skip
    scene = EmbreeScene()
    TriangleMesh(
        scene, corners.astype(np.float32), np.arange(len(corners), dtype=np.int32).reshape(-1, 3)
    )
    way = ends - starts
    length = np.linalg.norm(way, axis=1)
    origins = starts.astype(np.float32)
    directions = (way / length[:, None]).astype(np.float32)
    reach = length.astype(np.float32)
    return lambda: scene.run(origins, directions, dists=reach, query="OCCLUDED")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=400_000)
    count = parser.parse_args().lines
    starts, ends, bundles = lines(count)
    print(f"{'faces each':>12} {'any-hit/s':>12} {'first-hit/s':>12} {'embree/s':>12} {'ratio':>6} "
          f"{'blocked':>9} {'embree':>9}")  # fmt: skip
    for faces in (None, 2_000, 50_000):
        placed = ruins(faces)
        scene = RayScene()
        for number, (mesh, matrix) in enumerate(placed):
            scene.place(mesh, matrix, f"ruin-{number}")
        blocked = int(scene.any_hit(starts, ends, bundles=bundles).sum())
        own = len(starts) / median_seconds(lambda s=scene: s.any_hit(starts, ends, bundles=bundles))
        first = len(starts) / median_seconds(
            lambda s=scene: s.first_hit(starts, ends, bundles=bundles)
        )
        task = embree_task(placed, starts, ends)
        row = f"{len(placed[0][0].faces):>12} {own:>12,.0f} {first:>12,.0f}"
        if task is None:
            print(f"{row} (embreex is not installed)")
            continue
        other = len(starts) / median_seconds(task)
        hits = int((np.asarray(task()) >= 0).sum())
        print(f"{row} {other:>12,.0f} {own / other:>6.2f} {blocked:>9} {hits:>9}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
