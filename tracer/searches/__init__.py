"""The searches, each with what it declares of itself, and its pseudo-code.

May ask: errors, games, recording, text.
"""
