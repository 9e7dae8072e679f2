"""The laws of a trace: what holds in every recording of a sound search, whatever the game.

Each law is one function that returns nothing or raises `LawBroken`. Together they make a trace its own proof: leaves
have the values that the rules give them, no legal move is missing, and every value and bound follows from those of the
children. Values from a transposition table are taken on trust. A search that was stopped breaks no law: what is asked
of a node is asked only once it has returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from laws_by_rules import LawRows, Limits, full_tree, leaves, moves, outcomes, paths

from tracer.diagnosis.laws import LAWS as LAWS_OF_LOGS
from tracer.diagnosis.laws import LAWS_OF_ROWS, Law, LawBroken, ranges
from tracer.games.rules import MAX
from tracer.recording.status import EXACT, HORIZON, LOWER, OPEN, PRUNED, TABLE, TERMINAL, UPPER
from tracer.searches.contract import CUTOFF_TESTS, INFINITY, clamp
from tracer.searches.registry import SEARCHES
from tracer.text import number
from tracer.tracing import Trace


def check_laws(trace: Trace) -> None:
    """Hold a trace to every law; those that need the rules are left out where the trace has no game.

    Raises:
        LawBroken: the first law that it breaks, at the first node that breaks it.
    """
    for law in laws_for(trace):
        law(trace)


def laws_for(trace: Trace) -> Iterable[Law]:
    """Return the laws that a trace is held to, the most fundamental first."""
    if trace.columns.log is not None:
        return LAWS_OF_LOGS if trace.game is not None else LAWS_OF_ROWS
    return LAWS if trace.game is not None else LAWS_OF_COLUMNS


def steps(trace: Trace) -> None:
    """Law 1: every step is one event: a visit entered, a visit that returned, or a branch pruned."""
    events = [(trace.entered(node), node) for node in range(len(trace))]
    returned = [(trace.left(node), node) for node in LawRows(trace).visited]
    events = sorted(events + [event for event in returned if event[0] < trace.steps])
    for step, (taken, node) in enumerate(events):
        if taken != step:
            raise LawBroken(trace, node, f"an event at step {taken}, where step {step} is the next")
    if len(events) != trace.steps:
        raise LawBroken(trace, 0, f"{len(events)} events in {trace.steps} steps")


def windows(trace: Trace) -> None:
    """Law 2: alpha < beta on entry, and a child's window lies inside its parent's running window.

    The test `>` goes on while a value equals the window's end, so with it alpha = beta may be. A null window may stand
    at one end of the running window and reach beyond the other. An earlier visit by the same move narrows nothing: the
    move is searched again. Nor does an iteration: the next one may ask for less, and for more if that was not enough.
    In a search that says so of itself nothing narrows, and a test alone uses the best value so far.
    """
    rows = LawRows(trace)
    search = SEARCHES.get(trace.header.search) if trace.header.ours else None
    narrows = trace.header.windowed and (search is None or search.window is None or search.window.narrows)
    for node in rows.visited:
        alpha, beta = rows.window(node)
        if not (alpha < beta or (rows.cut == ">" and alpha == beta)):
            raise LawBroken(trace, node, f"the window {_pair(alpha, beta)} is empty")
        for child, low, high in _running_windows(rows, node, narrows):
            alpha, beta = rows.window(child)
            null = rows.is_null(child) and (alpha == low or beta == high)
            if not (low <= alpha and beta <= high) and not null:
                running = f"{_pair(low, high)}, the running window of node {node}"
                raise LawBroken(trace, child, f"the window {_pair(alpha, beta)} is not inside {running}")


def _running_windows(rows: LawRows, node: int, narrows: bool) -> Iterator[tuple[int, float, float]]:
    """Each visited child of a node with the node's running window when it was entered."""
    turn, (low, high) = rows.turn[node], rows.window(node)
    before: int | None = None
    if node in rows.drivers or not turn:  # what an outcome is worth counts only with its probability
        return
    for child in rows.visits(node):
        if narrows and before is not None and not rows.aside[before] and rows.move[before] != rows.move[child]:
            value = rows.value[before]
            low = value if turn > 0 and value > low else low
            high = value if turn < 0 and value < high else high
        yield child, low, high
        before = child


