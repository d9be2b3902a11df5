"""Damaged mesh files give a sound mesh or a named error, and nothing else."""

import os
import random
import secrets

import pytest

from tests.reference.damaged_files import damaged, try_file, valid_files

TRIES = 60


@pytest.mark.parametrize(
    ("number", "ending", "data"), [(i, *file) for i, file in enumerate(valid_files())]
)
def test_damage_is_read_or_refused(tmp_path, number, ending, data):
    """New seeds each run, printed; GEO3D_SEED repeats one. benchmarks/fuzz_reader.py does
    many, and measures how long each takes."""
    seed = int(os.environ.get("GEO3D_SEED", secrets.randbelow(2**31)))
    print(f"seed {seed}; repeat with GEO3D_SEED={seed}")
    path = tmp_path / f"damaged{ending}"
    path.write_bytes(data)
    assert try_file(path) == "read"
    for trial in range(TRIES):
        path.write_bytes(damaged(ending, data, random.Random(f"{seed}.{number}.{trial}")))
        try_file(path)
