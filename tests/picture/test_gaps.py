"""Gaps in pictures (13.11): each kind is drawn in its own way, and gone where there is none."""

import itertools
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.shapes.walls import Hole, window
from geo3d.table.board import Board
from geo3d.visibility import board_scene
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Lines, SceneDescription, Surface
from geo3d_viewer.gaps import DASH, GLASS, OFF, SPACE, WIDTHS, bare, dashed
from geo3d_viewer.html import write_html
from geo3d_viewer.labels import laid_out, overlap
from geo3d_viewer.palette import CLOSED as VIOLET
from geo3d_viewer.palette import LEFT_OPEN, MOUTH
from geo3d_viewer.picture import picture
from geo3d_viewer.scene import describe
from tests.picture import pixels
from tests.picture.boards import OBSERVER, TARGET, box, load
from tests.picture.browser import open_page
from tests.picture.colours import BLINDNESS, lab
from tests.picture.gap_board import CLOSED, OPEN, STRADDLING, load_ruin, ruin

SMALL = (800, 500)
LEGEND = 44
"""The lowest rows of such a picture hold the legend."""

TEXTS = ("opening that counts as closed", "opening that stays open", "open end of a passage")


def _described(board: Board) -> SceneDescription:
    return describe(board, geo3d.sight(board, OBSERVER, TARGET))


def _outlines(scene: SceneDescription, colour: tuple[float, float, float]) -> list[Lines]:
    return [lines for lines in scene.lines if lines.role == "gap" and lines.colour == colour]


def _about(lines: Lines) -> tuple[np.ndarray, np.ndarray]:
    points = lines.segments.reshape(-1, 3)
    return points.min(axis=0), points.max(axis=0)


@pytest.fixture(scope="module")
def all_kinds(tmp_path_factory: pytest.TempPathFactory) -> SceneDescription:
    folder = tmp_path_factory.mktemp("all")
    return describe(load_ruin(folder, ruin(CLOSED, STRADDLING, OPEN)))


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> SceneDescription:
    folder = tmp_path_factory.mktemp("none")
    return describe(load_ruin(folder, ruin(CLOSED, STRADDLING, OPEN), gaps="none"))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> SceneDescription:
    """Of all kinds, as a pair looks through the closed window."""
    folder = tmp_path_factory.mktemp("pair")
    return _described(load_ruin(folder, ruin(CLOSED, STRADDLING, OPEN)))


def test_what_closes_a_gap_is_glass(all_kinds: SceneDescription) -> None:
    """The sealed one whole (z .5 to 2.5), the straddling one from 2 to 3; seen past the wall's
    faces (x = 12 and 12.5) by nothing."""
    glass = [surface for surface in all_kinds.surfaces if surface.role == "gap"]
    assert len(glass) == 2
    assert all(surface.opacity == GLASS and surface.colour == VIOLET for surface in glass)
    lows = {round(float(surface.placed()[:, 1].mean())): surface.placed() for surface in glass}
    assert set(lows) == {10, 7}
    assert lows[7][:, 2].max() == pytest.approx(3.0)
    for points in lows.values():
        assert points[:, 0].min() == pytest.approx(12.0, abs=1e-3)
        assert points[:, 0].max() == pytest.approx(12.5, abs=1e-3)
    assert all(surface.opacity == 1 for surface in all_kinds.surfaces if surface.role != "gap")


def test_outlines_lie_on_both_faces_of_the_wall(all_kinds: SceneDescription) -> None:
    """The straddling gap is closed from 2 to 3 and open from 3 to 4, the high one open."""
    closed = {round(float(_about(lines)[0][1]), 1): lines for lines in _outlines(all_kinds, VIOLET)}
    rest = {
        round(float(_about(lines)[0][1]), 1): lines for lines in _outlines(all_kinds, LEFT_OPEN)
    }
    assert set(closed) == {9.0, 6.5} and set(rest) == {6.5, 12.5}
    for lines, y, z in (
        (closed[9.0], (9, 11), (0.5, 2.5)),
        (closed[6.5], (6.5, 7.5), (2, 3)),
        (rest[6.5], (6.5, 7.5), (3, 4)),
        (rest[12.5], (12.5, 13.5), (3.5, 4.5)),
    ):
        low, high = _about(lines)
        assert low == pytest.approx([12 - OFF, y[0], z[0]], abs=1e-3)
        assert high == pytest.approx([12.5 + OFF, y[1], z[1]], abs=1e-3)
        # The rectangle's way round, on each face.
        around = np.linalg.norm(lines.segments[:, 1] - lines.segments[:, 0], axis=1).sum()
        assert around == pytest.approx(4 * (y[1] - y[0] + z[1] - z[0]), abs=1e-2)
        assert set(np.round(lines.segments[:, :, 0], 3).ravel()) == {12 - OFF, 12.5 + OFF}
    assert closed[6.5].name == rest[6.5].name


