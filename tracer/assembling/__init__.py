"""Calls of somebody's search become the nodes of a trace: a batch at a time, after they were made.

May ask: deciding, errors, games, recording, text.
"""
