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
from tracer.searches.contract import INFINITY, Result, Search, TreeRecord
from tracer.searches.goals import DISPROVED, GOAL, PROVED, UNKNOWN, WORTH, Numbers, reaches, together
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
    reached, table = reaches(goal), dict[Hashable, Numbers]()

    def known(state: State, left: float) -> Numbers:
        """What is known of a position without a call."""
        utility = game.utility(state)
        if utility is not None or left == 0:
            return PROVED if reached(game.evaluate(state) if utility is None else utility) else DISPROVED
        return table.get((game.key(state), left), UNKNOWN)

    def call(state: State, parent: int | None, last: Move | None, left: float, limits: Numbers) -> Move | None:
        """Search until the numbers of a position reach their limits; gives the move that decides most."""
        turn, numbers, best = game.turn(state), known(state, left), None
        record.iteration()
        node = record.add(parent, last, turn)
        record.update(node, *numbers, PROOF)
        if left == 0 or game.utility(state) is not None:
            record.leave(node, WORTH[numbers], HORIZON if game.utility(state) is None else TERMINAL)
            table[game.key(state), left] = numbers
            return None
        moves = game.moves(state, left)
        after = [game.play(state, move) for move in moves]
        side, calls = 0 if turn == MAX else 1, list[tuple[Move, float]]()
        while True:
            below = [known(child, left - 1) for child in after]
            before, numbers = numbers, together(turn, below)
            if numbers != before:
                record.update(node, *numbers, PROOF)
            least = min(child[side] for child in below)
            place = next(place for place, child in enumerate(below) if child[side] == least)
            best = moves[place]
            if numbers[0] >= limits[0] or numbers[1] >= limits[1]:
                break
            second = min((child[side] for other, child in enumerate(below) if other != place), default=INFINITY)
            there = below[place]
            if turn == MAX:
                asked = min(limits[0], second + 1), limits[1] - numbers[1] + there[1]
            else:
                asked = limits[0] - numbers[0] + there[0], min(limits[1], second + 1)
            call(after[place], node, best, left - 1, asked)
            calls.append((best, known(after[place], left - 1)[side]))
        # Of the moves that decide as much, one that was called comes before those that the table answered.
        best = next((move for move, least in calls if least == numbers[side]), best)
        table[game.key(state), left] = numbers
        if numbers in WORTH:
            record.leave(node, WORTH[numbers], EXPANDED)
        return best

    move = call(root, None, None, depth, (INFINITY, INFINITY))
    return WORTH[known(root, depth)], move


SEARCH = Search(
    name="dfpn",
    run=dfpn,
    summary="df-pn: the same question, depth first with thresholds and a table; each call is a node",
    code=CODE,
    family="proof numbers",
    own=(GOAL,),
    best_first=True,
    values="proofs",
    table=True,
)
