"""The ray scene: placing, moving, removing; bad input; what a hit and a miss look like."""

import threading
import warnings

import numpy as np
import pytest
import trimesh

from geo3d.errors import Geo3dError, Geo3dWarning, MeshError, SceneError
from geo3d.rays import RayScene
from tests.rays.ask import box, scene_of, sheet, turned

CUBE = box((0, 1), (0, 1), (0, 1))
ACROSS = ([(-1.0, 0.4, 0.3)], [(3.0, 0.4, 0.3)])


def shifted(x: float, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    """A transform that only shifts."""
    matrix = np.eye(4)
    matrix[:3, 3] = (x, y, z)
    return matrix


def test_place_move_remove():
    """The line from x = -1 meets the cube where it stands at the time."""
    scene = RayScene()
    handle = scene.place(CUBE, id="cube")
    assert handle.id == "cube"
    assert scene.first_hit(*ACROSS).distance[0] == pytest.approx(1.0, abs=1e-9)
    scene.move("cube", shifted(1.5))
    assert scene.first_hit(*ACROSS).distance[0] == pytest.approx(2.5, abs=1e-9)
    scene.move("cube", shifted(0, 5))
    assert not scene.any_hit(*ACROSS)[0]
    scene.move("cube", None)
    assert scene.any_hit(*ACROSS)[0]
    scene.remove("cube")
    assert not scene.any_hit(*ACROSS)[0]
    assert list(scene.ids) == []
    scene.place(CUBE, shifted(0.5), id="cube")
    assert scene.first_hit(*ACROSS).distance[0] == pytest.approx(1.5, abs=1e-9)


def test_ids_in_order_of_placing_and_made_up_where_missing():
    """Names given and names made up are all different."""
    scene = RayScene()
    scene.place(CUBE, id="b")
    made = scene.place(CUBE, shifted(2)).id
    other = scene.place(CUBE, shifted(4)).id
    scene.place(CUBE, shifted(6), id="a")
    assert list(scene.ids) == ["b", made, other, "a"]
    assert len({"a", "b", made, other}) == 4


def test_a_doubled_id_is_refused():
    """The message names the id; the scene stays as it was."""
    scene = scene_of([(CUBE, None, "cube")])
    with pytest.raises(SceneError, match="cube"):
        scene.place(CUBE, shifted(9), id="cube")
    assert scene.first_hit(*ACROSS).distance[0] == pytest.approx(1.0, abs=1e-9)


def test_an_unknown_id_is_refused():
    """Moving or removing what is not there."""
    scene = scene_of([(CUBE, None, "cube")])
    with pytest.raises(SceneError, match="cub3"):
        scene.move("cub3", np.eye(4))
    with pytest.raises(SceneError, match="cub3"):
        scene.remove("cub3")


NOT_RIGID = {
    "scale": np.diag([2.0, 2.0, 2.0, 1.0]),
    "scale of one axis": np.diag([1.0, 1.0, 1.001, 1.0]),
    "shear": np.eye(4) + 0.1 * np.eye(4)[[1, 0, 2, 3]] * np.eye(4)[0][:, None],
    "mirror": np.diag([-1.0, 1.0, 1.0, 1.0]),
    "nothing": np.zeros((4, 4)),
    "projective": np.eye(4) + 0.5 * np.eye(4)[3][:, None] * np.eye(4)[0],
    "last entry 2": np.diag([1.0, 1.0, 1.0, 2.0]),
    "NaN": shifted(np.nan),
    "infinite": shifted(np.inf),
    "too far": shifted(1e13),
    "three by three": np.eye(3),
    "a vector": np.zeros(16),
    "text": "turn 30",
}


@pytest.mark.parametrize("name", NOT_RIGID)
def test_transforms_that_are_not_rigid_are_refused(name):
    """By place and by move; the scene stays as it was."""
    scene = scene_of([(CUBE, None, "cube")])
    with pytest.raises(SceneError):
        scene.place(CUBE, NOT_RIGID[name], id="other")
    with pytest.raises(SceneError):
        scene.move("cube", NOT_RIGID[name])
    assert list(scene.ids) == ["cube"]
    assert scene.first_hit(*ACROSS).distance[0] == pytest.approx(1.0, abs=1e-9)


BAD_SEGMENTS = {
    "NaN": ([(0, 0, np.nan)], [(1, 1, 1)]),
    "too far": ([(1e155, 0, 0)], [(-1e155, 0, 0)]),
    "infinite": ([(0, 0, 0)], [(1, np.inf, 1)]),
    "other lengths": ([(0, 0, 0)], [(1, 1, 1), (2, 2, 2)]),
    "flat points": ([(0, 0)], [(1, 1)]),
    "four numbers": ([(0, 0, 0, 1)], [(1, 1, 1, 1)]),
    "text": ([("a", "b", "c")], [(1, 1, 1)]),
}


@pytest.mark.parametrize("name", BAD_SEGMENTS)
@pytest.mark.parametrize("query", ["any_hit", "first_hit", "all_hits"])
@pytest.mark.parametrize("empty", [False, True])
def test_bad_segments_are_refused(name, query, empty):
    """Also by a scene with nothing in it."""
    scene = RayScene() if empty else scene_of([(CUBE, None, "cube")])
    with pytest.raises(SceneError):
        getattr(scene, query)(*BAD_SEGMENTS[name])


@pytest.mark.parametrize("shape", [(0, 3), (0,)])
def test_no_segments(shape):
    """Nothing asked, nothing answered, in the right shapes."""
    for scene in (RayScene(), scene_of([(CUBE, None, "cube")])):
        none = np.empty(shape)
        assert scene.any_hit(none, none).shape == (0,)
        assert scene.any_hit(none, none).dtype == bool
        for found in (scene.first_hit(none, none), scene.all_hits(none, none)):
            assert len(found) == 0
            assert found.hit.shape == found.id.shape == found.face.shape == (0,)
            assert found.distance.shape == found.segment.shape == (0,)
            assert found.point.shape == (0, 3)


def test_an_empty_scene_blocks_nothing():
    """And a miss looks like a miss."""
    scene = RayScene()
    assert not scene.any_hit(*ACROSS)[0]
    assert len(scene.all_hits(*ACROSS)) == 0
    assert not scene.first_hit(*ACROSS).hit[0]


def test_a_miss():
    """id None, face -1, distance inf, point NaN; beside a hit."""
    scene = scene_of([(CUBE, None, "cube")])
    found = scene.first_hit([(-1, 0.4, 9), (-1, 0.4, 0.3)], [(3, 0.4, 9), (3, 0.4, 0.3)])
    assert found.hit.tolist() == [False, True]
    assert found.id.tolist() == [None, "cube"]
    assert found.face[0] == -1
    assert found.face[1] >= 0
    assert found.distance[0] == np.inf
    assert np.isnan(found.point[0]).all()
    assert found.segment.tolist() == [0, 1]
    np.testing.assert_allclose(found.point[1], (0, 0.4, 0.3), atol=1e-9)


def test_zero_length_segments():
    """A point touches nothing away from its ends, wherever it is."""
    scene = scene_of([(CUBE, None, "cube")])
    points = [(0, 0, 0), (0.5, 0.5, 1), (0.5, 0.5, 0.5), (9, 9, 9), (0.3, 0.7, 1), (1, 0.3, 0)]
    assert not scene.any_hit(points, points).any()
    assert not scene.first_hit(points, points).hit.any()
    assert len(scene.all_hits(points, points)) == 0


def test_input_is_not_changed_and_integers_are_taken():
    """Lists, integers and float32 give what float64 gives."""
    scene = scene_of([(CUBE, None, "cube")])
    starts, ends = np.array([[-1, 0, 0]]), np.array([[3, 1, 1]])
    expected = scene.first_hit(starts.astype(float), ends.astype(float))
    for kind in (np.int64, np.float32):
        one, other = starts.astype(kind), ends.astype(kind)
        one.setflags(write=False)
        other.setflags(write=False)
        assert scene.first_hit(one, other).distance[0] == expected.distance[0]
    assert scene.first_hit(starts.tolist(), ends.tolist()).distance[0] == expected.distance[0]
    # Every second row, backwards: no memory of its own.
    many = np.repeat(starts.astype(float), 6, axis=0)[::-2]
    assert scene.any_hit(many, np.repeat(ends.astype(float), 3, axis=0)).all()


def test_faces_index_the_mesh_as_passed():
    """Unusable faces before and between do not shift the numbers."""
    with_faults = sheet(
        [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0), (np.nan, 0, 0), (0, 0, np.inf), (2, 0, 0)],
        [(4, 0, 1), (0, 6, 1), (0, 1, 2), (1, 5, 2), (3, 3, 3), (2, 3, 0)],
    )
    scene = RayScene()
    with pytest.warns(Geo3dWarning):
        scene.place(with_faults, id="sheet")
    found = scene.first_hit([(3, 1, 1), (1, 3, 1)], [(3, 1, -1), (1, 3, -1)])
    assert found.face.tolist() == [2, 5]


