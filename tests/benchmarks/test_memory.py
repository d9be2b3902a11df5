"""The process's memory, by something of known size, in a process of its own: a large one has room
left over from before."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import json
import numpy as np
from benchmarks.speed.memory import peak, restart_peak, steady
try:
    restart_peak()
except OSError:
    print("null")
    raise SystemExit
before = steady()
block = np.ones(64 << 20, np.uint8)
held = steady()
del block
after = [peak(), steady()]
restart_peak()
print(json.dumps([value - before for value in (held, *after, peak())]))
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's /proc")


def test_peak_remembers_and_steady_forgets():
    """64 MB held, then let go; what the peak was is forgotten when it is restarted."""
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    told = json.loads(run.stdout)
    if told is None:
        pytest.skip("the peak cannot be restarted here")
    held, highest, steady, again = told
    assert held == pytest.approx(64, abs=6) and highest == pytest.approx(64, abs=6)
    assert steady == pytest.approx(0, abs=6) and again == pytest.approx(0, abs=6)
