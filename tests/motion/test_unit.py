"""A unit's move: all its models, or all go back (03.01)."""

import json

import pytest

import geo3d
from geo3d.errors import UsageError

BOARD = {
    "format": "geo3d-board/1",
    "ruleset": "wh40k-11e",
    "battlefield": {"size": [60, 44]},
    "profiles": {
        "slow": {"base": {"round": 25.4}, "height": 1.6, "move": 6, "keywords": ["INFANTRY"]},
        "fast": {"base": {"round": 25.4}, "height": 1.6, "move": 9, "keywords": ["INFANTRY"]},
    },
    "units": [
        {
            "id": "squad",
            "player": "red",
            "profile": "slow",
            "models": [
                {"id": "a", "at": [10, 10]},
                {"id": "b", "at": [12, 10]},
                {"id": "c", "at": [14, 10], "profile": "fast"},
            ],
        },
        {
            "id": "foes",
            "player": "blue",
            "profile": "slow",
            "models": [{"id": "foe", "at": [10, 20]}],
        },
    ],
}


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.json"
    path.write_text(json.dumps(BOARD), encoding="utf-8")
    return geo3d.load_board(path)


def places(answer):
    return {id: answer.figures[id].at[:2] for id in "abc"}


def test_all_models_move(board):
    answer = geo3d.judge_unit_move(board, "squad", {"a": [(10, 14)], "b": [(12, 14)]})
    assert answer.legal
    assert places(answer) == {"a": (10, 14), "b": (12, 14), "c": (14, 10)}
    assert answer.to_dict()["models"]["a"]["distance"]["total"] == pytest.approx(4.0)
    # The board itself stays as it was.
    assert board.figures["a"].at[:2] == (10, 10)


def test_one_fault_and_all_go_back(board):
    answer = geo3d.judge_unit_move(board, "squad", {"a": [(10, 14)], "b": [(12, 17)]})
    assert not answer.legal
    assert answer.moves["a"].legal and not answer.moves["b"].legal
    assert {v.rule for v in answer.moves["b"].violations} == {"03.01"}
    assert places(answer) == {"a": (10, 10), "b": (12, 10), "c": (14, 10)}


def test_each_model_has_its_own_limit(board):
    """03.01.01: 9" for the one, 6" for the other."""
    far = {"a": [(10, 16)], "c": [(14, 19)]}
    assert geo3d.judge_unit_move(board, "squad", far).legal
    assert not geo3d.judge_unit_move(board, "squad", {"a": [(10, 16.01)]}).legal
    assert not geo3d.judge_unit_move(board, "squad", {"c": [(14, 19.01)]}).legal


def test_ends_are_judged_where_all_stand_at_last(board):
    """a takes the place that b leaves after it; were b to stay, a would stand in it."""
    swap = {"a": [(12, 10)], "b": [(12, 12)]}
    assert geo3d.judge_unit_move(board, "squad", swap).legal
    alone = geo3d.judge_unit_move(board, "squad", {"a": [(12, 10)]})
    assert not alone.legal
    assert {v.by for v in alone.moves["a"].violations} == {"b"}
    both = geo3d.judge_unit_move(board, "squad", {"a": [(11, 13)], "b": [(11.5, 13)]})
    assert not both.moves["a"].legal and not both.moves["b"].legal


def test_enemies_are_passed_by_no_model(board):
    answer = geo3d.judge_unit_move(board, "squad", {"a": [(10, 22)]}, max_distance=20)
    assert {v.by for v in answer.moves["a"].violations} == {"foe"}


def test_unknown_names_are_told(board):
    with pytest.raises(UsageError, match=r"no unit 'gang' on the board; there are squad, foes"):
        geo3d.judge_unit_move(board, "gang", {})
    with pytest.raises(UsageError, match=r"'foe' is not of unit 'squad', which has a, b, c"):
        geo3d.judge_unit_move(board, "squad", {"foe": [(1, 1)]})
