"""How wrong 2D line of sight is: `geo3d bench accuracy` at full size (see docs/accuracy.md).

python benchmarks/accuracy.py [arguments of geo3d bench accuracy]
"""

import sys

from geo3d.cli.app import main

FULL = ["--pairs", "20070", "--workers", "2", "--output", "out/accuracy"]

main(["bench", "accuracy", *(sys.argv[1:] or FULL)])
