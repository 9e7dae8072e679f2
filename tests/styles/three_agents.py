"""One player against two for one round: only the text says who moves."""

import zlib


def minimax(path, agent):
    if len(path) == 3:
        return zlib.crc32(bytes(path)) % 50
    values = [minimax(path + (move,), (agent + 1) % 3) for move in range(3)]
    return max(values) if agent == 0 else min(values)


def act(path):
    return max((minimax(path + (move,), 1), move) for move in range(3))


print(act(()))
