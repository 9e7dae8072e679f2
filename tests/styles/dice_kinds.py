# dice race: a player chooses a die and moves ahead; first to 7
DICE = {"coin": [1, 2], "four": [0, 1, 3, 4]}

def expectimax(me, other, kind, who, depth):
    if me >= 7: return 100.0
    if other >= 7: return -100.0
    if depth == 0: return float(me - other)
    if kind == "choose":
        vals = [expectimax(me, other, die, who, depth - 1) for die in DICE]
        return max(vals) if who == "MAX" else min(vals)
    total = 0.0
    for f in DICE[kind]:
        if who == "MAX":
            total += expectimax(me + f, other, "choose", "MIN", depth - 1)
        else:
            total += expectimax(me, other + f, "choose", "MAX", depth - 1)
    return total / len(DICE[kind])

print(expectimax(0, 0, "choose", "MAX", 6))