def test_a_mouth_is_dashed_at_its_end_of_the_tunnel(all_kinds: SceneDescription) -> None:
    """The tunnel is 1.5 wide and 2 high, its ends are at x = 9 and 15: 7 inches about each. Mouths
    are found by cuts along the passage, so they lie in its last quarter of an inch."""
    mouths = sorted(_outlines(all_kinds, MOUTH), key=lambda lines: _about(lines)[0][0])
    assert len(mouths) == 2
    for lines, end in zip(mouths, (9.0, 15.0), strict=True):
        low, high = _about(lines)
        assert low == pytest.approx([end, 15.75, 0], abs=0.25)
        assert high == pytest.approx([end, 17.25, 2], abs=0.25)
        drawn = np.linalg.norm(lines.segments[:, 1] - lines.segments[:, 0], axis=1).sum()
        assert drawn == pytest.approx(7 * DASH / (DASH + SPACE), rel=0.03)


def test_a_dash_is_followed_by_a_space() -> None:
    """A straight way of ten dashes with their spaces."""
    length = 10 * (DASH + SPACE)
    pieces = dashed(np.array([[0.0, 0, 0], [0.3 * length, 0, 0], [length, 0, 0]]))
    along = np.unique(np.round(pieces[:, :, 0], 9))
    begins = np.arange(10) * (DASH + SPACE)
    for begin in begins:
        assert np.isclose(along, begin).any() and np.isclose(along, begin + DASH).any()
    assert np.ptp(pieces[:, :, 0], axis=1).sum() == pytest.approx(10 * DASH)


@pytest.mark.parametrize(
    ("holes", "tunnel", "expected"),
    [
        ((), False, ()),
        ((CLOSED,), False, TEXTS[:1]),
        ((OPEN,), False, TEXTS[1:2]),
        ((STRADDLING,), False, TEXTS[:2]),
        ((), True, TEXTS[2:]),
        ((CLOSED, STRADDLING, OPEN), True, TEXTS),
    ],
)
def test_the_legend_names_what_is_there(
    tmp_path: Path, holes: tuple[Hole, ...], tunnel: bool, expected: tuple[str, ...]
) -> None:
    scene = describe(load_ruin(tmp_path, ruin(*holes, tunnel=tunnel)))
    assert tuple(entry.text for entry in scene.legend if entry.text in TEXTS) == expected


def test_where_gaps_are_not_looked_for_nothing_is_drawn(
    tmp_path: Path, without: SceneDescription
) -> None:
    """Stated none; not Solid; a ruleset that does not know the rule."""
    scenes = [without]
    path = load_ruin(tmp_path, ruin(CLOSED, OPEN)).path
    for number, (at, value) in enumerate((("solid", False), ("ruleset", "none"))):
        board = json.loads(path.read_text(encoding="utf-8"))
        (board if at == "ruleset" else board["pieces"]["p0"])[at] = value
        other = tmp_path / f"{number}.json"
        other.write_text(json.dumps(board), encoding="utf-8")
        scenes.append(_described(geo3d.load_board(other)))
    for scene in scenes:
        roles = [each.role for each in (*scene.surfaces, *scene.lines, *scene.labels)]
        assert "gap" not in roles
        assert not [entry for entry in scene.legend if entry.text in TEXTS]


def test_a_slit_between_two_features_is_glass(tmp_path: Path) -> None:
    """Two blocks .3 apart along y, 2 high: closed from y = 9.85 to 10.15 up to their tops."""
    blocks = {
        "a+": box((12, 14), (5, 9.85), (0, 2)),
        "b": box((12, 14), (10.15, 15), (0, 2)),
    }
    scene = _described(load(tmp_path, blocks))
    (glass,) = [surface for surface in scene.surfaces if surface.role == "gap"]
    assert glass.name == "a++b/gap-1"
    points = glass.placed()
    assert points[:, 2].max() == pytest.approx(2.0)
    assert np.ptp(points[:, 1]) == pytest.approx(0.3, abs=0.05)
    assert "the slit between a+ and b (gap-1), an opening that counts as closed" in scene.caption[1]


