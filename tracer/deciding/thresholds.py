"""What "few", "sure" and "seldom" mean wherever calls or nodes are counted to judge by them: one number each."""

TWICE = 2
"""Cases that are no chance where one may be."""
FEW = 3
"""Cases that may be chance if there are fewer."""
SEVERAL = 8
"""Cases that may be chance if there are fewer, where something of many things may fit."""
MANY = 20
"""Cases that may be chance if there are fewer, where nothing but a share of them tells it."""
CALLS = 400
"""Calls of a search that tell what the others mean, as a rule."""
SAMPLE = 4_000
"""Nodes or positions of a large search that are looked at for what needs a look at each."""
ENOUGH = 20_000
"""Calls, positions or iterations after which something that is looked for is given up."""
REMEMBERED = 1 << 16
"""Positions, or a game's answers, that are remembered, about."""
ASKED = 200
"""Nodes of which a game is asked something that costs it more than a move."""
USUAL = 0.8
"""The part of the cases that agrees where the search itself may make mistakes, or bounds are among the values."""
SURE = 0.9
"""The part that agrees where only the first calls or the last may differ."""
SURELY = 0.95
"""The part that agrees where nothing else, such as a name, tells the same."""
MOSTLY = 9
"""How many times as often as its contrary something is seen that only the first or the last calls may not show."""
HALF = 0.5
"""The part that agrees where something else tells the same."""
SOME = 0.1
"""The part up to which cases have another reason, if all the others agree."""
SELDOM = 0.2
"""The part up to which cases are exceptions."""
RARELY = 0.02
"""The part by which one explanation has to be better than another, or the other stays."""
CERTAIN = 2.0
"""What is worth more than any share of the cases."""
TRIED = 8
"""Variables, values, names or frames above a call that are tried at most: all pairs of variables are."""
TOGETHER = 4
"""Variables or elements that may be one thing together, such as a position of four numbers."""
LEVELS = 3
"""How far functions that name one another are followed."""
ENTRIES = 16
"""Elements, entries or attributes of one object that are looked at."""
DIGITS = 9
"""To which numbers are rounded that were computed in different ways."""
TINY = 10.0**-DIGITS
"""A difference that comes from rounding."""
LARGEST = 1e300
"""What stands for an infinite value: a trace has infinities at the ends of windows alone."""
