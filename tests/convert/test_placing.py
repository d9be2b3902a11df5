"""Where a layout's pieces lie: the package's own resolver, and ten pieces worked by hand."""

from math import cos, radians, sin

import numpy as np
import pytest
import shapely

pytest.importorskip("wh40kdc")

from wh40kdc.terrain import resolve_layout

from geo3d.convert import board_from_layout, layout_names
from geo3d.convert.placing import Orientation, corners, local, placed
from geo3d.convert.published import layout, layouts, templates
from geo3d.errors import UsageError

ROUNDED = 6e-5
"""The resolver rounds to 4 decimals: half of that, and what rounding makes of halves."""

C, S = cos(radians(37)), sin(radians(37))

# The data has y down and turns clockwise: by 90 (x, y) -> (-y, x), by 180 (-x, -y), by 270
# (y, -x). A feature's centre is its area's centre plus its own place turned as the area; its
# corners, from its centre, are turned by both. At the end y -> 44 - y.
BY_HAND = [
    # cd, 6 x 2.5, not turned at (2.275283, -1.673961) of an area turned by 180 at (50.275283,
    # 7.576039). Centre (50.275283 - 2.275283, 7.576039 + 1.673961) = (48, 9.25). Corners
    # (-3, 1.25), (3, 1.25), (3, -1.25), (-3, -1.25) negated: (51, 8), (45, 8), (45, 10.5), ...
    ("bm-assets-vs-assets-01", "area-06--feature-2", [(51, 36), (45, 36), (45, 33.5), (51, 33.5)]),
    # cd by 270 at (-3.974717, .076039) of an area by 270 at (50.423961, 10.778283). Place turned:
    # (.076039, 3.974717); centre (50.5, 14.753). Both turns are 540, as 180: (53.5, 13.503), ...
    ("bm-assets-vs-assets-02", "area-06--feature-1",
     [(53.5, 30.497), (47.5, 30.497), (47.5, 27.997), (53.5, 27.997)]),
    # ef, 4.5 x 6, by 90 at (-2.224717, .826039) of an area by 180 at (50.275283, 29.576039).
    # Centre (52.5, 28.75). By 270, (-2.25, 3) -> (3, 2.25), (2.25, 3) -> (3, -2.25), ...:
    # (55.5, 31), (55.5, 26.5), (49.5, 26.5), (49.5, 31).
    ("bm-assets-vs-assets-01", "area-16--feature-1",
     [(55.5, 13), (55.5, 17.5), (49.5, 17.5), (49.5, 13)]),
    # gh, 3 x 6, not turned at (3.775283, .076039) of the same area. Centre (46.5, 29.5). Negated:
    # (48, 26.5), (45, 26.5), (45, 32.5), (48, 32.5).
    ("bm-assets-vs-assets-01", "area-16--feature-2",
     [(48, 17.5), (45, 17.5), (45, 11.5), (48, 11.5)]),
    # small-l-flip, 1.5 x 2.5, by 180 at (-1.683719, -.222029) of an area by 180 at (22.066281,
    # 12.027971). Centre (23.75, 12.25). Not turned at all: (23, 13.5), (24.5, 13.5), (24.5, 11).
    ("bm-assets-vs-assets-01", "area-04--feature-1",
     [(23, 30.5), (24.5, 30.5), (24.5, 33), (23, 33)]),
    # generator, 4.5 x 2, x negated, at (-4.566281, .027971) of an area by 270 at (13.975029,
    # 13.930719). Place turned: (.027971, 4.566281); centre (14.003, 18.497). (-2.25, 1) negated
    # (2.25, 1), by 270 (1, -2.25); (2.25, 1) -> (-2.25, 1) -> (1, 2.25); ...: (15.003, 16.247),
    # (15.003, 20.747), (13.003, 20.747), (13.003, 16.247).
    ("bm-purge-vs-recon-01", "area-16--feature-1",
     [(15.003, 27.753), (15.003, 23.253), (13.003, 23.253), (13.003, 27.753)]),
    # corner, 1.5 x 1.5, by 90 at (-5.888016, 1.68631) of an area by 270 at (9.06669, 14.364984).
    # Place turned: (1.68631, 5.888016); centre (10.753, 20.253). Both turns are 360.
    ("bm-assets-vs-assets-03", "area-15--feature-2",
     [(10.003, 22.997), (11.503, 22.997), (11.503, 24.497), (10.003, 24.497)]),
    # ruin-part, 1 x 1, at (-5.278283, 3.076039) of an area by 180 at (40.221717, 36.576039).
    # Centre (45.5, 33.5). Negated: (46, 33), (45, 33), (45, 34), (46, 34).
    ("bm-disrupt-vs-assets-02", "area-06--feature-3", [(46, 11), (45, 11), (45, 10), (46, 10)]),
    # pipes, 6 x 1, at (.023498, .02577) of an area by 270 at (33.97573, 36.021998). Place turned:
    # (.02577, -.023498); centre (34.0015, 35.9985). (-3, .5) -> (.5, 3), (3, .5) -> (.5, -3), ...
    ("bm-assets-vs-assets-02", "area-04--feature-1",
     [(34.5015, 5.0015), (34.5015, 11.0015), (33.5015, 11.0015), (33.5015, 5.0015)]),
    # ab, 3.75 x 4.5, by 270 at (1.611984, .56131) of an area by 37 at (34.217789, 9.450724). Both
    # turns are 307, whose cosine is sin 37 and whose sine is -cos 37: (x, y) -> (x S + y C,
    # -x C + y S).
    ("bm-assets-vs-assets-01", "area-05--feature-1",
     [(34.217789 + C * 1.611984 - S * 0.56131 + x * S + y * C,
       44 - (9.450724 + S * 1.611984 + C * 0.56131 - x * C + y * S))
      for x, y in ((-1.875, 2.25), (1.875, 2.25), (1.875, -2.25), (-1.875, -2.25))]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "id", "wanted"), BY_HAND, ids=[row[1] for row in BY_HAND])
