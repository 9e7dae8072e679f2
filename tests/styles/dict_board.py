"""Tris (tic-tac-toe) con un dizionario come tavola."""
TAVOLA = {(0, 0): "X", (0, 1): "O", (1, 1): "O", (1, 2): "X"}
CASELLE = [(r, c) for r in range(3) for c in range(3)]


def tris(tavola, segno):
    sue = {casella for casella, chi in tavola.items() if chi == segno}
    for k in range(3):
        if {(k, 0), (k, 1), (k, 2)} <= sue or {(0, k), (1, k), (2, k)} <= sue:
            return True
    return {(0, 0), (1, 1), (2, 2)} <= sue or {(0, 2), (1, 1), (2, 0)} <= sue


def minimax(tavola, segno):
    if tris(tavola, "X"):
        return 1
    if tris(tavola, "O"):
        return -1
    libere = [casella for casella in CASELLE if casella not in tavola]
    if not libere:
        return 0
    valori = []
    for casella in libere:
        valori.append(minimax({**tavola, casella: segno}, "O" if segno == "X" else "X"))
    return max(valori) if segno == "X" else min(valori)


print(minimax(TAVOLA, "X"))
