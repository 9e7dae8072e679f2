"""A recording that was made without its game, in the game's words: by the positions that the search told.

Where nobody says what a move is called, a recording names it after what it changed, and its root may be any position.
The game can name a move once it knows the two positions, and so it can say which moves were left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from tracer.deciding.position_texts import Reading, boards_in_texts, read_text, readings
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import ASKED, HALF
from tracer.diagnosis.case import Case
from tracer.diagnosis.likely_game import pick_evenly
from tracer.diagnosis.payoffs import won_leaves
from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, Turn, blame, describe, label, labels, read_move
from tracer.recording.status import PRUNED
from tracer.text import some_of
from tracer.tracing import Trace


def rename_moves(trace: Trace) -> Trace:
    """Return a trace whose moves have the names that its game gives them.

    A game that a recording was made with knows the root at least: moves that it does not know are the search's fault.

    Raises:
        PlyscopeError: the game knows none of the moves at the root, nor the positions that they lead to.
        GameError: the game misbehaved.
    """
    game = trace.game
    if game is None or (_knows_any(*_get_root_moves(trace, game)) and not _names_differently(trace, game)):
        return trace
    found = _rename_by_texts(trace, game)
    if trace.header.position is not None and trace.sources and _knows_no_move(trace, game):
        raise PlyscopeError(
            f"no move of the recording is a legal move of {describe(game)}: its positions cannot be read as positions "
            "of that game (such as a board on which the mover's stones always have the same mark). Pass the position "
            "in the game's own form with --state, or check a recording that was made without the game"
        )
    if trace.header.position is None and (found is trace or not _knows_any(*_get_root_moves(found, game))):
        searched, offered = _get_root_moves(trace, game)
        unknown = f"{describe(game)} knows none of the moves at the root, such as {searched[0]!r}, nor where they lead"
        if trace.sources and trace.header.game == describe(game):
            raise PlyscopeError(
                f"{unknown}, though it was recorded with that game: it is another one, or the search breaks its rules "
                f"with its first moves. Record it without the game, and give the game to check alone"
            )
        names = f" Its moves there are {some_of(offered)}: call them so, or" if offered else " Then"
        raise PlyscopeError(f"{unknown}: is it another game?{names} record it with game=… (attach) or --game (run)")
    return found


def is_turned(case: Case) -> bool:
    """Return whether the search calls MAX whom the game calls MIN, throughout: its numbers are the other player's."""
    if case.game is None:
        return False
    nodes = case.returned_nodes
    nodes = nodes[(case.position_id_column[nodes] >= 0) & np.isnan(case.payoffs[nodes])]
    nodes = nodes[(case.columns.turn[nodes] != 0) | ~np.isin(nodes, list(case.trace.drivers))]  # nobody moves there
    if not len(nodes) or (case.movers[nodes] != -case.columns.turn[nodes]).any():
        return False
    return not any(utility * case.value[node] > 0 for node, utility in won_leaves(case))


def turn_round(trace: Trace) -> Trace:
    """Return the same recording with MAX and MIN exchanged: who moves, windows and values."""
    columns = trace.columns
    evaluation = {} if columns.evaluation is None else {"evaluation": -columns.evaluation}
    window = {"alpha": -columns.beta, "beta": -columns.alpha}
    turned = columns.select(slice(None), turn=-columns.turn, value=-columns.value, **window, **evaluation)
    return trace.with_columns(turned, trace.header)


def _knows_any(searched: Sequence[str], offered: Sequence[str]) -> bool:
    """Return whether a game knows any of the moves that were searched; True where none was."""
    return not searched or not set(searched).isdisjoint(offered)


def _knows_no_move(trace: Trace, game: AnyGame) -> bool:
    """Return whether no move of a sample is the game's by the texts, nor changes one square, as wrong marks do."""
    columns, text = trace.columns, trace.columns.text
    if text is None or _knows_any(*_get_root_moves(trace, game)):
        return False
    referee, turns = Referee(game), columns.turn.tolist()
    above = columns.parent
    told = np.flatnonzero((text >= 0) & (text[above] >= 0) & (columns.status != PRUNED))
    told = told[told > 0]
    read = _choose_reader(trace, referee, text.tolist(), turns)
    for node in pick_evenly(told, ASKED).tolist():
        before, after = (above.item(node), turns[above.item(node)]), (node, turns[node] or -turns[above.item(node)])
        known = _find_moves_between(referee, *(read(text.item(one), turn) for one, turn in (before, after)))
        if known or _differ_in_one(*(trace.text(one) or "" for one, _ in (before, after))):
            return False
    return bool(len(told))


def _differ_in_one(text: str, other: str) -> bool:
    """Return whether two texts differ in one word, or in one character if they have no words.

    >>> _differ_in_one("X..", "XO."), _differ_in_one("1 0 0", "-1 -1 0"), _differ_in_one("1 0", "-1 0")
    (True, False, True)
    """
    parts = [one.split() if " " in one else [*one] for one in (text, other)]
    return len(parts[0]) == len(parts[1]) and sum(mine != its for mine, its in zip(*parts, strict=True)) == 1


