# Fortran habits die hard
def SEARCH(K, N, A, B, MAXING):
    if N == 0:
        return (K * 37 + 11) % 61 - 30
    V = -999 if MAXING else 999
    for I in range(1, 4):
        W = SEARCH(3 * K + I, N - 1, A, B, not MAXING)
        if MAXING:
            V = max(V, W)
            A = max(A, V)
        else:
            V = min(V, W)
            B = min(B, V)
        if A >= B:
            break
    return V


print(SEARCH(1, 5, -999, 999, True))
