"""Spin and move: a stochastic game by expectiminimax. Functions for each kind of node."""

SPINNER = {1: 0.5, 2: 0.25, 4: 0.25}


def max_node(place, spin, turns):
    if turns == 0 or place <= 0:
        return score(place)
    return max(chance_node(place + step, turns - 1, "min") for step in (-spin, spin))


def min_node(place, spin, turns):
    if turns == 0 or place <= 0:
        return score(place)
    return min(chance_node(place + step, turns - 1, "max") for step in (-spin, 2 * spin))


def chance_node(place, turns, after):
    expected = 0
    for spin, probability in SPINNER.items():
        if after == "max":
            value = max_node(place, spin, turns)
        else:
            value = min_node(place, spin, turns)
        expected += probability * value
    return expected


def score(place):
    return (place * place) % 17 - 8


print("expected:", chance_node(3, 3, "max"))