def _names_differently(trace: Trace, game: AnyGame) -> bool:
    """Return whether the game has other names for most moves at the root, by the texts: rows for columns."""
    text = trace.columns.text
    if text is None or text[0] < 0:
        return False
    referee = Referee(game)
    agreeing = differing = 0
    for child in trace.children(0):
        place = read_text(referee, trace.text(child) or "", Turn(-int(trace.columns.turn[0])))
        found = [] if place is UNKNOWN else [label(game, one) for one in referee.moves_between(trace.start(), place)]
        agreeing += trace.label(child) in found
        differing += bool(found) and trace.label(child) not in found
    return differing > max(1, agreeing)


def _get_root_moves(trace: Trace, game: AnyGame) -> tuple[list[str], list[str]]:
    """Return the moves that were searched at the root, and those that a game has there.

    A null move and standing pat are no moves of the game.
    """
    tops = trace.children(0) if 0 in trace.drivers else [0]  # iterations have the root's position
    below = [child for top in tops for child in trace.children(top)]
    first = [child for child in below if int(trace.columns.move[child]) not in trace.no_moves]
    searched = [trace.label(child) for child in first if trace.columns.status[child] != PRUNED]
    start = trace.start()
    with blame(game):
        over = game.utility(start) is not None
        moves = [] if over else list(game.moves(start))
        offered = labels(game, moves)
        meant = [None if over or one in offered else read_move(game, start, one) for one in searched]
        searched = [written if one is None else label(game, one) for written, one in zip(searched, meant, strict=True)]
    return searched, offered


def _rename_by_texts(trace: Trace, game: AnyGame) -> Trace:
    """Return the trace with its game's names of the moves, and its root position, as far as the texts tell them."""
    text = trace.columns.text
    if text is None or text[0] < 0:
        return trace
    referee = Referee(game)
    texts, turns, parents = text.tolist(), trace.columns.turn.tolist(), trace.columns.parent.tolist()
    moves = trace.columns.move.tolist()
    read = cache(_choose_reader(trace, referee, texts, turns))
    root = read(texts[0], turns[0])
    if root is UNKNOWN:
        return trace
    names = trace.move_labels
    numbers = {name: number for number, name in enumerate(names)}
    known: dict[tuple[int, int, int, int], dict[int, int]] = {}
    for node in range(1, len(trace)):
        above, move = parents[node], moves[node]
        if texts[above] < 0 or texts[node] < 0:
            continue
        before, after = (texts[above], turns[above]), (texts[node], turns[node] or -turns[above])
        same = known.setdefault((*before, *after), {})
        if move not in same:
            found = _find_moves_between(referee, read(*before), read(*after))
            own = not found or names[move] in found
            name = names[move] if own else found[min(len(same), len(found) - 1)]
            same[move] = numbers.setdefault(name, len(numbers))
        moves[node] = same[move]
    columns = replace(trace.columns, move=np.array(moves, np.int32))
    tables: dict[str, Any] = {"labels": list(numbers), "texts": trace.texts, "sources": trace.sources}
    return Trace(columns, trace.no_moves, trace.header, game, root, **tables)


def _find_moves_between(referee: Referee, before: Any, after: Any) -> list[str]:
    """Return the game's names of the moves from one position to another; none if one of them is not known."""
    if before is UNKNOWN or after is UNKNOWN:
        return []
    return [label(referee.game, move) for move in referee.moves_between(before, after)]


def _choose_reader(trace: Trace, referee: Referee, texts: list[int], turns: list[int]) -> Callable[[int, int], Any]:
    """Return a function that gives the game's position for the number of a text and who moves there.

    It reads a text as the game does. Where that knows no root, it reads in another way that makes most moves legal.
    """
    said = trace.texts

    def as_usual(text: int, turn: int) -> Any:
        return read_text(referee, said[text], Turn(turn) if turn and referee.needs_turn else None)

    told = np.flatnonzero((trace.columns.text[1:] >= 0) & (trace.columns.status[1:] != PRUNED)) + 1  # type: ignore[index]
    told = pick_evenly(told, ASKED)
    steps = [(int(trace.columns.parent[node]), int(node)) for node in told]
    steps = [(above, node) for above, node in steps if texts[above] >= 0]

    def legal(read: Callable[[int, int], Any]) -> float:
        before = [read(texts[above], turns[above]) for above, _ in steps]
        after = [read(texts[node], turns[node] or -turns[above]) for above, node in steps]
        return sum(bool(_find_moves_between(referee, *pair)) for pair in zip(before, after, strict=True)) / len(steps)

    if not steps or as_usual(texts[0], turns[0]) is not UNKNOWN:
        return as_usual
    before, best, most = referee.squares, None, HALF
    for way in readings(referee, boards_in_texts(said[texts[node]] for _, node in steps)):
        referee.read_as(way.squares)
        read = partial(_read_in_way, referee, way, said)
        if (share := legal(read)) > most and read(texts[0], turns[0]) is not UNKNOWN:
            best, most = way, share
    referee.read_as(before if best is None else best.squares)
    return as_usual if best is None else partial(_read_in_way, referee, best, said)


def _read_in_way(referee: Referee, way: Reading, said: Sequence[str], text: int, turn: int) -> Any:
    return way.place(referee, said[text], Turn(turn) if turn else None)
