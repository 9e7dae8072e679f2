"""Searches that know nothing of plyscope: their calls, read while they run, are the nodes.

May ask: errors, games, recording, text, tracing.
"""