def cutoffs(trace: Trace) -> None:
    """Law 4: a cutoff is where the test holds for the last visited child and none before; pruned branches follow."""
    rows = LawRows(trace)
    for node in rows.visited:
        if node in rows.drivers or not rows.turn[node]:
            continue
        children, visits = rows.children(node), rows.visits(node)
        if children[: len(visits)] != visits:
            raise LawBroken(trace, node, "a child is visited after a branch was pruned")
        if rows.status[node] == OPEN:
            continue
        pruned = sum(not rows.skipped[child] for child in children[len(visits) :])
        if pruned and not rows.cutoff[node] and node not in rows.partial:
            raise LawBroken(trace, node, f"{pruned} branches are pruned without a cutoff")
        counted = [child for child in visits if not rows.aside[child]]
        refuting = [child for child in counted if trace.header.windowed and _refutes(rows, node, child)]
        if rows.cutoff[node] and not visits:
            raise LawBroken(trace, node, "a cutoff before any move was searched")
        if rows.cutoff[node] and not trace.header.windowed:
            raise LawBroken(trace, node, "a cutoff, but the search has no windows whose end a value could reach")
        if rows.cutoff[node] and not refuting:
            raise LawBroken(trace, node, f"a cutoff, but {_tested(rows, node, visits[-1])} is false")
        if refuting and not rows.cutoff[node]:
            raise LawBroken(trace, node, f"{_tested(rows, node, refuting[0])}, but there is no cutoff")
        if refuting and refuting[0] != visits[-1]:
            went_on = f"the search went on to child {visits[-1]} before it cut"
            raise LawBroken(trace, node, f"{_tested(rows, node, refuting[0])}, but {went_on}")


def _refutes(rows: LawRows, node: int, child: int) -> bool:
    """Whether the cutoff test holds at a node for the value of a child."""
    reaches, turn = CUTOFF_TESTS[rows.cut], rows.turn[node]
    if turn > 0:
        return reaches(rows.value[child], rows.beta[node])
    return turn < 0 and reaches(rows.alpha[node], rows.value[child])


def _tested(rows: LawRows, node: int, child: int) -> str:
    """The cutoff test at a node with a child's value in it, and which test that is where equal numbers decide."""
    at_max = rows.turn[node] > 0
    end, limit = ("beta", rows.beta[node]) if at_max else ("alpha", rows.alpha[node])
    sign = rows.cut if at_max else rows.cut.replace(">", "<")
    declared = f" (the test of this search is {rows.cut})" if rows.value[child] == limit else ""
    value = number(rows.value[child])
    return f"child {child} returned {value}, and {value} {sign} {end} {number(limit)}{declared}"


def values(trace: Trace) -> None:
    """Law 3: an expanded node's value is its best child's, and with fail-hard every value lies inside its window."""
    rows = LawRows(trace)
    for node in rows.expanded():
        visits = [child for child in rows.visits(node) if not rows.aside[child]]
        returned = [rows.value[child] for child in visits if rows.value[child] == rows.value[child]]
        if not returned:
            raise LawBroken(trace, node, "it returned a value, but none of its children did")
        best = max(returned) if rows.turn[node] == MAX else min(returned)
        best = returned[-1] if node in rows.drivers else best
        best = clamp(best, rows.window(node)) if rows.hard else best
        if rows.value[node] != best:
            raise LawBroken(trace, node, f"the value {number(rows.value[node])} is not its best child's {number(best)}")
    for node in rows.visited if rows.hard else ():
        value = rows.value[node]
        if value != clamp(value, rows.window(node)) and rows.status[node] != OPEN:
            window = _pair(*rows.window(node))
            raise LawBroken(trace, node, f"the fail-hard value {number(value)} lies outside the window {window}")


