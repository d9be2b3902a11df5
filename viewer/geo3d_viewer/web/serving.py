"""A small server on this machine alone: a page, and answers to what the page asks.

It listens on 127.0.0.1 and a free port, and serves only what comes under a secret part of its
address, by its own name, and from its own page: other pages in the same browser can neither read
nor ask anything.
"""

import contextlib
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from geo3d_viewer.html import filled
from geo3d_viewer.web.answers import Asked

HOST = "127.0.0.1"

LARGEST = 1_000_000
"""Bytes of a question at most; those of the page are a thousandth of it."""


@dataclass(frozen=True)
class Served:
    """A page that is served.

    Attributes:
        address: where to open it.
        port: the one that is listened on.
    """

    address: str
    port: int
    _thread: threading.Thread

    def wait(self) -> None:
        """Until somebody presses Ctrl-C."""
        with contextlib.suppress(KeyboardInterrupt):
            while self._thread.is_alive():
                self._thread.join(1.0)


@contextmanager
def serve(answers: Asked) -> Iterator[Served]:
    """Serve a page until the block is left."""
    secret = secrets.token_urlsafe(16)
    server = _Server((HOST, 0), _Handler)
    server.answers, server.secret = answers, secret
    thread = threading.Thread(target=server.serve_forever, name="geo3d web", daemon=True)
    thread.start()
    try:
        port = server.server_address[1]
        yield Served(f"http://{HOST}:{port}/{secret}/", int(port), thread)
    finally:
        server.shutdown()
        answers.close()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    answers: Asked
    secret: str


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "geo3d"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The page, or how far long work is."""
        what = self._asked()
        if what == "":
            data = self.server.answers.first()
            self._send(filled(data, data["title"], live=True).encode(), "text/html; charset=utf-8")
        elif what == "progress":
            self._send_json(self.server.answers.progress())
        elif what is not None:
            self._refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """A question."""
        what = self._asked()
        if what is None:
            return
        own = f"http://{self.headers.get('Host')}"
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip()
        # Another page cannot send this kind without asking first, and is not answered then.
        if self.headers.get("Origin", own) != own or kind != "application/json":
            self._refuse(HTTPStatus.FORBIDDEN)
            return
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or int(length) > LARGEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        try:
            said = json.loads(self.rfile.read(int(length)))
        except ValueError:
            said = None
        if not isinstance(said, dict):
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        self._send_json(self.server.answers.answer(what, said))

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: whoever plays wants no log."""

    def _asked(self) -> str | None:
        """The last part of the address; None where it has been refused."""
        port = self.server.server_address[1]
        if self.headers.get("Host") not in (f"{HOST}:{port}", f"localhost:{port}"):
            self._refuse(HTTPStatus.FORBIDDEN)
            return None
        begin = f"/{self.server.secret}/"
        given = self.path[: len(begin)]
        if not secrets.compare_digest(given.encode(), begin.encode()):
            self._refuse(HTTPStatus.NOT_FOUND)
            return None
        return self.path[len(begin) :]

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._send(status.phrase.encode(), "text/plain; charset=utf-8", status)

    def _send_json(self, value: dict[str, Any]) -> None:
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
        self._send(text.encode(), "application/json")

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind), ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ):  # fmt: skip
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
