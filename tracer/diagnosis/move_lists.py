"""Lists of moves: illegal moves that are on them, legal ones that are on none, and moves that are searched twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from tracer.deciding.thresholds import FEW, HALF, MANY, SAMPLE, SURE, TINY, TWICE
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.finding import ERROR, WARNING, Disease, Spoils, Symptom
from tracer.diagnosis.identity import boards, characters
from tracer.diagnosis.truth import get_truth, searches_fixed_width
from tracer.diagnosis.wording import sentence, symptoms
from tracer.games.rules import key
from tracer.recording.columns import NO_DEPTH, Array, Ints
from tracer.recording.status import EXPANDED, PRUNED, TABLE, TERMINAL, Why
from tracer.text import some_of

FORGOTTEN = Disease(
    "move-forgotten",
    ERROR,
    "A move is searched nowhere, though it is legal at many nodes where nothing was cut.",
    "Look at what makes the list of moves, and at where its loops begin and end (range(8) has no 8): the last square, "
    "column or kind of move is left out.",
    spoils=Spoils.MOVES,
)


def forgotten_moves(case: Case, lacking: list[int], *, remembers: bool) -> set[str]:
    """Return the moves that no node has, though they are legal at several, and at leaves that have no others.

    Or, where nodes lack nothing else, at many nodes: a search that leaves moves on purpose leaves any. The nodes that
    are `lacking` have legal moves that were neither visited nor pruned, though nothing was cut. A search `remembers`
    where a table that is asked before a call may have answered the moves.
    """
    if not lacking:
        return set()
    searched = {case.label(node) for node in case.visited}
    missing = [set(case.get_missing_moves(node)) for node in lacking]
    never: set[str] = set().union(*missing) - searched
    stranded = _find_stranded_leaves(case, never)
    offers = Counter(move for node in [*lacking, *stranded] for move in set(case.get_legal_moves(node) or ()))
    never = {move for move in never if offers[move] >= FEW}
    stranded = _find_stranded_leaves(case, never)
    if remembers:  # a wrong value is none that a table can have had
        truth = get_truth(case)
        worth = ((truth.get_node_value(node), *case.claims[node]) for node in stranded)
        return never if any(value is not None and not low <= value <= high for value, low, high in worth) else set()
    is_all = len(missing) >= MANY and all(moves <= never for moves in missing)
    is_all = is_all and not searches_fixed_width(case, lacking)
    return never if stranded or is_all else set()


def forgetful_nodes(case: Case, lacking: list[int], never: set[str]) -> Iterator[Symptom]:
    """Yield the nodes that lack such moves, and the leaves that have no others."""
    nodes = [node for node in lacking if not never.isdisjoint(case.get_missing_moves(node))]

    def moves(node: int) -> str:
        gone = [move for move in case.get_legal_moves(node) or () if move in never]
        return f"{some_of(gone, 4)} {'is' if len(gone) == 1 else 'are'}"

    said = "{moves} legal at {node:where} and searched nowhere in the whole search"
    nodes += _find_stranded_leaves(case, never) if never else []
    yield from symptoms(FORGOTTEN, case, nodes, said, moves=moves)


def _find_stranded_leaves(case: Case, never: set[str]) -> list[int]:
    """Return the visits without children at which the game is not over, and no other move is legal."""
    leaves = (node for node in case.nodes_in_return_order if case.status[node] in (TERMINAL, TABLE))
    return [node for node in leaves if (legal := case.get_legal_moves(node)) and never.issuperset(legal)]


def moves_against_others(case: Case, disturbed: set[int]) -> list[int]:
    """Return the visits by illegal moves, in order; none where the search did not specify its moves itself.

    Moves may have overwritten the position of `disturbed` visits, which is another one on return.
    """
    text = case.trace.columns.text
    if case.game is not None or text is None or case.trace.sources:
        return []
    board, none = boards(case), case.trace.no_moves
    made = [node for node in case.visited[1:] if case.move[node] not in none]
    made = [node for node in made if board[node] is not None and board[case.parent[node]] is not None]
    nodes = np.array(made, np.int64)
    same = np.array([board[node] == board[case.parent[node]] for node in made], bool)
    odd = same | np.array([case.parent[node] in disturbed for node in made], bool)
    if not odd.any():
        return []
    letters, whole = characters(case.trace.texts), np.array(_find_complete_visits(case), np.int64)
    odd[odd] = [same[row] or _is_overwritten(case, made[row], letters) for row in np.flatnonzero(odd).tolist()]
    found: list[int] = []
    for move in np.unique(case.columns.move[nodes[odd]]).tolist():
        mine = case.columns.move[nodes] == move
        if (mine & ~odd).any():
            found += _illegal(case, move, nodes[mine & odd], nodes[mine & ~odd], whole, letters)
    return sorted(found)


def _is_overwritten(case: Case, node: int, letters: Array | None) -> bool:
    """Return whether a place on which a move put something is not put back, and does not keep that either."""
    text, left = case.trace.columns.text, case.trace.columns.left_text
    if text is None or left is None or letters is None:
        return True
    before, made, after = (letters[one] for one in (text[case.parent[node]], text[node], left[case.parent[node]]))
    return bool(((before != made) & (before != after) & (made != after)).any())


def _illegal(case: Case, move: int, odd: Ints, usual: Ints, whole: Ints, letters: Array | None) -> list[int]:
    """Return the odd visits by a move that is not legal where they made it."""
    text, parent = case.trace.columns.text, case.columns.parent
    assert text is not None
    before = text[parent[usual]]
    looks = text[:, None]
    if letters is not None:
        changed = (letters[before] != letters[text[usual]]).any(axis=0)
        looks = letters[:, changed][text]
    having: dict[bytes, list[int]] = {}
    for node in whole.tolist():
        has = any(case.move[child] == move for child in case.children(node))
        having.setdefault(looks[node].tobytes(), [0, 0])[has] += 1
    found = []
    for node in odd.tolist():
        without, with_it = having.get(looks[parent[node]].tobytes(), (0, 0))
        if without >= max(TWICE, HALF * (without + with_it)):
            found.append(node)
    return found


def _find_complete_visits(case: Case) -> list[int]:
    """Return the visits that searched all their moves, or told which were left out."""
    why, none, found = case.trace.columns.why, case.trace.no_moves, []
    for node in case.visited:
        if case.status[node] != EXPANDED or not case.turn[node]:
            continue
        children = [child for child in case.children(node) if case.move[child] not in none]
        told = any(case.status[child] == PRUNED for child in children) or not case.cutoff[node]
        spent = case.depth is not None and NO_DEPTH != case.depth[node] <= 0
        quiescent = why is not None and why[node] == Why.QUIESCENCE
        if told and children and not spent and not quiescent:
            found.append(node)
    return found


SEARCHED_TWICE = Disease(
    "move-twice",
    ERROR,
    "The same move was searched twice at one node, although the first search of it had given an exact value, or had "
    "shown to the same depth that the move is no better than others.",
    "Likely the list of moves is changed while the loop walks over it, or names a move twice: walk over a copy, and "
    "make each move once.",
    spoils=Spoils.MOVES,
)
NEEDLESS = Disease(
    "needless-re-search",
    WARNING,
    "A move was searched again with a wider window, although the scout before it, in a narrow window, had given an "
    "exact value. No value is wrong, but the second search is for nothing.",
    "A null window of width 1 has no number inside itself among whole numbers, but it has fractions: search again only "
    "where the scout's value reached the end of its window, or make the window narrower than any two values differ.",
)


def repetitions(case: Case, excused: set[int]) -> Iterator[Symptom]:
    """Yield the moves that were searched twice: again after a scout, or for no reason; these not at nodes excused."""
    needless = (
        "the move {node:move} is searched again, although the scout's value {before:value} lies inside its window "
        "{before:window} and so is exact: a null window that wide says so of fractions"
    )
    for node, before, child in _find_repeated_moves(case):
        count = sum(case.move[one] == case.move[child] for one in case.visits(node))
        times = "twice" if count == 2 else f"{count} times"
        why = (
            "the first search of it gave an exact value"
            if _is_exact(case, before)
            else "window and depth were the same"
        )
        twice = f"the move {{node:move}} was searched {times}, although {why}"
        if _is_re_search(case, before, child):
            yield from symptoms(NEEDLESS, case, [child], needless, entered=True, before=before)
        elif node not in excused:
            yield Symptom(SEARCHED_TWICE, node, sentence(case, child, twice), call=child)


def _find_repeated_moves(case: Case) -> Iterator[tuple[int, int, int]]:
    """Yield the nodes with a move that was searched twice, the first visit and the second one; the worst of each node.

    Without a game, two moves to equal positions may have one name, if it was made from the positions.
    """
    if case.game is None and case.trace.columns.text is not None:
        return
    for node in sorted({case.parent[one] for one in case.repeated_nodes}):
        chooses = case.status[node] == EXPANDED and case.turn[node] != 0
        if chooses and node not in case.blamed_nodes and (case.game is None or case.position_ids[node] >= 0):
            twice = first_repetition(case, node) or next(_iter_repetitions(case, node), None)
            if twice is not None and not _lead_to_one_position(case, node, twice[1]):
                yield node, *twice


def first_repetition(case: Case, node: int) -> tuple[int, int] | None:
    """Return the first visit of a move that had an exact value, after the one that gave it; not after a scout."""
    return next((twice for twice in _iter_repetitions(case, node) if not _is_re_search(case, *twice)), None)


def _is_re_search(case: Case, before: int, child: int) -> bool:
    """Return whether a visit was a scout's, in a null window of this search, and the next one of its move goes on.

    Within a null window every window is one, so the two need not differ.
    """
    narrow = case.beta[before] - case.alpha[before] <= case.once(_null_width) * (1 + TINY)
    return narrow and case.alpha[child] <= case.value[before] <= case.beta[child]


def _null_width(case: Case) -> float:
    """Return the widest window that leaves out a part of its parent's running window; 0 in a search without scouts."""
    widths = [case.beta[node] - case.alpha[node] for node in case.narrowed_nodes if node]
    return max((width for width in widths if width < INFINITY), default=0.0)


