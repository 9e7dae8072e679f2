"""Windows that were passed down wrongly: another one than the parent had when it entered its child.

The window of a call is compared with its parent's running window at that moment. The node that is named is the child:
it is the one with the wrong window. A narrower window is no fault by itself, for scouts and aspiration have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tracer.diagnosis.bounds import Limits
from tracer.diagnosis.case import UNKNOWN, Case
from tracer.diagnosis.choices import choices
from tracer.diagnosis.decay import shrinks
from tracer.diagnosis.finding import ERROR, WARNING, Disease, Symptom
from tracer.diagnosis.sites import Misled, mistaken_windows, turned_values
from tracer.diagnosis.values import beginnings
from tracer.diagnosis.windows_left import is_judged, left_at_cut, left_at_entry
from tracer.diagnosis.windows_moved import by_last_value, by_other_end
from tracer.diagnosis.windows_passes import failed_passes, say_failed
from tracer.games.rules import MAX, MIN, Turn
from tracer.recording.status import OPEN, TABLE
from tracer.text import number

SHARED = Disease(
    "shared-window",
    ERROR,
    "All calls share one alpha or beta, so a call begins with what another branch left behind, and cuts too much.",
    "Alpha and beta are globals, attributes, or a mutable default argument. Make them arguments of the call that are "
    "handed down by value, or put them back when the call returns.",
)
NOT_SWAPPED = Disease(
    "window-not-swapped",
    ERROR,
    "The window is crossed on the way down: the child's alpha is its parent's beta, and its beta the parent's alpha.",
    "A negamax passes (-beta, -alpha), not (-alpha, -beta); functions for MAX and MIN pass (alpha, beta) as it is.",
)
NOT_NEGATED = Disease(
    "window-not-negated",
    ERROR,
    "The window is mirrored at 0 on the way down: one of the two signs, of windows or of values, is missing.",
    "A negamax passes (-beta, -alpha), each with its minus; functions for MAX and MIN pass (alpha, beta) as it is.",
)
TOO_NARROW = Disease(
    "window-too-narrow",
    ERROR,
    "A child's window leaves out values that matter to its parent, the child failed there, and the bound that came "
    "back was used as if it were the exact value.",
    "Pass the running window on. After a scout or a guess search the move again with the full window if it failed "
    "inside that; after an aspiration window that failed search the same depth again.",
)
WIDENED = Disease(
    "window-widened",
    WARNING,
    "A child's window is wider than its parent's own, so that less is cut; the value is right.",
    "Pass the running window down at every depth: see where on the way down it begins anew, often with infinities, and "
    "that alpha is set to the best value so far, alpha = max(alpha, value), not to the last one.",
)
WRONG_END = Disease(
    "wrong-end-moved",
    ERROR,
    "A player moves the other player's end of the window by what its own moves returned: MIN raises alpha, or MAX "
    "lowers beta.",
    "MAX sets alpha = max(alpha, best) and MIN sets beta = min(beta, best); where one branch was copied from the "
    "other, change the name of the end as well.",
)
DISEASES: tuple[Disease, ...] = (WRONG_END, SHARED, NOT_SWAPPED, NOT_NEGATED, TOO_NARROW, WIDENED)
MOSTLY = 9
"""A disease explains a search if it is seen this many times as often as missed."""
ENOUGH = 3
"""Nodes at which a waste must have been seen."""


def examine(case: Case) -> Iterator[Symptom]:
    """All that it finds."""
    if not case.windowed:
        return
    yield from (Symptom(TOO_NARROW, node, partial(say_failed, case, node)) for node in failed_passes(case))
    left = _left_moves(case) if case.passes_plainly else []
    kinds = [] if case.passes_plainly else _of_a_kind(case)
    if (case.passes_plainly and not left) or (not kinds and _values_of_the_mover(case)):
        return
    if not kinds and case.once(turned_values):
        return  # what a call returned was taken with the wrong sign, and moved the windows after it
    plain = left or [_moved(case, node) for node in by_other_end(case)] or _passed_wrongly(case)
    kinds = kinds if not plain else []
    if not kinds:
        none: list[Misled] = []
        case.keep(mistaken_windows, none)
    found = plain or kinds or _too_narrow(case)
    case.blamed |= {case.parent[symptom.node] for symptom in found}
    yield from found
    if kinds:
        return
    yield from ([] if found else [_back(case, node) for node in by_last_value(case)]) or _widened(case)


def visits_to_judge(case: Case) -> Iterator[int]:
    """The visits with a window from a player's node that had not searched the move before, without scouts."""
    return (node for node in case.visited if node and is_judged(case, node))


