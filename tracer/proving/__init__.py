"""What a recording proves of the true values of its nodes: by the window of each, and by the values of its moves.

May ask: count, errors, games, recording.
"""
