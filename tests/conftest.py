"""What all tests share: the folder of real files, and how long a random test may take."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
"""The repository's root."""

# The first example may wait for a kernel to be compiled, so no deadline for a single one.
settings.register_profile("geo3d", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("geo3d")


@pytest.fixture(scope="session")
def realfiles() -> Path:
    """The folder of real mesh files: GEO3D_REALFILES, else ../shared/data beside the checkout.

    Skips where neither is there.
    """
    named = os.environ.get("GEO3D_REALFILES")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no real mesh files: {folder} is no folder (set GEO3D_REALFILES to one)")
    return folder


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root: shipped boards, README, docs."""
    return ROOT
