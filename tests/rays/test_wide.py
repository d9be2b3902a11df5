"""Eight boxes at a time: every triangle once, in boxes that hold it; and large bundles cut."""

import numpy as np
import pytest
import trimesh

from geo3d.errors import MeshError, SceneError
from geo3d.rays import RayScene
from geo3d.rays.bvh import tree_of
from geo3d.rays.index import BoxIndex
from geo3d.rays.scene import TASK, WORKERS
from geo3d.rays.wide import WIDTH
from geo3d.shapes import roughen, wall


def soup(number, seed=0):
    rng = np.random.default_rng(seed)
    corners = rng.uniform(-5, 5, (number, 1, 3)) + rng.normal(0, 0.3, (number, 3, 3))
    return trimesh.Trimesh(
        corners.reshape(-1, 3), np.arange(3 * number).reshape(-1, 3), process=False
    )


@pytest.mark.parametrize("mesh", [soup(1), soup(5), soup(40), soup(3000),
                                  roughen(wall(6.0, 5.0, 0.25).mesh, 5000, seed=1)])  # fmt: skip
def test_each_triangle_is_in_one_leaf_whose_boxes_hold_it(mesh):
    tree = tree_of(mesh)
    boxes = tree.wide_boxes.reshape(-1, 2, 3, WIDTH)
    links = tree.wide_links.reshape(-1, WIDTH, 2)
    seen = np.zeros(len(tree.triangles), int)
    corners = tree.triangles.reshape(-1, 3, 3)
    waiting = [(0, np.full(3, -np.inf), np.full(3, np.inf))]
    visited = 0
    while waiting:
        node, low, high = waiting.pop()
        visited += 1
        for slot in range(WIDTH):
            first, count = links[node, slot]
            if count == 0:
                continue
            own_low, own_high = boxes[node, 0, :, slot], boxes[node, 1, :, slot]
            assert (own_low >= low).all()
            assert (own_high <= high).all()
            if count < 0:
                waiting.append((first, own_low, own_high))
                continue
            held = corners[first : first + count]
            seen[first : first + count] += 1
            assert (held >= own_low).all()
            assert (held <= own_high).all()
    assert visited == len(boxes)
    assert (seen == 1).all()


def test_a_bundle_that_is_cut_gives_the_same_answers():
    """So many segments that threads share the bundle, beside small ones that have other ignores."""
    scene = RayScene()
    scene.place(soup(400), None, "soup")
    scene.place(soup(50, seed=9), None, "other")
    rng = np.random.default_rng(1)
    sizes = [3, 3 * TASK * WORKERS + 17, 0, 40]
    starts, ends = rng.uniform(-6, 6, (2, sum(sizes), 3))
    bundles = np.concatenate([[0], np.cumsum(sizes)])
    ignore = [("soup",), ("other",), (), ("soup", "other")]
    found = scene.any_hit(starts, ends, bundles=bundles, ignore=ignore)
    first = scene.first_hit(starts, ends, bundles=bundles, ignore=ignore)
    assert np.array_equal(found, first.hit)
    for number, ignored in enumerate(ignore):
        rows = slice(bundles[number], bundles[number + 1])
        alone = scene.any_hit(
            starts[rows], ends[rows], bundles=np.arange(sizes[number] + 1),
            ignore=[ignored] * sizes[number],
        )  # fmt: skip
        assert np.array_equal(found[rows], alone)
    assert 0 < found.sum() < len(found)


@pytest.mark.parametrize("id", [5, "", ("a",)])
def test_ids_are_texts(id):
    with pytest.raises(SceneError, match="id: a text"):
        RayScene().place(soup(3), None, id)


def test_what_is_no_mesh_is_refused():
    with pytest.raises(MeshError, match="vertices and faces wanted, got str"):
        RayScene().place("hello")


@pytest.mark.parametrize("ignore", ["soup", ["soup"]])
def test_a_text_is_no_collection_of_ids(ignore):
    scene = RayScene()
    scene.place(soup(3), None, "soup")
    with pytest.raises(SceneError, match="a collection of ids for each bundle"):
        scene.any_hit([(0, 0, 0)], [(1, 1, 1)], bundles=[0, 1], ignore=ignore)


def test_boxes_compared_and_boxes_of_the_tree_agree():
    rng = np.random.default_rng(3)
    index = BoxIndex()
    low = rng.uniform(-20, 20, (80, 3))
    high = low + rng.uniform(0, 5, (80, 3))
    for number in rng.permutation(80):
        index.put(int(number), low[number], high[number])
    index.drop(17)
    queries = rng.uniform(-20, 20, (600, 3))
    sizes = rng.uniform(0, 4, (600, 3))
    many = index.near(queries, queries + sizes)
    for begin in range(0, 600, 60):
        few = index.near(queries[begin : begin + 60], (queries + sizes)[begin : begin + 60])
        for number in range(60):
            a, b = many[0][begin + number : begin + number + 2]
            c, d = few[0][number : number + 2]
            assert many[1][a:b].tolist() == few[1][c:d].tolist()
            expected = [
                row for row in range(80)
                if row != 17
                and (low[row] <= (queries + sizes)[begin + number] + 1e-8).all()
                and (high[row] >= queries[begin + number] - 1e-8).all()
            ]  # fmt: skip
            assert few[1][c:d].tolist() == expected
