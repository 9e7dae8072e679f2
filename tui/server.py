"""The explorer in a browser: a web server that runs the explorer once for each page that is opened.

textual-serve asks nobody who they are. So the server answers only to the names it was given, and only to its own pages:
another site that the same browser has open can neither read nor steer a session.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

from tui.output import say

_FONT = re.compile(r"<link\b[^>]*fonts\.googleapis\.com[^>]*>")
"""The page asks another server for a font, which is not needed and would tell it who looks."""
_FOCUS = """<script>
  const focus = setInterval(() => {
    const line = document.querySelector(".xterm-helper-textarea");
    if (line && document.body.classList.contains("-first-byte")) { line.focus(); clearInterval(focus); }
  }, 50);
</script>"""
"""Keys are for the explorer as soon as it is there, without a click."""
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; connect-src {origin}"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host name or address.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class ExplorerServer(Server):
    """Serves the explorer.

    Args:
        command: the shell command that explores, as the session of one page.
        host: the name or address to listen on.
        port: the port.
        title: the title of the page.
    """

    def __init__(self, command: str, host: str, port: int, title: str) -> None:
        name = f"[{host}]" if ":" in host else host
        super().__init__(command, host=host, port=port, title=title, public_url=f"http://{name}:{port}")

    def _is_known(self, address: str) -> bool:
        """Whether an address is one under which this server is asked for."""
        asked = urlsplit(f"//{address}")
        if asked.port != self.port:
            return False
        return asked.hostname == self.host or (is_loopback(self.host) and is_loopback(asked.hostname or ""))

    async def _make_app(self) -> web.Application:
        app: web.Application = await super()._make_app()
        app.middlewares.append(self._guard())
        return app

    def _guard(self) -> Any:
        """Refuse whoever is not on our own page, and forbid our page to load anything from elsewhere."""
        everywhere = self.host in ("0.0.0.0", "::")  # noqa: S104  # compared, not bound

        @web.middleware
        async def guard(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            origin = request.headers.get("Origin")
            if not everywhere and not self._is_known(request.host):
                raise web.HTTPForbidden(text="plyscope is not served under this name")
            if origin is not None and urlsplit(origin).netloc != request.host:
                raise web.HTTPForbidden(text="plyscope answers to its own page only")
            response = await handler(request)
            if isinstance(response, web.Response) and response.content_type == "text/html":
                response.text = self._for(request.host, response.text or "")
                response.headers["Content-Security-Policy"] = POLICY.format(origin=f"ws://{request.host}")
            return response

        return guard

    def _for(self, host: str, page: str) -> str:
        """The page without its foreign font, ready for keys, talking to the address under which it was asked for."""
        mine = urlsplit(self.public_url).netloc
        return _FONT.sub("", page).replace(f"//{mine}/", f"//{host}/").replace("</head>", f"{_FOCUS}</head>")

    def initialize_logging(self) -> None:
        """Log nothing: who looks at what is nobody's business, and errors of a session are shown in it."""

    async def on_startup(self, app: web.Application) -> None:
        """Say where it is."""
        say(f"{self.title} is at {self.public_url}; Ctrl-C ends it")