def describe_windows(case: Case, child: int) -> str:
    """What a child was given and what its parent had, in words."""
    low, high = case.running
    given, had = pair(case.alpha[child], case.beta[child]), pair(low[child], high[child])
    return f"{mover(case, child)} got the window {given}, though its parent had {had}"


def mover(case: Case, node: int) -> str:
    """Who moves at a node, in words."""
    return f"{Turn(case.turn[node]).name} to move"


def pair(low: float, high: float) -> str:
    """A window as it is written."""
    return f"({number(low)}, {number(high)})"


def _passed_wrongly(case: Case) -> list[Symptom]:
    """The one mistake in passing windows that explains the most of them."""
    if not case.narrowed:
        return _left_moves(case)
    swapped, *mirrored = _mirrored(case)
    swapped = swapped or _crossed(case)
    left = left_at_entry(case)
    negated = max(mirrored, key=len)
    most = max(len(left), len(swapped), len(negated))
    if not most:
        return _left_moves(case)
    if most == len(swapped):
        return [_not_swapped(case, node) for node in swapped]
    if most == len(negated):  # what the parent has is nearer than what another branch left
        return [_not_negated(case, node) for node in negated]
    return [_shared(case, node, source) for node, source in left.items()]


def _of_a_kind(case: Case) -> list[Symptom]:
    """The calls of one kind that get wrong windows, while the others get right ones."""
    found = []
    for wrong in case.once(mistaken_windows):
        what = f"; so at {len(wrong.calls):,} calls{wrong.site.words}"
        found += [_of_site(case, node, wrong.crossed, what) for node in wrong.calls]
    return found


def _of_site(case: Case, node: int, crossed: bool, what: str) -> Symptom:
    said = "the ends are crossed" if crossed else "the signs are wrong"
    disease = NOT_SWAPPED if crossed else NOT_NEGATED
    return Symptom(disease, node, lambda: f"{describe_windows(case, node)}: {said}{what}", call=node)


def _left_moves(case: Case) -> list[Symptom]:
    """The nodes that left moves as another branch had left the window; not where moves are left out anyway."""
    if case.found & {"move-skipped", "move-forgotten"}:
        return []
    return [_left(case, node, source) for node, source in left_at_cut(case).items()]


def _mirrored(case: Case) -> list[list[int]]:
    """The nodes whose window is their parent's crossed; mirrored at 0; both at once; with one end of the wrong sign.

    A player whose calls mostly pass the right window makes no such mistake.
    """
    low, high = case.running
    shown: list[list[int]] = [[] for _ in range(5)]
    right, other = Counter[int](), Counter[int]()
    for node in visits_to_judge(case):
        window, begin, end = (case.alpha[node], case.beta[node]), low[node], high[node]
        if window == (begin, end):
            right[case.turn[case.parent[node]]] += begin not in (end, -end) and case.parent[node] > 0
            continue
        wrong = ((end, begin), (-end, -begin), (-begin, -end), (begin, -end), (-begin, end))
        same = [which for which, one in enumerate(wrong) if window == one]
        for which in same:
            shown[which].append(node)
        other[case.turn[case.parent[node]]] += not same
    found = [_of_the_mistaken(case, nodes, right) for nodes in shown]
    # One end alone may look mirrored by chance, as a scout's does.
    return found[:3] + [_of_the_mistaken(case, nodes, right + other) for nodes in found[3:]]


