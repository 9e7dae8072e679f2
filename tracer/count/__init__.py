"""Visited against pruned: how many nodes, on how many plies, of how many positions; and which values are proved.

May ask: errors, games, recording, searches.
"""