@pytest.mark.parametrize(
    ("vertices", "faces"),
    [
        ([(0, 0, 0), (4, 0, 0), (0, 4, 0), (np.nan, 0, 0)], [(0, 1, 2), (1, 2, 3)]),
        ([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, -np.inf, 0)], [(0, 1, 2), (1, 2, 3)]),
        ([(0, 0, 0), (4, 0, 0), (0, 4, 0), (2, 0, 0)], [(0, 1, 2), (0, 1, 3)]),
        ([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 0)], [(0, 1, 2), (0, 1, 3)]),
    ],
    ids=["NaN", "infinite", "in a line", "doubled corner"],
)
def test_unusable_faces_are_left_out_with_a_warning(vertices, faces):
    """The good face still blocks, and the line through the bad one's place does not."""
    scene = RayScene()
    with pytest.warns(Geo3dWarning, match=r"\b1\b"):
        scene.place(sheet(vertices, faces), id="sheet")
    assert scene.any_hit([(1, 1, 1), (3, -1, 1)], [(1, 1, -1), (3, -1, -1)]).tolist() == [
        True,
        False,
    ]


def test_a_sound_mesh_gives_no_warning():
    """Neither does placing it again."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene_of([(CUBE, None, "a"), (CUBE, shifted(3), "b")])


@pytest.mark.parametrize(
    ("vertices", "faces"),
    [
        (np.empty((0, 3)), np.empty((0, 3), int)),
        ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], np.empty((0, 3), int)),
        ([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1, 2)]),
        ([(0, 0, 0), (1, 0, 0), (0, np.nan, 0)], [(0, 1, 2)]),
    ],
    ids=["empty", "no faces", "no area", "NaN"],
)
def test_no_usable_face_raises(vertices, faces):
    """And nothing is placed."""
    scene = RayScene()
    mesh = trimesh.Trimesh(np.asarray(vertices, float), np.asarray(faces), process=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(MeshError):
            scene.place(mesh, id="bad")
    assert list(scene.ids) == []


@pytest.mark.parametrize("index", [3, -1, 2**40])
def test_indices_out_of_range_raise(index):
    """A face that names a vertex that is not there."""
    scene = RayScene()
    mesh = trimesh.Trimesh(np.eye(3), np.array([(0, 1, 2)]), process=False)
    mesh.faces = np.array([(0, 1, 2), (0, 1, index)])
    with pytest.raises(MeshError):
        scene.place(mesh, id="bad")


def test_unknown_engine():
    """The message lists those there are."""
    with pytest.raises(Geo3dError, match="exact"):
        RayScene(engine="raster")


def test_one_mesh_placed_sixteen_times():
    """A row of sixteen cubes, turned by quarters: 32 surfaces crossed, two of each, in order."""
    scene = RayScene()
    for n in range(16):
        matrix = turned((0, 0, 1), 90.0 * n)
        corner = matrix[:3, :3] @ (0.5, 0.5, 0.5)
        matrix[:3, 3] = np.array((2.0 * n + 0.5, 0.5, 0.5)) - corner
        scene.place(CUBE, matrix, id=f"cube-{n}")
    found = scene.all_hits([(-1, 0.4, 0.3)], [(40, 0.4, 0.3)])
    assert found.id.tolist() == [f"cube-{n // 2}" for n in range(32)]
    expected = [1 + 2.0 * (k // 2) + k % 2 for k in range(32)]
    np.testing.assert_allclose(found.distance, expected, atol=1e-9)
    scene.remove("cube-3")
    scene.move("cube-7", shifted(0, 50))
    found = scene.all_hits([(-1, 0.4, 0.3)], [(40, 0.4, 0.3)])
    assert set(found.id) == {f"cube-{n}" for n in range(16)} - {"cube-3", "cube-7"}


def test_the_order_of_triangles_pieces_and_ends_does_not_matter():
    """Shuffled, the same lines meet the same surfaces at the same places."""
    rng = np.random.default_rng(5)
    ball = trimesh.creation.icosphere(2, radius=1.3)
    others = [(box((1, 2), (0, 1), (-1, 1)), turned((1, 1, 0), 33.0), "box"),
              (box((-2, -1), (0.01, 2), (-1, 1)), None, "slab")]  # fmt: skip
    order = rng.permutation(len(ball.faces))
    shuffled = trimesh.Trimesh(ball.vertices, ball.faces[order], process=False)
    turned_round = trimesh.Trimesh(ball.vertices, np.roll(ball.faces, 1, axis=1), process=False)
    starts, ends = rng.uniform(-3, 3, (2, 4000, 3))
    # A quarter of them through vertices, a quarter through edges.
    ends[:1000] = 2 * ball.vertices[rng.integers(len(ball.vertices), size=1000)] - starts[:1000]
    middle = ball.vertices[ball.edges_unique].mean(axis=1)
    ends[1000:2000] = 2 * middle[rng.integers(len(middle), size=1000)] - starts[1000:2000]
    one = scene_of([(ball, None, "ball"), *others])
    two = scene_of([*others[::-1], (shuffled, None, "ball")])
    three = scene_of([others[0], (turned_round, None, "ball"), others[1]])
    expected = one.any_hit(starts, ends)
    assert expected.any()
    assert not expected.all()
    first = one.first_hit(starts, ends)
    for scene in (one, two, three):
        assert np.array_equal(scene.any_hit(starts, ends), expected)
        assert np.array_equal(scene.any_hit(ends, starts), expected)
        found = scene.first_hit(starts, ends)
        assert found.id.tolist() == first.id.tolist()
        np.testing.assert_allclose(found.distance, first.distance, atol=2e-8)
        assert len(scene.all_hits(starts, ends)) == len(one.all_hits(starts, ends))
    generic = slice(2000, None)
    back = np.argsort(order)
    named = np.where(first.id == "ball", back[first.face], first.face)
    assert two.first_hit(starts, ends).face[generic].tolist() == named[generic].tolist()


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_a_tie_between_pieces_does_not_hang_on_the_order_of_placing(names):
    """Two boxes with their sides x = 0 in one plane, met there in one point by one line."""
    scene = [
        (box((0, 1), (0, 1), (0, 1)), None, names[0]),
        (box((0, 1), (-1, 2), (-1, 3)), None, names[1]),
    ]
    for start in [(-1, -1, -1), (-1, -0.3, -0.2), (-1, 0, 0.3), (-1, 0.9, 0.2)]:
        end = -0.5 * np.array(start)
        one = scene_of(scene).first_hit([start], [end])
        other = scene_of(scene[::-1]).first_hit([start], [end])
        assert one.id[0] == other.id[0]
        assert one.distance[0] == other.distance[0]


def test_a_batch_answers_as_one_by_one():
    """Segments in one call, in shuffled order or alone, get the same answers."""
    rng = np.random.default_rng(6)
    scene = scene_of([(trimesh.creation.icosphere(3), None, "ball"), (CUBE, shifted(1), "cube")])
    starts, ends = rng.uniform(-3, 3, (2, 3000, 3))
    blocked, first = scene.any_hit(starts, ends), scene.first_hit(starts, ends)
    mixed = rng.permutation(3000)
    assert np.array_equal(scene.any_hit(starts[mixed], ends[mixed]), blocked[mixed])
    for n in range(0, 3000, 60):
        alone = scene.first_hit(starts[n : n + 1], ends[n : n + 1])
        assert alone.hit[0] == blocked[n]
        assert alone.id[0] == first.id[n]
        assert alone.face[0] == first.face[n]
        assert alone.distance[0] == first.distance[n]


def test_a_mesh_changed_after_placing_has_no_effect():
    """The scene keeps what it was given; placing again takes the new shape."""
    mesh = box((0, 1), (0, 1), (0, 1))
    scene = scene_of([(mesh, None, "cube")])
    mesh.apply_translation((0, 50, 0))
    assert scene.any_hit(*ACROSS)[0]
    scene.place(mesh, id="moved")
    assert scene.first_hit([(-1, 50.4, 0.3)], [(3, 50.4, 0.3)]).id[0] == "moved"
    scene.remove("cube")
    assert not scene.any_hit(*ACROSS)[0]


def test_a_transform_changed_after_placing_has_no_effect():
    """Nor does it when given to move."""
    matrix = np.eye(4)
    scene = scene_of([(CUBE, matrix, "cube")])
    matrix[1, 3] = 50
    assert scene.any_hit(*ACROSS)[0]
    matrix[1, 3] = 0
    scene.move("cube", matrix)
    matrix[1, 3] = 50
    assert scene.any_hit(*ACROSS)[0]


def test_threads_at_once():
    """Eight threads ask one scene, and eight build their own, all at the same time."""
    rng = np.random.default_rng(8)
    ball = trimesh.creation.icosphere(3)
    scene = scene_of([(ball, None, "ball"), (CUBE, shifted(2), "cube")])
    starts, ends = rng.uniform(-3, 3, (2, 20_000, 3))
    expected = scene.first_hit(starts, ends)
    answers: dict[int, bool] = {}
    gate = threading.Barrier(16)

    def ask(number: int) -> None:
        gate.wait()
        good = True
        for _ in range(3):
            asked = scene if number < 8 else scene_of([(ball, None, "ball"),
                                                       (CUBE, shifted(2), "cube")])  # fmt: skip
            good &= np.array_equal(asked.any_hit(starts, ends), expected.hit)
            found = asked.first_hit(starts, ends)
            good &= np.array_equal(found.face, expected.face)
            good &= np.array_equal(found.distance, expected.distance)
        answers[number] = good

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == dict.fromkeys(range(16), True)


def test_an_unknown_id_to_ignore_is_refused():
    """By its name: a slip of the pen must not let a mesh block that was meant not to."""
    scene = scene_of([(CUBE, None, "cube")])
    assert not scene.any_hit(*ACROSS, ignore=[["cube"]]).any()
    for ask in (scene.any_hit, scene.first_hit, scene.all_hits):
        with pytest.raises(SceneError, match=r"ignore: no mesh 'cub' .* \['cube'\]"):
            ask(*ACROSS, ignore=[["cube", "cub"]])
    scene.remove("cube")
    scene.place(CUBE, None, "box")
    with pytest.raises(SceneError, match="no mesh 'cube'"):
        scene.any_hit(*ACROSS, ignore=[["cube"]])


def test_a_handle_is_told_in_a_line():
    assert repr(scene_of([(CUBE, None, "cube")])["cube"]) == "Placed(id='cube', number=0)"
