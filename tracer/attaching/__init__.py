"""Searches that know nothing of plyscope: their calls, read while they run, are the nodes.

May ask: errors, file, games, recording, text, tracing.
"""
