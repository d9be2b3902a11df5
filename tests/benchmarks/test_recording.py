"""What goes through the ray core is recorded, and the ray core is as before after it."""

import numpy as np

from benchmarks.speed.recording import VERBS, recording
from geo3d.rays import RayScene
from geo3d.shapes import wall


def test_records_every_verb_and_then_stops():
    scene = RayScene()
    scene.place(wall(4, 3, 0.25).mesh)
    starts, ends = np.array([[0.0, -2, 1], [0, -2, 5]]), np.array([[0.0, 2, 1], [0, 2, 5]])
    originals = [getattr(RayScene, verb) for verb in VERBS]
    with recording() as asked:
        assert scene.any_hit(starts, ends).tolist() == [True, False]
        assert scene.first_hit(starts[:1], ends[:1]).hit.all()
        scene.all_hits(starts, starts)  # without length
    assert asked.calls == 3 and len(asked) == 5
    lines = asked.lines()
    assert lines.starts.tolist() == [*starts.tolist(), starts[0].tolist()]
    assert lines.ends.tolist() == [*ends.tolist(), ends[0].tolist()]
    assert [getattr(RayScene, verb) for verb in VERBS] == originals
    scene.any_hit(starts, ends)
    assert asked.calls == 3
