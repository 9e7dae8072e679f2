"""The explorer in a browser: a web server that runs the explorer once for each page that is opened.

textual-serve asks nobody who they are. So the server answers only to whoever knows its token, only under the names it
was given, and only to its own pages: another user of the machine, or another site that the same browser has open, can
neither read nor steer a session.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import re
import signal
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.output import print_message

STOP_TIMEOUT = 5.0
"""Seconds that a session has to end by itself."""
HTTP_PORT = 80
"""The port of an address that names none."""
MAX_CELLS = 1_000
"""Columns and rows of a screen at most: each of its cells takes memory here, not in the browser."""
TOKEN_PARAMETER = "token"  # noqa: S105  # its name
"""The parameter of an address that holds the token."""

MAX_SESSIONS = 8
"""Sessions at one time, unless told otherwise: each is a process of some 70 MB."""
ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104  # compared, not bound
"""Where one listens on all addresses; nobody asks for a server under these."""

_REMOTE_FONT_LINK = re.compile(r"<link\b[^>]*fonts\.googleapis\.com[^>]*>")
"""The page asks another server for a font, which is not needed and would tell it who looks."""
_FOCUS_SCRIPT = """<script>
  const focus = setInterval(() => {
    const line = document.querySelector(".xterm-helper-textarea");
    if (line && document.body.classList.contains("-first-byte")) { line.focus(); clearInterval(focus); }
  }, 50);
</script>"""
"""Keys are for the explorer as soon as it is there, without a click."""
FAVICON_SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<path d="M8 3 3 13M8 3l5 10" stroke="#888" fill="none"/>
<circle cx="8" cy="3" r="3" fill="#4aa3df"/><circle cx="3" cy="13" r="3" fill="#e8a33d"/>
<circle cx="13" cy="13" r="2.5" fill="none" stroke="#888"/></svg>"""
"""A root, a child, and a pruned branch."""
MESSAGE_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What comes of a message that no page of ours sends."""
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; connect-src {session}; "
    "frame-ancestors 'none'"
)


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


class Session(AppService):
    """The explorer of one page: a process of its own."""

    async def start(self, width: int, height: int) -> None:
        """Start it on a screen of a size in cells."""
        await super().start(_clamp_cells(width), _clamp_cells(height))

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tell it of another size."""
        await super().set_terminal_size(_clamp_cells(width), _clamp_cells(height))

    async def stop(self) -> None:
        """End it, kindly first; whoever waits for this knows that the process is gone."""
        process = self._process
        try:
            await asyncio.wait_for(super().stop(), STOP_TIMEOUT)
            if process is not None:
                await asyncio.wait_for(process.wait(), STOP_TIMEOUT)
        except TimeoutError:
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()


def _clamp_cells(number: int) -> int:
    return min(max(int(number), 1), MAX_CELLS)


