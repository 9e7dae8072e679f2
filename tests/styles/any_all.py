# Attacker and defender, any and all
def succ(s):
    return [(s[0] - 1, s[1]), (s[0], s[1] - 1), (s[0] - 1, s[1] - 1)] if min(s) > 0 else []


def attacker_wins(s, d):
    if s[0] == 0: return True
    if d == 0 or s[1] == 0: return False
    return any(defender_loses(t, d - 1) for t in succ(s))


def defender_loses(s, d):
    if s[0] == 0: return True
    if d == 0 or s[1] == 0: return False
    return all(attacker_wins(t, d - 1) for t in succ(s))


print(attacker_wins((3, 4), 7))