def _of_the_mistaken(case: Case, nodes: list[int], right: Counter[int]) -> list[int]:
    """Those nodes whose parents' player hardly ever does it right."""
    wrong = Counter(case.turn[case.parent[node]] for node in nodes)
    mistaken = {turn for turn in (MAX, MIN) if wrong[turn] >= MOSTLY * right[turn]}
    return [node for node in nodes if case.turn[case.parent[node]] in mistaken]


def _values_of_the_mover(case: Case) -> bool:
    """Whether MIN's nodes have the values of a negamax that lacks its minus, or whose recording took it for none.

    Then the windows look mirrored, and are not.
    """
    least = most = right = turned = seen = 0
    for node in case.expanded():
        if case.turn[node] == MIN:
            values = [case.value[child] for child in case.visits(node) if case.status[child] != OPEN]
            if values and min(values) != max(values):
                seen += 1
                most += case.value[node] == max(values)
                least += case.value[node] == -min(values)
                if min(values) != -max(values):
                    right += case.value[node] == min(values)
                    turned += case.value[node] == -max(values)
    return turned > MOSTLY * right or (seen > 0 and MOSTLY * seen <= (MOSTLY + 1) * max(least, most))


def _crossed(case: Case) -> list[int]:
    """Windows that are crossed below a parent whose own is not, such as a scout's with its ends in the wrong order."""
    low, high = case.running
    return [
        node
        for node in visits_to_judge(case)
        if node in case.narrowed
        and case.alpha[node] > case.beta[node]
        and low[node] < high[node]
        and (case.parent[node] == 0 or case.beta[node] == low[node] or case.alpha[node] == high[node])
    ]


def _too_narrow(case: Case) -> list[Symptom]:
    """Children whose narrow window is why their parent claims more than is proven."""
    low, high = case.running
    found: list[int] = []
    for node in case.unsound if case.narrowed else ():
        visits = case.visits(node)
        narrow = [child for child in visits if child in case.narrowed and case.status[child] != TABLE]
        if node in case.blamed or not narrow or case.table_limits(node) != UNKNOWN or _has_another_sign(case, node):
            continue
        wide = {child: _claim(case.value[child], low[child], high[child]) for child in narrow}
        guilty = [child for child in narrow if wide[child] != case.claims[child]]
        if guilty and _would_be_sound(case, node, wide):
            found += guilty
    begun = beginnings(case) if found else {}
    return [_narrow(case, child) for child in found if not _from_its_beginning(case, child, begun)]


def _has_another_sign(case: Case, node: int) -> bool:
    """Whether a node has what a child returned with the sign turned over: no window is why."""
    value, returned = case.value[node], {case.value[child] for child in case.visits(node)}
    return -value in returned and value not in returned | {case.alpha[node], case.beta[node]}


def _from_its_beginning(case: Case, child: int, begun: dict[int, float]) -> bool:
    """Whether a window is narrow because its parent's best value begins with a number: another disease."""
    turn = case.turn[case.parent[child]]
    return begun.get(turn) == (case.alpha[child] if turn == MAX else case.beta[child])


def _claim(value: float, low: float, high: float) -> Limits:
    """What a value says of the true one after a search with a window."""
    if low < value < high:
        return value, value
    return (value, float("inf")) if value >= high else (float("-inf"), value)


def _would_be_sound(case: Case, node: int, instead: dict[int, Limits]) -> bool:
    """Whether a node's claim would follow from its children's if some of those had claimed something else."""
    low, high = case.proven(node, instead)
    return case.claims[node][0] <= low and case.claims[node][1] >= high


