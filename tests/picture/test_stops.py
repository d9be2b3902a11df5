"""Where lines are stopped is in plain sight, in the picture or in a close-up of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.visibility import board_scene
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.gaps import GLASS, bare
from geo3d_viewer.groups import switched
from geo3d_viewer.overlay import in_picture
from geo3d_viewer.palette import BEFORE, BLOCKED, CLOSED, SEEN
from geo3d_viewer.picture import in_eye, picture
from geo3d_viewer.scene import describe
from geo3d_viewer.stops import before, close_up, open_to, plain, stops
from geo3d_viewer.vantage import close_up as vantage_close_up
from geo3d_viewer.vantage import leftward
from tests.picture import pixels
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, box, load
from tests.picture.gap_board import CLOSED as WINDOW
from tests.picture.gap_board import load_ruin, ruin

BOARDS = Path(__file__).parents[2] / "meshes" / "boards"

FAR_AREA = {"id": "field", "features": ["curb"],
            "boundary": [[10, 4], [14, 4], [14, 16], [10, 16]]}  # fmt: skip
CURB = box((11.0, 13.0), (9.0, 11.0), (0.0, 0.2))


def _lines(scene: SceneDescription, role: str) -> list:
    return [lines for lines in scene.lines if lines.role == role]


def test_a_wall_is_seen_from_the_side_that_lines_meet(tmp_path: Path) -> None:
    """They end on x = 12, 7" from the observer: a camera at x = -20 sees that, one at 45 not."""
    board = load(tmp_path, {"wall": HIGH})
    scene, sight = board_scene(board), geo3d.sight(board, OBSERVER, TARGET)
    (place,) = stops(scene, sight)
    assert place.reason.id == "wall" and place.reason.share == 1.0 and place.normal is None
    assert place.points[:, 0] == pytest.approx(np.full(len(place.points), 12.0))
    before = Camera((-20.0, 10.0, 30.0), (12.0, 10.0, 1.0))
    behind = Camera((45.0, 10.0, 30.0), (12.0, 10.0, 1.0))
    assert plain(scene.rays, before, [place]) == 1.0
    assert plain(scene.rays, behind, [place]) == 0.0
    # What it cuts away hides nothing: the wall is 12 to 12.5, a plane at x = 12.2 is between.
    middle = Camera((45.0, 10.0, 1.0), (12.0, 10.0, 1.0), cut=45.0 - 12.2)
    assert open_to(scene.rays, middle, np.array([[12.1, 10.0, 1.0]])).all()
    assert not open_to(scene.rays, middle, np.array([[11.9, 10.0, 1.0]])).any()


def test_glass_is_hardly_seen_edge_on(tmp_path: Path) -> None:
    """The window's glass faces along x: from the side, along y, it is a line."""
    board = load_ruin(tmp_path, ruin(WINDOW, tunnel=False))
    scene, sight = board_scene(board), geo3d.sight(board, OBSERVER, TARGET)
    place = next(each for each in stops(scene, sight) if each.normal is not None)
    assert place.normal is not None
    assert np.abs(place.normal) == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)
    rays = bare(scene)
    ahead = Camera((-20.0, 20.0, 14.0), (12.0, 10.0, 1.5))
    aside = Camera((12.25, -30.0, 4.0), (12.25, 10.0, 1.5))
    assert plain(rays, ahead, [place]) > 0.8
    assert plain(rays, aside, [place]) < 0.02


@pytest.mark.parametrize("left", [False, True])
def test_in_a_close_up_lines_run_as_in_the_picture(left: bool, tmp_path: Path) -> None:
    """From (5, 10) to (20, 10): to the right in a picture from y < 10, to the left from y > 10."""
    board = load(tmp_path, {"wall": HIGH})
    scene, sight = board_scene(board), geo3d.sight(board, OBSERVER, TARGET)
    (place,) = stops(scene, sight)
    side = 1 if left else -1
    seen_from = Camera((12.0, 10.0 + 40.0 * side, 20.0), (12.0, 10.0, 1.0))
    assert leftward(scene, sight, seen_from) == left
    for camera in (
        close_up(scene, bare(scene, models=False), sight, [place], left),
        vantage_close_up(scene, sight, left),
    ):
        assert (camera.position[1] - 10.0) * side > 0.0
        at, _ = camera.project(np.array([[5.0, 10.0, 1.0], [12.0, 10.0, 1.0]]), (300, 300))
        assert (at[1, 0] < at[0, 0]) == left


