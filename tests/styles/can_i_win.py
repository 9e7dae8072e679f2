# leetcode 464 can I win
calls = 0
def can(maxi, total):
    memo = {}
    def go(used, rest):
        global calls; calls += 1
        if used in memo: return memo[used]
        for i in range(1, maxi + 1):
            if not used >> i & 1:
                if i >= rest or not go(used | 1 << i, rest - i):
                    memo[used] = True
                    return True
        memo[used] = False
        return False
    return go(0, total)
print(can(7, 20), calls)
