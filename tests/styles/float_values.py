import math


def ocen(x, y):
    """Ocena pozycji: gładka funkcja dwóch zmiennych."""
    return math.sin(1.7 * x) + math.cos(0.9 * y) / 3


def alfabeta(x, y, glebokosc, alfa, beta, maks):
    if glebokosc == 0:
        return ocen(x, y)
    najlepszy = -math.inf if maks else math.inf
    for krok in (-1.0, 0.5, 2.0):
        if maks:
            najlepszy = max(najlepszy, alfabeta(x + krok, y, glebokosc - 1, alfa, beta, False))
            alfa = max(alfa, najlepszy)
        else:
            najlepszy = min(najlepszy, alfabeta(x, y + krok, glebokosc - 1, alfa, beta, True))
            beta = min(beta, najlepszy)
        if beta <= alfa:
            break
    return najlepszy


print(round(alfabeta(0.0, 0.0, 4, -math.inf, math.inf, True), 4))
