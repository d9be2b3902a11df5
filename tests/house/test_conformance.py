"""docs/conformance.md: complete, and each function and test that it names is there."""

import ast
import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

RULES = """
visible, fully visible
13.01 13.02 13.02.01 13.03 13.04 13.05 13.06 13.06.01 13.07 13.08 13.09 13.09.01 13.10 13.11
13.11.01 S-13.01-mat S-13.01-field S-13.06-A S-13.06-C S-13.06-1 S-13.06-2 S-13.06-2b S-13.06-3
S-13.08 S-13.10 S-13.11
03.01 03.01.01 03.01.02 03.01.03 03.01.04 03.02 03.02.01 03.02.02 03.02.03 03.03 03.04
S-03.01-straight S-03.01-rotate S-03.03 S-03.04
12.01 12.02 12.03 12.04 12.04.01 12.05 12.06 12.07 12.08 12.09
S-12.01 S-12.02 S-12.04 S-12.07-ongoing S-12.07-objective
E-dangerous E-cover E-cover-save E-fortification E-hill E-open E-armoured-vehicle E-road
E-terrain-table E-shooting E-line-of-fire S-epic-flank S-epic-choice
"""
"""Every rule and scenario; the first line is split at its comma, the rest at spaces."""


@dataclass(frozen=True)
class Row:
    """A row: the rule, what it decides, `module:name` or planned, test ids."""

    rule: str
    decides: str
    by: str
    tests: tuple[str, ...]


def read_rows() -> list[Row]:
    rows = []
    for line in (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8").splitlines():
        if not line.startswith("| ") or line.startswith(("| rule |", "| --- |")):
            continue
        rule, decides, by, tests = (cell.strip() for cell in line.split("|")[1:-1])
        rows.append(Row(rule, decides, by.strip("`"), tuple(re.findall(r"`([^`]+)`", tests))))
    return rows


ROWS = read_rows()
BUILT = [row for row in ROWS if row.by != "planned"]


def test_every_rule_has_one_row():
    first, rest = RULES.strip().split("\n", 1)
    wanted = {*first.split(", "), *rest.split()}
    found = [row.rule for row in ROWS]
    assert len(set(found)) == len(found)
    assert wanted <= set(found), wanted - set(found)
    assert all(row.decides for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)
def test_built_and_tested_or_planned(row):
    assert (row.by == "planned") == (not row.tests)


@pytest.mark.parametrize("row", BUILT, ids=lambda row: row.rule)
def test_the_deciding_function_is_there(row):
    module, name = row.by.split(":")
    assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("row", BUILT, ids=lambda row: row.rule)
def test_the_proving_tests_are_there(row):
    for test in row.tests:
        file, name = test.split("::")
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, test


def test_no_planned_scenario_has_a_test():
    """A scenario's test is named after it; where there is one, the row must name it."""
    names = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    for row in ROWS:
        if row.rule.startswith("S-"):
            test = "test_" + re.sub(r"[^a-z0-9]+", "_", row.rule.lower())
            assert (test in names) == (row.by != "planned"), row.rule
