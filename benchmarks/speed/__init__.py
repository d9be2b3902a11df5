"""The benchmark of speed, one topic a file; `benchmarks/speed.py` runs it, NOTES.md explains it."""
