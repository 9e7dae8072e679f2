"""The line protocol: a search in any language tells what it does, one JSON object a line, and it becomes a trace.

The first line is the header; each of the others says that a node is entered or left, or moves pruned:

    {"plyscope": 1, "view": "max", "game": "tictactoe", "search": "alphabeta in C"}
    {"enter": null, "turn": "MAX"}
    {"enter": "a1", "turn": "MIN", "alpha": -1, "beta": null}
    {"leave": 1, "status": "terminal"}
    {"prune": ["b1", "c1"]}
    {"leave": 1}
"""