def test_ten_pieces_worked_by_hand(name, id, wanted):
    board = board_from_layout(name)
    (found,) = [f for _, inside in placed(layout(name)) for f in inside if f.id == id]
    assert np.abs(found.vertices - wanted).max() < 1e-9
    # The same through the board: the corners in the piece's own frame, placed by its transform.
    own = local(found.template, corners(found.template["footprint"]))
    if found.orientation.mirrored:
        own = own * (-1, 1)
    transform = board.features[id].transform
    assert np.abs(own @ transform[:2, :2].T + transform[:2, 3] - wanted).max() < 1e-9


@pytest.mark.parametrize("name", list(layouts()))
def test_every_vertex_is_where_the_packages_resolver_puts_it(name):
    board = board_from_layout(name)
    linked = {}
    lying = {each.id: each for area, inside in placed(layout(name)) for each in (area, *inside)}
    resolved = resolve_layout(layout(name), list(templates().values()))
    assert [each["id"] for each in resolved] == list(lying)
    for each in resolved:
        wanted = up(each["vertices"])
        assert np.abs(lying[each["id"]].vertices - wanted).max() < ROUNDED
        if each["piece_type"] == "area":
            link = lying[each["id"]].area.get("link_group")
            if link:
                linked.setdefault(link, []).append(shapely.Polygon(wanted))
            else:
                ring = shapely.get_coordinates(board.areas[each["id"]].boundary)
                assert same_corners(ring, wanted)
            continue
        feature = board.features[each["id"]]
        assert feature.category == each["terrain_category"]
        mesh = feature.piece.mesh
        low = mesh.vertices[mesh.vertices[:, 2] == 0.0][:, :2]
        on_board = low @ feature.transform[:2, :2].T + feature.transform[:2, 3]
        for wall in each.get("walls", []):
            for point in up(wall["points"]):
                assert np.abs(on_board - point).max(axis=1).min() < ROUNDED
    for link, parts in linked.items():
        wanted = shapely.union_all(parts)
        off = shapely.symmetric_difference(board.areas[link].boundary, wanted)
        assert off.area < ROUNDED * wanted.length


def up(points):
    return np.array([[point["x"], 44 - point["y"]] for point in points])


def same_corners(ring, wanted):
    """Whether each corner of one ring is one of the other; some are there twice in the data."""
    apart = np.abs(ring[:, None] - wanted[None]).max(axis=2)
    return max(apart.min(axis=0).max(), apart.min(axis=1).max()) < ROUNDED


def test_there_are_the_45():
    assert len(layout_names()) == 45
    assert layout_names() == sorted(layout_names())


@pytest.mark.parametrize("outer", [Orientation(30, True), Orientation(75, False)])
@pytest.mark.parametrize("inner", [Orientation(110, True), Orientation(200, False)])
def test_one_orientation_of_another_is_one_after_the_other(outer, inner):
    points = np.array([[1.0, 0.0], [0.3, 2.0]])
    both = outer.of(inner).apply(points)
    assert np.abs(both - outer.apply(inner.apply(points))).max() < 1e-12


def test_a_layout_that_is_not_there_is_told_with_near_ones():
    with pytest.raises(UsageError, match=r"no layout 'bm-take-vs-tkae-01'.*bm-take-vs-take-01"):
        board_from_layout("bm-take-vs-tkae-01")
    with pytest.raises(UsageError, match="no layout 'kotc-colosseum'"):
        board_from_layout("kotc-colosseum")
