"""Leaves where the game goes on: taken for its end too early, worth as much as a win, or all worth the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np

from tracer.deciding.function_text import called_name, names_in
from tracer.deciding.thresholds import ASKED, FEW, HALF, SEVERAL, TRIED
from tracer.diagnosis import depths
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.finding import ERROR, NOTE, Disease, Symptom
from tracer.diagnosis.first_moves import by_line, names_of_sources, text_of_source
from tracer.diagnosis.payoffs import (
    agrees,
    is_static,
    own_evaluation,
    payoff_at,
    shares_evaluation,
    utility_of,
    won_leaves,
)
from tracer.diagnosis.truth import Truth, claimed_draws, oracle, positions_after, unfinished_leaves
from tracer.diagnosis.wording import symptoms
from tracer.games.rules import BuiltIn, blame, optional, utility
from tracer.recording.columns import Ints
from tracer.recording.source import Source
from tracer.recording.status import HORIZON, OPEN, TABLE, TERMINAL
from tracer.text import number

EARLY = Disease(
    "terminal-early",
    ERROR,
    "A node is taken for a leaf where the game is not over and the depth is not used up, and its value is wrong.",
    "Look at the test for the end of the game: it holds too soon.",
)
OUTRANKS = Disease(
    "evaluation-outranks-win",
    ERROR,
    "The evaluation of a position at the horizon is as great as a win or greater, so that it may be preferred to one.",
    "Keep evaluations strictly between the least loss and the least win: scale them, or give wins greater numbers.",
)


def leaves_taken_early(case: Case) -> Iterator[Symptom]:
    """Yield leaves where neither the game is over nor the depth used up, and no table can have known the value."""
    if case.game is None or case.may_have_cached_answers:
        return
    inferred = (TABLE,) if case.trace.sources else ()  # what others tell of their table they know
    early = [node for node in unfinished_leaves(case, TERMINAL, *inferred) if node not in case.blamed_nodes]
    if not early:
        return
    searched = depths.first_searches(case)
    truth, own, claimed = oracle(case), own_evaluation(case), case.once(claimed_draws)
    said = (
        "{node:where} is taken for a leaf of value {node:value}, but the game goes on there with {node:legal}, {what}"
    )

    for node in early:
        if node in claimed or (case.value[node] in _won(case, node) and _wins_at_once(case, node)):
            continue
        if searched.get(case.position_ids[node], node) < node:
            continue  # its value may be remembered, or it is a repetition
        expected = None if own is None else own(case.get_state(node))
        if (expected or OPEN in case.status) and is_static(case, node, expected):
            continue  # evaluated on purpose, as where a budget is spent or little is promised
        if HORIZON in case.status and not case.once(shares_evaluation) and _is_bound(case, node):
            continue  # the same, by an evaluation that is not known
        if truth.is_its_own:
            if case.value[node] in _won(case, node) and not _is_bound(case, node):
                yield from symptoms(EARLY, case, [node], said, what="as a win counts")
            continue
        true = _contradicting_value(case, node, truth)
        if true is not None:
            yield from symptoms(EARLY, case, [node], said, what=f"and the true value is {number(true)}")


def _is_bound(case: Case, node: int) -> bool:
    """Return whether a leaf's value is at an end of its window or beyond."""
    return not case.alpha[node] < case.value[node] < case.beta[node]


def _contradicting_value(case: Case, node: int, truth: Truth) -> float | None:
    """Return the true value of such a leaf where that contradicts it, as do the values of deeper searches.

    Where the value to the search's depth is not known, and a win is claimed, that of the whole game counts. A value at
    an end of its window or beyond is a bound alone, as the leaf may have been cut; and one that is deeper may have been
    kept from another trace. Where nothing shows what the search counts a win, its sign is all that can be compared.
    """
    state, ply, remaining, value = (
        case.get_state(node),
        case.ply[node],
        case.get_remaining_depth(node),
        case.value[node],
    )
    true = truth.of(state, ply, remaining)
    if true is None and value in _won(case, node):
        true = truth.of(state, ply, None)
    low, high = case.claims[node]
    low, high = -INFINITY if value <= case.alpha[node] else low, INFINITY if value >= case.beta[node] else high
    if true is None or low <= true <= high:
        return None
    if true * value > 0 and not case.once(_shows_wins):
        return None
    deeper = () if remaining is None else (*range(remaining + 1, remaining + TRIED), None)
    values = (truth.of(state, ply, depth) for depth in deeper)
    return None if any(one is not None and low <= one <= high for one in values) else true


