"""What selective searches must not trust: null moves in check, reduced moves, noisy moves; where one was misled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tracer.deciding.thresholds import ASKED, FEW, SEVERAL, SURE, TWICE
from tracer.diagnosis.call_columns import Window
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.finding import ERROR, NOTE, Disease, Finding, Spoils, Symptom, make_finding
from tracer.diagnosis.rivals import INFINITY_SUBSTITUTES
from tracer.diagnosis.truth import BUDGET, PRICE
from tracer.diagnosis.wording import sentence, symptoms
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, MIN, blame, label, optional, rules
from tracer.recording.columns import NO_DEPTH
from tracer.recording.no_moves import Null, Pass, Stand
from tracer.recording.node import remaining_depth
from tracer.recording.status import EXACT, EXPANDED, HORIZON, LOWER, OPEN, PRUNED, TABLE, TERMINAL, Why
from tracer.searches.contract import NullRecorder
from tracer.searches.engine import Engine
from tracer.text import clean, number
from tracer.tracing import Trace

REDUCED_KEPT = Disease(
    "reduced-kept",
    ERROR,
    "A move that was searched less deep than the others, as it is late, turns out better than the best so far, and "
    "that is taken for its value: nothing searches it to the whole depth.",
    "Search a reduced move again to the whole depth where its value is better than alpha, also in a null window; only "
    "what is no better than alpha needs no second search.",
)
NO_STAND_PAT = Disease(
    "no-stand-pat",
    ERROR,
    "Beyond the horizon only noisy moves are searched, and one of them counts however bad it is, as if the player had "
    "to make it.",
    "Begin with the evaluation as the best value, and return it at once where it reaches beta: a player may stand pat. "
    "Where that is not allowed, as in check, search all moves.",
)
NULL_FORBIDDEN = Disease(
    "null-move-forbidden",
    ERROR,
    "A null move was made where the rules let no player pass, as in check.",
    "Make no null move while the player to move is in check: the other player would take the king, and what comes back "
    "says nothing of the position.",
    spoils=Spoils.POSITIONS,
)
DISEASES: tuple[Disease, ...] = (NULL_FORBIDDEN, REDUCED_KEPT, NO_STAND_PAT)


def examine(case: Case) -> Iterator[Symptom]:
    """Find forbidden null moves; and both others where it is known for what visits were made."""
    said = "{parent:player} made a null move at {parent:where}, where the rules let nobody pass, as in check"
    yield from symptoms(NULL_FORBIDDEN, case, _find_forbidden_null_moves(case), said, entered=True)
    if case.trace.columns.why is None or not case.has_windows:
        return
    for kept, again in () if case.trace.sources else _split_reduced_visits(case):
        for call in kept if len(kept) >= max(TWICE, SURE * (len(kept) + again)) else ():
            depth = " to depth {node:depth}" if case.depth is not None and case.depth[call] != NO_DEPTH else ""
            near = number((case.alpha if case.turn[case.parent[call]] > 0 else case.beta)[call])
            said = (
                f"{{node:move}} was reduced{depth} and returned {{node:value}}, which is better than {{parent:near}} "
                f"{near}, and it was not searched again to the whole depth; so at {len(kept):,} reduced moves"
            )
            yield Symptom(REDUCED_KEPT, case.parent[call], sentence(case, call, said))
    forced = _find_forced_nodes(case)
    said = (
        "{node:mover} has {node:value}, the best of its noisy moves, though that is worse than {node:near} {node:end} "
        "and quiet moves were left out: it never stands pat, as at {count} nodes"
    )
    yield from symptoms(NO_STAND_PAT, case, forced, said, count=len(forced))
    empty = [] if forced else _find_unevaluated_leaves(case)
    said = (
        "{node:mover} searched no move beyond the horizon and returned {node:value}, its initial best value, instead "
        "of an evaluation; so at all {count} such nodes"
    )
    yield from symptoms(NO_STAND_PAT, case, empty, said, count=len(empty))


def _find_forbidden_null_moves(case: Case) -> list[int]:
    """Return the null moves of which the game says that there is none, though the game goes on there."""
    if case.game is None or optional(case.game, "null") is None:
        return []
    calls = np.flatnonzero(
        case.visits_by(Null) & (case.columns.status != PRUNED) & (case.position_id_column < 0)
    ).tolist()
    return [call for call in calls if call not in case.broken_nodes and case.get_legal_moves(case.parent[call])]


def _split_reduced_visits(case: Case) -> list[tuple[list[int], int]]:
    """Return the reduced visits that were better than alpha and not searched deeper; and how many were.

    Those that cut come by themselves: the others may be searched again for another reason. What the rules, the table or
    the evaluation say of a position is not the less deep. A visit in a window beyond beta (ProbCut), and one of several
    that reach beta (multi-cut), is a test of the node: no single value of theirs is taken for that of its move.
    """
    why, columns = case.trace.columns.why, case.columns
    calls = np.flatnonzero((why == Why.REDUCED) & (columns.status == EXPANDED) & ~columns.makes_no_move)
    parents = columns.parent[calls]
    turn, value = columns.turn[parents], columns.turn[parents] * columns.value[calls]
    near, far = (
        Window.of(turn, columns.alpha[calls], columns.beta[calls]).near,
        Window.of(turn, columns.alpha[parents], columns.beta[parents]).far,
    )
    better = (value > near) & (near < far) & (turn != 0)
    found = []
    for nodes in (calls[better & (value >= far)], calls[better & (value < far)]):
        kept = [call for call in nodes.tolist() if not _is_searched_deeper(case, call)]
        again = len(nodes) - len(kept)
        found.append(([call for call in kept if not _is_test(case, call)], again))
    return found


def _is_test(case: Case, call: int) -> bool:
    """Return whether another move was searched after a reduced one that reached beta: a loop would have ended there."""
    parent, why = case.parent[call], case.trace.columns.why
    assert why is not None
    far = case.turn[parent] * (case.beta if case.turn[parent] > 0 else case.alpha)[parent]
    visits = case.visits(parent)
    high = [one for one in visits if why[one] == Why.REDUCED and case.turn[parent] * case.value[one] >= far]
    return any(one > high[0] and case.move[one] != case.move[high[0]] for one in visits) if high else False


def _is_searched_deeper(case: Case, call: int) -> bool:
    """Return whether a later visit of the same move is not reduced, or the search was stopped before."""
    why = case.trace.columns.why
    assert why is not None
    later = [one for one in case.visits(case.parent[call]) if one > call]
    return any(
        (case.move[one] == case.move[call] and why[one] != Why.REDUCED) or case.status[one] == OPEN for one in later
    )


def _find_unevaluated_leaves(case: Case) -> list[int]:
    """Return the leaves beyond the horizon if all that do not cut have one infinite number, the worst of all."""
    columns = case.columns
    is_leaf = (columns.end == np.arange(len(case)) + 1) & np.isin(columns.status, (TERMINAL, HORIZON))
    leaves = np.flatnonzero(is_leaf & columns.is_beyond_horizon)
    turn, value = columns.turn[leaves], columns.turn[leaves] * columns.value[leaves]
    is_inner = value < Window.of(turn, columns.alpha[leaves], columns.beta[leaves]).far
    leaves, values = leaves[is_inner], np.unique(value[is_inner])
    is_infinite = len(values) == 1 and values[0] < 0 and values[0] in INFINITY_SUBSTITUTES
    is_worst = is_infinite and -values[0] >= np.nanmax(np.abs(columns.value))
    return leaves.tolist() if is_worst and len(leaves) >= FEW else []


def _find_forced_nodes(case: Case) -> list[int]:
    """Return the nodes that left quiet moves, and have the value of a noisy one though that is worse than alpha.

    None of a player who can stand pat: a node has a better value than its moves, or is cut before the first of them,
    or nodes begin with different numbers.
    """
    columns = case.columns
    stands = case.visits_by(Stand) & (columns.status != PRUNED)
    stands |= (columns.status == HORIZON) & case.trace.columns.cutoff
    why = case.trace.columns.why
    visit_counts = np.bincount(columns.parent[1:], minlength=len(case))
    leaves_moves = (why == Why.QUIESCENCE) & (visit_counts < case.legal_move_counts) & ~case.trace.columns.cutoff
    quiet = np.union1d(columns.parent[why == Why.QUIET], np.flatnonzero(leaves_moves))
    quiet = quiet[columns.is_judged[quiet] & ~np.isin(columns.turn[quiet], columns.turn[stands])]
    return [
        node
        for turn in (MAX, MIN)
        for node in _find_nodes_without_choice(case, quiet[columns.turn[quiet] == turn].tolist())
    ]


def _find_nodes_without_choice(case: Case, nodes: list[int]) -> list[int]:
    """Return those of a player's nodes in a quiescence search that show that it cannot stand pat."""
    found, begun = [], set[float]()
    for node in nodes:
        one = case.get_choice(node)
        if one is None:
            continue
        if one.value not in one.get_possible_results(one.best):
            return []
        near = Window.of(one.turn, one.alpha, one.beta).near
        first_near = Window.of(one.turn, case.alpha[node + 1], case.beta[node + 1]).near
        if first_near != near:
            begun.add(first_near)
        if one.turn * one.value < near:
            found.append(node)
    return found if len(found) >= SEVERAL and len(begun) < 2 else []


