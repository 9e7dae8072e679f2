"""What the calls of a search that knows nothing of plyscope mean: decided from their numbers, names break ties.

May ask: errors, games, text.
"""
