"""What was recorded of a search: columns, header, moves, positions; and the recorder that makes it.

May ask: errors, games, text.
"""