MISLED = Disease(
    "misled",
    NOTE,
    "A selective search returned another value than a full search to the same depth: here it trusted a null move or a "
    "search that was less deep, or skipped a move, and the full search knows better.",
    "No mistake, but the price of being selective. Verify null moves, make none where few pieces are left, and reduce "
    "or skip fewer moves where this matters.",
)
_FULL_SEARCH_FEATURES = {Why.EXTENDED: "check-extension", Why.QUIESCENCE: "quiescence", Why.QUIET: "quiescence"}
"""What a full search does too where the recorded one did it: it looks further, and trusts nothing."""
_SKIP_WORDS = {Why.FUTILE: "futile", Why.LATE: "late"}
_ROOT_MOVE = Pass("full search")


class _TooMany(PlyscopeError):  # noqa: N818  # it ends a search that has become too long
    """The budget is spent."""


class _FullSearch:
    """The full search: it looks as far as the recorded one, with a table that is kept from one question to the next."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.need_game()
        self._left = BUDGET // PRICE
        known = rules(self.game)
        self._played = known.play
        why = trace.columns.why
        used = {name for reason, name in _FULL_SEARCH_FEATURES.items() if why is not None and (why == reason).any()}
        if any(isinstance(none, Stand) for none in trace.no_moves.values()):
            used.add("quiescence")
        self.extends = "check-extension" in used
        self._engine = Engine(replace(known, play=self._play), NullRecorder(), frozenset({"table", *used}), margin=0.0)

    def _play(self, state: Any, move: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise _TooMany(f"more than {BUDGET // PRICE:,} moves")
        return self._played(state, move)

    def value(self, state: Any, depth: int) -> tuple[float, Any]:
        """Return the value of a position to a depth, and the move that has it."""
        with blame(self.game):
            turn = self.game.turn(state)
            value, move = self._engine.visit(state, turn, _ROOT_MOVE, 0, depth, -INFINITY, INFINITY)
        return 0.0 + turn * value, move

    def line(self, state: Any, depth: int) -> Iterator[str]:
        """Yield the best moves of both players from a position on."""
        for _ in range(ASKED):
            move = self.value(state, depth)[1]
            if move is None:
                return
            yield clean(label(self.game, move))
            state = self._played(state, move)
            null = optional(self.game, "null") if self.extends else None
            with blame(self.game):
                checked = null is not None and null(state) is None and self.game.utility(state) is None
            depth -= not checked

    def contradicts(self, node: int, depth: int) -> bool:
        """Return whether what a visit claims of its position, by its window, is wrong for a depth."""
        bound, value = self.trace.bound(node), float(self.trace.columns.value[node])
        if bound is None:
            return False
        true = self.value(self.trace.state(node), depth)[0]
        return true != value if bound is EXACT else true < value if bound is LOWER else true > value


def misled(trace: Trace) -> list[Finding]:
    """Return the node that led a selective search to another value than a full search has; none where there is none.

    Nothing is said where the game is unknown, and where the full search would take too long.
    """
    if trace.game is None or not trace.selective or trace.header.stopped:
        return []
    try:
        return list(_descend(trace, _FullSearch(trace)))
    except _TooMany:
        return []


def _descend(trace: Trace, full: _FullSearch) -> Iterator[Finding]:
    """Go down from the root by wrong values to one whose children are right."""
    node = trace.best_child(0) if 0 in trace.drivers else 0
    depth = None if node is None else remaining_depth(trace, node)
    if node is None or depth is None or depth > ASKED or not full.contradicts(node, depth):
        return
    while True:
        below, lost = _find_wrong_child(trace, full, node, depth), depth
        if below is None:
            break
        node = below
        own = remaining_depth(trace, node)
        lost = _get_full_depth(trace, node, depth) + 1
        depth = depth - 1 if own is None else own
        if depth < lost - 1 and not full.contradicts(node, depth):
            break  # it is right to its own depth, which was not enough
    yield _describe_misled(trace, full, node, depth, lost)


def _find_wrong_child(trace: Trace, full: _FullSearch, node: int, depth: int) -> int | None:
    """Return the first child that counts and whose value is wrong for the depth that its parent has."""
    moves = (child for child in trace.children(node) if int(trace.columns.move[child]) not in trace.no_moves)
    count = (child for child in moves if trace.columns.status[child] != PRUNED and not trace.set_aside[child])
    return next((child for child in count if full.contradicts(child, _get_full_depth(trace, child, depth))), None)


def _get_full_depth(trace: Trace, child: int, depth: int) -> int:
    """The depth that a full search has at a child of a node with a depth: one less, or the same where it extends."""
    why = trace.columns.why
    return depth if why is not None and why.item(child) == Why.EXTENDED else depth - 1


def _describe_skipped_move(trace: Trace, full: _FullSearch, node: int, depth: int) -> str | None:
    """That the best move of a full search was skipped, in words; None where it was not."""
    why, best = trace.columns.why, full.value(trace.state(node), depth)[1]
    name = None if best is None else label(trace.need_game(), best)
    for child in trace.children(node):
        if why is not None and why.item(child) in _SKIP_WORDS and trace.label(child) == name:
            value, word = number(float(trace.columns.value[node])), _SKIP_WORDS[Why(why.item(child))]
            return f"{clean(name)} was skipped as {word}, and the other moves have {value}"
    return None


def _describe_misled(trace: Trace, full: _FullSearch, node: int, depth: int, lost: int) -> Finding:
    columns = trace.columns
    player = "MAX" if columns.turn[node] > 0 else "MIN"
    returned, state = number(float(columns.value[node])), trace.state(node)
    last = next((one for one in reversed(trace.children(node)) if columns.status[one] != PRUNED), None)
    if depth < lost - 1:
        what, depth = f"a late move was searched to depth {depth} alone and returned {returned}", lost - 1
    elif last is not None and columns.cutoff[node] and isinstance(trace.move(last), Null):
        what = f"a null move by {player} returned {returned}, so no move was searched"
    elif columns.status[node] == TABLE:
        what = f"the table answered {returned}"
    else:
        what = (
            _describe_skipped_move(trace, full, node, depth)
            or f"{player} has {returned} by the moves that were not skipped"
        )
    true, line = full.value(state, depth)[0], " ".join(full.line(state, depth))
    plies = f"{depth} {'ply' if depth == 1 else 'plies'}"
    said = f"{what}, but a full search to {plies} has {number(true)}: {line}"
    step = min(trace.left(node), trace.steps - 1)
    return make_finding(trace, MISLED, [(node, step)], said)
