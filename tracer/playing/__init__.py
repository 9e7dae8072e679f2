"""Whole games: what is played, who chooses, and how a game is kept.

May ask: attaching, calling, count, errors, file, games, recording, run, searches, text, tracing, why.
"""