def bounds(trace: Trace) -> None:
    """Law 3: what a value says of the true one agrees with its window and follows from what is known of the children.

    A MAX node has at least the value of any child and at most that of the largest; a pruned branch may be anything. So
    EXACT and UPPER need every move to be searched at MAX, EXACT and LOWER one child that proves them; at MIN the other
    way round. A driver knows of the true value what its last pass does, and others of the same depth. A selective
    search means by the true value that of the moves it looks at.
    """
    rows = LawRows(trace)
    limits = [_limits(trace, rows, node) for node in range(len(trace))]
    for node in rows.expanded():
        best = max if rows.turn[node] == MAX else min
        of_children = _limits_of_passes if node in rows.drivers else _limits_of_moves
        known = of_children(rows, limits, node)
        if not known:
            raise LawBroken(trace, node, "expanded, but it has no children")
        low, high = best(low for low, _ in known), best(high for _, high in known)
        if limits[node][0] > low or limits[node][1] < high:
            said = f"the value is said to lie in {_pair(*limits[node])}"
            raise LawBroken(trace, node, f"{said}, but its children only prove {_pair(low, high)}")


def _limits(trace: Trace, rows: LawRows, node: int) -> Limits:
    """Between which numbers the true value lies, after what the node returned."""
    bound, value, (alpha, beta) = trace.bound(node), rows.value[node], rows.window(node)
    if bound is None:
        agrees = rows.status[node] in (OPEN, PRUNED) or alpha == beta or node in rows.partial
    elif bound is EXACT:
        least, most = trace.header.value_bounds
        is_extreme = value <= least or value >= most
        agrees = alpha <= value <= beta or rows.status[node] in (TERMINAL, HORIZON) or is_extreme
    elif node in rows.partial:
        agrees = value > alpha if bound is LOWER else value < beta
    else:
        agrees = value >= beta if bound is LOWER else value <= alpha
    if not agrees:
        said = "nothing" if bound is None else bound.name
        raise LawBroken(trace, node, f"{said} is no bound for {number(value)} in the window {_pair(alpha, beta)}")
    least, most = trace.header.value_bounds
    return (value if bound in (EXACT, LOWER) else least), (value if bound in (EXACT, UPPER) else most)


def _limits_of_moves(rows: LawRows, limits: list[Limits], node: int) -> list[Limits]:
    """The limits of each move of a node; those of a move that was searched again hold together."""
    known: dict[int, Limits] = {}
    for child in rows.children(node):
        if rows.aside[child] or rows.skipped[child]:
            continue
        low, high = known.get(rows.move[child], (-INFINITY, INFINITY))
        known[rows.move[child]] = max(low, limits[child][0]), min(high, limits[child][1])
    return list(known.values())


def _limits_of_passes(rows: LawRows, limits: list[Limits], node: int) -> list[Limits]:
    """The limits of the last pass below a driver that returned; those of passes of one depth hold together.

    So do those of passes whose depth was not told.
    """
    visits = [child for child in rows.visits(node) if rows.status[child] != OPEN]
    equal = [child for child in visits if rows.depth[child] == rows.depth[visits[-1]]]
    return [(max(limits[child][0] for child in equal), min(limits[child][1] for child in equal))] if equal else []


def principal_variation(trace: Trace) -> None:
    """Law 5: from the root on, the first best child leads to a leaf, or to a chance node, with the root's value."""
    if trace.value is None:
        return
    for node in trace.principal_variation:
        value = float(trace.columns.value[node])
        if value != trace.value:
            raise LawBroken(trace, node, f"on the principal variation with {number(value)}, not {number(trace.value)}")
    last = trace.principal_variation[-1]
    if trace.columns.status[last] not in (TERMINAL, HORIZON, TABLE) and trace.columns.turn[last]:
        raise LawBroken(trace, last, "the principal variation ends here, but this is no leaf")


LAWS_OF_COLUMNS: tuple[Law, ...] = (
    ranges,
    steps,
    windows,
    cutoffs,
    values,
    outcomes,
    bounds,
    principal_variation,
    paths,
)
"""The laws that need no game."""
LAWS: tuple[Law, ...] = (*LAWS_OF_COLUMNS, moves, leaves, full_tree)
"""Every law about one trace."""


def _pair(low: float, high: float) -> str:
    return f"({number(low)}, {number(high)})"