def test_only_gaps_that_stop_lines_are_named(pair: SceneDescription) -> None:
    """Lines from (5, 10) to (20, 10) that pass the wall within y = 9 to 11, z = .5 to 2.5 meet
    what closes the first gap there, and no other."""
    (label,) = [label for label in pair.labels if label.role == "gap"]
    assert re.fullmatch(r"closed gap-\d", label.text)
    assert label.anchor == pytest.approx((12.25, 10.0, 1.5), abs=1e-2)
    name = label.text.removeprefix("closed ")
    said = f"every line meets {name} of ruin-1, an opening that counts as closed"
    assert pair.caption[1] == said


def test_other_gaps_are_pale_beside_the_one_that_stops_lines(pair: SceneDescription) -> None:
    glass = {each.opacity > GLASS: each for each in pair.surfaces if each.role == "gap"}
    assert not any(each.on_top for each in glass.values())
    assert glass[True].opacity > GLASS > 2 * glass[False].opacity
    others = [each for each in pair.lines if each.role == "gap" and each.name != glass[True].name]
    assert others and max(each.width for each in others) < min(WIDTHS.values())
    assert not {each.colour for each in others} & {VIOLET, LEFT_OPEN, MOUTH}
    texts = [entry.text for entry in pair.legend]
    assert any(
        re.fullmatch(r"stopped by the closed gap-\d of ruin-1: 100%", text) for text in texts
    )
    assert f"other {TEXTS[0]}" in texts and TEXTS[0] not in texts


def test_gaps_of_two_ruins_with_one_number_are_named_in_full(tmp_path: Path) -> None:
    """The nearer wall begins at y = 9.9, its window at y = 10; beside it the other's is met."""
    near = ruin(window(-3.9, 0.5, 2.0, 2.0), tunnel=False)
    near.apply_translation([0, 4.9, 0])
    far = ruin(CLOSED, tunnel=False)
    far.apply_translation([4, 0, 0])
    scene = _described(load(tmp_path, {"one": near, "two": far}))
    texts = {label.text for label in scene.labels if label.role == "gap"}
    assert texts == {"closed one/gap-1", "closed two/gap-1"}


def test_a_gap_s_tag_covers_no_other(pair: SceneDescription) -> None:
    tags = laid_out(pair.labels, pair.camera, (800, 500), lambda _: (70.0, 18.0))
    assert "gap" in {tag.label.role for tag in tags}
    for one, other in itertools.combinations(tags, 2):
        assert not overlap(one.box, other.box)


def test_glass_throws_no_shadow(
    tmp_path: Path, all_kinds: SceneDescription, without: SceneDescription
) -> None:
    """The table is as bright with it as without.

    A ray through the closed window is stopped on the board, not in what throws shadows.
    """
    first, second = all_kinds.surfaces[0], without.surfaces[0]
    assert first.role == second.role == "table"
    assert first.vertex_colours is not None and second.vertex_colours is not None
    assert (first.vertex_colours == second.vertex_colours).all()
    scene = board_scene(load_ruin(tmp_path, ruin(CLOSED, tunnel=False)))
    start, end = [[10.0, 10.0, 1.5]], [[14.0, 10.0, 1.5]]
    assert scene.rays.any_hit(start, end).all()
    assert not bare(scene).any_hit(start, end).any()
    # The wall beside it does.
    assert bare(scene).any_hit([[10.0, 12.0, 1.5]], [[14.0, 12.0, 1.5]]).all()


@pytest.mark.parametrize("eye", BLINDNESS.values(), ids=BLINDNESS)
def test_the_three_colours_stay_apart_for_every_eye(eye: np.ndarray) -> None:
    """Colours 25 apart in L*a*b* are told apart at a glance; 2.3 is just noticeable."""
    for one, other in itertools.combinations((VIOLET, LEFT_OPEN, MOUTH), 2):
        assert np.linalg.norm(lab(one, eye) - lab(other, eye)) > 25


