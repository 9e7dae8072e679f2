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
from tracer.diagnosis.payoffs import (
    agrees,
    own_evaluation,
    payoff_at,
    shares_evaluation,
    utility_of,
    won_leaves,
)
from tracer.diagnosis.source_lines import by_line, names_of_sources, text_of_source
from tracer.diagnosis.stored_visits import wins_of
from tracer.diagnosis.truth import Truth, claimed_draws, get_truth, positions_after, unfinished_leaves
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


def find_early_leaves(case: Case) -> Iterator[Symptom]:
    """Yield leaves where neither the game is over nor the depth used up, and no table can have known the value."""
    if case.game is None or case.may_have_cached_answers:
        return
    inferred = (TABLE,) if case.trace.sources else ()  # what others tell of their table they know
    early_leaves = [node for node in unfinished_leaves(case, TERMINAL, *inferred) if node not in case.blamed_nodes]
    if not early_leaves:
        return
    first_searches = depths.find_first_searches(case)
    truth, evaluate, draw_claims = get_truth(case), own_evaluation(case), case.once(claimed_draws)
    template = (
        "{node:where} is taken for a leaf of value {node:value}, but the game goes on there with {node:legal}, {what}"
    )

    for node in early_leaves:
        counts_as_win = case.value[node] in _get_win_payoffs(case, node)
        if node in draw_claims or (counts_as_win and _wins_at_once(case, node)):
            continue
        if first_searches.get(case.position_ids[node], node) < node:
            continue  # its value may be remembered, or it is a repetition
        expected = None if evaluate is None else evaluate(case.get_state(node))
        if (expected or OPEN in case.status) and is_static(case, node, expected):
            continue  # evaluated on purpose, as where a budget is spent or little is promised
        if HORIZON in case.status and not case.once(shares_evaluation) and _is_bound(case, node) and not counts_as_win:
            continue  # the same, by an evaluation that is not known
        if _claims_end(case, node):
            yield from symptoms(EARLY, case, [node], template, what="and only a game that is over there counts as much")
            continue
        if truth.is_its_own:
            if counts_as_win and not _is_bound(case, node):
                yield from symptoms(EARLY, case, [node], template, what="as a win counts")
            continue
        true_value = _contradicting_value(case, node, truth)
        if true_value is not None:
            yield from symptoms(EARLY, case, [node], template, what=f"and the true value is {number(true_value)}")


def is_static(case: Case, node: int, evaluation: float | None) -> bool:
    """Return whether a leaf has its evaluation, or less of it that makes a cutoff all the same."""
    value, alpha, beta = case.value[node], case.alpha[node], case.beta[node]
    if evaluation is None:
        return False
    return agrees(case, node, evaluation) or beta <= value <= evaluation or evaluation <= value <= alpha


def _claims_end(case: Case, node: int) -> bool:
    """Return whether a leaf claims what an end of the game counts at its ply, in a search whose wins count plies."""
    nearest_win = case.once(wins_of).win_value - case.ply[node]
    low, high = case.claims[node]
    return low >= nearest_win or high <= -nearest_win


def _is_bound(case: Case, node: int) -> bool:
    """Return whether a leaf's value is at an end of its window or beyond."""
    return not case.alpha[node] < case.value[node] < case.beta[node]


def _contradicting_value(case: Case, node: int, truth: Truth) -> float | None:
    """Return the true value of such a leaf where that contradicts it, as do the values of deeper searches.

    Where the value to the search's depth is not known, and a win is claimed, that of the whole game counts. A value at
    an end of its window or beyond is a bound alone, as the leaf may have been cut; and one that is deeper may have been
    kept from another trace. Where nothing shows what the search counts a win, its sign is all that can be compared.
    """
    state = case.get_state(node)
    ply = case.ply[node]
    remaining = case.get_remaining_depth(node)
    value = case.value[node]
    true_value = truth.get_position_value(state, ply, remaining)
    if true_value is None and value in _get_win_payoffs(case, node):
        true_value = truth.get_position_value(state, ply, None)
    min_claim = -INFINITY if value <= case.alpha[node] else case.claims[node][0]
    max_claim = INFINITY if value >= case.beta[node] else case.claims[node][1]
    if true_value is None or min_claim <= true_value <= max_claim:
        return None
    if true_value * value > 0 and not case.once(_has_won_leaf):
        return None
    deeper_depths = () if remaining is None else (*range(remaining + 1, remaining + TRIED), None)
    values = (truth.get_position_value(state, ply, depth) for depth in deeper_depths)
    is_right_deeper = any(deeper is not None and min_claim <= deeper <= max_claim for deeper in values)
    return None if is_right_deeper else true_value


def _wins_at_once(case: Case, node: int) -> bool:
    """Return whether the player whose win a leaf's value is has a winning move there, which need not be called."""
    game, legal_moves = case.game, case.get_legal_moves(node)
    assert game is not None
    next_positions = positions_after(case, node, set(legal_moves or ()))
    with blame(game):
        return any((utility(game, position) or 0) * case.value[node] > 0 for position in next_positions)


