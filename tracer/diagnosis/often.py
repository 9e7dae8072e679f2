"""How often something must be seen to be believed: the numbers that all examiners share."""

TWICE = 2
"""Seen at two nodes: once may be chance."""
ENOUGH = 3
"""Seen at three nodes: twice may be chance where neighbours are alike, as brothers in a small tree are."""
MOSTLY = 9
"""Seen nine times as often as its contrary: a few nodes may have come to it by another way."""
NEARLY = 0.9
"""The same as a part of all."""
ROUNDING = 1e-9
"""By how much numbers may differ that were added up in another order."""
