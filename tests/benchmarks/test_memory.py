"""The process's memory, by something of known size."""

import sys

import numpy as np
import pytest

from benchmarks.speed.memory import peak, restart_peak, steady

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's /proc")


def test_peak_remembers_and_steady_forgets():
    try:
        restart_peak()
    except OSError:
        pytest.skip("the peak cannot be restarted here")
    before = steady()
    block = np.ones(64 << 20, np.uint8)
    assert steady() - before == pytest.approx(64, abs=6)
    del block
    assert peak() - before == pytest.approx(64, abs=6)
    assert steady() - before == pytest.approx(0, abs=5)
    restart_peak()
    assert peak() - before == pytest.approx(0, abs=5)