def _wins_at_once(case: Case, node: int) -> bool:
    """Return whether the player whose win a leaf's value is has a winning move there, which need not be called."""
    game, legal = case.game, case.get_legal_moves(node)
    assert game is not None
    after = positions_after(case, node, set(legal or ()))
    with blame(game):
        return any((utility(game, one) or 0) * case.value[node] > 0 for one in after)


def _shows_wins(case: Case) -> bool:
    """Return whether a leaf shows what the search counts a win."""
    return any(won_leaves(case))


def _won(case: Case, node: int) -> set[float | None]:
    """Return what wins of the game would count at a node."""
    return {payoff_at(case, node, utility) for utility in set(case.payoff_by_position) if utility}


def evaluations_like_wins(case: Case, wrong: set[int]) -> Iterator[Symptom]:
    """Evaluations that are as great as a win, in a game of wins, draws and losses alone; by wins that are not wrong.

    What a built-in game says of its positions is no fault of a search that has its evaluations from there, which one
    equal number among others does not show.
    """
    if case.game is None or HORIZON not in case.status:
        return
    own = own_evaluation(case) if isinstance(case.game, BuiltIn) else None
    hard = case.may_clamp_leaves or case.trace.header.options.get("fail") == "hard"
    over = [
        (case.value[node], node, utility)
        for node, utility in won_leaves(case)
        if node not in wrong
        and agrees(case, node, payoff_at(case, node, utility) or utility)
        and not (hard and case.value[node] in (case.alpha[node], case.beta[node]))
    ]
    if len(over) < FEW or len({abs(utility) for _, _, utility in over}) != 1 or over[0][2] == 0.5:
        return  # what a draw pays where a win pays 1 and a loss 0
    wins = [(value, node) for value, node, utility in over if utility > 0] or [(INFINITY, 0)]
    losses = [(value, node) for value, node, utility in over if utility < 0] or [(-INFINITY, 0)]
    win, loss = min(wins), max(losses)
    known = {value for value, _, _ in over}
    evaluated = [
        node
        for node in case.iter_leaves()
        if case.status[node] == HORIZON
        and case.position_ids[node] >= 0
        and utility_of(case, node) is None
        and case.value[node] not in known  # a win that a quiescence search has seen
        and not (hard and case.value[node] in (case.alpha[node], case.beta[node]))
    ]
    theirs = {node for node in evaluated if own and own(case.get_state(node)) == case.value[node]}
    if len(theirs) * 2 > len(evaluated):
        evaluated = [node for node in evaluated if node not in theirs]
    most, least = max(wins)[0], min(losses)[0]
    if not any(case.value[node] > most > 0 or case.value[node] < least < 0 for node in evaluated):
        return
    for node in evaluated:
        for end, word, sign in ((win, "win", 1), (loss, "loss", -1)):
            if sign * case.value[node] >= sign * end[0]:
                said = (
                    f"the evaluation at {{node:where}} is {{node:value}}, while a {word} counts {{worth}} "
                    f"({{end:path}}): no {word} can be told from it"
                )
                yield from symptoms(OUTRANKS, case, [node], said, worth=number(end[0]), end=end[1])
                break


LEAVES = 100
"""Leaves below which one value of all says little."""
POSITIONS = 40
"""Different positions of these below which it says little."""
ALIKE = Disease(
    "leaves-alike",
    NOTE,
    "All leaves are worth the same, though their positions differ: no move can be better than another. It is said from "
    f"{LEAVES} leaves in {POSITIONS} positions on; from {SEVERAL} positions at the horizon on, and whatever the ends "
    "of the game are worth, where the text evaluates something else than the position that a call gets.",
    "Call the evaluation with two positions that ought to differ. If it gives one number for both, see what it reads: "
    "likely a variable that the search does not change, such as self.board, instead of its argument. If the numbers "
    "differ, search deeper, or let the evaluation count more.",
)


