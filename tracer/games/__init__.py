"""The rules of games: what a search needs of one, those that are built in, other people's, positions as texts.

May ask: errors, extras, text.
"""
