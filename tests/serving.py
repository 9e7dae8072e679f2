"""What tests of the served explorer share: a server at work, and a page of it in a browser."""

from __future__ import annotations

import base64
import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from children import kill_session
from patience import PATIENCE, PAUSE, wait_until

CAUGHT = """Object.defineProperty(Object.prototype, "websocket_url", {configurable: true, set(url) {
    Object.defineProperty(this, "websocket_url", {value: url}); window.session = this;
}})"""
"""The page keeps its terminal to itself; where it notes the address of its session, it is caught."""
SCREEN = """() => {
    if (!window.session) return "";
    const {rows, buffer} = session.terminal;
    return Array.from({length: rows}, (_, row) => buffer.active.getLine(row).translateToString(true)).join("\\n");
}"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Serving:
    """`plyscope serve` at work.

    Args:
        folder: where it runs.
        temporary: where it may put what it needs meanwhile.
        *words: what is served, and how.
    """

    def __init__(self, folder: Path, temporary: Path, *words: str) -> None:
        self.port, self.folder, self.temporary = free_port(), folder, temporary
        self.address = f"localhost:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tui.cli", "serve", *words, "--port", str(self.port)],
            start_new_session=True,
            cwd=folder,
            env={**os.environ, "TMPDIR": str(temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""
        self.token = ""
        while " is at http" not in self.said:
            assert self.process.stderr is not None
            line = self.process.stderr.readline()
            if not line:
                kill_session(self.process)
                raise AssertionError(f"it ended before it served: {self.said}")
            self.said += line
        if "?token=" in self.said:
            self.token = self.said.rpartition("?token=")[2].partition(" ")[0]

    @property
    def way_in(self) -> str:
        """The path of the page, with the token that the printed address has."""
        return f"/?token={self.token}" if self.token else "/"

    def sessions(self) -> list[int]:
        """The processes of the pages that are open."""
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
        pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
        return [pid for pid, parent in pairs if parent == self.process.pid]

    def get(self, path: str = "/", *, cookie: str | None = None, **headers: str) -> http.client.HTTPResponse:
        """The answer to a browser that was here before, sends these headers, and hangs up then."""
        known = f"plyscope-{self.port}={self.token}" if cookie is None else cookie
        return self.fetch(path, {"Cookie": known, **headers} if known else headers)[0]

    def page(self) -> str:
        """The page."""
        return self.fetch(self.way_in, {})[1]

    def fetch(self, path: str, headers: dict[str, str]) -> tuple[http.client.HTTPResponse, str]:
        """The answer to a request with these headers, and what it holds."""
        sent = {"Host": self.address, **{name.replace("_", "-"): value for name, value in headers.items()}}
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        link.putrequest("GET", path, skip_host=True)
        for name, value in sent.items():
            link.putheader(name, value)
        link.endheaders()
        answer = link.getresponse()
        text = "" if answer.status == http.HTTPStatus.SWITCHING_PROTOCOLS else answer.read().decode()
        answer.close()
        link.close()
        return answer, text

    def greet(self, path: str = "/ws?width=80&height=24", **headers: Any) -> int:
        """The answer to a browser that wants a session."""
        key = base64.b64encode(b"a key of 16 byte").decode()
        wanted = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
        return self.get(path, Sec_WebSocket_Key=key, **wanted, **headers).status

    @contextlib.contextmanager
    def talk(self) -> Iterator[Talk]:
        """A session without a browser."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as link:
            key = base64.b64encode(b"a key of 16 byte").decode()
            link.sendall(
                f"GET /ws?width=80&height=24&token={self.token} HTTP/1.1\r\nHost: {self.address}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
            )
            yield Talk(link)

    def end(self) -> tuple[int, str]:
        """Press Ctrl-C: the exit code and everything said since the start; a server that does not hear it is killed."""
        self.process.send_signal(signal.SIGINT)
        try:
            out, said = self.process.communicate(timeout=PATIENCE)
        finally:
            kill_session(self.process)
        return self.process.returncode, f"{out}{self.said}{said}"


class Talk:
    """A web socket, as simple as it may be."""

    def __init__(self, link: socket.socket) -> None:
        self._link, self._stream = link, link.makefile("rb")
        while self._stream.readline().strip():
            pass

    def say(self, text: str) -> None:
        """Send a text."""
        data = text.encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xff" + len(data).to_bytes(8, "big")
        self._link.sendall(b"\x81" + size + bytes(4) + data)  # masked with zeros

    def hear(self) -> bytes:
        """What is in the next frame."""
        head = self._stream.read(2)
        longer = {126: 2, 127: 8}.get(head[1], 0)
        return self._stream.read(int.from_bytes(self._stream.read(longer), "big") if longer else head[1])


class Visit:
    """A page of a server, and all that it asked for and complained of."""

    def __init__(self, chromium: Any, serving: Serving) -> None:
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.page = chromium.new_page(viewport={"width": 1280, "height": 720})
        self.page.set_default_timeout(1_000 * PATIENCE)
        self.page.add_init_script(CAUGHT)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", lambda link: self.asked.append(link.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda told: self.complaints.append(told.text) if told.type == "error" else None)
        self.page.goto(f"http://{serving.address}{serving.way_in}")

    def screen(self) -> str:
        return str(self.page.evaluate(SCREEN))

    def until(self, holds: Callable[[str], bool], what: str) -> str:
        """The screen as soon as a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not holds(shown := self.screen()):
            assert time.monotonic() < deadline, f"never {what}; the screen is\n{shown}"
            self.rest()
        return shown

    def shows(self, *texts: str) -> str:
        """The screen as soon as all of some texts are on it."""
        return self.until(lambda shown: all(text in shown for text in texts), " and ".join(texts))

    def rest(self) -> None:
        self.page.wait_for_timeout(1_000 * PAUSE)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def picture(self) -> bytes:
        """What is to be seen once it does not change any more."""
        before = b""

        def still() -> bytes:
            nonlocal before
            before, last = self.page.screenshot(), before
            return before if before == last else b""

        return bytes(wait_until(still, "a page at rest", pause=self.rest))
