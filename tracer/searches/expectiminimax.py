"""Expectiminimax (Michie 1966): minimax for games with chance, in which every node of the tree is visited.

Contract: as `minimax`; a chance node is worth the mean of its outcomes, each by its probability, added up in the order
of the game. It is a visited node, and takes a ply and a depth, as those of the players do.
"""

from __future__ import annotations

from tracer.searches.contract import Search
from tracer.searches.minimax import minimax
from tracer.searches.pseudocode import parse

CODE = parse("""
expectiminimax(s, depth):                   @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  if chance is to move:
    best = 0
    for each outcome, with its probability:
      best += probability · its value
  else:
    best = −∞ if MAX is to move, else +∞
    for each move, with t = play(s, move):
      value = expectiminimax(t, depth−1)
      best = the better one of best and value
  return best                               @ return
""")
"""The search as a textbook prints it."""


SEARCH = Search(
    name="expectiminimax",
    run=minimax,
    summary="minimax with chance: every node, a mean where chance moves",
    code=CODE,
    exhaustive=True,
    family="with chance",
    chance=True,
)
