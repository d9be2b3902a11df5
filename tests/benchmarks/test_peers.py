"""Every peer that is installed, in the harness's form, gives the answers of the exact engine."""

import numpy as np
import pytest

from benchmarks.speed import peers, rates
from benchmarks.speed.lines import Lines
from benchmarks.speed.options import Options
from benchmarks.speed.scene import pair_lines, random_lines, scene

LINES = 1_500


@pytest.fixture(scope="module")
def small():
    return scene("small")


@pytest.fixture(scope="module")
def embree(small):
    pytest.importorskip("embreex")
    return peers.Embree(small)


@pytest.fixture(scope="module")
def truth(small):
    exact = peers.Geo3d(small)
    blocked = exact.blocked(exact.first_hit(random_lines(LINES)))
    assert 0.2 < blocked.mean() < 0.9
    return blocked


@pytest.mark.parametrize("verb", ["any_hit", "first_hit"])
@pytest.mark.parametrize("kind", [peers.Geo3d, peers.Embree, peers.Embree2, *peers.OTHERS])
def test_peer_agrees(small, truth, embree, kind, verb):
    lines = random_lines(LINES)
    try:
        peer = kind(embree if kind is peers.Embree2 else small)
    except (peers.Missing, ImportError) as error:
        pytest.skip(str(error))
    if peer.few is not None and peer.few < LINES:
        lines = lines.thinned(peer.few)
        truth = rates.thinned(truth, peer.few)
    blocked = peer.blocked(getattr(peer, verb)(peer.ready(lines)))
    assert blocked.shape == truth.shape and blocked.dtype == bool
    # Float32: one line may graze an edge.
    assert (blocked != truth).sum() <= 1


@pytest.mark.usefixtures("embree")
def test_a_wrong_engine_is_told(monkeypatch):
    monkeypatch.setattr(peers, "OTHERS", ())
    options = Options(("small",), runs=1, share=0.05)
    (right,) = rates.first_hit(options)
    assert right.wrong == 0

    def blind(_: peers.Geo3d, ready: Lines) -> np.ndarray:
        return np.zeros(len(ready), np.bool_)

    monkeypatch.setattr(peers.Geo3d, "first_hit", blind)
    (wrong,) = rates.first_hit(options)
    assert wrong.wrong == 1 and "WRONG" in wrong.text()


@pytest.mark.usefixtures("embree")
def test_what_is_left_out_is_said(small, monkeypatch):
    class Never(peers.Peer):
        name = "never"

        def __init__(self, _):
            raise peers.Missing("not installed")

    class Slow(peers.Peer):
        name = "slow"
        largest = 1_000

    monkeypatch.setattr(peers, "OTHERS", (Never, Slow))
    found, notes = peers.engines(small)
    assert found[0].name == "geo3d" and len(found) == 3
    assert notes[0] == "never: left out: not installed"
    assert notes[1].startswith("slow: left out") and "1,000 faces" in notes[1]


def test_asking_changes_no_segment(embree):
    """embreex writes into its input in some modes; none that is used here may."""
    ready = embree.ready(pair_lines(4))
    kept = [array.copy() for array in ready]
    embree.any_hit(ready)
    embree.first_hit(ready)
    for before, after in zip(kept, ready, strict=True):
        assert (before == after).all()