def _widened(case: Case) -> list[Symptom]:
    """Windows that are wider than their parent's own, at plies where both ends are, wherever that could be seen.

    Where the end that the other player set is lost and no more, there are no deep cutoffs: that is another disease.
    """
    low, high = case.running
    again = {case.parent[node] for node in case.repeated}
    wide: dict[int, list[int]] = {}
    seen: dict[int, set[int]] = {}
    kept: Counter[int] = Counter()
    for node in visits_to_judge(case):
        parent, ply, begin, end = case.parent[node], case.ply[node], low[node], high[node]
        if parent in again or not begin < end:
            continue
        alpha, beta = case.alpha[node], case.beta[node]
        if alpha <= begin and beta >= end and (alpha < case.alpha[parent] or beta > case.beta[parent]):
            wide.setdefault(ply, []).append(node)
            if alpha < begin and beta > end:
                seen.setdefault(ply, set()).add(parent)
        elif begin > case.alpha[0] and end < case.beta[0]:
            kept[ply] += 1
    plies = [ply for ply, parents in seen.items() if len(parents) >= MOSTLY * kept[ply]]
    enough = sum(len(seen[ply]) for ply in plies) >= ENOUGH
    if not enough or shrinks((one.best, one.value) for one in choices(case)):
        return []  # who makes values smaller widens windows as much
    return [_wide(case, node) for ply in plies for node in wide[ply]]


def _shared(case: Case, node: int, source: int) -> Symptom:
    def say() -> str:
        where = "/".join(case.path(source))
        return f"{describe_windows(case, node)}: {number(case.value[source])} is from {where}, another branch"

    return Symptom(SHARED, node, say, call=node)


def _left(case: Case, node: int, source: int) -> Symptom:
    def say() -> str:
        window, skipped = pair(case.alpha[node], case.beta[node]), ", ".join(case.missing_moves(node))
        end, where = "beta" if case.turn[node] > 0 else "alpha", "/".join(case.path(source))
        return (
            f"{mover(case, node)} left {skipped} unsearched with {number(case.value[node])}, inside its window "
            f"{window}: {end} was {number(case.value[source])} by then, from {where}"
        )

    return Symptom(SHARED, node, say)


def _not_swapped(case: Case, node: int) -> Symptom:
    return Symptom(NOT_SWAPPED, node, lambda: f"{describe_windows(case, node)}: the ends are crossed", call=node)


def _not_negated(case: Case, node: int) -> Symptom:
    return Symptom(NOT_NEGATED, node, lambda: f"{describe_windows(case, node)}: the signs are wrong", call=node)


def _moved(case: Case, node: int) -> Symptom:
    def say() -> str:
        player, end = ("MIN", "alpha") if case.turn[case.parent[node]] == MIN else ("MAX", "beta")
        return f"{describe_windows(case, node)}: {player} has moved {end} by what its own moves returned"

    return Symptom(WRONG_END, node, say, call=node)


def _back(case: Case, node: int) -> Symptom:
    def say() -> str:
        parent = case.parent[node]
        before = [child for child in case.visits(parent) if child < node][-1]
        end = "beta" if case.turn[parent] == MIN else "alpha"
        last = f"{number(case.value[before])} ({case.trace.label(before)})"
        return f"{describe_windows(case, node)}: {end} is the value of the last move, {last}, and not the best so far"

    return Symptom(WIDENED, node, say, call=node)


def _narrow(case: Case, node: int) -> Symptom:
    def say() -> str:
        bound = "most" if case.value[node] <= case.alpha[node] else "least"
        value, parent = number(case.value[node]), case.parent[node]
        last = [child for child in case.visits(parent) if case.move[child] == case.move[node]][-1]
        again = "without searching it again"
        if last > node:
            again = f"after it had searched it again in the window {pair(case.alpha[last], case.beta[last])}"
        return (
            f"{describe_windows(case, node)}; so {value} only says that it is at {bound} {value}, "
            f"but its parent returned {number(case.value[parent])} {again}"
        )

    return Symptom(TOO_NARROW, node, say, call=node)


def _wide(case: Case, node: int) -> Symptom:
    def say() -> str:
        parent, (low, high) = case.parent[node], case.running
        own = case.alpha[parent], case.beta[parent]
        return describe_windows(case, node) + (
            "" if own == (low[node], high[node]) else f" and was given {pair(*own)} itself"
        )

    return Symptom(WIDENED, node, say, call=node)