def _has_won_leaf(case: Case) -> bool:
    """Return whether a leaf shows what the search counts a win."""
    return any(won_leaves(case))


def _get_win_payoffs(case: Case, node: int) -> set[float | None]:
    """Return what wins of the game would count at a node."""
    return {payoff_at(case, node, utility) for utility in set(case.payoff_by_position) if utility}


def find_evaluations_like_wins(case: Case, wrong_leaves: set[int]) -> Iterator[Symptom]:
    """Evaluations that are as great as a win, in a game of wins, draws and losses alone; by wins that are not wrong.

    What a built-in game says of its positions is no fault of a search that has its evaluations from there, which one
    equal number among others does not show.
    """
    if case.game is None or HORIZON not in case.status:
        return
    evaluate = own_evaluation(case) if isinstance(case.game, BuiltIn) else None
    may_be_clamped = case.may_clamp_leaves or case.trace.header.options.get("fail") == "hard"
    decided_leaves = [
        (case.value[node], node, utility)
        for node, utility in won_leaves(case)
        if node not in wrong_leaves
        and agrees(case, node, payoff_at(case, node, utility) or utility)
        and not (may_be_clamped and case.value[node] in (case.alpha[node], case.beta[node]))
    ]
    payoff_sizes = {abs(utility) for _, _, utility in decided_leaves}
    if len(decided_leaves) < FEW or len(payoff_sizes) != 1 or decided_leaves[0][2] == 0.5:
        return  # what a draw pays where a win pays 1 and a loss 0
    wins = [(value, node) for value, node, utility in decided_leaves if utility > 0] or [(INFINITY, 0)]
    losses = [(value, node) for value, node, utility in decided_leaves if utility < 0] or [(-INFINITY, 0)]
    min_win, max_loss = min(wins), max(losses)
    decided_values = {value for value, _, _ in decided_leaves}
    evaluated_leaves = [
        node
        for node in case.iter_leaves()
        if case.status[node] == HORIZON
        and case.position_ids[node] >= 0
        and utility_of(case, node) is None
        and case.value[node] not in decided_values  # a win that a quiescence search has seen
        and not (may_be_clamped and case.value[node] in (case.alpha[node], case.beta[node]))
    ]
    own = [node for node in evaluated_leaves if not evaluate or evaluate(case.get_state(node)) != case.value[node]]
    if 2 * len(own) < len(evaluated_leaves):
        evaluated_leaves = own
    max_win, min_loss = max(wins)[0], min(losses)[0]
    if not any(case.value[node] > max_win > 0 or case.value[node] < min_loss < 0 for node in evaluated_leaves):
        return
    for node in evaluated_leaves:
        for outcome, outcome_name, sign in ((min_win, "win", 1), (max_loss, "loss", -1)):
            if sign * case.value[node] >= sign * outcome[0]:
                template = (
                    f"the evaluation at {{node:where}} is {{node:value}}, while a {outcome_name} counts {{worth}} "
                    f"({{end:path}}): no {outcome_name} can be told from it"
                )
                yield from symptoms(OUTRANKS, case, [node], template, worth=number(outcome[0]), end=outcome[1])
                break


MIN_EQUAL_LEAVES = 100
"""Leaves below which one value of all says little."""
MIN_EQUAL_POSITIONS = 40
"""Different positions of these below which it says little."""
ALIKE = Disease(
    "leaves-alike",
    NOTE,
    "All leaves are worth the same, though their positions differ: no move can be better than another. It is said from "
    f"{MIN_EQUAL_LEAVES} leaves in {MIN_EQUAL_POSITIONS} positions on; from {SEVERAL} positions at the horizon on, "
    "and whatever the ends of the game are worth, where the text evaluates something else than the position that a "
    "call gets.",
    "Call the evaluation with two positions that ought to differ. If it gives one number for both, see what it reads: "
    "likely a variable that the search does not change, such as self.board, instead of its argument. If the numbers "
    "differ, search deeper, or let the evaluation count more.",
)


