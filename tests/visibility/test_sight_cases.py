"""Line of sight in small cases from public reports, by number, and the finest slivers."""

import numpy as np
import pytest
import trimesh

import geo3d
from tests.visibility.scenes import board, box, model, sheet


@pytest.mark.parametrize(("x", "clear"), [(20.0, True), (49.9, True), (50.1, False)])
def test_c54_eye_over_a_wall(x, clear):
    """C54 (AboveVTT 2238): eye (0, 0, 0), wall at x = 10 with z 0..10, point (x, 0, 50): visible
    exactly while x < 50."""
    scene = geo3d.RayScene()
    scene.place(sheet((10, -50, 0), (10, 50, 0), (10, 50, 10), (10, -50, 10)), id="wall")
    assert scene.any_hit([(0, 0, 0)], [(x, 0, 50)]).tolist() == [not clear]


def test_c56_ground_behind_a_wall():
    """C56 (elevated-vision 11): eye at height 55, wall 50 high at distance 5: the ground is hidden
    from 5 to 55 (the line over the top falls 5 in 5, and has 50 to fall)."""
    scene = geo3d.RayScene()
    scene.place(sheet((5, -50, 0), (5, 50, 0), (5, 50, 50), (5, -50, 50)), id="wall")
    ground = np.array([4.9, 5.1, 30.0, 54.9, 55.1, 80.0])
    ends = np.column_stack([ground, np.zeros(6), np.zeros(6)])
    blocked = scene.any_hit(np.tile([0.0, 0.0, 55.0], (6, 1)), ends)
    assert blocked.tolist() == [False, True, True, True, False, False]


def room() -> trimesh.Trimesh:
    outer = box((20 - 0.25, 26.25), (20 - 0.25, 26.25), (0, 2.75))
    return outer.difference(box((20, 26), (20, 26), (-1, 2.5)))


def test_c57_closed_room(tmp_path):
    """C57 (megamek 8915): two models 2.5 tall in a closed room see each other, one outside sees
    neither."""
    tall = {"height": 2.5}
    made = board(
        tmp_path,
        [
            model("a", "red", (22, 22, 0), **tall),
            model("b", "blue", (24, 25, 0), **tall),
            model("c", "blue", (40, 23, 0), **tall),
            model("d", "red", (40, 30, 0), **tall),
        ],
        {"room": room()},
    )
    assert geo3d.sight(made, "a", "b").visible
    assert geo3d.sight(made, "b", "a").visible
    for one, other in (("a", "c"), ("c", "a"), ("d", "b"), ("b", "d")):
        answer = geo3d.sight(made, one, other)
        assert not answer.visible
        assert [b.id for b in answer.blocked_by] == ["room"]


@pytest.mark.parametrize("into", [0.0, 0.1])
def test_c62_base_against_a_slab(tmp_path, into):
    """C62 (foundryvtt 12241): slab with y in 0 to .25; a base of radius .63 tangent to it, or
    overlapping it by .1: the target behind is not visible through it; the overlap is a warning."""
    slab = box((0, 100), (50, 50.25), (0, 9))
    base = "{ round = 32.004 }"
    made = board(
        tmp_path,
        [
            model("a", "red", (50, 50 - 0.63 + into, 0), base=base),
            model("b", "blue", (50, 52, 0), base=base),
        ],
        {"slab": slab},
    )
    assert not geo3d.sight(made, "a", "b").visible
    assert not geo3d.sight(made, "b", "a").visible
    warned = [w for w in geo3d.sight(made, "a", "b").warnings if "slab" in w and "a" in w]
    assert bool(warned) == (into > 0)


def test_c68_across_and_under_a_platform(tmp_path):
    """C68 (elevation-ruler 189), the part about sight: a model on a platform of height 10 sees a
    target level with it across the platform; one under the platform is hidden by it."""
    platform = box((20, 40), (20, 40), (9.5, 10))
    made = board(
        tmp_path,
        [
            model("a", "red", (21.5, 30, 10)),
            model("b", "blue", (38.5, 30, 10)),
            model("c", "blue", (30, 30, 0)),
        ],
        {"platform": platform},
    )
    assert geo3d.sight(made, "a", "b").fully_visible
    assert not geo3d.sight(made, "a", "c").visible


