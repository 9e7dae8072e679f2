class State:
    """What a compiled library gives: no attributes, only methods."""
    __slots__ = ("__weakref__",)
    _all = {}
    def __init__(self, moves=()):
        State._all[id(self)] = (self, list(moves))
    def history(self): return list(State._all[id(self)][1])
    def legal_actions(self): return [a for a in range(9) if a not in State._all[id(self)][1]]
    def apply_action(self, a): State._all[id(self)][1].append(a)
    def clone(self): return State(self.history())
    def current_player(self): return len(State._all[id(self)][1]) % 2
    def is_terminal(self): return self.winner() is not None or len(State._all[id(self)][1]) == 9
    def winner(self):
        h = State._all[id(self)][1]
        for p in (0, 1):
            m = set(h[p::2])
            if any(m >= set(l) for l in ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6))): return p
        return None
    def player_return(self, p):
        w = self.winner()
        return 0 if w is None else 1 if w == p else -1
    def __str__(self):
        h = State._all[id(self)][1]
        return "".join("." if k not in h else "xo"[h.index(k) % 2] for k in range(9))

def alpha_beta(state, depth, alpha, beta, value_function, maximizing_player_id):
    if state.is_terminal():
        return state.player_return(maximizing_player_id), None
    if depth == 0:
        return value_function(state), None
    best = -1
    if state.current_player() == maximizing_player_id:
        value = -float("inf")
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            v, _ = alpha_beta(child, depth - 1, alpha, beta, value_function, maximizing_player_id)
            if v > value:
                value, best = v, action
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value, best
    value = float("inf")
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        v, _ = alpha_beta(child, depth - 1, alpha, beta, value_function, maximizing_player_id)
        if v < value:
            value, best = v, action
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value, best

s = State((4, 0, 8))
print(alpha_beta(s, 6, -float("inf"), float("inf"), lambda s: 0, 1))
