"""Line of sight past a real wall: KayKit Dungeon Remastered, CC0, one opening 1.353 x 1.300 units.

As inches the opening spans x -.677 to .677 and z 1.3 to 2.6 of the wall's own frame; the wall is 4
wide and 4 high.
"""

import json

import geo3d
from geo3d.cli.app import run

BOARD = """
format = "geo3d-board/1"
ruleset = "wh40k-11e"
[battlefield]
size = [44, 30]
[settings]
implicit_areas = false
[pieces.wall]
mesh = "{mesh}"
units = "inch"
category = "dense"
[[features]]
id = "wall"
piece = "wall"
at = [22, 15]
turn = {turn}
[profiles.tall]
base = {{ round = 25 }}
height = 2.4
[[units]]
id = "red-unit"
player = "north"
profile = "tall"
models = [{{ id = "red", at = [{ax}, {ay}] }}]
[[units]]
id = "blue-unit"
player = "south"
profile = "tall"
models = [{{ id = "blue", at = [{bx}, {by}] }}]
"""


def written(tmp_path, realfiles, turn, a, b, ruleset="none"):
    mesh = (realfiles / "terrain" / "kaykit_wall_window_open.glb").as_posix()
    path = tmp_path / "board.toml"
    text = BOARD.format(mesh=mesh, turn=turn, ax=a[0], ay=a[1], bx=b[0], by=b[1])
    path.write_text(
        text.replace('ruleset = "wh40k-11e"', f'ruleset = "{ruleset}"'), encoding="utf-8"
    )
    return path


def test_through_the_window_and_not_beside_it(tmp_path, realfiles):
    """Straight opposite the window: seen through it. Beside it, close to the wall: bases of radius
    .49 about x = 1.35 reach from .86 to 1.84, so each line stays between the window's jamb (.68)
    and the wall's end (2)."""
    seen = geo3d.load_board(written(tmp_path, realfiles, 0, (22, 12.5), (22, 17.5)))
    for one, other in (("red", "blue"), ("blue", "red")):
        answer = geo3d.sight(seen, one, other)
        assert answer.geometry.visible
        assert answer.certainty == "certified"
        ends = (answer.witness.start, answer.witness.end)
        at = [(15 - p[1]) for p in ends]
        share = at[0] / (at[0] - at[1])
        x = ends[0][0] + share * (ends[1][0] - ends[0][0]) - 22
        z = ends[0][2] + share * (ends[1][2] - ends[0][2])
        assert -0.68 < x < 0.68
        assert 1.29 < z < 2.61
        assert [b.id for b in answer.blocked_by] == ["wall"]
    hidden = geo3d.load_board(written(tmp_path, realfiles, 0, (23.35, 13.9), (23.35, 16.1)))
    for one, other in (("red", "blue"), ("blue", "red")):
        answer = geo3d.sight(hidden, one, other)
        assert not answer.geometry.visible
        assert [(b.id, b.kind) for b in answer.blocked_by] == [("wall", "terrain")]


def test_the_file_states_metres(tmp_path, realfiles, capsys):
    """`units = "inch"` overrides the file's metres, and the answer says so."""
    path = written(tmp_path, realfiles, 90, (19.5, 15), (24.5, 15), "wh40k-11e")
    assert run(["los", str(path), "--from", "red", "--to", "blue", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["geometry"]["visible"] is True
    # The window's top lies at 2.6: 13.11 closes it.
    assert document["visible"] is False
    assert ("wall/gap-1", "gap") in {(b["id"], b["kind"]) for b in document["blocked_by"]}
    assert "closed by 13.11" in document["verdict"]["reason"]
    assert any("inch" in note and "states m" in note for note in document["warnings"])
