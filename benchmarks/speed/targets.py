"""What the ratios are to reach; NOTES.md has them in words."""

ANY = {
    "embreex, 1 thread": {"small": 1.9, "mid": 1.4, "large": 1.5},
    "trimesh with embreex": {"small": 3.0, "mid": 3.0, "large": 3.0},
    "trimesh with rtree": {"small": 20_000.0, "mid": 200_000.0},
}
"""P1: at least so many times as fast, by peer and scene."""

FIRST = {"embreex, 1 thread": {"mid": 1.3, "large": 2.0}}
"""P2, the same."""

VERDICTS = 2.0
"""P3: at most so many times as long as the bare segments on two threads."""

BARE_LATENCY = 1.2
"""P4: at most so many times as long as embreex, for the segments of one pair."""

SIGHT_MEDIAN, SIGHT_WORST = 1e-3, 3e-3
"""P4: seconds of one `sight` call, median and 99th percentile, at most."""

MOVE = 1_000.0
"""P5: at least so many times faster than building the merged scene anew."""

BUILD_TIME, BUILD_MEMORY = 8.0, 8.0
"""P6: at least so many times faster to build, and so many times less memory,
on the large scene."""

HEAT = 1.5
"""P7: at most so many times as long as bare segments."""

IMPORT, WARM, COLD = 0.5, 2.0, 20.0
"""P8: seconds at most of `import geo3d`, of a first verdict, and of one with kernels to compile."""