def test_a_close_up_cuts_no_model_open(tmp_path: Path) -> None:
    """The observer, an inch wide at (5, 10), is left out where the camera's plane is in it, where
    it stands before the wall at x = 12, and not where it is beside or wholly cut away."""
    board = load(tmp_path, {"wall": HIGH})
    scene, sight = board_scene(board), geo3d.sight(board, OBSERVER, TARGET)
    (place,) = stops(scene, sight)
    ahead = Camera((-20.0, 10.0, 1.0), (12.0, 10.0, 1.0))
    points = place.points
    assert before(scene, sight, ahead, points) == {OBSERVER}
    assert before(scene, sight, replace(ahead, cut=25.0), points) == {OBSERVER}
    assert before(scene, sight, replace(ahead, cut=26.0), points) == frozenset()
    aside = Camera((5.0, -20.0, 1.0), (5.0, 10.0, 1.0))
    assert before(scene, sight, aside, points) == frozenset()
    assert before(scene, sight, replace(aside, cut=30.0), points) == {OBSERVER, TARGET}
    # But for what it is about.
    kept = before(scene, sight, replace(aside, cut=30.0), points, (TARGET,))
    assert kept == {OBSERVER}


@pytest.mark.parametrize(
    ("name", "observer", "target"),
    [
        ("ruined-quarter", "red-2-b", "blue-1-a"),
        ("ruined-quarter", "blue-1-c", "red-1-d"),
        ("crossroads", "blue-2-a", "red-1-e"),
        ("crossroads", "blue-2-c", "red-3-b"),
        ("outpost", "blue-2-b", "red-1-c"),
        ("outpost", "red-1-e", "blue-2-b"),
    ],
)
def test_on_shipped_boards_it_is_seen_why(name: str, observer: str, target: str) -> None:
    """Behind closed gaps, in ruins and a tower, by areas, to another floor: where most lines end
    is open to the camera and in its picture, or to that of a close-up."""
    board = geo3d.load_board(BOARDS / f"{name}.toml")
    sight = geo3d.sight(board, observer, target)
    scene = board_scene(board)
    drawn = describe(board, sight)
    place = stops(scene, sight)[0]
    assert drawn.insets[0].title.startswith(target)
    cameras = [
        (drawn.camera, (1600, 1000)),
        *((each.camera, (300, 300)) for each in drawn.insets[1:]),
    ]
    assert 2 <= len(drawn.insets) <= 4
    shares = []
    for number, (camera, size) in enumerate(cameras):
        # Models that stand before a place are not drawn in its close-up.
        hiding = bare(scene, models=number == 0)
        at, depth = camera.project(place.points, size)
        inside = (depth > (camera.cut or 0.0)) & (at > 0).all(axis=1) & (at < size).all(axis=1)
        shares.append((inside & open_to(hiding, camera, place.points)).mean())
    assert max(shares) > 0.85


def test_stopped_lines_and_their_ends_are_never_lost(tmp_path: Path) -> None:
    """And dashes go on from where one is stopped, x = 12, for 5": not to the target, x = 19.5."""
    board = load(tmp_path, {"wall": HIGH})
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    (stopped,), (beyond,) = _lines(scene, "blocked"), _lines(scene, "beyond")
    assert stopped.on_top and beyond.on_top and beyond.group == stopped.group == "stopped/wall"
    (dots,) = [each for each in scene.surfaces if each.role == "marker" and each.name == "wall"]
    assert dots.on_top and dots.colour == BLOCKED
    ends = beyond.segments.reshape(-1, 3)
    assert ends[0, 0] == pytest.approx(12.0) and 16.0 < ends[:, 0].max() <= 17.0
    assert any(entry.dashed and entry.group == "stopped" for entry in scene.legend)


def test_a_gap_that_stops_lines_has_a_strong_outline(tmp_path: Path) -> None:
    board = load_ruin(tmp_path, ruin(WINDOW, tunnel=False))
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    closed = [lines for lines in _lines(scene, "gap") if lines.colour == CLOSED]
    (strong,) = [lines for lines in closed if lines.on_top]
    plain_ = [lines for lines in _lines(describe(board), "gap") if lines.colour == CLOSED]
    assert strong.width > 2 * min(lines.width for lines in plain_)
    assert not [lines for lines in plain_ if lines.on_top]
    # In the wall's face at x = 12, towards the observer, not in that at 12.5.
    assert strong.segments[..., 0].max() < 12.0
    assert closed == [strong]
    (glass,) = [each for each in scene.surfaces if each.role == "gap"]
    assert not glass.on_top and glass.opacity > GLASS


