"""SSS* (Stockman 1979; ties leftmost, Roizen & Pearl 1983): the best of all that is open, for one player at a time.

OPEN holds states: a node, whether it is LIVE or SOLVED, and its merit, an upper bound of the value of every strategy of
MAX that goes through it. The highest merit is taken first, of several the leftmost. At last the root is SOLVED, with
its minimax value.

Contract: the value is minimax's to the depth, the move one that attains it. No leaf is evaluated twice, and none that
alpha-beta would not evaluate. A leaf has its own value, an inner node the merit with which it was SOLVED; a node that
never was stays open. A node that leaves OPEN since its father is SOLVED is purged: nothing is claimed of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Generic

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.log import GAMMA1, GAMMA2, GAMMA3, GAMMA4, GAMMA5, GAMMA6, SOLVED
from tracer.recording.status import EXPANDED
from tracer.searches.contract import INFINITY, Result, Search, TreeRecord, find_leaf_value
from tracer.searches.pseudocode import parse

CODE = parse("""
sss(s): OPEN = {(s, LIVE, +∞)}              @ begin
  repeat: take the highest merit h of OPEN  @ take
    Γ4 LIVE, a leaf: SOLVED with min(h, value)  @ Γ4
    Γ6 LIVE, MAX moves: all moves LIVE with h  @ Γ6
    Γ5 LIVE, MIN moves: first move LIVE with h  @ Γ5
    SOLVED, child of MIN:
      Γ2 a next brother: it is LIVE with h  @ Γ2
      Γ3 else: the parent is SOLVED with h  @ Γ3
    SOLVED, child of MAX:
      Γ1 purge all below the parent, which is
      SOLVED with h                         @ Γ1
  until the root is SOLVED: return h        @ return
""")
"""The search as a textbook prints it."""


class SearchState(Generic[State, Move]):
    """A node that has come to be."""

    __slots__ = ("born", "children", "depth", "entry", "moves", "parent", "path", "state", "turn")

    def __init__(
        self, born: int, state: State, turn: int, parent: SearchState[State, Move] | None, move_index: int
    ) -> None:
        self.born, self.state, self.turn, self.parent = born, state, turn, parent
        self.path: tuple[int, ...] = () if parent is None else (*parent.path, move_index)
        """The places among brothers from the root down, which say what is leftmost."""
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.moves: Sequence[Move] = ()
        self.children: list[SearchState[State, Move]] = []
        self.entry: object = None
        """Its state in OPEN; None where it has none."""


NodeResult = tuple[int, float, int]
"""A node, its value, and what became of it: told after the row by which it is known."""


def sss(game: Rules[State, Move], root: State, record: TreeRecord, *, depth: float = INFINITY) -> Result[Move]:
    """Search `root` to `depth` plies."""
    return search_by_merit(game, root, record, depth, MAX)


def search_by_merit(  # noqa: PLR0915  # six Γ
    game: Rules[State, Move], root: State, record: TreeRecord, depth: float, player: int
) -> Result[Move]:
    """SSS* for MAX; for MIN its mirror image, DUAL*."""
    heap: list[tuple[float, tuple[int, ...], bool, SearchState[State, Move]]] = []
    turn = game.turn(root)
    root_node: SearchState[State, Move] = SearchState(record.add(None, None, turn), root, turn, None, 0)
    best: Move | None = None
    best_merit = INFINITY

    def push_state(node: SearchState[State, Move], merit: float, *, solved: bool) -> None:
        node.entry = entry = (-player * merit, node.path, solved, node)
        heappush(heap, entry)

    def add_live_child(parent: SearchState[State, Move], move_index: int, merit: float) -> None:
        move = parent.moves[move_index]
        state = game.play(parent.state, move)
        node = SearchState(record.add(parent.born, move, turn := game.turn(state)), state, turn, parent, move_index)
        parent.children.append(node)
        push_state(node, merit, solved=False)

    def expand_live(node: SearchState[State, Move], merit: float) -> tuple[int, NodeResult | None]:
        """Take a LIVE state; gives the Γ that it was, and what is known of the node then."""
        if (leaf := find_leaf_value(game, node.state, depth - node.depth)) is not None:
            push_state(node, player * min(player * merit, player * leaf[0]), solved=True)
            return GAMMA4, (node.born, *leaf)
        node.moves = game.moves(node.state, depth - node.depth)
        for move_index in range(len(node.moves) if node.turn == player else 1):
            add_live_child(node, move_index, merit)
        return GAMMA6 if node.turn == player else GAMMA5, None

    def push_solved(node: SearchState[State, Move], merit: float) -> NodeResult:
        push_state(node, merit, solved=True)
        return node.born, merit, EXPANDED

    push_state(root_node, player * INFINITY, solved=False)
    last_merit = None
    while True:
        entry = heappop(heap)
        key, _, solved, node = entry
        if node.entry is not entry:
            continue  # purged
        node.entry, merit = None, -player * key
        if merit != last_merit:
            record.iteration()
            last_merit = merit
        parent, result = node.parent, None
        if not solved:
            gamma, result = expand_live(node, merit)
        elif parent is None:
            record.update(node.born, merit, kind=SOLVED)
            return merit, best
        elif parent.turn == player:
            gamma = GAMMA1
            if parent is root_node:
                best = parent.moves[node.path[-1]]
            purge_subtree(parent)
            result = push_solved(parent, merit)
        elif node.path[-1] + 1 < len(parent.moves):
            gamma = GAMMA2
            add_live_child(parent, node.path[-1] + 1, merit)
        else:
            gamma = GAMMA3
            result = push_solved(parent, merit)
        if parent is root_node and solved and parent.turn != player and (best is None or merit != best_merit):
            best, best_merit = parent.moves[node.path[-1]], merit
        record.update(node.born, merit, kind=gamma)
        if result is not None:
            record.leave(*result)


def purge_subtree(parent: SearchState[State, Move]) -> None:
    """Let everything below a node leave OPEN."""
    pending = parent.children
    parent.children = []
    while pending:
        node = pending.pop()
        node.entry = None
        pending += node.children
        node.children = []


SEARCH = Search(
    name="sss",
    run=sss,
    summary="SSS*: the state of highest merit first; what MT-SSS* does with a table, done with a list",
    code=CODE,
    family="best-first",
    best_first=True,
)
