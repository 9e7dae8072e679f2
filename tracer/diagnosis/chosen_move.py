"""The move that is played: what the root, or the function above it, chose, beside what the children are worth."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial
from math import isinf
from typing import Any

import numpy as np

from tracer.deciding.function_text import assignments
from tracer.deciding.thresholds import TINY, TWICE
from tracer.diagnosis.call_columns import Window
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, WARNING, Disease, Spoils, Symptom
from tracer.diagnosis.identity import board_of_text
from tracer.diagnosis.source_lines import text_of_source
from tracer.diagnosis.table_entries import get_required_depths
from tracer.diagnosis.wording import plural, symptoms, worth
from tracer.games.rules import MAX, MIN, AnyGame, Turn, blame, labels, utility
from tracer.recording.columns import Ints
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Why
from tracer.text import clean


def win_at_once(case: Case, chosen: int) -> str:
    """Return which move wins at once, beside a move that does not or after it; empty where none does.

    Of the replies only those count that were searched. Nothing is returned where the game is not known.
    """
    game, state, after = case.game, case.get_state(case.parent[chosen]), case.get_state(chosen)
    ends = {worth for worth in case.payoff_by_position if worth is not None}
    if game is None or state is None or after is None or not ends or any(map(isinf, ends)):
        return ""
    turn, played = int(case.turn[case.parent[chosen]]), case.label(chosen)
    name, other = ("MAX", "MIN") if turn > 0 else ("MIN", "MAX")
    with blame(game):
        if utility(game, after) is not None:
            return ""
        win = next(_iter_winning_moves(game, state, turn, max(end * turn for end in ends)), None)
        if win is not None:
            return f"{name} wins at once with {win}"
        seen = {case.label(child) for child in case.children(chosen) if case.status[child] != PRUNED}
        replies = _iter_winning_moves(game, after, -turn, max(-end * turn for end in ends))
        reply = next((one for one in replies if one in seen), None)
    return "" if reply is None else f"{other} wins at once with {played}/{reply}"


def _iter_winning_moves(game: AnyGame, state: Any, player: int, most: float) -> Iterator[str]:
    """Yield the labels of the moves with which a player, who is to move, ends the game and gets the most there is."""
    if int(game.turn(state)) != player:
        return
    moves = list(game.moves(state))
    for name, move in zip(labels(game, moves), moves, strict=True):
        worth = utility(game, game.play(state, move))
        if worth is not None and 0 < most <= worth * player:
            yield name


WORSE = Disease(
    "worse-move-played",
    ERROR,
    "The search has found a better move than the one that is played.",
    "Remember the move together with its value, in the same branch of the code, and nowhere else; where the function "
    "above the search chooses, it must choose as the player does who moves there: the greatest value for MAX, the "
    "least for MIN, with the sign turned over in a negamax; and what it calls after a move must search for the player "
    "who moves next. A pass that was left tells nothing of the moves to which it did not come: keep the move of the "
    "pass before, or begin each pass with the best move of that.",
)
BOUND = Disease(
    "bound-played",
    WARNING,
    "The move that is played was never shown to be as good as the best: its value is only a bound, at the end of a "
    "window that moves before it had narrowed, and was taken for a tie.",
    "Compare with > where the window is narrowed (< at MIN), so that the first of equal moves stays; to draw lots "
    "among the best, search each move with the full window, or with one that leaves room for a tie (best - 1).",
)
NONE = Disease(
    "no-move-played",
    ERROR,
    "None is returned instead of a move, though the root has moves that were searched.",
    "Begin with a value that every real one beats, or with the first move: with >, or a first value that real ones "
    "reach, no move is ever kept where all moves lose.",
)
OVERWRITTEN = Disease(
    "move-overwritten",
    ERROR,
    "What is kept as the move to play when the search returns is none of the root's moves: calls below the root have "
    "stored theirs in the same place.",
    "Store the move at the root alone (if ply == 0), or return it beside the value.",
)
_BEST_VALUE_NAME = re.compile(r"best|max|min|value|score", re.IGNORECASE)
"""In the name of a variable that keeps the best value."""
DISEASES: tuple[Disease, ...] = (WORSE, BOUND, NONE, OVERWRITTEN)


def examine(case: Case) -> Iterator[Symptom]:
    """Yield the root, or that of the last iteration, if another move was played than its best."""
    trace = case.trace
    if "kept_below" in trace.header.notes and trace.header.stopped is None:
        kept = clean(str(trace.header.notes["kept_below"]))
        said = "{kept} is kept as the move to play, which is none of the {count} moves that this node searched"
        root, count = trace.decision_node, len(case.visits(trace.decision_node))
        yield from symptoms(OVERWRITTEN, case, [root], said, kept=kept, count=count)
    if "played" not in trace.header.notes or trace.header.stopped is not None or Spoils.VALUES in case.spoilt_aspects:
        return
    root = trace.decision_node
    if case.status[root] == OPEN and root:
        yield from _find_better_in_last_pass(case, root)
    if case.status[root] != EXPANDED or case.turn[root] not in (MAX, MIN) or root in case.broken_nodes:
        return
    if _is_player_uncertain(case, root):
        return
    visits = [child for child in case.counted_children(root) if case.status[child] != PRUNED]
    if any(case.status[child] == OPEN for child in visits) or case.broken_nodes.issuperset(visits):
        return  # nothing, or nothing right, is known of the moves
    if trace.header.notes["played"] is None:
        # A call that returned no value has no move either, and of a pass that was given up the driver takes none.
        if "valueless" not in trace.header.notes and not _was_given_up(case, root):
            yield Symptom(NONE, root, partial(_describe_none, case, root, visits))
        return
    chosen = [child for child in visits if trace.label(child) == trace.header.notes["played"]]
    if not chosen:
        return
    # By the move, what it is worth to the player at least and at most.
    claims = _find_claims_for_player(case, root, visits)
    best = max(visits, key=lambda child: (claims[case.move[child]][0], -child))
    proven, (at_least, at_most) = claims[case.move[best]][0], claims[case.move[chosen[0]]]
    if at_most < proven - TINY * (1 + abs(proven)):
        said = "{chosen:move} is played, worth {chosen:worth}, but {best:move} is worth {best:worth}, and {node:player}"
        more = partial(_describe_worse, case, chosen[-1], best, visits)
        yield from symptoms(WORSE, case, [root], f"{said} moves{{more}}", chosen=chosen[-1], best=best, more=more)
    elif at_most == proven > at_least:
        said = (
            "{chosen:move} is played, of which its window told only that it is worth {chosen:value} at {most}; "
            "{best:move}, searched before it, is worth {best:worth}"
        )
        most = "most" if case.turn[root] > 0 else "least"
        yield from symptoms(BOUND, case, [root], said, chosen=chosen[-1], best=best, most=most)


def _find_claims_for_player(case: Case, root: int, visits: list[int]) -> dict[int, Window]:
    """Return what each move is worth to the player, at least and at most, by its deepest visits.

    These hold together; where they contradict each other, the last one counts. A reduced search alone shows no move to
    be good: that takes one at the full depth.
    """
    turn, why, depths = case.turn[root], case.trace.columns.why, get_required_depths(case)
    claims: dict[int, Window] = {}
    for move in dict.fromkeys(case.move[child] for child in visits):
        same = [child for child in visits if case.move[child] == move]
        deepest = [child for child in same if depths[child] == max(depths[same])]
        claimed = [Window.of(turn, *case.claims[child]) for child in deepest]
        near, far = max(one.near for one in claimed), min(one.far for one in claimed)
        claims[move] = Window(near, far) if near <= far else claimed[-1]
        if why is not None and all(why[child] == Why.REDUCED for child in deepest):
            claims[move] = Window(-np.inf, far)
    return claims


def _find_better_in_last_pass(case: Case, root: int) -> Iterator[Symptom]:
    """Yield a pass that was left, if its best move so far is played and the best move of the pass before is better.

    That is known where the pass had not searched this one, and has not shown that the other is as good.
    """
    trace, turn = case.trace, int(case.turn[root])
    before = [one for one in trace.children(int(case.parent[root])) if one < root and case.status[one] == EXPANDED]
    chosen = trace.played
    if not before or chosen is None or turn not in (MAX, MIN) or case.broken_nodes.intersection((before[-1], chosen)):
        return
    best = trace.deciding_child(before[-1])
    worse = next((one for one in trace.children(before[-1]) if trace.label(one) == trace.label(chosen)), None)
    if best is None or worse is None or case.value[best] != case.value[before[-1]]:
        return
    searched = [one for one in trace.children(root) if case.value[one] == case.value[one]]
    most = case.value[best] * turn
    if any(trace.label(one) == trace.label(best) for one in searched):
        return
    if case.value[worse] * turn < most and case.value[chosen] * turn < most:
        said = (
            "{chosen:move} is played, worth {chosen:worth}: this pass was left after {moves}, and {best:move}, worth "
            "{best:worth} in the pass before, was not among them"
        )
        yield from symptoms(WORSE, case, [root], said, chosen=chosen, best=best, moves=plural(len(searched), "move"))


def _was_given_up(case: Case, root: int) -> bool:
    """Return whether a pass returned on a line on which none before it did, as where its time is over."""
    left_at = case.trace.columns.left_at
    before = [one for one in case.visits(int(case.parent[root])) if one < root] if root else []
    return left_at is not None and bool(before) and left_at[root] not in left_at[before]


def _is_player_uncertain(case: Case, root: int) -> bool:
    """Return whether the root's player is uncertain.

    The player of a function above the search is inferred from its calls, unless its position tells who moves. That is
    certain only where the players alternate with every move, or several, or chance, follow one another round and round.
    """
    columns = case.trace.columns
    calls = np.arange(root + 1, case.end[root])
    calls = calls[columns.status[calls] != PRUNED]
    function = columns.function
    if case.game is not None or function is None or not len(calls) or (function[calls] == function[root]).any():
        return False
    text = case.trace.text(root)
    if text is not None and case.once(board_of_text)(text) != text:
        return False
    inner = calls[columns.parent[calls] != root]
    if not columns.turn[calls].all() or (columns.turn[inner] == columns.turn[columns.parent[inner]]).any():
        return not _goes_round(columns.turn[calls], case.trace.ply[calls] - case.trace.ply[root], case.turn[root])
    return False


def _goes_round(turn: Ints, ply: Ints, root_turn: int) -> bool:
    """Return whether who moves follows from the ply and comes again after some plies, of which the root is one too."""
    pairs = np.unique(np.column_stack([ply, turn]), axis=0)
    turns = [root_turn, *pairs[:, 1].tolist()]
    rounds = range(TWICE, 1 + (len(turns) - 1) // TWICE)
    return len(turns) == 1 + pairs[-1, 0] and any(turns[plies:] == turns[:-plies] for plies in rounds)


def _describe_worse(case: Case, chosen: int, best: int, visits: list[int], root: int) -> str:
    """Return what else is known of a move that is worse than the best, as it continues a sentence."""
    turn = case.turn[root]
    worst = min(visits, key=lambda child: case.value[child] * turn)
    facts = ["the last one that was searched"] if chosen == visits[-1] else []
    facts += ["the first one that was searched"] if chosen == visits[0] else []
    if case.value[chosen] == case.value[worst]:
        facts += ["the worst of all, as if the other player moved" if chosen == worst else "the worst of all"]
    said = f": {case.label(chosen)} is {' and '.join(facts)}" if facts else ""
    if chosen == visits[0] and case.value[best] * turn <= 0 and _may_begin_at_zero(case, root):
        said += f". No move is better than 0 for {Turn(turn).name}: if the best value begins at 0, none is ever taken"
    win = win_at_once(case, chosen)
    return f"{said}. By the rules {win}" if win else said


def _may_begin_at_zero(case: Case, node: int) -> bool:
    """Return whether a best value begins at 0 in the text of a node's function, or its text is not known."""
    source = case.trace.source(node)
    text = None if source is None or not source.text else text_of_source(source, frozenset())
    if text is None:
        return True
    begun = [(targets, value) for targets, value in assignments(ast.walk(text.root)) if isinstance(value, ast.Constant)]
    zeros = [targets for targets, value in begun if type(value.value) in (int, float) and value.value == 0]
    return any(_BEST_VALUE_NAME.search(ast.unparse(target)) for targets in zeros for target in targets)


def _describe_none(case: Case, root: int, visits: list[int]) -> str:
    best = max(visits, key=lambda child: case.turn[root] * case.value[child])
    same = len({case.value[child] for child in visits}) == 1
    every = f"all of its {len(visits)} moves are" if same and len(visits) > 1 else f"{case.trace.label(best)} is"
    return f"None is returned where a move is wanted, though {every} worth {worth(case, best)}"
