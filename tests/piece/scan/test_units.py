"""Size: never guessed, measured where asked."""

import numpy as np
import pytest
import trimesh

from geo3d.errors import MeshError, UsageError
from geo3d.piece.scan import Measure, import_scan
from geo3d.piece.scan.units import candidates, measured, plan_length
from tests.piece.scan.meshes import fine_box, joined, sheet

SCENE = joined(sheet((-6, -6), (6, 6)), fine_box((-3, -2, 0), (3, 2, 5)))


def file(tmp_path, mesh, factor, name="scan.stl"):
    mesh = mesh.copy()
    mesh.apply_scale(factor)
    mesh.export(tmp_path / name)
    return tmp_path / name


def test_the_plausible_candidate_is_marked():
    """178 x 140 x 150: 7" of millimetres; as inches it would be as long as a room."""
    text = candidates((178, 140, 150))
    assert "mm: 7.008 x 5.512 x 5.906 inches (plausible)" in text
    assert text.count("plausible") == 1


def test_without_units_or_a_measure_it_is_an_error(tmp_path):
    with pytest.raises(MeshError) as error:
        import_scan(file(tmp_path, SCENE, 25.4))
    for word in ("scan.stl", "--units", "--height", "--length", "--marker", "guess"):
        assert word in str(error.value)
    assert "mm: 12 x 12 x 5 inches (plausible)" in str(error.value)


@pytest.mark.parametrize("factor", [0.013, 1.0, 700.0])
@pytest.mark.parametrize(
    "measure", [Measure("height", 5.0), Measure("length", 6.0)], ids=["height", "length"]
)
def test_a_measure_of_the_real_piece_gives_the_scale(tmp_path, factor, measure):
    found = import_scan(file(tmp_path, SCENE, factor), measure=measure)
    assert found.report.scale == pytest.approx(1 / factor, rel=1e-3)
    assert found.report.scale_from == measure.kind
    assert found.report.after["size"] == pytest.approx([6, 4, 5], rel=2e-3)


def test_a_marker_pair_gives_the_scale(tmp_path):
    pair = ((0.0, 0.0, 0.0), (0.0, 30.0, 40.0))
    found = import_scan(file(tmp_path, SCENE, 10.0), measure=Measure("marker", 5.0, pair))
    assert found.report.scale == pytest.approx(0.1)
    assert found.report.after["size"] == pytest.approx([6, 4, 5], rel=1e-3)


def test_a_measure_goes_over_what_a_file_states(tmp_path):
    """A glTF file says metres; many apps write it in units of their own."""
    turned = SCENE.copy()
    turned.vertices = turned.vertices[:, [0, 2, 1]] * [1, 1, -1]
    found = import_scan(file(tmp_path, turned, 3.0, "scan.glb"), measure=Measure("height", 5.0))
    assert found.report.scale == pytest.approx(1 / 3, rel=1e-3)
    assert found.report.up == "y"
    assert found.report.after["size"] == pytest.approx([6, 4, 5], rel=2e-3)


def test_units_and_a_measure_are_one_too_many(tmp_path):
    with pytest.raises(UsageError, match="one of them"):
        import_scan(file(tmp_path, SCENE, 1.0), units="mm", measure=Measure("height", 5.0))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("height", 0.0), "above 0"),
        (("height", float("nan")), "above 0"),
        (("width", 1.0), "height, length or marker"),
        (("marker", 1.0), "two points"),
        (("marker", 1.0, ((0, 0, 0), (0, 0, 0))), "the same"),
    ],
)
def test_measures_that_are_none(arguments, word):
    with pytest.raises(UsageError, match=word):
        Measure(*arguments)


def test_noise_does_not_make_it_taller():
    rng = np.random.default_rng(8)
    mesh = fine_box((-3, -2, 0), (3, 2, 5), 0.1)
    mesh.vertices += rng.normal(0, 0.015, mesh.vertices.shape)
    assert mesh.bounds[1, 2] > 5.04
    assert measured(mesh, "height", 0.015) == pytest.approx(5.0, abs=0.03)
    assert measured(mesh, "length", 0.015) == pytest.approx(6.0, abs=0.06)


def test_the_length_is_that_of_the_plan_turned_or_not():
    plan = np.array([(0, 0), (6, 0), (6, 4), (0, 4)], dtype=float)
    turn = trimesh.transformations.rotation_matrix(0.4, [0, 0, 1])[:2, :2]
    assert plan_length(plan @ turn.T) == pytest.approx(6.0)
