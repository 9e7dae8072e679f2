"""A trace as a game in extensive form for Gambit (`.efg`, version 2). Always the whole trace.

Gambit wants a game's nodes in prefix order, which is the order of our ids, so the file is written in one pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import count
from typing import BinaryIO

import numpy as np

from tracer.count.proved import NONE
from tracer.count.sizes import pruned_leaves
from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.recording.columns import Bools
from tracer.recording.status import EXACT, HORIZON, OPEN, PRUNED, TABLE, Bound, Status
from tracer.text import number
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.pictures.headings import title_with_ending
from viz.pictures.options import reading
from viz.rows import bounds, chunks, labels

ABOUT = (
    "Names are the visit's number and its value, MAX's view. What was pruned or left open has no outcome, "
    "but for a leaf whose value the tree itself says."
)
"""The comment below the title."""
PLAYERS = {MAX: 1, MIN: 2}
"""Gambit's numbers."""
SPELT = {"≥": ">=", "≤": "<=", "∞": "inf", "α": "alpha", "β": "beta", "…": "...", "×": "x", "−": "-"}
"""Characters that ASCII can spell."""
ENDS = {HORIZON: "horizon", TABLE: "table", PRUNED: "pruned", OPEN: "open"}
"""Names of what is a leaf here though the game goes on."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write the tree that was searched as a game of MAX and MIN, which Gambit opens and solves.

    A node with children is an information set of its own, and its actions are the moves. Its name is its id with its
    value, as in `#5 <= 2`. A leaf pays its recorded value to MAX and takes it from MIN; one whose value is only a bound
    says so in its name. A pruned branch is a leaf named `#7 pruned` with no outcome, for what it pays was never found
    out, unless it is a leaf of a tree given by hand, which says it; a leaf that was left `open` has none either.

    At a chance node each outcome stands once: of several visits by it the last one, which no probe is.

    Raises:
        PlyscopeError: it searched in passes, or there is a chance node whose probabilities the trace does not hold.
    """
    if trace.passes:
        raise PlyscopeError(
            f"{trace.header.search} searches one position in passes, which are no moves of a game: "
            "export the search of one depth, such as alphabeta --depth 3"
        )
    trace = reading(trace, options.get("bounds", "proved"))
    columns = trace.columns
    inner = columns.end > np.arange(1, len(trace) + 1)
    chance = inner & (columns.turn == CHANCE)
    for node in np.flatnonzero(chance).tolist():
        if any(trace.node(child).weight is None for child in trace.children(node)):
            raise PlyscopeError(
                f"node {node} is a chance node: Gambit needs its probabilities, which this trace has not"
            )
    stream.write(f'EFG 2 R {quote(title_with_ending(trace))} {{ "MAX" "MIN" }}\n{quote(ABOUT)}\n\n'.encode())
    body = _Body(trace)
    for rows in chunks(trace):
        stream.write("".join(body.lines(rows)).encode())


def plain(text: str) -> str:
    r"""Text as Gambit takes it: printable ASCII, words apart by one space. Other characters are named by their code.

    So is the backslash, which readers of the format undo in different ways.

    >>> plain(" ≥ 2  ♔a\\b")
    '>= 2 [U+2654]a[U+005C]b'
    """
    return " ".join("".join(map(_ascii, text)).split())


def _ascii(character: str) -> str:
    if character in SPELT:
        return SPELT[character]
    good = character.isascii() and character.isprintable() and character != "\\"
    return character if good else f"[U+{ord(character):04X}]"


def quote(text: str) -> str:
    r"""A label.

    >>> print(quote('say "a"'))
    "say \"a\""
    """
    return '"' + plain(text).replace('"', '\\"') + '"'


def payoff(value: float) -> str:
    """A payoff in full: it reads back as the same number, and has no exponent, which not every reader knows.

    >>> payoff(3.0), payoff(-0.25), payoff(-0.0), payoff(1e20)
    ('3', '-0.25', '0', '100000000000000000000')
    """
    return format(Decimal(repr(value + 0.0).removesuffix(".0")), "f")


