"""What README.md shows is what happens: its program, its command, its links, its verbs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from geo3d.cli.app import GROUPS, VERBS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md",
         *sorted((ROOT / "docs").glob("*.md"))]  # fmt: skip


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def rounded(text: str) -> str:
    """Numbers of many digits to six places: the last ones may differ between processors."""
    return re.sub(r"-?\d+\.\d{7,}", lambda found: f"{float(found[0]):.6f}", text)


def test_the_program_prints_what_is_said():
    (program,), (output,) = blocks("python"), blocks("text")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == output, done.stderr
    assert len(program.strip().splitlines()) <= 10


def test_the_command_prints_what_is_said():
    (console,) = blocks("console")
    command, output = console.split("\n", 1)
    words = shlex.split(command.removeprefix("$ "))
    assert words[0] == "geo3d"
    done = subprocess.run(
        [sys.executable, "-m", "geo3d.cli", *words[1:]], capture_output=True, text=True, cwd=ROOT
    )
    assert rounded(done.stdout) == rounded(output), done.stderr


def test_every_verb_is_in_the_table():
    first = "|".join(GROUPS)
    named = set(re.findall(rf"^\| `geo3d ((?:(?:{first}) )?[a-z-]+)", README, re.MULTILINE))
    twos = {f"{one} {other}" for one, others in GROUPS.items() for other in others}
    assert named == {*VERBS, *twos, "view"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http", "#")):
            assert (page.parent / target.split("#")[0]).exists(), target
