"""What searches take, in time and in nodes, measured beside one another.

May ask: attaching, calling, errors, games, playing, run, searches, text, tracing.
"""
