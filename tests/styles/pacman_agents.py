class Agent:
    """CS188 project 2, question 2: pacman is agent 0, the two ghosts move one after the other."""

    def __init__(self, depth=2):
        self.depth = depth

    def getAction(self, gameState):
        return max(gameState.legal(0), key=lambda a: self.value(gameState.successor(0, a), 1, 0))

    def value(self, gameState, agentIndex, depth):
        if agentIndex == 3:
            agentIndex, depth = 0, depth + 1
        if depth == self.depth or gameState.isWin():
            return gameState.score()
        if agentIndex == 0:
            return self.max_value(gameState, depth)
        return self.min_value(gameState, agentIndex, depth)

    def max_value(self, gameState, depth):
        return max(self.value(gameState.successor(0, a), 1, depth) for a in gameState.legal(0))

    def min_value(self, gameState, agentIndex, depth):
        return min(
            self.value(gameState.successor(agentIndex, a), agentIndex + 1, depth)
            for a in gameState.legal(agentIndex)
        )


class GameState:
    def __init__(self, places=(0, 4, 7)):
        self.places = places

    def legal(self, agent):
        return ["West", "East"] if self.places[agent] > 0 else ["East", "Stop"]

    def successor(self, agent, action):
        step = {"West": -1, "East": 2, "Stop": 0}[action]
        places = list(self.places)
        places[agent] += step
        return GameState(tuple(places))

    def isWin(self):
        return self.places[0] > 4

    def score(self):
        pacman, *ghosts = self.places
        return min(abs(pacman - g) for g in ghosts) * 10 + pacman


print(Agent().getAction(GameState()))