def _iter_repetitions(case: Case, node: int) -> Iterator[tuple[int, int]]:
    """Yield the visits of a move that had an exact value, or asks the same, each after the one that gave it.

    Not where iterations begin the node again.
    """
    visits, anew = case.visits(node), None
    last: dict[int, int] = {}
    for child in visits:
        before = last.get(case.move[child])
        last[case.move[child]] = child
        if before is None or (case.depth is not None and case.depth[before] != case.depth[child]):
            continue
        if _asks_the_same(case, before, child):
            yield before, child
            continue
        if not _is_exact(case, before):
            continue  # outside the window only a leaf is exact, and a scout need not know of it
        anew = _begins_again(case, node, visits) if anew is None else anew
        if anew:
            return
        yield before, child


def _is_exact(case: Case, node: int) -> bool:
    return case.alpha[node] < case.value[node] < case.beta[node]


def _asks_the_same(case: Case, before: int, child: int) -> bool:
    """Return whether a move that was no better than the window asks is searched again for that: also to its depth.

    What is better is searched again by scouts, also in a window that is a null window anyhow.
    """
    why, window = case.trace.columns.why, (case.alpha[before], case.beta[before])
    if case.depth is None or case.depth[child] == NO_DEPTH or case.trace.sources or not case.has_windows:
        return False
    if window != (case.alpha[child], case.beta[child]) or case.status[before] != EXPANDED:
        return False
    is_no_better = (
        case.value[before] <= window[0] if case.turn[case.parent[child]] > 0 else case.value[before] >= window[1]
    )
    return is_no_better and (why is None or why[before] == why[child])