@pytest.mark.parametrize("offset", [0.0, 0.2, -0.41, 0.55, 0.6])
@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_sliver_between_two_walls(tmp_path, offset, turn):
    """A sliver .02" wide between two walls at 30" is found, wherever it is across the figures."""
    left = box((-0.1, 0.1), (-30, offset - 0.01), (0, 6))
    right = box((-0.1, 0.1), (offset + 0.01, 30), (0, 6))
    angle = np.radians(turn)
    ahead = np.array([np.cos(angle), np.sin(angle)]) * 15
    middle = np.array([50.0, 50.0])
    for gap in (True, False):
        terrain = {"left": left, "right": right}
        if not gap:
            terrain["plug"] = box((-0.1, 0.1), (offset - 0.01, offset + 0.01), (0, 6))
        made = board(
            tmp_path,
            [
                model("a", "red", (*(middle - ahead), 0)),
                model("b", "blue", (*(middle + ahead), 0)),
            ],
            terrain,
            places=dict.fromkeys(terrain, ((50.0, 50.0, 0.0), turn)),
        )
        for one, other in (("a", "b"), ("b", "a")):
            answer = geo3d.sight(made, one, other)
            assert answer.visible == gap
            if gap:
                assert answer.certainty == "certified"
                ends = [answer.witness.start], [answer.witness.end]
                scene = geo3d.RayScene()
                for placed in made.features.values():
                    scene.place(placed.piece.mesh, placed.transform, placed.id)
                assert not scene.any_hit(*ends).any()


def test_level_sliver_under_a_beam(tmp_path):
    """A level slit .02" high at z 1.00 to 1.02 between a wall and a beam, at 30"."""
    low = box((49.9, 50.1), (0, 99), (0, 1.0))
    high = box((49.9, 50.1), (0, 99), (1.02, 6))
    made = board(
        tmp_path, [model("a", "red", (35, 50, 0)), model("b", "blue", (65, 50, 0))],
        {"low": low, "high": high},
    )  # fmt: skip
    assert geo3d.sight(made, "a", "b").visible


def test_pinhole(tmp_path):
    """A bullet hole .05" across in a wall .1" thick, at 30"."""
    wall = box((49.95, 50.05), (0, 99), (0, 6)).difference(
        box((49, 51), (50.2, 50.25), (0.7, 0.75))
    )
    made = board(
        tmp_path, [model("a", "red", (35, 50, 0)), model("b", "blue", (65, 50, 0))], {"wall": wall}
    )
    assert geo3d.sight(made, "a", "b").visible


def test_c58_symmetric(tmp_path):
    """C58 (megamek 8049, 4317, 4201): A sees B exactly if B sees A, and by the same line."""
    rng = np.random.default_rng(58)
    terrain = {}
    for number in range(12):
        size = rng.uniform(0.1, 4.0, 3)
        low = np.append(rng.uniform(30, 66, 2), 0.0)
        terrain[f"box-{number}"] = box(*zip(low, low + size, strict=True))
    models = [
        model(f"m{i}", ("red", "blue")[i % 2], (*rng.uniform(25, 75, 2), 0.0)) for i in range(10)
    ]
    made = board(tmp_path, models, terrain)
    seen = 0
    for a in made.figures:
        for b in made.figures:
            if a < b:
                one, other = geo3d.sight(made, a, b), geo3d.sight(made, b, a)
                assert one.geometry.visible == other.geometry.visible
                if one.visible:
                    assert one.witness.start == other.witness.end
                    assert one.witness.end == other.witness.start
                seen += one.visible
    assert 0 < seen < 45


