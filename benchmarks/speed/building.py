"""P6: time and memory to make the scene ready, each engine in a process of its own."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.speed import targets
from benchmarks.speed.options import Options
from benchmarks.speed.peer import Missing
from benchmarks.speed.scene import PLACES, matrix, ruin, scene
from benchmarks.speed.table import Table, figure, seconds
from benchmarks.speed.timing import Times

ROOT = Path(__file__).resolve().parents[2]

CHILD = """
import gc, json, sys, time
import numpy as np, trimesh
from benchmarks.speed.memory import peak, restart_peak, steady

data = np.load(sys.argv[1])
mesh = trimesh.Trimesh(data["vertices"], data["faces"], process=False)
places = data["places"]
lines = np.array([[0.0, 0.0, 1.0]]), np.array([[60.0, 44.0, 1.0]])

def geo3d(mesh):
    from geo3d.rays import RayScene
    scene = RayScene()
    for number, place in enumerate(places):
        scene.place(mesh, place, f"ruin-{number}")
    scene.any_hit(*lines)
    return scene

def embreex(mesh):
    from benchmarks.speed.embree import embree_scene
    points = [trimesh.transform_points(mesh.vertices, place) for place in places]
    faces = np.asarray(mesh.faces, dtype=np.int32)
    faces = [faces + number * len(mesh.vertices) for number in range(len(places))]
    scene = embree_scene(np.concatenate(points).astype(np.float32), np.concatenate(faces))
    scene.run(lines[0].astype(np.float32), (lines[1] - lines[0]).astype(np.float32))
    return scene

build = {"geo3d": geo3d, "embreex": embreex}[sys.argv[2]]
tiny = trimesh.creation.icosphere(subdivisions=3)
build(tiny)
gc.collect()
restart_peak()
before = steady()
begun = time.perf_counter()
scene = build(mesh)
seconds = time.perf_counter() - begun
highest = peak()
gc.collect()
print(json.dumps([seconds, highest - before, steady() - before]))
"""
"""Builds from one mesh in memory and sixteen places; embreex builds when it is first asked."""

NAMES = {"geo3d": "geo3d", "embreex": "embreex, merged"}


def building(options: Options) -> Iterator[Table]:
    """Medians; memory over what the process held before, the one mesh included in that."""
    for name in options.scenes:
        mesh = ruin(scene(name).faces[0])
        rows: dict[str, list[list[float]]] = {engine: [] for engine in NAMES}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "ruin.npz"
            places = np.array([matrix(number) for number in range(PLACES)])
            np.savez(file, vertices=mesh.vertices, faces=mesh.faces, places=places)
            for _ in range(options.runs):
                for engine in NAMES:
                    rows[engine].append(_child(file, engine))
        table = Table(
            f"P6 build, {name}: {PLACES} x {len(mesh.faces):,} faces",
            ["", "time", "peak MB", "steady MB"],
        )
        columns = [
            Times({engine: [row[column] for row in rows[engine]] for engine in NAMES})
            for column in range(3)
        ]
        for engine, title in NAMES.items():
            time, peak, steady = (column.median(engine) for column in columns)
            table.add(title, seconds(time), figure(peak), figure(steady))
        time, peak, steady = (column.ratio("embreex", "geo3d") for column in columns)
        table.add("embreex to geo3d", figure(time), figure(peak), figure(steady))
        if name == "large":
            table.wanted("time", time, least=targets.BUILD_TIME)
            table.wanted("peak memory", peak, least=targets.BUILD_MEMORY)
            table.wanted("steady memory", steady, least=targets.BUILD_MEMORY)
        yield table


def _child(file: Path, engine: str) -> list[float]:
    """Seconds, and the peak and steady megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(file), engine],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Missing(done.stderr.strip().splitlines()[-1])
    found: list[float] = json.loads(done.stdout.splitlines()[-1])
    # Less than a page more than before is no measure; a ratio needs something to divide by.
    return [found[0], max(found[1], 0.01), max(found[2], 0.01)]
