"""A function of the user that is called with positions: where it lies, what it takes, what it returned.

May ask: errors, games, text.
"""
