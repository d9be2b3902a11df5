"""Random boards of shipped pieces, and many plain random lines as the truth about who sees whom.

The lines are drawn here, from the figures' bases and heights alone, without the sight code's bodies
or sequences: uniform random points of the two figures' surfaces. A line that the engine calls open
is checked again by the numpy reference; so is one that Embree calls open and the engine does not.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import geo3d
from geo3d.piece import shipped_names
from geo3d.visibility import board_scene
from tests.reference.brute import any_hit

LINES = 65_536
CONTACT = 0.05
BASES = ("{ round = 25 }", "{ round = 32 }", "{ round = 60 }", "{ oval = [60, 35] }",
         "{ rect = [50, 25] }", "{ round = 100 }")  # fmt: skip


def random_board(folder: Path, seed: int, features: int = 14, models: int = 3) -> geo3d.load_board:
    """A board of `features` shipped pieces and two players of `models` models, all anywhere."""
    rng = np.random.default_rng(seed)
    names = list(shipped_names())
    width, depth = 44.0, 30.0
    lines = ['format = "geo3d-board/1"', 'ruleset = "none"', "[battlefield]",
             f"size = [{width}, {depth}]"]  # fmt: skip
    chosen = rng.choice(len(names), size=features)
    for index in sorted(set(chosen.tolist())):
        lines += [f"[pieces.p{index}]", f'mesh = "geo3d:{names[index]}"']
    for number, index in enumerate(chosen):
        x, y, turn = rng.uniform(4, width - 4), rng.uniform(4, depth - 4), rng.uniform(0, 360)
        lines += [
            "[[features]]", f'id = "f{number}"', f'piece = "p{index}"',
            f"at = [{x:.4f}, {y:.4f}]", f"turn = {turn:.3f}",
        ]  # fmt: skip
    for player, low, high in (("red", 1.5, width / 3), ("blue", 2 * width / 3, width - 1.5)):
        for number in range(models):
            base = BASES[rng.integers(len(BASES))]
            x, y = rng.uniform(low, high), rng.uniform(2, depth - 2)
            id = f"{player}-{number}"
            lines += [
                f"[profiles.{id}]", f"base = {base}", f"height = {rng.uniform(1.0, 4.0):.3f}",
                "[[units]]", f'id = "unit-{id}"', f'player = "{player}"', f'profile = "{id}"',
                f'models = [{{ id = "{id}-a", at = [{x:.4f}, {y:.4f}], '
                f"turn = {rng.uniform(0, 360):.3f} }}]",
            ]  # fmt: skip
    path = folder / f"board-{seed}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return geo3d.load_board(path)


def surface_points(figure, number: int, rng: np.random.Generator) -> np.ndarray:
    """Uniform random points of an upright figure's side and top, from the contact height up."""
    outline = figure.outline
    step = np.roll(outline, -1, axis=0) - outline
    length = np.linalg.norm(step, axis=1)
    low, high = figure.bottom + CONTACT, figure.top
    edge = rng.choice(len(outline), size=number, p=length / length.sum())
    side = np.column_stack([
        outline[edge] + rng.random((number, 1)) * step[edge], rng.uniform(low, high, number)
    ])  # fmt: skip
    middle = outline.mean(axis=0)
    inward = np.sqrt(rng.random((number, 1)))
    top = np.column_stack([middle + inward * (side[:, :2] - middle), np.full(number, high)])
    return np.where(rng.random((number, 1)) < 0.8, side, top)


@dataclass(frozen=True)
class Verdict:
    """One pair: what sight says and what the lines say.

    `missed`: a reference line is open, confirmed by numpy, and sight says not visible.
    `false_witness`: sight's witness is blocked by the numpy reference.
    `engine_wrong`: the numpy reference disagrees with the engine about a line.
    """

    pair: tuple[str, str]
    visible: bool
    certainty: str
    open_lines: int
    missed: bool
    false_witness: bool
    engine_wrong: int


def judge(
    board, observer: str, target: str, rng: np.random.Generator, lines: int = LINES
) -> Verdict:
    """Compare `geo3d.sight` with `lines` random lines of one pair."""
    answer = geo3d.sight(board, observer, target)
    one, other = board.figures[observer], board.figures[target]
    starts = surface_points(one, lines, rng)
    ends = surface_points(other, lines, rng)
    scene = board_scene(board)
    ignore = scene.ignored((one, other))
    placed = [
        (scene.rays[id].mesh, scene.rays[id].transform, id)
        for id in scene.rays.ids
        if id not in ignore
    ]
    open_ = ~scene.rays.any_hit(starts, ends, bundles=[0, lines], ignore=[ignore])
    ask = np.flatnonzero(open_)[:8]
    embree = _embree(placed)
    if embree is not None:
        # Where float32 sees a way and float64 does not, one of them is wrong.
        differ = np.flatnonzero(~embree.any_hit(starts, ends) & ~open_)
        ask = np.concatenate([ask, differ[:8]])
    truth = ~any_hit(placed, starts[ask], ends[ask]) if len(ask) else np.empty(0, bool)
    false_witness = False
    if answer.witness is not None:
        blocked = any_hit(placed, np.array([answer.witness.start]), np.array([answer.witness.end]))
        false_witness = bool(blocked[0])
    return Verdict(
        pair=(observer, target),
        visible=answer.geometry.visible,
        certainty=answer.certainty,
        open_lines=int(open_.sum()),
        missed=bool(truth.any()) and not answer.geometry.visible,
        false_witness=false_witness,
        engine_wrong=int((truth != open_[ask]).sum()),
    )


def _embree(placed):
    try:
        scene = geo3d.RayScene(engine="embree")
    except geo3d.SceneError:
        return None
    for mesh, transform, id in placed:
        scene.place(mesh, transform, id)
    return scene
