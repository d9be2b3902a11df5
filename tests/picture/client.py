"""A browser that clicks, drags and reads; skips the test where there is none."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from geo3d_viewer.camera import Camera
from geo3d_viewer.web import Asked, Served, serve
from tests.picture.browser import NAMES

SIZE = (1320, 800)
PANEL = 320
"""Pixels that the panel takes; the board has the rest."""

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip


class Client:
    """A page that is open.

    Attributes:
        page: playwright's.
        asked: addresses of all that the page asked for.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.asked: list[str] = []
        self._log: list[str] = []
        page.on("console", lambda said: self._log.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self._log.append(f"error: {error}"))
        page.on("request", lambda request: self.asked.append(request.url))

    @property
    def complaints(self) -> list[str]:
        """What the console says, but for the driver's remark that reading a pixel is slow."""
        return [line for line in self._log if "GL Driver Message" not in line]

    def idle(self) -> None:
        """Wait until every question has been answered and drawn."""
        self.page.wait_for_function("() => document.body.dataset.asking !== 'yes'")
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        self.page.wait_for_function("() => document.body.dataset.asking !== 'yes'")

    def verdict(self, wanted: str) -> None:
        """Wait until the whole answer is this: "seen", "partly", "hidden" or ""."""
        self.page.wait_for_function(
            "(wanted) => document.body.dataset.verdict === wanted"
            " && document.body.dataset.quick !== 'true' && document.body.dataset.asking !== 'yes'",
            arg=wanted,
        )

    def text(self, selector: str) -> str:
        """What is written there."""
        return self.page.locator(selector).inner_text()

    def press(self, text: str) -> None:
        """Press the button with just that text."""
        self.page.get_by_role("button", name=text, exact=True).click()

    def place(self, camera: Camera, point: tuple[float, float, float]) -> tuple[float, float]:
        """Where a point of the board is on the page, as a camera sees it."""
        (pixel,), _ = camera.project(point, (SIZE[0] - PANEL, SIZE[1]))
        return float(pixel[0]), float(pixel[1])

    def pixels(self) -> Any:
        """(height, width, 3) of the page."""
        import io

        import numpy as np
        from PIL import Image

        return np.asarray(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB"))


@contextmanager
def opened(answers: Asked) -> Iterator[tuple[Client, Served]]:
    """The page of a server, open in a browser."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with serve(answers) as served, sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
            client = Client(page)
            page.goto(served.address)
            page.wait_for_selector("body[data-drawn=yes]")
            yield client, served
        finally:
            browser.close()
