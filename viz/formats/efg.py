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

from tracer.count.proved import NONE, proved_bounds
from tracer.count.sizes import pruned_leaves
from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.recording.columns import Bools
from tracer.recording.status import EXACT, HORIZON, OPEN, PRUNED, TABLE, Bound, Status
from tracer.text import clean, number
from tracer.tracing import Trace
from viz.formats.format import DrawingOptions, Format
from viz.pictures.headings import title_with_ending
from viz.pictures.options import with_bounds
from viz.rows import chunks

FILE_COMMENT = (
    "Names are the visit's number and its value, MAX's view. What was pruned or left open has no outcome, "
    "but for a leaf whose value the tree itself says."
)
"""The comment below the title."""
PLAYER_NUMBERS = {MAX: 1, MIN: 2}
"""Gambit's numbers."""
ASCII_SPELLINGS = {"≥": ">=", "≤": "<=", "∞": "inf", "α": "alpha", "β": "beta", "…": "...", "×": "x", "−": "-"}
"""Characters that ASCII can spell."""
LEAF_WORDS = {HORIZON: "horizon", TABLE: "table", PRUNED: "pruned", OPEN: "open"}
"""Names of what is a leaf here though the game goes on."""


def write_efg(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
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
    trace = with_bounds(trace, options.get("bounds", "proved"))
    columns = trace.columns
    is_inner = columns.end > np.arange(1, len(trace) + 1)
    is_chance = is_inner & (columns.turn == CHANCE)
    for node in np.flatnonzero(is_chance).tolist():
        if any(trace.node(child).weight is None for child in trace.children(node)):
            raise PlyscopeError(
                f"node {node} is a chance node: Gambit needs its probabilities, which this trace has not"
            )
    stream.write(
        f'EFG 2 R {quote_label(title_with_ending(trace))} {{ "MAX" "MIN" }}\n{quote_label(FILE_COMMENT)}\n\n'.encode()
    )
    writer = _NodeWriter(trace)
    for row_slice in chunks(trace):
        stream.write("".join(writer.node_lines(row_slice)).encode())


def to_ascii(text: str) -> str:
    r"""Text as Gambit takes it: printable ASCII, words apart by one space. Other characters are named by their code.

    So is the backslash, which readers of the format undo in different ways.

    >>> to_ascii(" ≥ 2  ♔a\\b")
    '>= 2 [U+2654]a[U+005C]b'
    """
    return " ".join("".join(map(_ascii_character, text)).split())


def _ascii_character(character: str) -> str:
    if character in ASCII_SPELLINGS:
        return ASCII_SPELLINGS[character]
    is_allowed = character.isascii() and character.isprintable() and character != "\\"
    return character if is_allowed else f"[U+{ord(character):04X}]"


def quote_label(text: str) -> str:
    r"""A label.

    >>> print(quote_label('say "a"'))
    "say \"a\""
    """
    return '"' + to_ascii(text).replace('"', '\\"') + '"'


def format_payoff(value: float) -> str:
    """A payoff in full: it reads back as the same number, and has no exponent, which not every reader knows.

    >>> format_payoff(3.0), format_payoff(-0.25), format_payoff(-0.0), format_payoff(1e20)
    ('3', '-0.25', '0', '100000000000000000000')
    """
    return format(Decimal(repr(value + 0.0).removesuffix(".0")), "f")


def iter_distinct_names(actions: Iterable[str]) -> Iterator[str]:
    """Names of the actions at one node, quoted; Gambit wants each to be there and unlike the others.

    >>> list(iter_distinct_names(["a", " ", "a"]))
    ['"a"', '"move 2"', '"a (2)"']
    """
    used_names: set[str] = set()
    copies: Counter[str] = Counter()
    for action_number, action in enumerate(actions, 1):
        first_name = name = quote_label(to_ascii(action) or f"move {action_number}")
        while name in used_names:
            copies[first_name] += 1
            name = f'{first_name[:-1]} ({copies[first_name] + 1})"'
        used_names.add(name)
        yield name


class _NodeWriter:
    """The nodes of a file while they are written: information sets and outcomes are numbered as they occur."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._move_labels = trace, [clean(label) for label in trace.move_labels]
        self._set_counters = {MAX: count(1), MIN: count(1), CHANCE: count(1)}
        self._left_out_mask = _repeated_chance_mask(trace)
        self._outcome_numbers: dict[float, int] = {}
        self._unseen_leaf_values = pruned_leaves(trace, range(len(trace)))

    def node_lines(self, row_slice: slice) -> Iterator[str]:
        """Some nodes, a line each."""
        columns = self._trace.columns
        stored = (columns.end, columns.status, columns.value, proved_bounds(self._trace))
        node_facts = zip(*(column[row_slice].tolist() for column in stored), strict=True)
        for node, (subtree_end, status, value, bound) in enumerate(node_facts, row_slice.start):
            if self._left_out_mask[node]:
                continue
            is_leaf = subtree_end == node + 1
            # Gambit wants a name to be one node's alone, and so does whoever looks for a node of the trace.
            name = quote_label(" ".join([f"#{node}", *_leaf_texts(Status(status), value, bound, is_leaf=is_leaf)]))
            payoff_value = self._unseen_leaf_values.get(node, value)
            letter = "c" if columns.turn.item(node) == CHANCE else "p"
            yield (
                f"t {name} {self._describe_outcome(payoff_value)}\n"
                if is_leaf
                else f"{letter} {name} {self._describe_decision(node)} 0\n"
            )

    def _describe_decision(self, node: int) -> str:
        """Who decides at a node, in which information set, between which actions."""
        columns = self._trace.columns
        turn = Turn(int(columns.turn[node]))
        children = [child for child in self._trace.children(node) if not self._left_out_mask[child]]
        actions = iter_distinct_names(self._move_labels[columns.move[child]] for child in children)
        if turn == CHANCE:
            chances = (format_payoff(self._trace.node(child).weight or 0.0) for child in children)
            outcomes = " ".join(f"{name} {chance}" for name, chance in zip(actions, chances, strict=True))
            return f'{next(self._set_counters[turn])} "" {{ {outcomes} }}'
        return f'{PLAYER_NUMBERS[turn]} {next(self._set_counters[turn])} "" {{ {" ".join(actions)} }}'

    def _describe_outcome(self, value: float) -> str:
        """The number of a value's outcome, which is described where it first occurs; 0 is none."""
        if value != value:
            return "0"
        if value in self._outcome_numbers:
            return str(self._outcome_numbers[value])
        self._outcome_numbers[value] = len(self._outcome_numbers) + 1
        payoffs = f"{format_payoff(value)}, {format_payoff(-value)}"
        return f"{self._outcome_numbers[value]} {quote_label(format_payoff(value))} {{ {payoffs} }}"


def _repeated_chance_mask(trace: Trace) -> Bools:
    """N long: visits below a chance node, and all below them, after which one by the same outcome comes."""
    columns, mask = trace.columns, np.zeros(len(trace), bool)
    for node in np.flatnonzero((columns.turn == CHANCE) & (columns.end > np.arange(len(trace)) + 1)).tolist():
        last_children = {columns.move.item(child): child for child in trace.children(node)}
        for child in trace.children(node):
            mask[child : columns.end.item(child)] |= child != last_children[columns.move.item(child)]
    return mask


def _leaf_texts(status: Status, value: float, bound: int, *, is_leaf: bool) -> Iterator[str]:
    """What kind of leaf a node is where that is not plain, and its value where the outcome does not say it."""
    if status in LEAF_WORDS:
        yield LEAF_WORDS[status]
    if value == value and not (is_leaf and bound == EXACT):
        yield number(value) if bound == NONE else f"{Bound(bound).sign} {number(value)}"


FORMAT = Format(
    name="efg",
    holds="an extensive game for Gambit",
    about=(
        "Gambit opens it, and solves it again. Payoffs are MAX's. A pruned branch is a leaf without an outcome; a "
        "value that is only a bound says so in its name."
    ),
    write=write_efg,
    takes=("bounds",),
)
