"""Why the search did what it did, in sentences, and in the lines of its pseudo-code.

May ask: count, errors, games, recording, searches, text, time, tracing.
"""
