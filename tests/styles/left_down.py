def hi(s, left):
    if left == 0: return weigh(s)
    return max(lo(s + ch, left - 1) for ch in 'abcd')
def lo(s, left):
    if left == 0: return weigh(s)
    return min(hi(s + ch, left - 1) for ch in 'abcd')
def weigh(s):
    h = 0
    for ch in s: h = (h * 33 + ord(ch)) % 1009
    return h % 50
print(hi('', 4))
