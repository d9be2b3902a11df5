"""What the own process holds in memory, in megabytes. Linux only, by its /proc."""

from pathlib import Path

STATUS = Path("/proc/self/status")


def _field(name: str) -> float:
    for line in STATUS.read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) / 1024
    raise OSError(f"{STATUS} has no {name}")


def steady() -> float:
    """Resident now."""
    return _field("VmRSS")


def peak() -> float:
    """The most that was resident since the last `restart_peak`."""
    return _field("VmHWM")


def restart_peak() -> None:
    """Forget the peak so far."""
    Path("/proc/self/clear_refs").write_text("5")
