# dominoes on 3 x 4 squares: one puts them upright, the other flat; who cannot move loses
n, m = 3, 4
V = [(1 << (i * m + j)) | (1 << ((i + 1) * m + j)) for i in range(n - 1) for j in range(m)]
H = [(1 << (i * m + j)) | (1 << (i * m + j + 1)) for i in range(n) for j in range(m - 1)]


def f(b, p, a, t):
    r = -1
    for x in (H if p else V):
        if not b & x:
            r = max(r, -f(b | x, 1 - p, -t, -a))
            a = max(a, r)
            if a >= t: break
    return r


print(f(0, 0, -2, 2))
