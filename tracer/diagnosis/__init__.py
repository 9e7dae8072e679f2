"""What is wrong with a search: the laws of a sound one, and diseases with the node that has each.

May ask: count, deciding, errors, games, recording, searches, text, tracing.
"""