class ExplorerServer(Server):
    """Serves the explorer: a session of a shell command for each page, which ends as the page is closed."""

    def __init__(
        self,
        command: str,
        host: str,
        port: int,
        title: str,
        *,
        token: str = "",
        allowed_hosts: Sequence[str] = (),
        max_sessions: int = MAX_SESSIONS,
    ) -> None:
        self._allowed_hosts = [_split_host_and_port(name, port) for name in allowed_hosts]
        self._token, self._max_sessions = token, max_sessions
        public_host = host
        if host in ALL_INTERFACES:
            public_host = self._allowed_hosts[0][0] if allowed_hosts else "localhost"
        public_host = f"[{public_host}]" if ":" in public_host else public_host
        super().__init__(command, host=host, port=port, title=title, public_url=f"http://{public_host}:{port}")
        self._session_tasks: set[asyncio.Task[Any]] = set()
        self._refused_tasks: set[asyncio.Task[Any]] = set()
        self._cookie_name = f"plyscope-{port}"  # cookies know no ports

    def _is_allowed_host(self, address: str) -> bool:
        """Whether an address is one under which this server is asked for."""
        try:
            name, port = _split_host_and_port(address, HTTP_PORT)
        except ValueError:
            return False
        is_local = is_loopback(self.host) or self.host in ALL_INTERFACES
        is_own_name = self.host not in ALL_INTERFACES and name == self.host.lower()
        is_ours = port == self.port and (is_own_name or (is_local and is_loopback(name)))
        return is_ours or (name, port) in self._allowed_hosts

    def _has_token(self, request: web.Request) -> bool:
        candidate_tokens = (request.query.get(TOKEN_PARAMETER, ""), request.cookies.get(self._cookie_name, ""))
        token = self._token.encode()
        # Both are compared in full: how long that takes must not tell how much of a guess is right.
        matches = [hmac.compare_digest(candidate.encode(errors="replace"), token) for candidate in candidate_tokens]
        return not token or any(matches)

    async def _make_app(self) -> web.Application:
        app: web.Application = await super()._make_app()
        app.middlewares.append(self._make_guard())
        app.router.add_get("/favicon.ico", _send_favicon)
        return app

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the session of a page for as long as the page is there."""
        task = asyncio.current_task()
        assert task is not None
        socket = web.WebSocketResponse(heartbeat=15)
        await socket.prepare(request)
        if len(self._session_tasks) >= self._max_sessions:
            return await self._refuse_session(socket)
        session = Session(
            self.command,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=partial(_close_socket, socket),
            download_manager=self.download_manager,
        )
        self._session_tasks.add(task)
        try:
            await session.start(*(to_int(request.query.get(dimension, ""), 80) for dimension in ("width", "height")))
            await self._process_messages(socket, session)
        finally:
            self._session_tasks.discard(task)
            await session.stop()
        return socket

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        while not websocket.closed:
            with contextlib.suppress(*MESSAGE_ERRORS):
                await super()._process_messages(websocket, app_service)

    async def _refuse_session(self, socket: web.WebSocketResponse) -> web.WebSocketResponse:
        """Tell a page that there are sessions enough, for as long as it is there."""
        sessions_phrase = f"{self._max_sessions} session{' is' if self._max_sessions == 1 else 's are'} open"
        await socket.send_bytes(
            f"{sessions_phrase}, and there may be no more: close a page, and load this one again.".encode()
        )
        task = asyncio.current_task()
        assert task is not None
        self._refused_tasks.add(task)
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
        finally:
            self._refused_tasks.discard(task)
        return socket

    async def on_shutdown(self, app: web.Application) -> None:
        """End the sessions of all pages that are still open: nobody waits for a page to be closed."""
        for task in (tasks := [*self._session_tasks, *self._refused_tasks]):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _make_guard(self) -> Any:
        """Refuse whoever is not on our own page, and forbid our page to load anything from elsewhere."""

        @web.middleware
        async def guard_request(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            origin = request.headers.get("Origin")
            if not self._is_allowed_host(request.host):
                raise web.HTTPForbidden(text="plyscope is not served under this name; --allow-host names more")
            if origin is not None and not _is_origin_of_host(origin, request.host):
                raise web.HTTPForbidden(text="plyscope answers to its own page only")
            if not self._has_token(request):
                raise web.HTTPForbidden(text="the address lacks its token: take the whole one that plyscope printed")
            response = await handler(request)
            if self._token and TOKEN_PARAMETER in request.query and not response.prepared:
                is_encrypted = _is_encrypted(request)
                response.set_cookie(
                    self._cookie_name, self._token, httponly=True, samesite="Strict", secure=is_encrypted
                )
            if isinstance(response, web.Response) and response.content_type == "text/html":
                response.text = self._adapt_page(request, response.text or "")
                response.headers["Referrer-Policy"] = "no-referrer"
                websocket_origin = f"{'wss' if _is_encrypted(request) else 'ws'}://{request.host}"
                response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.format(session=websocket_origin)
            return response

        return guard_request

    def _adapt_page(self, request: web.Request, html: str) -> str:
        """The page without its foreign font, ready for keys, talking to the address under which it was asked for."""
        own_address = urlsplit(self.public_url).netloc
        scheme_suffix = "s" if _is_encrypted(request) else ""
        for scheme in ("http", "ws"):
            html = html.replace(f"{scheme}://{own_address}/", f"{scheme}{scheme_suffix}://{request.host}/")
        return _REMOTE_FONT_LINK.sub("", html).replace("</head>", f"{_FOCUS_SCRIPT}</head>")

    async def on_startup(self, app: web.Application) -> None:
        """End like Ctrl-C where the terminal goes away. Say nothing yet: nobody listens so far."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, _raise_graceful_exit)

    def serve(self, debug: bool = False) -> None:
        """Serve until Ctrl-C. Nothing is logged: who looks at what is nobody's business.

        Raises:
            OSError: nobody can listen there.
        """
        token_query = f"/?{TOKEN_PARAMETER}={self._token}" if self._token else ""
        announcement = f"{self.title} is at {self.public_url}{token_query} (Ctrl-C ends it)"
        web.run_app(
            self._make_app(),
            host=self.host,
            port=self.port,
            print=lambda _: print_message(announcement),
            access_log=None,
        )


def _is_encrypted(request: web.Request) -> bool:
    """Whether the browser speaks HTTPS, to a proxy that says so; who lies about it spoils his own page."""
    return bool(request.headers.get("X-Forwarded-Proto", "").lower() == "https")


def _is_origin_of_host(origin: str, host: str) -> bool:
    """Whether a page comes from a host.

    >>> (
    ...     _is_origin_of_host("http://localhost:8000", "localhost:8000"),
    ...     _is_origin_of_host("null", "localhost:8000"),
    ...     _is_origin_of_host("http://[x", "[x"),
    ... )
    (True, False, False)
    """
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


def _split_host_and_port(address: str, default_port: int) -> tuple[str, int]:
    """The name and the port of an address such as `[::1]:8000`; the given port where it has none.

    >>> _split_host_and_port("Example.org", 80), _split_host_and_port("[::1]:8000", 80)
    (('example.org', 80), ('::1', 8000))
    """
    parsed_address = urlsplit(f"//{address}")
    if (
        not parsed_address.hostname
        or parsed_address.path
        or parsed_address.query
        or parsed_address.fragment
        or parsed_address.username is not None
    ):
        raise ValueError(f"{address!r} is no name of a host")
    return parsed_address.hostname, parsed_address.port or default_port


def need_host(address: str) -> None:
    """Refuse what is no name of a host."""
    try:
        _split_host_and_port(address, HTTP_PORT)
    except ValueError:
        raise PlyscopeError(f"{clean(address)!r} is no host: --allow-host takes a name such as example.org") from None


def _raise_graceful_exit() -> None:
    raise web.GracefulExit


async def _close_socket(socket: web.WebSocketResponse) -> None:
    await socket.close()


async def _send_favicon(_: web.Request) -> web.Response:
    return web.Response(text=FAVICON_SVG, content_type="image/svg+xml")
