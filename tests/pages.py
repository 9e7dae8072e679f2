"""What tests of the self-contained page share: the page opened from disk in a browser without a network."""

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from patience import PATIENCE, PAUSE, wait_until

from tracer import Header, Recorder, Status
from tracer.tracing import Trace
from viz.page import document, script
from viz.page.packing import pack

WAIT = 1_000 * PATIENCE
"""Milliseconds after which what never came true fails a test."""
TOLD = """async ([header, data, pairs]) => {
    %s
    const {unpack: {unpack}, why: {event, why}} = rooms;
    const trace = await unpack(header, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    return {
        steps: trace.steps,
        events: Array.from({length: trace.steps}, (_, step) => event(trace, step)),
        why: pairs.map(([node, step]) => why(trace, node, step)
            .map(({text, kind, node}) => [text, kind, node])),
    };
}"""


INFINITY = float("inf")


def by_hand() -> Iterator[Trace]:
    """Recordings that no search of this package makes: null windows, chance, cutoffs without a reason."""
    recorder = Recorder()
    enter, leave, prune = recorder.enter, recorder.leave, recorder.prune
    root = enter(None, 1, -INFINITY, INFINITY)
    leave(enter("a", -1, -INFINITY, INFINITY), 3, Status.TERMINAL)
    scout = enter("b", -1, 3, 4)
    inner = enter("x", 1, 3, 4)
    leave(enter("y", -1, 3, 4), 6, Status.TERMINAL)
    prune(["z"])
    leave(inner, 6, cutoff=True)
    leave(scout, 6)
    leave(enter("b", -1, 6, INFINITY), 7, Status.TERMINAL)
    leave(root, 7)
    yield Trace(*recorder.finish(), Header(search="scout"))

    recorder = Recorder()
    enter, leave, prune = recorder.enter, recorder.leave, recorder.prune
    root = enter(None, 1, -INFINITY, INFINITY)
    luck = enter("roll", 0, -INFINITY, INFINITY)
    leave(enter("heads", 1, -INFINITY, INFINITY), 1.25, Status.TERMINAL)
    leave(enter("tails", -1, -INFINITY, INFINITY), 2, Status.HORIZON)
    leave(luck, 1.625)
    wrong = enter("wrong", -1, 1.625, INFINITY)
    leave(enter("x", 1, 1.625, INFINITY), 5, Status.TERMINAL)
    prune(["y", "z", "u", "v"])
    leave(wrong, 5, cutoff=True)
    silent = enter("silent", -1, 5, INFINITY)
    leave(enter("x", 1, 5, INFINITY), 2, Status.TABLE)
    prune(["y"])
    leave(silent, 2)
    early = enter("early", -1, 5, INFINITY)
    prune(["x"])
    leave(early, 4, cutoff=True)
    leave(root, 5)
    yield Trace(*recorder.finish(), Header(search="odd", options={"depth": 1}))

    for notes in ({}, {"table": "memo"}):
        recorder = Recorder()
        enter, leave = recorder.enter, recorder.leave
        root = enter(None, 1, 0, 9)
        for label, value in (("a", 7), ("b", 2)):
            inner = enter(label, -1, 0, 9)
            leave(enter("x", 1, 0, 9), 4, Status.TERMINAL)
            leave(inner, value)
        leave(root, 12, cutoff=True)
        yield Trace(*recorder.finish(), Header(search="contradictory", notes=notes))


class Page:
    """A page that was written to disk and opened, and all that it asked for and complained of."""

    def __init__(self, browser: Any, path: Path, address: str = "", **context: Any) -> None:
        self.asked: list[str] = []
        self.complaints: list[str] = []
        context = {"viewport": {"width": 1400, "height": 900}, "offline": True, "reduced_motion": "reduce"} | context
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))
        self.page.on(
            "console",
            lambda told: self.complaints.append(told.text) if told.type in ("error", "warning") else None,
        )
        self.page.goto(f"{path.as_uri()}{address}")
        self.page.wait_for_selector("main:not([aria-busy])")

    def close(self) -> None:
        self.context.close()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Let the browser work until something is so."""
        wait_until(holds, what, pause=lambda: self.page.wait_for_timeout(1_000 * PAUSE))

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.text_content())

    @property
    def event(self) -> str:
        """The explanation of the step."""
        return self.text("p.event")

    @property
    def step(self) -> int:
        return int(self.page.locator(".controls input").input_value())

    @property
    def sentences(self) -> list[str]:
        """The sentences about the selected node, without what the page says of its own words."""
        return list(self.page.locator(".sentences li:not(.faint) > :nth-child(2)").all_text_contents())

    @property
    def described(self) -> str:
        """What the picture of the tree says to those who do not see it, once it is drawn."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self.text(".unseen")

    def counts(self) -> dict[str, tuple[str, str]]:
        """The counts so far and in the end."""
        rows = self.page.locator(".counts-panel tbody tr").all()
        cells = [row.locator("th, td").all_text_contents() for row in rows]
        return {name: (now, end) for name, now, end in cells}

    def colour(self, selector: str, name: str = "background-color") -> str:
        return str(
            self.page.locator(selector).first.evaluate(
                "(it, name) => getComputedStyle(it).getPropertyValue(name)", name
            )
        )


WRITTEN = """() => {
    window.written = [];
    const proto = CanvasRenderingContext2D.prototype, write = proto.fillText;
    proto.fillText = function (text, x, y, ...more) {
        if (this.canvas.className.includes("tree")) {
            const width = this.measureText(text).width;
            window.written.push({text, x, y, left: x - (this.textAlign === "center" ? width / 2 : 0), width});
        }
        return write.call(this, text, x, y, ...more);
    };
}"""
"""From now on every text on the tree leaves where it is."""


def written(page: Page, *keys: str) -> list[dict[str, Any]]:
    """What is written on the tree after some keys."""
    page.page.evaluate(WRITTEN)
    page.press(*keys)
    page.until(lambda: page.page.evaluate("() => window.written.length"), "the tree is drawn again")
    found: list[dict[str, Any]] = page.page.evaluate("() => window.written")
    return found


def saved(trace: Trace, path: Path, **options: Any) -> Path:
    """The page of a trace, on disk."""
    path.write_text(document.make_page(trace, **options), encoding="utf-8")
    return path


def told(tab: Any, trace: Trace, pairs: list[tuple[int, int]]) -> dict[str, Any]:
    """What the page's script says of every step, and of some nodes at some steps."""
    packed = pack(trace)
    data = base64.b64encode(packed.data).decode()
    found: dict[str, Any] = tab.evaluate(TOLD % script.join_modules(), [packed.header, data, pairs])
    return found


Open = Callable[..., Page]
"""Opens the page of a trace: at an address, with options of the page, in a context of some kind."""
Opener = Callable[..., Page]
"""Opens the playground at an address, in a context of some kind."""