def _lead_to_one_position(case: Case, node: int, child: int) -> bool:
    """Return whether other moves lead to the same position, and the recording could not tell them from this one."""
    if case.game is None or case.position_ids[child] < 0:
        return False
    game, keyed, state = case.game, key(case.game), case.get_state(node)
    wanted = keyed(case.get_state(child))
    ways = sum(keyed(game.play(state, move)) == wanted for move in game.moves(state))
    return sum(case.move[one] == case.move[child] for one in case.visits(node)) <= ways


def _begins_again(case: Case, node: int, visits: list[int]) -> bool:
    """Return whether the first move that comes again begins the node anew, in a window no narrower than at first."""
    earliest: dict[int, int] = {}
    first = next(k for k, child in enumerate(visits) if earliest.setdefault(case.move[child], k) != k)
    if case.has_windows:
        opening, again = visits[0], visits[first]
        return case.alpha[again] <= case.alpha[opening] and case.beta[again] >= case.beta[opening]
    passes = {case.move[child] for child in visits[:first]}, {case.move[child] for child in visits[first:]}
    return node == 0 and passes[0] == passes[1]


def get_visited_moves(case: Case, node: int) -> list[str]:
    """Return the moves that a node searched, in the order of time."""
    return [case.label(child) for child in case.visits(node)]


class MoveOrder:
    """The order in which the search has its moves: the game's, that backwards, or that of most nodes."""

    def __init__(self, case: Case) -> None:
        self._met: dict[str, dict[int, int]] = {}
        """By the move, the nodes of a sample at which it was searched, and as which of their moves."""
        along = against = 0
        for _, node in zip(
            range(SAMPLE), (node for node in case.iter_choice_nodes() if case.position_ids[node] >= 0), strict=False
        ):
            legal, moves = case.get_legal_moves(node) or [], list(dict.fromkeys(get_visited_moves(case, node)))
            for k, move in enumerate(moves):
                self._met.setdefault(move, {})[node] = k
            places = [legal.index(move) for move in moves if move in legal]
            along += sum(one < other for one, other in pairwise(places))
            against += sum(one > other for one, other in pairwise(places))
        total = along + against
        self._sign = 1 if along >= SURE * total else -1 if against >= SURE * total else 0

    def comes_first(self, one: str, other: str, legal: Sequence[str]) -> bool:
        """Return whether one move comes before another, as far as is known; by nearly all nodes that searched both."""
        if self._sign and other in legal:
            return self._sign * legal.index(one) < self._sign * legal.index(other)
        mine, its = self._met.get(one, {}), self._met.get(other, {})
        first = [mine[node] < its[node] for node in mine.keys() & its.keys()]
        return any(first) and sum(first) >= SURE * len(first)
