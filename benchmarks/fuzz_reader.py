"""The mesh reader on many damaged files of every format, under a limit of time and memory.

    python benchmarks/fuzz_reader.py [--count 20000] [--seed N] [--memory 2000] [--seconds 10]

Every file is read in a child process that may not take more memory than that (where the system
can limit it) nor more seconds of its processors for one file, nor ten times as many
of the clock. Exit status 1 where a file gave anything but a sound mesh or an error that names the
file.
"""

import argparse
import collections
import json
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.reference.damaged_files import damaged, try_file, valid_files

CHUNK = 1000


def work(arguments: argparse.Namespace) -> int:
    """In the child: one line of JSON a file that is at fault, and the tally at the end."""
    try:
        import resource

        size = arguments.memory << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    except ImportError:
        pass
    timed = hasattr(signal, "ITIMER_PROF")
    if timed:
        signal.signal(signal.SIGPROF, _too_long)
        signal.signal(signal.SIGALRM, _too_long)
    files = valid_files()
    tally: collections.Counter[str] = collections.Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.first, arguments.first + arguments.count):
            ending, data = files[number % len(files)]
            path = Path(folder) / f"damaged{ending}"
            rng = random.Random(f"{arguments.seed}.{number}")
            path.write_bytes(damaged(ending, data, rng))
            print(json.dumps({"at": number}), flush=True)
            begun = time.process_time()
            if timed:
                # A busy machine takes longer by the clock, and no longer of its processors.
                signal.setitimer(signal.ITIMER_PROF, arguments.seconds)
                signal.setitimer(signal.ITIMER_REAL, 10 * arguments.seconds)
            try:
                tally[f"{ending} {try_file(path)}"] += 1
            except BaseException:
                tally[f"{ending} FAULT"] += 1
                print(json.dumps({"fault": number, "text": traceback.format_exc()}), flush=True)
            finally:
                if timed:
                    signal.setitimer(signal.ITIMER_PROF, 0)
                    signal.setitimer(signal.ITIMER_REAL, 0)
            slowest = max(slowest, time.process_time() - begun)
    print(json.dumps({"tally": tally, "slowest": slowest}), flush=True)
    return 0


def _too_long(*_: object) -> None:
    raise TimeoutError("reading took too long")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    parser.add_argument("--memory", type=int, default=2000, help="MB of address space")
    parser.add_argument("--seconds", type=int, default=10, help="of processors, for one file")
    parser.add_argument("--first", type=int, default=None, help="in a child: the first number")
    arguments = parser.parse_args()
    if arguments.first is not None:
        return work(arguments)
    print(f"seed {arguments.seed}, {arguments.count} damaged files")
    tally: collections.Counter[str] = collections.Counter()
    slowest, faults, begun = 0.0, 0, time.perf_counter()
    for first in range(0, arguments.count, CHUNK):
        count = min(CHUNK, arguments.count - first)
        child = subprocess.run(
            [
                sys.executable, __file__, f"--first={first}", f"--count={count}",
                f"--seed={arguments.seed}", f"--memory={arguments.memory}",
                f"--seconds={arguments.seconds}",
            ],
            stdout=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        rows = [json.loads(line) for line in child.stdout.splitlines()]
        for row in rows:
            if "fault" in row:
                faults += 1
                print(f"file {row['fault']}:\n{row['text']}")
        if not rows or "tally" not in rows[-1]:
            faults += 1
            print(f"the child died with status {child.returncode} at {rows[-1] if rows else first}")
            continue
        tally.update(rows[-1]["tally"])
        slowest = max(slowest, rows[-1]["slowest"])
    print(f"{'format':>8} {'read':>8} {'refused':>8} {'faults':>8}")
    for ending in sorted({name.split()[0] for name in tally}):
        parts = [tally[f"{ending} {what}"] for what in ("read", "refused", "FAULT")]
        print(f"{ending:>8} " + " ".join(f"{part:8d}" for part in parts))
    print(
        f"slowest file {slowest:.2f} s of processors, all "
        f"{time.perf_counter() - begun:.0f} s, {faults} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