def leaves_alike(case: Case) -> Iterator[Symptom]:
    """Yield the first leaf, if a program's evaluation gave all leaves one value, ends of the game among them.

    Those are left out where the text shows that the evaluation gets another position.
    """
    columns, left_at = case.columns, case.trace.columns.left_at
    if case.trace.header.ours or case.blamed_nodes or case.broken_nodes:
        return
    place = case.trace.columns.text if case.game is None else case.position_id_column
    leaves = np.flatnonzero((columns.status == HORIZON) & ~np.isnan(columns.value))
    other = leaves[:0] if place is None else _evaluated_elsewhere(case, leaves)
    if place is not None and len(other):
        different = len(np.unique(place[other]))
        if different >= SEVERAL and len(np.unique(columns.value[other])) == 1:
            value = number(columns.value.item(other[0]))
            said = (
                f"all {len(other):,} leaves that are evaluated are worth {value}, in {different:,} different positions"
            )
            yield Symptom(ALIKE, other.item(0), lambda: f"{said}: {_ANOTHER}")
        return
    leaves = np.flatnonzero(np.isin(columns.status, (HORIZON, TERMINAL)) & ~np.isnan(columns.value))
    values = np.unique(columns.value[leaves])
    evaluated = (columns.status[leaves] == HORIZON).sum()
    if len(leaves) < LEAVES or len(values) != 1 or not np.isfinite(values[0]) or evaluated < HALF * len(leaves):
        return
    different = 0 if place is None else len(np.unique(place[leaves]))
    horizon = leaves[columns.status[leaves] == HORIZON]
    lines = () if left_at is None else by_line(case, horizon, left_at[horizon])
    if any(source.holds(line) and _FIXED.search(source.lines[line - source.line]) for source, line, _ in lines):
        return  # a number stands there in the text: no evaluation was asked
    if different >= POSITIONS and _may_differ(case, leaves):
        said = f"all {len(leaves):,} leaves are worth {number(values.item(0))}, in {different:,} different positions"
        yield Symptom(ALIKE, leaves.item(0), lambda: f"{said}: {_EITHER}")


def _evaluated_elsewhere(case: Case, leaves: Ints) -> Ints:
    """Return the leaves that return by a line which evaluates something else than the position that its call gets."""
    names, left_at = names_of_sources(case), case.trace.columns.left_at
    lines = () if left_at is None else by_line(case, leaves, left_at[leaves])
    found = [at for source, line, at in lines if source.holds(line) and _evaluates_another(source, line, names)]
    return leaves[np.sort(np.concatenate(found))] if found else leaves[:0]


def _evaluates_another(source: Source, line: int, names: frozenset[str]) -> bool:
    """Return whether a line returns what a function gives for other arguments than the position.

    The position is an argument from which the next call gets its own by a call that also gets the move of a loop.
    """
    text = text_of_source(source, names)
    outer = (
        None if text is None else next((one for one in ast.walk(text.root) if isinstance(one, ast.FunctionDef)), None)
    )
    if outer is None:
        return False
    nodes = list(ast.walk(outer))
    places = [one.arg for one in (*outer.args.posonlyargs, *outer.args.args)]
    moves = {name for one in nodes if isinstance(one, ast.For | ast.comprehension) for name in names_in(one.target)}
    made: dict[str, list[ast.expr]] = {}
    for one in nodes:
        if isinstance(one, ast.Assign):
            for name in (name for target in one.targets for name in names_in(target)):
                made.setdefault(name, []).append(one.value)
    own = places[1:] if places[:1] in (["self"], ["cls"]) else places
    positions = set[str]()
    for one in nodes:
        if isinstance(one, ast.Call) and called_name(one.func) in names:
            for place, given in zip(own, one.args, strict=False):
                ways = made.get(given.id, []) if isinstance(given, ast.Name) else [given]
                by_calls = [way for way in ways if isinstance(way, ast.Call) and place in names_in(way)]
                positions |= {place for way in by_calls if moves & names_in(way)}
    returns = [one.value for one in nodes if isinstance(one, ast.Return) and one.lineno == line - source.line + 1]
    if not positions or len(returns) != 1 or returns[0] is None:
        return False
    calls = [one for one in ast.walk(returns[0]) if isinstance(one, ast.Call) and (one.args or one.keywords)]
    used = {name for call in calls for name in names_in(call)}
    return bool(calls) and not used & (positions | moves | made.keys())


def _may_differ(case: Case, leaves: Ints) -> bool:
    """Return whether the game's own evaluation finds a difference between some leaves, or there is none to ask."""
    game = case.game
    evaluate = None if game is None else optional(game, "evaluate")
    if game is None or evaluate is None:
        return True
    with blame(game):
        return (
            len({evaluate(case.get_state(node)) for node in leaves[:ASKED].tolist() if case.position_ids[node] >= 0})
            > 1
        )


_FIXED = re.compile(r"\breturn\s+\(?(None,\s*)?[-+]?[\d.]+(,\s*None)?\)?\s*(#.*)?$")
_ANOTHER = "the evaluation gets something else than the position that the call gets"
_EITHER = (
    "either the evaluation does not look at the position that it is given, or nothing in which these positions differ "
    "is worth anything to it"
)
