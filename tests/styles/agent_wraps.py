"""Pacman: the call after the last ghost's is Pacman's, and finds that out itself."""
class GameState:
    def __init__(self, pos=0, ghosts=(5, -5), food=frozenset({2, -3, 4}), score=0): self.pos, self.ghosts, self.food, self.score = pos, ghosts, food, score
    def getLegalActions(self, agent): return ['L', 'R', 'S'] if agent == 0 else ['L', 'R']
    def getNumAgents(self): return 1 + len(self.ghosts)
    def generateSuccessor(self, agent, a):
        d = {'L': -1, 'R': 1, 'S': 0}[a]
        if agent == 0:
            p = self.pos + d
            return GameState(p, self.ghosts, self.food - {p}, self.score + (10 if p in self.food else -1))
        g = list(self.ghosts); g[agent - 1] += d
        return GameState(self.pos, tuple(g), self.food, self.score)
    def isLose(self): return self.pos in self.ghosts
    def isWin(self): return not self.food
class AlphaBetaAgent:
    def __init__(self, depth): self.depth = depth
    def evaluationFunction(self, s): return s.score - (100 if s.isLose() else 0)
    def getAction(self, gameState):
        best, act, alpha, beta = float('-inf'), None, float('-inf'), float('inf')
        for a in gameState.getLegalActions(0):
            v = self.value(gameState.generateSuccessor(0, a), 1, 0, alpha, beta)
            if v > best: best, act = v, a
            alpha = max(alpha, best)
        return act
    def value(self, s, agent, depth, alpha, beta):
        if agent == s.getNumAgents(): agent = 0; depth += 1
        if depth == self.depth or s.isWin() or s.isLose(): return self.evaluationFunction(s)
        if agent == 0:
            v = float('-inf')
            for a in s.getLegalActions(0):
                v = max(v, self.value(s.generateSuccessor(0, a), 1, depth, alpha, beta))
                if v >= beta: return v
                alpha = max(alpha, v)
            return v
        v = float('inf')
        for a in s.getLegalActions(agent):
            v = min(v, self.value(s.generateSuccessor(agent, a), agent + 1, depth, alpha, beta))
            if v <= alpha: return v
            beta = min(beta, v)
        return v
a = AlphaBetaAgent(2)
print(a.getAction(GameState()))
