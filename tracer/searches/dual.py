"""DUAL* (Marsland, Reinefeld & Schaeffer 1987): the mirror image of SSS*, with the lowest merit first.

A merit is a lower bound of what every strategy of MIN through the node can bring: MIN's children are all live at
once, MAX's one after another.

Contract: as `sss`, with MAX and MIN, highest and lowest in each other's place.
"""

from __future__ import annotations

from tracer.games.rules import MIN, Move, Rules, State
from tracer.searches.contract import INFINITY, Result, Search, TreeRecord
from tracer.searches.pseudocode import parse
from tracer.searches.sss import search_by_merit

CODE = parse("""
dual(s): OPEN = {(s, LIVE, −∞)}             @ begin
  repeat: take the lowest merit h of OPEN   @ take
    Γ4 LIVE, a leaf: SOLVED with max(h, value)  @ Γ4
    Γ6 LIVE, MIN moves: all moves LIVE with h  @ Γ6
    Γ5 LIVE, MAX moves: first move LIVE with h  @ Γ5
    SOLVED, child of MAX:
      Γ2 a next brother: it is LIVE with h  @ Γ2
      Γ3 else: the parent is SOLVED with h  @ Γ3
    SOLVED, child of MIN:
      Γ1 purge all below the parent, which is
      SOLVED with h                         @ Γ1
  until the root is SOLVED: return h        @ return
""")
"""The search as a textbook prints it."""


def dual(game: Rules[State, Move], root: State, record: TreeRecord, *, depth: float = INFINITY) -> Result[Move]:
    """Search `root` to `depth` plies."""
    return search_by_merit(game, root, record, depth, MIN)


SEARCH = Search(
    name="dual",
    run=dual,
    summary="DUAL*: the mirror image of SSS*, the state of lowest merit first",
    code=CODE,
    family="best-first",
    best_first=True,
)
