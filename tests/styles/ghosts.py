# Pacman and two ghosts on a small board: a minimax that counts the agents
class Directions:
    STOP = "Stop"
class GameState:
    calls = 0
    def __init__(self, pos, food, score=0, moved=0):
        self.pos, self.food, self.score = pos, food, score
    def getNumAgents(self):
        return len(self.pos)
    def isLose(self):
        return self.pos[0] in self.pos[1:]
    def isWin(self):
        return not self.food
    def getLegalActions(self, agentIndex=0):
        if self.isWin() or self.isLose():
            return []
        x, y = self.pos[agentIndex]
        out = []
        for name, (dx, dy) in {"North": (0, 1), "South": (0, -1), "East": (1, 0), "West": (-1, 0)}.items():
            if 0 <= x + dx < 4 and 0 <= y + dy < 3:
                out.append(name)
        if agentIndex == 0:
            out.append(Directions.STOP)
        return out
    def generateSuccessor(self, agentIndex, action):
        dx, dy = {"North": (0, 1), "South": (0, -1), "East": (1, 0), "West": (-1, 0), "Stop": (0, 0)}[action]
        pos = list(self.pos)
        x, y = pos[agentIndex]
        pos[agentIndex] = (x + dx, y + dy)
        food, score = self.food, self.score
        if agentIndex == 0:
            score -= 1
            if pos[0] in food:
                food = food - {pos[0]}
                score += 10
                if not food:
                    score += 500
        if pos[0] in pos[1:]:
            score -= 500
        return GameState(tuple(pos), food, score)
    def getScore(self):
        return self.score

def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()

class Agent:
    def __init__(self, index=0):
        self.index = index

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn=scoreEvaluationFunction, depth="2"):
        self.index = 0
        self.evaluationFunction = evalFn
        self.depth = int(depth)
        self.calls = 0

class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, action = float("-inf"), None
        for a in gameState.getLegalActions(0):
            v = self.minimax(gameState.generateSuccessor(0, a), 1, 0)
            if v > best:
                best, action = v, a
        return action
    def minimax(self, state, agentIndex, depth):
        self.calls += 1
        if agentIndex == state.getNumAgents():
            agentIndex = 0
            depth += 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = [self.minimax(state.generateSuccessor(agentIndex, a), agentIndex + 1, depth) for a in state.getLegalActions(agentIndex)]
        return max(values) if agentIndex == 0 else min(values)

if __name__ == "__main__":
    agent = MinimaxAgent()
    start = GameState(((0, 0), (3, 2), (2, 0)), frozenset({(0, 2), (3, 1)}))
    print(agent.getAction(start))
