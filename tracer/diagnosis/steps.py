"""What changed in the texts of positions: steps that are none by the rules, and parts that a call need not put back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby, islice
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import SAMPLE
from tracer.diagnosis.case import Case
from tracer.diagnosis.identity import board_of_text
from tracer.games.rules import AnyGame, blame, show

_Changes = dict[int, tuple[str, str]]
"""What stood and what stands at each place that changed, by the place."""


class Step(NamedTuple):
    """A node to which no legal move leads, from a position by the rules in which the game is not over."""

    node: int
    like_a_move: bool
    """Whether about as much changed as a legal move changes: it was a move, though no legal one."""


def changes_between(before: str, after: str) -> _Changes | None:
    """What stood and what stands at each place that changed; None where the texts have not the same places.

    >>> changes_between("X.", "XO"), changes_between("10 4", "9 4"), changes_between("1", "1 2")
    ({1: ('.', 'O')}, {0: ('10', '9')}, None)
    """
    one, other = (list(before), list(after)) if len(before) == len(after) else (before.split(), after.split())
    if len(one) != len(other):
        return None
    return {place: pair for place, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]}


def unlawful_steps(case: Case) -> list[Step]:
    """Return the steps that the rules do not know.

    A null move leaves the position as it is, and so does a call that only hands it on: they are no such steps.
    """
    if case.game is None or -1 not in case.places:
        return []
    none = case.trace.no_moves
    beginnings = [
        node
        for node in case.visited[1:]
        if int(case.trace.columns.move[node]) not in none
        and case.places[node] < 0 <= case.places[case.parent[node]]
        and case.legal(case.parent[node])
    ]
    told = case.trace.columns.text is not None
    if not told and all(case.places[node] < 0 for node in case.visited[1:]):
        return []  # the moves have other names than the game's: they say nothing
    visits = Counter(case.parent[node] for node in case.visited[1:])
    good = {case.parent[node] for node in case.visited[1:] if case.places[node] >= 0}
    sizes: dict[int, set[tuple[bool, int]]] = {}
    found = []
    for node in beginnings:
        parent = case.parent[node]
        before, after = case.trace.text(parent), case.trace.text(node)
        if before is None or after is None:
            found.append(Step(node, like_a_move=True))
            continue
        pairs = changes_between(before, after)
        if pairs == {} and (parent in good or visits[parent] == 1):
            continue
        place = case.places[parent]
        if place not in sizes:
            sizes[place] = _sizes(case.game, case.states[place])
        board = case.once(board_of_text)
        like_a_move = pairs is None or _size(before, after) in sizes[place] | case.once(_sizes_told)
        like_a_move |= before != after and board(before) == board(after)  # it overwrote what was the same
        found.append(Step(node, like_a_move=like_a_move))
    whole = [node for node in {case.parent[step.node] for step in found} if not case.cutoff[node]]
    if whole and not any(map(case.missing_moves, whole)):  # a legal move that was made wrongly would be missing
        return [Step(node, like_a_move=True) for node, _ in found]
    return found


def _sizes_told(case: Case) -> set[tuple[bool, int]]:
    """How many places the legal moves of a search change by its own texts, which may say more than the game's."""
    text, known = case.trace.columns.text, case.place >= 0
    known[0] = False
    nodes = np.flatnonzero(known & known[case.columns.parent])
    if text is None:
        return set()
    pairs = np.unique(np.stack([text[case.columns.parent[nodes]], text[nodes]], axis=1), axis=0)[:SAMPLE].tolist()
    texts = case.trace.texts
    return {_size(texts[before], texts[after]) for before, after in pairs if min(before, after) >= 0}


def _sizes(game: AnyGame, state: object) -> set[tuple[bool, int]]:
    """Return how many places the legal moves of a position change, by characters and by words."""
    before, found = show(game, state), set()
    for move in game.moves(state):
        after = show(game, game.play(state, move))
        found |= {_size(before, after), (False, len(changes_between(f"{before} ", after) or []))}
    return found