def test_a_model_that_stops_lines_is_named_and_ringed(tmp_path: Path) -> None:
    """It stands half way, as wide and as high as the two, of a third unit."""
    units = [
        {"id": f"u-{id}", "player": player, "profile": profile, "models": [{"id": id, "at": at}]}
        for id, player, at, profile in (
            (OBSERVER, "red", [5, 10], "square"), (TARGET, "blue", [20, 10], "square"),
            ("between", "blue", [12, 10], "tall"),
        )
    ]  # fmt: skip
    profiles = {"square": {"base": {"rect": [25.4, 25.4]}, "height": 2.0},
                "tall": {"base": {"rect": [76.2, 76.2]}, "height": 5.0}}  # fmt: skip
    board = load(tmp_path, {}, units=units, profiles=profiles)
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    (tag,) = [tag for tag in scene.labels if tag.text == "model between"]
    assert (tag.role, tag.rank) == ("blocker", 1)
    assert tag.stop is not None and tag.stop[0] == pytest.approx(10.5)
    assert [ring.name for ring in _lines(scene, "ring") if ring.colour == BEFORE] == ["between"]


def test_in_the_eye_what_stops_lines_is_named_where_it_does(tmp_path: Path) -> None:
    """The area's middle, high over its curtain, may be out of sight; (10, ., .) is not."""
    board = load(tmp_path, {"curb": CURB}, areas=[FAR_AREA])
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    (tag,) = [tag for tag in in_eye(scene, scene.eyes[0]).labels if tag.text == "area field"]
    assert tag.anchor[0] == pytest.approx(10.0) and abs(tag.anchor[1] - 10.0) < 0.5
    (pixel,), _ = scene.eyes[0].camera.project(np.array([tag.anchor]), (640, 400))
    assert (pixel > [220, 100]).all() and (pixel < [420, 300]).all()


def test_an_area_that_hides_is_seen_from_the_eye(tmp_path: Path) -> None:
    """The target stands in full view behind its curtain, which mixes teal into the middle."""
    pytest.importorskip("pyvista")
    board = load(tmp_path, {"curb": CURB}, areas=[FAR_AREA])
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    assert scene.verdict == "hidden" and scene.caption[1].startswith(
        "every line enters the area field"
    )
    bare_ = load(tmp_path, {"curb": CURB})
    middles = {}
    for name, each in (
        ("area", scene),
        ("none", describe(bare_, geo3d.sight(bare_, OBSERVER, TARGET))),
    ):
        image = np.asarray(picture(each, (640, 400), eye=0)).astype(int)
        # The ground before the target, under its feet and over the legend.
        middles[name] = image[250:330, 60:580].mean(axis=(0, 1))
    red, green, blue = middles["area"] - middles["none"]
    assert red < -25 and red < green - 15 and red < blue - 15


def test_where_little_is_seen_it_is_marked(tmp_path: Path) -> None:
    """Over a wall 1.98" high the observer's top edge sees of the target what is over 1.96 of 2".

    That is 2 %: fewer elements than can outvote their neighbours, and yet it is painted.
    """
    low = box((12, 12.5), (2, 18), (0, 1.98))
    board = load(tmp_path, {"wall": low})
    sight = geo3d.sight(board, OBSERVER, TARGET)
    assert sight.visible and sight.visible_fraction.value < 0.04
    scene = describe(board, sight)
    (dot,) = [each for each in scene.surfaces if each.group == "seen-at"]
    assert sight.witness is not None and dot.on_top
    assert dot.placed().mean(axis=0) == pytest.approx(sight.witness.end, abs=1e-6)
    (tag,) = [tag for tag in scene.labels if tag.group == "seen-at"]
    assert tag.text == "seen here" and tag.anchor == pytest.approx(sight.witness.end)
    target = next(each for each in scene.surfaces if each.role == "target")
    assert target.face_colours is not None
    green = target.placed()[target.faces][np.all(target.face_colours == SEEN, axis=1)]
    assert len(green) and green[..., 2].min() > 1.85
    counts = [pixels.seen(np.asarray(picture(switched(scene, hide=hide), (1280, 800))))
              for hide in (("open-line",), ("open-line", "seen-at"))]  # fmt: skip
    assert counts[0] > counts[1] + 60
    # Where much is, the dot needs no name.
    open_ = load(tmp_path, {"wall": LOW})
    much = describe(open_, geo3d.sight(open_, OBSERVER, TARGET))
    assert not [tag for tag in much.labels if tag.group == "seen-at"]


