"""The sentences of findings: texts with fields, which are filled in by what a search has at its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import Any

from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.finding import Disease, Symptom
from tracer.games.rules import MIN, Turn, describe, show
from tracer.text import clean, number


class _Sentence(Formatter):
    """A text about a node whose fields are filled in when it is called."""

    def __init__(self, case: Case, node: int, text: str, fields: dict[str, Any]) -> None:
        self._case, self._node, self._text = case, node, text
        self._fields = {"node": node, "parent": case.parent[node], **fields}

    def __call__(self) -> str:
        return self.vformat(self._text, (), self._fields)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a fact of a node by the fact's name, or what a function returns for the sentence's node."""
        value = value(self._node) if callable(value) else value
        if format_spec:
            return FACTS[format_spec](self._case, value)
        return f"{value:,}" if type(value) is int else number(value) if isinstance(value, float) else str(value)


def sentence(case: Case, node: int, text: str, **fields: Any) -> Callable[[], str]:
    """Return a function that fills in the fields of a text about a node.

    A field such as `{child:move}` gives a fact of the node that it holds: `FACTS` has all of them. A text may always
    name its `node` and the `parent` of that. A field that is a function of the node is computed as it is filled in.
    """
    return _Sentence(case, node, text, fields)


def symptoms(
    disease: Disease, case: Case, nodes: Iterable[int], text: str, *, entered: bool = False, **fields: Any
) -> list[Symptom]:
    """Return a symptom for each of some nodes, with one text; `entered` where calls are wrong as they are entered."""
    return [Symptom(disease, node, sentence(case, node, text, **fields), node if entered else None) for node in nodes]


def far_end(turn: int) -> str:
    """Return the name of the end of a window at which a player may stop."""
    return "alpha" if turn == MIN else "beta"


def near_end(turn: int) -> str:
    """Return the name of the other end, which the player's own moves raise."""
    return "beta" if turn == MIN else "alpha"


def window(case: Case, node: int) -> str:
    """Return a node's window as sentences write it."""
    return f"({number(case.alpha[node])}, {number(case.beta[node])})"


def valued(case: Case, child: int) -> str:
    """Return a child's value and its move, such as `3 (b1)`."""
    return f"{number(case.value[child])} ({clean(case.trace.label(child))})"


def limits_in_words(low: float, high: float) -> str:
    """Return what is known of a value: the number itself, or a bound."""
    if low == high:
        return f"exactly {number(low)}"
    return f"{number(low)} or more" if high == INFINITY else f"{number(high)} or less"


def worth(case: Case, node: int) -> str:
    """Return the value of a node, and which bound it is."""
    low, high = case.claims[node]
    bound = " or more" if high > low == case.value[node] else " or less" if low < high else ""
    return number(case.value[node]) + bound


def path_of(case: Case, node: int) -> str:
    """Return the moves that lead to a node."""
    return "/".join(clean(case.trace.label(one)) for one in case.trace.ancestry(node)[1:]) or "root"


def list_some(moves: Sequence[str]) -> str:
    """Return the first moves of a list, and how many more there are.

    >>> list_some(["a", "b"]), list_some(["a", "b", "c", "d"])
    ('a, b', 'a, b, c and 1 more')
    """
    return ", ".join(moves[:3]) + (f" and {len(moves) - 3:,} more" if len(moves) > 3 else "")


def plural(count: int, one: str, several: str = "") -> str:
    """Return a number of things.

    >>> plural(1, "move"), plural(1_200, "ply", "plies")
    ('1 move', '1,200 plies')
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def one_line(text: str) -> str:
    r"""Return a position in one line of a message: its rows with strokes between them.

    >>> one_line("X.\n.O")
    'X./.O'
    """
    return clean("/".join(row.strip() for row in text.strip().split("\n")))


def board_text(case: Case, node: int) -> str:
    """Return a node's position in one line, as the game shows it, or else as the search recorded it; perhaps empty."""
    if case.game is not None and case.position_ids[node] >= 0:
        return one_line(show(case.game, case.get_state(node)))
    return one_line(case.trace.text(node) or "")


GOT_WINDOW_TEMPLATE = "{node:mover} got the window {node:window}, though its parent had {node:had}"
"""Begins the sentences about a call with another window than it should have."""


def _mover(case: Case, node: int) -> Turn:
    """Return who moves at a node by the recording, also where the player chooses nothing there, as in a driver."""
    return Turn(case.trace.columns.turn.item(node))


FACTS: dict[str, Callable[[Case, int], str]] = {
    "mover": lambda case, node: f"{_mover(case, node).name} to move",
    "player": lambda case, node: _mover(case, node).name,
    "value": lambda case, node: number(case.value[node]),
    "claim": lambda case, node: limits_in_words(*case.claims[node]),
    "worth": worth,
    "bound": lambda case, node: (
        f"at {'most' if case.value[node] <= case.alpha[node] else 'least'} {number(case.value[node])}"
    ),
    "move": lambda case, node: clean(case.trace.label(node)),
    "valued": valued,
    "window": window,
    "had": lambda case, node: "({}, {})".format(*(number(ends[node]) for ends in case.running_windows)),
    "far": lambda case, node: far_end(_mover(case, node)),
    "near": lambda case, node: near_end(_mover(case, node)),
    "limit": lambda case, node: number((case.alpha if _mover(case, node) == MIN else case.beta)[node]),
    "path": path_of,
    "where": board_text,
    "end": lambda case, node: number((case.beta if _mover(case, node) == MIN else case.alpha)[node]),
    "missing": lambda case, node: ", ".join(case.get_missing_moves(node)),
    "legal": lambda case, node: plural(len(case.get_legal_moves(node) or []), "legal move"),
    "last": lambda case, node: valued(case, case.visits(node)[-1]),
    "right": lambda case, node: Turn(int(case.movers[node])).name,
    "game": lambda case, _: describe(case.game) if case.game is not None else "",
    "depth": lambda case, node: str(case.depth[node] if case.depth else ""),
    "ply": lambda case, node: str(case.ply[node]),
    "count": lambda _, number: f"{number:d}",
}
"""What a field of a sentence may give of a node, by name; `count` gives a number without commas."""
