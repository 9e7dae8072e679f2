MASKS = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
FULL = 0b111111111
def line(bits):
    return any(bits & m == m for m in MASKS)

def us(x, o, depth):
    if line(o):
        return -depth
    if x | o == FULL:
        return 0
    return max(them(x | 1 << i, o, depth - 1) for i in range(9) if not (x | o) >> i & 1)

def them(x, o, depth):
    if line(x):
        return depth
    if x | o == FULL:
        return 0
    return min(us(x, o | 1 << i, depth - 1) for i in range(9) if not (x | o) >> i & 1)

print(us(0b000000001, 0b000010000, 9))