def distinct(actions: Iterable[str]) -> Iterator[str]:
    """Names of the actions at one node, quoted; Gambit wants each to be there and unlike the others.

    >>> list(distinct(["a", " ", "a"]))
    ['"a"', '"move 2"', '"a (2)"']
    """
    taken: set[str] = set()
    copies: Counter[str] = Counter()
    for place, action in enumerate(actions, 1):
        wanted = name = quote(plain(action) or f"move {place}")
        while name in taken:
            copies[wanted] += 1
            name = f'{wanted[:-1]} ({copies[wanted] + 1})"'
        taken.add(name)
        yield name


class _Body:
    """The nodes of a file while they are written: information sets and outcomes are numbered as they occur."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._moves = trace, labels(trace)
        self._sets = {MAX: count(1), MIN: count(1), CHANCE: count(1)}
        self._left_out = _visited_again(trace)
        self._outcomes: dict[float, int] = {}
        self._unseen = pruned_leaves(trace, range(len(trace)))

    def lines(self, rows: slice) -> Iterator[str]:
        """Some nodes, a line each."""
        columns = self._trace.columns
        values, statuses = columns.value[rows].tolist(), columns.status[rows].tolist()
        facts = zip(columns.end[rows].tolist(), statuses, values, bounds(self._trace, rows).tolist(), strict=True)
        for node, (end, status, value, bound) in enumerate(facts, rows.start):
            if self._left_out[node]:
                continue
            is_leaf = end == node + 1
            # Gambit wants a name to be one node's alone, and so does whoever looks for a node of the trace.
            name = quote(" ".join([f"#{node}", *_words(Status(status), value, bound, is_leaf=is_leaf)]))
            paid = self._unseen.get(node, value)
            letter = "c" if columns.turn.item(node) == CHANCE else "p"
            yield f"t {name} {self._outcome(paid)}\n" if is_leaf else f"{letter} {name} {self._decision(node)} 0\n"

    def _decision(self, node: int) -> str:
        """Who decides at a node, in which information set, between which actions."""
        columns = self._trace.columns
        turn = Turn(int(columns.turn[node]))
        children = [child for child in self._trace.children(node) if not self._left_out[child]]
        actions = distinct(self._moves[columns.move[child]] for child in children)
        if turn == CHANCE:
            chances = (payoff(self._trace.node(child).weight or 0.0) for child in children)
            outcomes = " ".join(f"{name} {chance}" for name, chance in zip(actions, chances, strict=True))
            return f'{next(self._sets[turn])} "" {{ {outcomes} }}'
        return f'{PLAYERS[turn]} {next(self._sets[turn])} "" {{ {" ".join(actions)} }}'

    def _outcome(self, value: float) -> str:
        """The number of a value's outcome, which is described where it first occurs; 0 is none."""
        if value != value:
            return "0"
        if value in self._outcomes:
            return str(self._outcomes[value])
        self._outcomes[value] = len(self._outcomes) + 1
        return f"{self._outcomes[value]} {quote(payoff(value))} {{ {payoff(value)}, {payoff(-value)} }}"


def _visited_again(trace: Trace) -> Bools:
    """N long: visits below a chance node, and all below them, after which one by the same outcome comes."""
    columns, found = trace.columns, np.zeros(len(trace), bool)
    for node in np.flatnonzero((columns.turn == CHANCE) & (columns.end > np.arange(len(trace)) + 1)).tolist():
        last = {columns.move.item(child): child for child in trace.children(node)}
        for child in trace.children(node):
            found[child : columns.end.item(child)] |= child != last[columns.move.item(child)]
    return found


def _words(status: Status, value: float, bound: int, *, is_leaf: bool) -> Iterator[str]:
    """What kind of leaf a node is where that is not plain, and its value where the outcome does not say it."""
    if status in ENDS:
        yield ENDS[status]
    if value == value and not (is_leaf and bound == EXACT):
        yield number(value) if bound == NONE else f"{Bound(bound).sign} {number(value)}"


FORMAT = Format(
    name="efg",
    holds="an extensive game for Gambit",
    about=(
        "Gambit opens it, and solves it again. Payoffs are MAX's. A pruned branch is a leaf without an outcome; a "
        "value that is only a bound says so in its name."
    ),
    write=write,
    takes=("bounds",),
)