def test_a_close_up_shows_no_model_before_the_target(tmp_path: Path) -> None:
    """One of its own unit stands 2" before it, where the close-up does not cut."""
    pytest.importorskip("pyvista")
    units = [
        {"id": "u-1", "player": "red", "profile": "square",
         "models": [{"id": OBSERVER, "at": [5, 10]}]},
        {"id": "u-2", "player": "blue", "profile": "square",
         "models": [{"id": TARGET, "at": [20, 10]}, {"id": "mate", "at": [18.7, 10.2]},
                    {"id": "rear", "at": [22.5, 10]}]},
    ]  # fmt: skip
    board = load(tmp_path, {}, units=units)
    (inset,) = describe(board, geo3d.sight(board, OBSERVER, TARGET)).insets
    assert inset.without == {"mate", OBSERVER}


def test_the_stopped_lines_shine_through_a_figure(tmp_path: Path) -> None:
    """Stubs of half an inch beyond the observer are seen through it, mixed with its red."""
    pytest.importorskip("pyvista")
    board = load(tmp_path, {"wall": box((6.0, 6.5), (2, 18), (0, 9))})
    sight = geo3d.sight(board, OBSERVER, TARGET)
    behind = Camera((-25.0, 10.0, 1.0), (5.0, 10.0, 1.0), 8.0)
    scene = describe(board, sight)
    counts = []
    for hide in (False, True):
        shown = replace(
            scene, camera=behind, insets=(), labels=(),
            surfaces=tuple(each for each in scene.surfaces if each.role != "footprint"),
        )  # fmt: skip
        if hide:
            shown = replace(
                shown,
                lines=tuple(each for each in shown.lines if each.role not in ("blocked", "beyond")),
                surfaces=tuple(each for each in shown.surfaces if each.role != "marker"),
            )
        image = np.asarray(picture(shown, (640, 400)))[110:-40]
        counts.append(pixels.stopped(image))
    assert counts[0] > counts[1] + 40


def test_the_pair_s_outlines_show_through_what_hides_them(tmp_path: Path) -> None:
    """An inch square and 2 high: round it twice, and four uprights. Not in the model's own eye."""
    board = load(tmp_path, {"wall": HIGH})
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    outlines = {lines.name: lines for lines in _lines(scene, "outline")}
    assert set(outlines) == {OBSERVER, TARGET}
    for lines in outlines.values():
        length = np.linalg.norm(lines.segments[:, 1] - lines.segments[:, 0], axis=1).sum()
        assert lines.on_top and length == pytest.approx(2 * 4 + 4 * 2)
    assert not _lines(in_eye(scene, scene.eyes[0]), "outline")


def test_what_stops_more_lines_has_more_of_them_and_larger_dots(tmp_path: Path) -> None:
    """From y = 10 to a face from 9.5 to 10.5: a wall up to y = 10.08 hides the more."""
    walls = {
        "more": box((12, 12.5), (2, 10.08), (0, 9)),
        "less": box((12, 12.5), (10.08, 18), (0, 9)),
    }
    board = load(tmp_path, walls)
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    lines = {each.name: len(each.segments) for each in _lines(scene, "blocked")}
    assert 3 <= lines["less"] <= lines["more"] <= 5
    radius = {}
    for each in scene.surfaces:
        if each.role == "marker" and each.group == f"stopped/{each.name}":
            radius[each.name] = np.ptp(each.placed()[:, 0])
    assert radius["more"] > radius["less"]


def test_the_legend_has_only_what_is_in_the_picture(tmp_path: Path) -> None:
    """A camera that looks away from all but the observer has its player alone."""
    board = load(tmp_path, {"wall": HIGH})
    scene = replace(describe(board), insets=())
    texts = {entry.text for entry in in_picture(scene, scene.camera, (800, 500))}
    assert {"red", "blue", "dense terrain"} <= texts
    away = Camera((5.0, 10.0, 30.0), (5.0, 10.0, 0.0))
    texts = {entry.text for entry in in_picture(scene, away, (300, 300))}
    assert "red" in texts and not {"blue", "dense terrain"} & texts
