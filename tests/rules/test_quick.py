"""The quick look by the rules: what blocks does, and who is hidden too far away is not seen."""

from pathlib import Path

import pytest

import geo3d
from geo3d.rules.quick import quick_sight
from tests.picture.boards import OBSERVER, TARGET, box, write

CURB = box((18.0, 22.0), (7.0, 7.5), (0.0, 0.2))
"""Beside the target, in the way of nothing; its area is about the target."""


def _board(folder: Path, range_: float, keywords: list[str], ruleset: str = "wh40k-11e") -> Path:
    area = {"id": "woods", "features": ["curb"],
            "boundary": [[18, 6], [22, 6], [22, 12], [18, 12]]}  # fmt: skip
    profile = {"base": {"rect": [25.4, 25.4]}, "height": 2.0, "keywords": keywords}
    return write(
        folder, {"curb": CURB}, areas=[area], profiles={"square": profile}, ruleset=ruleset,
        settings={"implicit_areas": False, "detection_range": range_},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("range_", "keywords", "ruleset", "visible"),
    [
        # They are 14" apart, base to base (13.09).
        (13.9, ["INFANTRY"], "wh40k-11e", False),
        (14.1, ["INFANTRY"], "wh40k-11e", True),
        (13.9, ["VEHICLE"], "wh40k-11e", True),
        (13.9, ["INFANTRY"], "none", True),
    ],
)
def test_hidden_models_are_seen_within_their_detection_range(
    tmp_path: Path, range_: float, keywords: list[str], ruleset: str, visible: bool
) -> None:
    board = geo3d.load_board(_board(tmp_path, range_, keywords, ruleset))
    found = quick_sight(board, OBSERVER, TARGET)
    assert found.visible is visible and found.open_line
    assert (found.witness is not None) is visible
    # The whole answer says the same.
    assert geo3d.sight(board, OBSERVER, TARGET).visible is visible
