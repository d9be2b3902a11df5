"""Heaps of random boxes, in which nobody knows the gaps beforehand."""

import numpy as np
import trimesh

from geo3d.shapes.solids import box, mesh_of, union


def heap(seed: int, count: int = 14) -> trimesh.Trimesh:
    """Boxes and beams at random, turned and tilted, in a heap about 5 across, cut off at z = 0.

    What does not hang together with a body that stands on the ground is left out.
    """
    rng = np.random.default_rng(seed)
    bodies = []
    for number in range(count):
        sizes = rng.uniform(0.3, 1.0, 3)
        if number % 2:
            sizes[int(rng.integers(3))] = rng.uniform(1.5, 4.0)
        one = box(-sizes / 2, sizes / 2).rotate([*map(float, rng.uniform(-180, 180, 3))])
        far, angle = 2.2 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        at = (far * np.cos(angle), far * np.sin(angle), rng.uniform(0.0, 1.8 - 0.5 * far))
        bodies.append(one.translate([*map(float, at)]))
    whole = union(bodies).trim_by_plane([0.0, 0.0, 1.0], 0.0)
    standing = [
        part for part in whole.decompose() if part.volume() > 0 and part.bounding_box()[2] < 1e-6
    ]
    return mesh_of(union(standing))
