"""An engine whose features are the words of FEATURES: two rows of pits, and who empties their own row first wins."""

FEATURES = "order table soft pvs reduced null quiet delta deepening aspiration"
INFINITE, MATE = 10**6, 10_000


class Pits:
    def __init__(self):
        self.ours, self.theirs, self.side, self.before = [2, 3, 1], [3, 1, 2], 1, []

    def rows(self):
        return (self.ours, self.theirs)[:: self.side]

    def moves(self):
        mine, other = self.rows()
        found = [
            (mine[pit] > chips or not other[pit], pit, chips)
            for pit in range(3)
            for chips in range(1, min(3, mine[pit]) + 1)
        ]
        return sorted(found) if "order" in FEATURES else found

    def make(self, move):
        quiet, pit, chips = move
        self.before.append((self.ours[:], self.theirs[:]))
        mine, other = self.rows()
        mine[pit] -= chips
        if not quiet:
            other[pit] += 2
        self.side = -self.side

    def make_null(self):
        self.before.append((self.ours[:], self.theirs[:]))
        self.side = -self.side

    def unmake(self):
        self.ours, self.theirs = self.before.pop()
        self.side = -self.side

    def over(self):
        return not any(self.ours) or not any(self.theirs)

    def evaluate(self):
        return self.side * (3 * (sum(self.theirs) - sum(self.ours)) + self.theirs[0] - self.ours[1])

    def key(self):
        return tuple(self.ours), tuple(self.theirs), self.side


class Engine:
    def __init__(self):
        self.pits, self.tt = Pits(), {}

    def lost(self, ply):
        mine, _ = self.pits.rows()
        return MATE - ply if not any(mine) else ply - MATE

    def quiesce(self, alpha, beta, ply, left=6):
        if self.pits.over():
            return self.lost(ply)
        best = self.pits.evaluate()
        if left == 0 or best >= beta:
            return best if "soft" in FEATURES else max(alpha, min(best, beta))
        start, alpha = alpha, max(alpha, best)
        stand = best
        for move in self.pits.moves():
            if move[0] or ("delta" in FEATURES and stand + 12 <= alpha):
                continue
            self.pits.make(move)
            score = -self.quiesce(-beta, -alpha, ply + 1, left - 1)
            self.pits.unmake()
            best = max(best, score)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best if "soft" in FEATURES else max(start, min(best, beta))

    def search(self, depth, alpha, beta, ply, null_allowed=True):
        if self.pits.over():
            return self.lost(ply)
        if depth <= 0:
            return self.quiesce(alpha, beta, ply) if "quiet" in FEATURES else self.pits.evaluate()
        start, known = alpha, None
        entry = self.tt.get(self.pits.key()) if "table" in FEATURES else None
        if entry is not None:
            stored_depth, score, flag, known = entry
            if abs(score) > MATE - 100:
                score -= ply if score > 0 else -ply
            cuts = (flag == "lower" and score >= beta) or (flag == "upper" and score <= alpha)
            if stored_depth >= depth and ply and (cuts or flag == "exact"):
                return score
        if "null" in FEATURES and null_allowed and depth >= 3 and self.pits.evaluate() >= beta:
            self.pits.make_null()
            score = -self.search(depth - 3, -beta, -beta + 1, ply + 1, False)
            self.pits.unmake()
            if score >= beta:
                return score if "soft" in FEATURES else beta
        moves = self.pits.moves()
        if known in moves:
            moves.remove(known)
            moves.insert(0, known)
        best, best_move = -INFINITE, None
        for number, move in enumerate(moves):
            self.pits.make(move)
            if number and "pvs" in FEATURES:
                less = 1 if "reduced" in FEATURES and number >= 3 and depth >= 3 and move[0] else 0
                score = -self.search(depth - 1 - less, -alpha - 1, -alpha, ply + 1)
                if less and score > alpha:
                    score = -self.search(depth - 1, -alpha - 1, -alpha, ply + 1)
                if alpha < score < beta:
                    score = -self.search(depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self.search(depth - 1, -beta, -alpha, ply + 1)
            self.pits.unmake()
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        result = best if "soft" in FEATURES else max(start, min(best, beta))
        if "table" in FEATURES:
            flag = "lower" if result >= beta else "upper" if result <= start else "exact"
            stored = result + (ply if result > 0 else -ply) if abs(result) > MATE - 100 else result
            self.tt[self.pits.key()] = depth, stored, flag, best_move
        return result

    def think(self, depth):
        score = 0
        for limit in range(1, depth + 1) if "deepening" in FEATURES else [depth]:
            if "mtdf" in FEATURES:
                low, high = -INFINITE, INFINITE
                while low < high:
                    test = score + 1 if score == low else score
                    score = self.search(limit, test - 1, test, 0)
                    low, high = (low, score) if score < test else (score, high)
                continue
            width = 5 if "aspiration" in FEATURES and limit > 1 else INFINITE
            low, high = score - width, score + width
            while True:
                score = self.search(limit, low, high, 0)
                if width == INFINITE or low < score < high:
                    break
                width *= 4
                low, high = (low - width, high) if score <= low else (low, high + width)
        return score


print(Engine().think(5))
