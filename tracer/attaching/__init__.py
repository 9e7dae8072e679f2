"""Searches that know nothing of plyscope: their calls, read while they run, are the nodes.

May ask: assembling, deciding, errors, file, games, recording, text, tracing.
"""
