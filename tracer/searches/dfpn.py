"""df-pn (Nagai 2002): proof-number search that goes depth first, with thresholds, and a table of all that it knows.

A call goes on below its position until its proof or its disproof number reaches a threshold, which is where the call
above would look elsewhere. What it knows then is kept in the table, by position, so a position is called again and
again and nothing else is kept: each call is a node.

Contract: as `pns`, for games whose positions do not come again on a path.
"""

from __future__ import annotations

from collections.abc import Hashable

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.log import PROOF
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Result, Search, TreeRecord, find_leaf_value
from tracer.searches.proof_goals import (
    DISPROVED,
    GOAL_OPTION,
    PROVED,
    PROVED_VALUES,
    UNKNOWN,
    ProofNumbers,
    combine_proof_numbers,
    goal_test,
)
from tracer.searches.pseudocode import parse

CODE = parse("""
dfpn(s): call(s, ∞, ∞)                      @ begin
call(s, limit of pn, limit of dn):          @ select
  if s is over: table[s] = (0, ∞) or (∞, 0);
    return                                  @ terminal
  repeat:                                   @ expand
    children have table[t], or (1, 1)
    MAX: pn = min of pn, dn = sum of dn
    MIN: pn = sum of pn, dn = min of dn
    if pn or dn is not below its limit: leave
    best = the first child with the least pn
      where MAX moves, dn where MIN does
    call(best, till it is worse than the next,
      or till s itself reaches its limit)
  table[s] = (pn, dn)                       @ back up, return
""")
"""The search as a textbook prints it."""


def dfpn(
    game: Rules[State, Move], root: State, record: TreeRecord, *, depth: float = INFINITY, goal: str = "win"
) -> Result[Move]:
    """Ask of `root` whether MAX reaches the goal within `depth` plies; what is not over by then is evaluated."""
    is_reached, table = goal_test(goal), dict[Hashable, ProofNumbers]()

    def numbers_of(state: State, depth_left: float) -> ProofNumbers:
        """What is known of a position without a call."""
        if (leaf := find_leaf_value(game, state, depth_left)) is not None:
            return PROVED if is_reached(leaf[0]) else DISPROVED
        return table.get((game.key(state), depth_left), UNKNOWN)

    def search_node(
        state: State, parent: int | None, last_move: Move | None, depth_left: float, limits: ProofNumbers
    ) -> Move | None:
        """Search until the numbers of a position reach their limits; gives the move that decides most."""
        turn, numbers, best_move = game.turn(state), numbers_of(state, depth_left), None
        record.iteration()
        node = record.add(parent, last_move, turn)
        record.update(node, *numbers, PROOF)
        if depth_left == 0 or game.utility(state) is not None:
            record.leave(node, PROVED_VALUES[numbers], HORIZON if game.utility(state) is None else TERMINAL)
            table[game.key(state), depth_left] = numbers
            return None
        moves = game.moves(state, depth_left)
        next_states = [game.play(state, move) for move in moves]
        number_index, finished_calls = 0 if turn == MAX else 1, list[tuple[Move, float]]()
        while True:
            child_numbers = [numbers_of(child, depth_left - 1) for child in next_states]
            previous_numbers, numbers = numbers, combine_proof_numbers(turn, child_numbers)
            if numbers != previous_numbers:
                record.update(node, *numbers, PROOF)
            least_number = min(child[number_index] for child in child_numbers)
            index = next(index for index, child in enumerate(child_numbers) if child[number_index] == least_number)
            best_move = moves[index]
            if numbers[0] >= limits[0] or numbers[1] >= limits[1]:
                break
            second_number = min(
                (child[number_index] for other_index, child in enumerate(child_numbers) if other_index != index),
                default=INFINITY,
            )
            best_numbers = child_numbers[index]
            if turn == MAX:
                child_limits = min(limits[0], second_number + 1), limits[1] - numbers[1] + best_numbers[1]
            else:
                child_limits = limits[0] - numbers[0] + best_numbers[0], min(limits[1], second_number + 1)
            search_node(next_states[index], node, best_move, depth_left - 1, child_limits)
            finished_calls.append((best_move, numbers_of(next_states[index], depth_left - 1)[number_index]))
        # Of the moves that decide as much, one that was called comes before those that the table answered.
        best_move = next(
            (move for move, least_number in finished_calls if least_number == numbers[number_index]), best_move
        )
        table[game.key(state), depth_left] = numbers
        if numbers in PROVED_VALUES:
            record.leave(node, PROVED_VALUES[numbers], EXPANDED)
        return best_move

    move = search_node(root, None, None, depth, (INFINITY, INFINITY))
    return PROVED_VALUES[numbers_of(root, depth)], move


SEARCH = Search(
    name="dfpn",
    run=dfpn,
    summary="df-pn: the same question, depth first with thresholds and a table; each call is a node",
    code=CODE,
    family="proof numbers",
    own=(GOAL_OPTION,),
    best_first=True,
    values="proofs",
    table=True,
)
