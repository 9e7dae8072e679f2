# plays a whole game of nim against itself
class Nim:
    def __init__(self, *heaps):
        self.heaps = list(heaps)
        self.turn = 1

    def over(self):
        return not any(self.heaps)

    def moves(self):
        return [(h, n) for h in range(len(self.heaps)) for n in range(1, self.heaps[h] + 1)]

    def play(self, move):
        self.heaps[move[0]] -= move[1]
        self.turn = -self.turn

    def unplay(self, move):
        self.heaps[move[0]] += move[1]
        self.turn = -self.turn


def search(game):
    if game.over():
        return -game.turn, None
    best, chosen = -2 * game.turn, None
    for move in game.moves():
        game.play(move)
        value, _ = search(game)
        game.unplay(move)
        if game.turn * value > game.turn * best:
            best, chosen = value, move
    return best, chosen


game = Nim(1, 2, 2)
while not game.over():
    value, move = search(game)
    print(game.heaps, game.turn, value, move)
    game.play(move)