def find_equal_leaves(case: Case) -> Iterator[Symptom]:
    """Yield the first leaf, if a program's evaluation gave all leaves one value, ends of the game among them.

    Those are left out where the text shows that the evaluation gets another position.
    """
    columns, left_at = case.columns, case.trace.columns.left_at
    if case.trace.header.ours or case.blamed_nodes or case.broken_nodes:
        return
    position_ids = case.trace.columns.text if case.game is None else case.position_id_column
    leaves = np.flatnonzero((columns.status == HORIZON) & ~np.isnan(columns.value))
    evaluated_elsewhere = leaves[:0] if position_ids is None else _find_evaluated_elsewhere(case, leaves)
    if position_ids is not None and len(evaluated_elsewhere):
        position_count = len(np.unique(position_ids[evaluated_elsewhere]))
        if position_count >= SEVERAL and len(np.unique(columns.value[evaluated_elsewhere])) == 1:
            value = number(columns.value.item(evaluated_elsewhere[0]))
            text = (
                f"all {len(evaluated_elsewhere):,} leaves that are evaluated are worth {value}, in {position_count:,} "
                "different positions"
            )
            yield Symptom(ALIKE, evaluated_elsewhere.item(0), lambda: f"{text}: {_OTHER_ARGUMENT_TEXT}")
        return
    leaves = np.flatnonzero(np.isin(columns.status, (HORIZON, TERMINAL)) & ~np.isnan(columns.value))
    values = np.unique(columns.value[leaves])
    evaluated_count = (columns.status[leaves] == HORIZON).sum()
    if len(leaves) < MIN_EQUAL_LEAVES or len(values) != 1 or not np.isfinite(values[0]):
        return
    if evaluated_count < HALF * len(leaves):
        return
    position_count = 0 if position_ids is None else len(np.unique(position_ids[leaves]))
    horizon_leaves = leaves[columns.status[leaves] == HORIZON]
    lines = () if left_at is None else by_line(case.trace, horizon_leaves, left_at[horizon_leaves])
    texts = (source.lines[line - source.line] for source, line, _ in lines if source.holds(line))
    if any(map(_RETURNED_NUMBER.search, texts)):
        return  # a number stands there in the text: no evaluation was asked
    if position_count >= MIN_EQUAL_POSITIONS and _may_evaluations_differ(case, leaves):
        text = (
            f"all {len(leaves):,} leaves are worth {number(values.item(0))}, in {position_count:,} different positions"
        )
        yield Symptom(ALIKE, leaves.item(0), lambda: f"{text}: {_NO_DIFFERENCE_TEXT}")


def _find_evaluated_elsewhere(case: Case, leaves: Ints) -> Ints:
    """Return the leaves that return by a line which evaluates something else than the position that its call gets."""
    names, left_at = names_of_sources(case.trace), case.trace.columns.left_at
    lines = () if left_at is None else by_line(case.trace, leaves, left_at[leaves])
    held = ((source, line, nodes) for source, line, nodes in lines if source.holds(line))
    node_groups = [nodes for source, line, nodes in held if _evaluates_other_argument(source, line, names)]
    return leaves[np.sort(np.concatenate(node_groups))] if node_groups else leaves[:0]


def _evaluates_other_argument(source: Source, line: int, names: frozenset[str]) -> bool:
    """Return whether a line returns what a function gives for other arguments than the position.

    The position is an argument from which the next call gets its own by a call that also gets the move of a loop.
    """
    text = text_of_source(source, names)
    functions = () if text is None else (one for one in ast.walk(text.root) if isinstance(one, ast.FunctionDef))
    search_function = next(iter(functions), None)
    if search_function is None:
        return False
    nodes = list(ast.walk(search_function))
    parameters = [child.arg for child in (*search_function.args.posonlyargs, *search_function.args.args)]
    loop_names = {
        name for child in nodes if isinstance(child, ast.For | ast.comprehension) for name in names_in(child.target)
    }
    assigned_values: dict[str, list[ast.expr]] = {}
    for child in nodes:
        if isinstance(child, ast.Assign):
            for name in (name for target in child.targets for name in names_in(target)):
                assigned_values.setdefault(name, []).append(child.value)
    call_parameters = parameters[1:] if parameters[:1] in (["self"], ["cls"]) else parameters
    position_parameters = set[str]()
    for child in nodes:
        if isinstance(child, ast.Call) and called_name(child.func) in names:
            for parameter, argument in zip(call_parameters, child.args, strict=False):
                values = assigned_values.get(argument.id, []) if isinstance(argument, ast.Name) else [argument]
                names_by_call = [names_in(value) for value in values if isinstance(value, ast.Call)]
                is_moved = any(parameter in used and loop_names & used for used in names_by_call)
                position_parameters |= {parameter} if is_moved else set()
    returned_expressions = [
        child.value for child in nodes if isinstance(child, ast.Return) and child.lineno == line - source.line + 1
    ]
    if not position_parameters or len(returned_expressions) != 1 or returned_expressions[0] is None:
        return False
    calls = [child for child in ast.walk(returned_expressions[0]) if isinstance(child, ast.Call)]
    calls = [child for child in calls if child.args or child.keywords]
    used_names = {name for call in calls for name in names_in(call)}
    return bool(calls) and not used_names & (position_parameters | loop_names | assigned_values.keys())


def _may_evaluations_differ(case: Case, leaves: Ints) -> bool:
    """Return whether the game's own evaluation finds a difference between some leaves, or there is none to ask."""
    game = case.game
    evaluate = None if game is None else optional(game, "evaluate")
    if game is None or evaluate is None:
        return True
    known = [node for node in leaves[:ASKED].tolist() if case.position_ids[node] >= 0]
    with blame(game):
        return len({evaluate(case.get_state(node)) for node in known}) > 1


_RETURNED_NUMBER = re.compile(r"\breturn\s+\(?(None,\s*)?[-+]?[\d.]+(,\s*None)?\)?\s*(#.*)?$")
_OTHER_ARGUMENT_TEXT = "the evaluation gets something else than the position that the call gets"
_NO_DIFFERENCE_TEXT = (
    "either the evaluation does not look at the position that it is given, or nothing in which these positions differ "
    "is worth anything to it"
)