def _size(before: str, after: str) -> tuple[bool, int]:
    """Return whether places are characters, and how many of them changed."""
    return len(before) == len(after), len(changes_between(before, after) or [])


def moves_of_the_other(case: Case, nodes: Iterable[int]) -> set[int]:
    """Return those of some unlawful steps that are legal moves with the other player's piece.

    Such a step changes the squares that a legal move changes, to what the other player's next move would put there.
    """
    found, known = set[int](), dict[int, tuple[list[_Changes], list[_Changes]]]()
    for node in nodes:
        parent = case.parent[node]
        place = case.places[parent]
        if case.game is None or place < 0 or not case.game.turn(case.states[place]):
            continue
        texts = show(case.game, case.states[place]), case.trace.text(parent), case.trace.text(node)
        board, before, after = (_squares(text or "") for text in texts)
        letters = dict(zip(before, board, strict=False))
        if not len(board) == len(before) == len(after) or [*map(letters.get, before)] != [*board]:
            continue
        if place not in known:
            known[place] = _legal_and_answers(case.game, case.states[place])
        legal, answers = known[place]
        made = changes_between(board, "".join(letters.get(square, square) for square in after)) or {}
        is_a_place = set(made) in map(set, legal)
        if made not in legal and is_a_place and sorted(made.values()) in (sorted(one.values()) for one in answers):
            found.add(node)
    return found


def _legal_and_answers(game: AnyGame, state: Any) -> tuple[list[_Changes], list[_Changes]]:
    """Return what the legal moves of a position change, and what the other player's answers to them change."""
    with blame(game):
        board, below = _squares(show(game, state)), [game.play(state, move) for move in game.moves(state)]
        answers = [
            changes_between(_squares(show(game, one)), _squares(show(game, game.play(one, move)))) or {}
            for one in below
            if game.utility(one) is None and game.turn(one) != game.turn(state)
            for move in game.moves(one)
        ]
        return [changes_between(board, _squares(show(game, one))) or {} for one in below], answers


def _squares(text: str) -> str:
    """Return a board's text without the ends of its lines."""
    return text.replace("\n", "")


_NAME = re.compile(r"(?:^|\n|[,({] ?)['\"]?([A-Za-z_]\w*)['\"]?(?:=|: ?|(?<=\w) (?=\S))")
"""What begins a part of a position's text: a name with a sign behind it, or between commas with a blank."""

_Change = tuple[tuple[str, object], ...]
"""What became of the other parts: by the name, each place that changed with what stands there now."""


