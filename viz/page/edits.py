"""The tree of a small recording, as a page needs it to be changed and searched again."""

from __future__ import annotations

from typing import Any

from tracer.games.random_tree import RandomTree
from tracer.games.rules import AnyGame, label
from tracer.games.tree import TreeGame
from tracer.searches.registry import SEARCHES
from tracer.text import clean
from tracer.tracing import Trace

LARGEST = 600
"""Nodes of a tree that can be changed in a page."""
ALPHABETA, MINIMAX = "alphabeta", "minimax"


def editable(trace: Trace) -> dict[str, Any] | None:
    """What a page searches again: the tree in pre-order, the search and its options, the pseudo-code of each choice.

    None where the tree is no typed or random one, is large, or was searched in another way, to a depth or in a window.
    """
    game, header = trace.game, trace.header
    plain = header.ours and header.search in (ALPHABETA, MINIMAX) and header.options.keys() <= {"fail", "cut"}
    if not isinstance(game, TreeGame | RandomTree) or not plain or header.stopped or trace.unfinished:
        return None
    tree = _tree(game, trace.start())
    if tree is None:
        return None
    fail, cut = header.options.get("fail", "soft"), header.options.get("cut", ">=")
    codes = {f"{ALPHABETA} {test}": _code(ALPHABETA, fail, test) for test in (">=", ">")}
    said = {"title": header.title, "place": header.place, "search": header.search, "fail": fail, "cut": cut}
    return {**said, "tree": tree, "codes": codes | {MINIMAX: _code(MINIMAX)}}


def _code(search: str, fail: str = "soft", cut: str = ">=") -> dict[str, Any]:
    code = SEARCHES[search].code.variant(fail=fail, cut=cut)
    return {"name": search, "lines": code.lines, "tags": {tag.value: line for tag, line in code.tags.items()}}


def _tree(game: AnyGame, start: Any) -> dict[str, list[Any]] | None:
    """Parents, labels, who moves, values of leaves, and names, in pre-order; None where there are too many nodes."""
    parents: list[int] = []
    labels: list[str] = []
    turns: list[int] = []
    values: list[float | None] = []
    names: list[str] = []
    stack: list[tuple[int, str, Any]] = [(-1, "", start)]
    while stack:
        parent, name, state = stack.pop()
        node, utility = len(parents), game.utility(state)
        if node + len(stack) >= LARGEST:
            return None
        parents.append(parent)
        labels.append(name)
        turns.append(int(game.turn(state)))
        values.append(utility)
        own = clean(game.name(state)) if isinstance(game, TreeGame) else ""
        names.append(own if own != name else "")
        moves = () if utility is not None else game.moves(state)
        if node + len(stack) + len(moves) >= LARGEST:
            return None
        stack += [(node, clean(label(game, move)), game.play(state, move)) for move in reversed(moves)]
    return {"parent": parents, "label": labels, "turn": turns, "value": values, "name": names}
