"""Headless Chromium with all network blocked."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True)
class Opened:
    """What the browser made of a page: its pixels (height, width, 3), its log and its document."""

    pixels: np.ndarray
    log: str
    document: str

    @property
    def complaints(self) -> list[str]:
        """Lines of the console, but for the driver's remark that a screenshot is slow."""
        lines = [line for line in self.log.splitlines() if "CONSOLE" in line]
        return [line for line in lines if "GL Driver Message" not in line]


def open_page(page: Path, size: tuple[int, int] = (1200, 800)) -> Opened:
    """Open a page; skips the test where there is no Chromium."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        shot = Path(folder) / "shot.png"
        command = [
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            f"--user-data-dir={folder}/user", "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--window-size={size[0]},{size[1]}", "--hide-scrollbars", "--enable-logging=stderr",
            "--virtual-time-budget=4000", f"--screenshot={shot}", "--dump-dom",
            page.resolve().as_uri(),
        ]  # fmt: skip
        # A home of its own, so that nothing of the user's is touched.
        env = {**os.environ, "HOME": folder}
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=env, check=False
        )
        assert shot.exists(), done.stderr
        pixels = np.asarray(Image.open(shot).convert("RGB"))
    return Opened(pixels, done.stderr, done.stdout)