def test_answers_travel_with_the_board(tmp_path):
    """Turning and moving the whole board changes no verdict and the fraction by little."""
    wall = box((-0.1, 0.1), (-30, 0.2), (0, 6))
    answers = []
    for turn, shift in ((0.0, (50.0, 50.0)), (90.0, (40.0, 60.0)), (137.0, (55.0, 45.0))):
        angle = np.radians(turn)
        ahead = np.array([np.cos(angle), np.sin(angle)]) * 12
        made = board(
            tmp_path,
            [
                model("a", "red", (*(shift - ahead), 0), turn=turn, base="{ rect = [30, 40] }"),
                model("b", "blue", (*(shift + ahead), 0), turn=turn, base="{ rect = [30, 40] }"),
            ],
            {"wall": wall},
            places={"wall": ((*shift, 0.0), turn)},
        )
        answers.append(geo3d.sight(made, "a", "b"))
    assert len({(s.visible, s.fully_visible) for s in answers}) == 1
    values = [s.visible_fraction.value for s in answers]
    assert max(values) - min(values) < 0.02


def test_to_dict_has_the_whole_answer(tmp_path):
    """The JSON document holds every key, and plain values only."""
    made = board(
        tmp_path,
        [model("a", "red", (35, 50, 0)), model("b", "blue", (65, 50, 0))],
        {"wall": box((49, 50), (0, 50), (0, 6))},
        ruleset="wh40k-11e",
    )
    document = geo3d.sight(made, "a", "b").to_dict()
    assert list(document) == [
        "observer", "target", "distance", "visible", "fully_visible", "visible_fraction",
        "certainty", "witness", "blocked_by", "geometry", "verdict", "settings", "warnings",
    ]  # fmt: skip
    assert document["distance"] == pytest.approx(30 - 32 / 25.4, abs=1e-12)
    verdict = document["verdict"]
    assert list(verdict) == [
        "hidden", "detection_range", "gone_to_ground", "benefit_of_cover", "reason",
    ]  # fmt: skip
    assert (verdict["hidden"], verdict["detection_range"]) == (False, 15.0)
    assert "wall" in verdict["reason"]
    assert document["warnings"] == []
    import json

    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_errors(tmp_path):
    """Unknown models, the same model twice and a bad eye are refused by name."""
    made = board(tmp_path, [model("a", "red", (35, 50, 0)), model("b", "blue", (65, 50, 0))])
    with pytest.raises(geo3d.UsageError, match="'z'"):
        geo3d.sight(made, "a", "z")
    with pytest.raises(geo3d.UsageError, match="two models"):
        geo3d.sight(made, "a", "a")
    with pytest.raises(geo3d.UsageError, match="eye"):
        geo3d.sight(made, "a", "b", eye=(0, float("nan"), 0))


def test_sightlines_roll_up(tmp_path):
    """Units: who sees whom. A wall parts b2 from all of red; b1 stands in the open."""
    wall = box((49, 50), (60, 99), (0, 6))
    made = board(
        tmp_path,
        [
            model("a1", "red", (20, 40, 0), unit="A"),
            model("a2", "red", (20, 43, 0), unit="A"),
            model("b1", "blue", (80, 30, 0), unit="B"),
            model("b2", "blue", (52, 80, 0), unit="B"),
        ],
        {
            "wall": wall,
            "side": box((49, 49.9), (30, 60), (0, 0.01)),
            "cap": box((50, 99), (60, 61), (0, 6)),
        },
    )
    seen = []
    answer = geo3d.sightlines(
        made, "red", "blue", progress=lambda done, of: seen.append((done, of))
    )
    assert seen == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    assert {(p.observer, p.target): p.visible for p in answer.pairs} == {
        ("a1", "b1"): True, ("a1", "b2"): False, ("a2", "b1"): True, ("a2", "b2"): False,
    }  # fmt: skip
    (unit,) = answer.units
    assert unit.to_dict() == {
        "from": "A", "to": "B", "visible": True, "models_seeing": ["a1", "a2"],
        "models_seen": ["b1"], "benefit_of_cover": None, "covered_from": [],
        "distance": pytest.approx(unit.distance), "flip": None,
    }  # fmt: skip
    assert unit.distance == pytest.approx(
        min(np.hypot(60, 10), np.hypot(32, 37)) - 32 / 25.4, abs=1e-9
    )
    with pytest.raises(geo3d.UsageError, match="green"):
        geo3d.sightlines(made, "green")
