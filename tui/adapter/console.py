"""The texts that an editor has evaluated, from its console, watches and hovers: conditions, places, `why`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import islice

import numpy as np

from tracer.condition.expression import Parser, parse_condition, read_expression
from tracer.condition.terms import TraceColumns
from tracer.condition.vocabulary import CONSTANTS, NAMES, Kind
from tracer.condition.watchpoint import parse_breakpoint
from tracer.errors import PlyscopeError
from tracer.text import number
from tracer.why.explain import find_cutoff_origin, format_path, why
from tracer.why.sentences import format_count
from tui.adapter.scopes import Shown, node_parts
from tui.model.browser import Browser
from tui.model.explorer_state import Target, complete_path, parse_target

WORDS = ("why", "goto")
"""The words with which a line of the console may begin."""
CAUSE = "cause"
"""A place that `goto` knows beside those of the explorer."""
HELP = (
    "a condition (cutoff and ply == 3), a number (value), a node (#37, b2/a1), why, why PLACE, goto PLACE, goto cause"
)
LISTED = 50
"""Hits of a condition that are listed, from the present step on."""
_NAME = re.compile(r"[A-Za-z_]\w*(\.\w+)*", re.ASCII)
_PLACE = re.compile(r"[#/]|^[+−-]?\d")


class Console:
    """Answers for one recording."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._facts = TraceColumns(browser.trace)

    def answer(self, text: str, node: int, known: dict[str, str], *, more: bool = False) -> Shown:
        """Return what a text is worth at a node.

        Raises:
            PlyscopeError: it is worth nothing.
        """
        text = text.strip()
        first, _, rest = text.partition(" ")
        if not text or text in ("?", "help"):
            return Shown("", HELP)
        if text in known:
            return Shown(text, known[text])
        if first == "why":
            return self._why(rest.strip(), node)
        try:
            return self._worth(text, node)
        except PlyscopeError as error:
            try:
                return self._place(text)
            except PlyscopeError as unknown:
                if more and _NAME.fullmatch(text):
                    raise PlyscopeError(
                        f"{text} is not known yet: Variables of this call runs the script again"
                    ) from None
                raise (unknown if _PLACE.search(text) else error) from None

    def target(self, text: str) -> Target | None:
        """Return where `goto PLACE` goes; None for any other text."""
        first, _, rest = text.strip().partition(" ")
        if first != "goto":
            return None
        if rest.strip() == CAUSE:
            return self._cause()
        return parse_target(rest, self._browser.trace, self._browser.cursor.step)

    def _cause(self) -> Target:
        """The return of the move that set the bound which has cut the node in hand."""
        trace, cursor = self._browser.trace, self._browser.cursor
        if trace.columns.log is not None or (cut := cursor.cut_node) is None:
            raise PlyscopeError("this step is no cutoff: goto cause goes to the move that set the bound of one")
        found = find_cutoff_origin(trace, cut)
        if found is None or found.child is None:
            raise PlyscopeError("the bound is an end of the window that the search was started with")
        return Target(step=trace.left(found.child), node=None)

    def _why(self, text: str, node: int) -> Shown:
        trace, cursor = self._browser.trace, self._browser.cursor
        found = parse_target(text, trace, cursor.step) if text else Target(node=node)
        step = cursor.step if found.step is None else found.step
        if found.step is not None:
            node = trace.landmarks.node_at(step)
        elif found.node is not None:
            node = found.node
            step = step if node == self._browser.selected or not text else cursor.last
        return Shown("why", "\n".join(sentence.text for sentence in why(trace, node, step)))

    def _worth(self, text: str, node: int) -> Shown:
        """What a condition or a formula is worth at a node; of a condition also its hits."""
        if text.startswith(("best changes", "changes", "alpha changes", "beta changes", "window changes")):
            return self._hits(text, "", node)
        line, tree = read_expression(text, "cutoff and ply == 3")
        term = Parser(line).parse_term(tree, 0)
        value = np.broadcast_to(term.value(self._facts), len(self._browser.trace)) if term.kind in _PLAIN else None
        if term.kind is Kind.TRUTH and value is not None:
            return self._hits(text, f"{bool(value[node])} here; ", node)
        if term.kind is Kind.NUMBER and value is not None:
            return Shown(text, number(float(value[node])))
        parse_condition(text)  # which says how to make a condition of it
        raise AssertionError

    def _hits(self, text: str, here: str, node: int) -> Shown:
        condition, trace = parse_breakpoint(text, node), self._browser.trace
        hits, step = condition.hits(trace), self._browser.cursor.step
        following = hits.next(step)
        then = "none after this step" if following is None else f"the next at step {following.step:,}"
        reason = "" if len(hits) else condition.missing(trace)
        said = f"{format_count(len(hits), 'hit')}, {then}" if len(hits) else f"no hit{f': {reason}' if reason else ''}"
        first = int(np.searchsorted(hits.steps, step, side="right"))
        steps = islice(range(first, len(hits)), LISTED)
        return Shown(text, here + said, partial(self._listed, [hits[place] for place in steps]) if len(hits) else None)

    def _listed(self, hits: Iterable[tuple[int, int]]) -> list[Shown]:
        browser = self._browser
        return [
            Shown(f"step {step:,}", format_path(browser.trace, node), partial(node_parts, browser, node))
            for step, node in hits
        ]

    def _place(self, text: str) -> Shown:
        browser = self._browser
        found = parse_target(text, browser.trace, browser.cursor.step)
        if found.node is None:
            raise PlyscopeError(f"goto {text} goes to that step; {HELP}")
        return Shown(text, format_path(browser.trace, found.node), partial(node_parts, browser, found.node))

    def completions(self, text: str) -> list[tuple[str, int]]:
        """Return what a text may become, each with the place from which on it stands there instead."""
        start = len(text) - len(re.split(r"[ ()=<>!+*,-]", text)[-1])
        word, found = text[start:], list[tuple[str, int]]()
        if not text[:start].strip():
            found += [(one, start) for one in WORDS if one.startswith(word)]
        found += [(one, start) for one in (*NAMES, *CONSTANTS) if word and one.startswith(word) and one != word]
        if word or text[:start].strip() in WORDS:
            found += [(one, start) for one in complete_path(word, self._browser.trace)]
        return list(dict.fromkeys(found))


_PLAIN = (Kind.TRUTH, Kind.NUMBER)
"""What may be computed and shown as it is."""
