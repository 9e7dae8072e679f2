"""Two recordings of one position, node by node: what is in one only, and where they part.

May ask: count, errors, games, recording, text, time, tracing, why.
"""
