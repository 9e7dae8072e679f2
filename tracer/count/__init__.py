"""Visited against pruned: how many nodes, on how many plies, of how many positions.

May ask: errors, games, recording.
"""