def parts_of(text: str) -> dict[str, str]:
    r"""Return the parts of a position's text by their names, or without names by their places; none where it is one.

    Without names, a part is a line, or several of one length.

    >>> parts_of("cells X.., last 2"), parts_of("Board(cells='X..', last=2)"), parts_of("X..\n.O.")
    ({'cells': 'X..', 'last': '2'}, {'cells': "'X..'", 'last': '2)'}, {})
    >>> parts_of("cells:\nX..\n.O.\nlast: (1, 2)"), parts_of("X..\n.O.\n4")
    ({'cells': 'X..\n.O.', 'last': '(1, 2)'}, {'0': 'X..\n.O.', '1': '4'})
    """
    found = list(_NAME.finditer(text))
    if found:
        ends = [*(one.start() for one in found[1:]), len(text)]
        return {one[1]: text[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}
    blocks = ["\n".join(lines) for _, lines in groupby(text.split("\n"), len)]
    return {str(place): block for place, block in enumerate(blocks)} if len(blocks) > 1 else {}


def overwritten(case: Case) -> frozenset[str]:
    """Return the names of the parts of positions that the place of each move alone determines, by all calls.

    Who moves is none, for it follows from what stands there and not from where; nor is a count, which goes on from what
    was left.
    """
    text = case.trace.columns.text
    if text is None:
        return frozenset()

    told: dict[str, dict[_Change, set[str]]] = {}
    calls = 0
    for node in case.visited[1:SAMPLE]:
        before, after = int(text[case.parent[node]]), int(text[node])
        if before < 0 or after < 0 or before == after:
            continue
        one, other = (parts_of(case.trace.texts[number]) for number in (before, after))
        if not other or one.keys() != other.keys():
            return frozenset()
        calls += 1
        for name in other:
            told.setdefault(name, {}).setdefault(_change(one, other, name), set()).add(other[name])
    return frozenset(name for name, by_change in told.items() if calls > len(by_change) and _is_written(by_change))


def _change(before: Mapping[str, str], after: Mapping[str, str], name: str) -> _Change:
    """Return what changed in all parts but one."""
    found: list[tuple[str, object]] = []
    for other, now in after.items():
        was = before[other]
        if other == name or was == now:
            continue
        if len(was) != len(now):
            found.append((other, now))
        else:
            found += [(other, (k, pair[1])) for k, pair in enumerate(zip(was, now, strict=True)) if pair[0] != pair[1]]
    return tuple(found)


def _is_written(by_change: Mapping[_Change, set[str]]) -> bool:
    """Return whether changes of the rest have one value each, and those that differ in places alone have several."""
    if any(len(values) > 1 for values in by_change.values()):
        return False
    by_mark: dict[tuple[object, ...], set[str]] = {}
    for change, values in by_change.items():
        marks = tuple(now[1] if isinstance(now, tuple) else now for _, now in change)
        by_mark.setdefault(marks, set()).update(values)
    return any(len(values) > 1 for values in by_mark.values())


def beside_values(case: Case, changed: Mapping[int, tuple[str, str]]) -> set[int]:
    """Return the calls that returned another position than they got, the values aside that they leave in it.

    Given are the texts of the position on entry and on return, of each call at which they differ.
    """
    names = _names_of_values(case, dict(islice(changed.items(), SAMPLE)))
    if not names:
        return set(changed)
    return {
        node for node, (one, other) in changed.items() if _parts_without(one, names) != _parts_without(other, names)
    }


def _names_of_values(case: Case, changed: Mapping[int, tuple[str, str]]) -> set[str]:
    """Return the names of the parts in which each of some calls leaves the value that it returns, MAX's or its mover's.

    What holds a number before that, and one of two after it, may be a player's as well: it is none.
    """
    names: dict[str, list[bool]] = {}
    values: set[float] = set()
    untold = set[str]()
    for place, (node, (entry, left)) in enumerate(changed.items()):
        value, turn = float(case.value[node]), int(case.trace.columns.turn[node])
        values.add(value)
        before, after = parts_of(entry), {name: _number(part) for name, part in parts_of(left).items()}
        if not place:
            names = {name: [True, True] for name in after}
        for name in [*names]:
            number = after.get(name)
            names[name] = [kept and number == one for kept, one in zip(names[name], (value, value * turn), strict=True)]
            if not any(names[name]):
                del names[name]
            elif _number(before.get(name, "")) is None:
                untold.add(name)
        if not names:
            break
    return {name for name in names if name in untold or len(values) > len(("one", "other"))}


def _number(part: str) -> float | None:
    """Return the number that a part of a position is, 1 and −1 for truth values; None where it is none.

    >>> _number("-6"), _number("2)"), _number("False"), _number("X..")
    (-6.0, 2.0, -1.0, None)
    """
    word = part.rstrip(")}")
    try:
        return {"True": 1.0, "False": -1.0}.get(word) or float(word)
    except ValueError:
        return None


def _parts_without(text: str, names: set[str]) -> dict[str, str]:
    """Return the parts of a position's text but for some.

    >>> both = "Heaps(left=3, score=2)", "Heaps(left=3)"
    >>> [_parts_without(text, {"score"}) for text in both]
    [{'left': '3'}, {'left': '3'}]
    """
    return {name: part.rstrip(")}") for name, part in parts_of(text).items() if name not in names}
