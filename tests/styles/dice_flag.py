"""pig-like toy: one function expectimax"""
calls = 0
def expectimax(me, opp, turn, depth, chance):
    global calls
    calls += 1
    if me >= 5: return 1.0
    if opp >= 5: return 0.0
    if depth == 0: return 0.5 + (me - opp) / 20
    if chance:
        tot = 0.0
        for die, p in ((0, 1/3), (1, 1/3), (2, 1/3)):
            if turn == 'me': tot += p * expectimax(me + die, opp, 'opp', depth - 1, False)
            else: tot += p * expectimax(me, opp + die, 'me', depth - 1, False)
        return tot
    opts = []
    if turn == 'me':
        for safe in (True, False):
            opts.append(expectimax(me + 1, opp, 'opp', depth - 1, False) if safe else expectimax(me, opp, turn, depth - 1, True))
        return max(opts)
    for safe in (True, False):
        opts.append(expectimax(me, opp + 1, 'me', depth - 1, False) if safe else expectimax(me, opp, turn, depth - 1, True))
    return min(opts)
print(expectimax(0, 0, 'me', 6, False))