def _counts(picture_: np.ndarray) -> tuple[int, int, int]:
    return pixels.closed(picture_), pixels.left_open(picture_), pixels.mouths(picture_)


def test_a_picture_shows_each_kind_and_none_without_gaps(
    all_kinds: SceneDescription, without: SceneDescription, pair: SceneDescription
) -> None:
    """The sealed window is 2 by 2 inches of a picture that is some 17 high."""
    pytest.importorskip("pyvista")
    near = [replace(scene, camera=pair.camera) for scene in (all_kinds, without)]
    closed, open_, mouths = _counts(np.asarray(picture(near[0], SMALL))[:-LEGEND])
    assert closed > 800 and open_ > 100 and mouths > 40
    # Letters and the rims of figures may mix to anything: a few pixels.
    assert max(_counts(np.asarray(picture(near[1], SMALL))[:-LEGEND])) < 10


def test_a_browser_shows_each_kind_and_none_without_gaps(
    tmp_path: Path, all_kinds: SceneDescription, without: SceneDescription, pair: SceneDescription
) -> None:
    counts = {}
    for name, scene in (("all", all_kinds), ("none", without)):
        # The frame of a name may mix with what it lies over to anything.
        near = replace(scene, labels=(), camera=pair.camera)
        write_html(near, tmp_path / f"{name}.html")
        opened = open_page(tmp_path / f"{name}.html")
        assert opened.complaints == []
        assert 'data-drawn="yes"' in opened.document
        shown = re.findall(
            r'<span class="entry"><i class="(\w+)"[^>]*></i>([^<]*)<', opened.document
        )
        marks = {text: mark for mark, text in shown if text in TEXTS}
        assert marks == (
            dict(zip(TEXTS, ("patch", "line", "dashed"), strict=True)) if name == "all" else {}
        )
        counts[name] = _counts(opened.pixels[:-90])
    assert counts["all"][0] > 1500 and counts["all"][1] > 200 and counts["all"][2] > 40
    assert max(counts["none"]) < 20


def _panes(scene: SceneDescription) -> SceneDescription:
    """A white wall, and before it two panes of glass that overlap in the picture."""
    white = box((-20, 20), (5, 6), (-20, 20))
    panes = [box((-3, 0), (0, 0.1), (-2, 2)), box((-2, 1), (2, 2.1), (-2, 2))]
    surfaces = [
        Surface(
            "wall", "table", np.asarray(white.vertices), np.asarray(white.faces), np.eye(4),
            (1.0, 1.0, 1.0),
        ),
        *(
            Surface(
                f"pane-{number}", "gap", np.asarray(pane.vertices), np.asarray(pane.faces),
                np.eye(4), VIOLET, opacity=GLASS,
            )
            for number, pane in enumerate(panes)
        ),
    ]  # fmt: skip
    camera = Camera((0.0, -20.0, 0.0), (0.0, 0.0, 0.0))
    return replace(scene, surfaces=tuple(surfaces), lines=(), labels=(), insets=(), camera=camera)


def _shown(pane: int, panes: SceneDescription, image: np.ndarray) -> np.ndarray:
    """The pixel where x is -2.5 (one pane), -1 (both), .5 (the other)."""
    height, width = image.shape[:2]
    point = [[(-2.5, -1.0, 0.5)[pane], 0.0, 0.0]]
    (at,), _ = panes.camera.project(np.array(point), (width, height))
    return image[int(at[1]), int(at[0])]


def test_glass_is_as_clear_in_a_page_as_in_a_picture(
    tmp_path: Path, all_kinds: SceneDescription
) -> None:
    """Each pane leaves half of what is behind it, whichever is drawn first."""
    pytest.importorskip("pyvista")
    for order in (1, -1):
        panes = _panes(all_kinds)
        wall, *glass = panes.surfaces
        panes = replace(panes, surfaces=(wall, *glass[::order]))
        write_html(panes, tmp_path / "page.html")
        opened = open_page(tmp_path / "page.html")
        assert opened.complaints == []
        for image in (np.asarray(picture(panes, SMALL)), opened.pixels):
            for pane, number in enumerate((1, 2, 1)):
                left = (1 - GLASS) ** number
                expected = 255 * (left + (1 - left) * np.array(VIOLET))
                assert _shown(pane, panes, image) == pytest.approx(expected, abs=4)
