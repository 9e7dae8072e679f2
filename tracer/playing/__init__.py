"""Whole games: what is played, who chooses, and how a game is kept.

May ask: errors, games, text, tracing.
"""
