"""An engine as people write them, which tells in the line protocol what it does: each habit of it is a word.

It shares no line with plyscope's own searches. All habits are sound; a bug is one line of it that is wrong.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Hashable
from typing import Any

import tracer
from tracer.games.rules import key, show
from tracer.games.rules import label as label_of
from tracer.lines.reading import read_lines

MATE, NEAR, FAR = 9_000, 8_000, 20_000
REDUCTION = 2
MATE_PLIES = {"mate": (1, 0), "mate-kept": (0, 0), "mate-stored": (0, 1), "mate-turned": (-1, -1)}
"""Bugs of a table that counts mates from its positions: how often it adds the ply where it stores, and takes it off."""
HABITS = (
    *("hard", "soft-leaf", "hard-leaf"),  # values clamped to the window: all, not those of leaves, those of leaves
    *("quiescence", "delta", "blind", "quiet-told"),  # blind: it stands pat also where the game is over
    *("futile", "late", "reverse", "razor", "lmr", "null", "verify", "probcut", "multicut", "iid", "pvs", "check"),
    *("deepening", "aspiration", "table", "narrow"),  # narrow: the table answers in null windows alone
    *("mate-ply", "mate-distance"),  # a mate in the table counts from its position
    *("repetition", "fifty", "plays-on"),  # plays-on: insufficient material ends nothing
    *("own", "no-words"),  # an evaluation of its own; it says of no visit why it was made
    "contempt",  # a draw is worse than nothing for who moves at the root
    "sorted",  # moves come in another order at each position
    "texts",  # it tells positions, and not the game
)
FRACTIONS = ("connect4", "tictactoe", "nim")
"""Games some of whose evaluations are fractions: the engine counts in hundredths."""


class Engine:
    """A negamax from one position. Its lines have the mover's view."""

    def __init__(self, spec: str, depth: int, habits: str = "", bug: str = "") -> None:
        self.game: Any = tracer.game(spec)
        self.spec, self.depth, self.bug = spec, depth, bug
        self.habits = frozenset(habits.split())
        assert self.habits <= {*HABITS}, self.habits - {*HABITS}
        self.hard = "hard" in self.habits
        self.unit = 100 if spec.startswith(FRACTIONS) else 1
        self.margin = 2 * (10 if "own" in self.habits else 1) * self.unit
        self.lines: list[dict[str, Any]] = []
        self.table: dict[Hashable, tuple[int, float, str]] = {}
        self.line: list[Hashable] = []
        self.left: list[Any] = []
        self.last = label_of(self.game, [*self.game.moves(self.game.start())][-1])

    def run(self) -> list[str]:
        """Search, and give all lines."""
        state = self.game.start()
        if "deepening" in self.habits:
            self.deepen(state)
        else:
            self.visit(state, None, -FAR, FAR, self.depth)
        options: dict[str, Any] = {"depth": self.depth} | ({"fail": "hard"} if self.hard else {})
        header = {"plyscope": 1, "view": "mover", "options": options}
        header |= {} if "texts" in self.habits else {"game": self.spec}
        return [json.dumps(line) for line in [header, *self.lines]]

    def deepen(self, state: Any) -> None:
        self.enter(None, state, -FAR, FAR, self.depth)
        value: float = 0
        for depth in range(1, self.depth + 1):
            near = "aspiration" in self.habits and depth > 1
            low, high = (value - self.unit, value + self.unit) if near else (-FAR, FAR)
            while True:
                value = self.visit(state, f"depth {depth}", low, high, depth, kind="pass")
                if low < value < high or (low, high) == (-FAR, FAR):
                    break
                low, high = -FAR if value <= low else low, FAR if value >= high else high
        self.leave(value)

    def enter(
        self, move: Any, state: Any, alpha: float, beta: float, depth: int, why: str = "", kind: str = ""
    ) -> None:
        words = {"kind": kind} if kind else {}
        words |= {"why": why} if why and "no-words" not in self.habits else {}
        name = move if move is None or kind else label_of(self.game, move)
        words |= {"state": show(self.game, state)} if "texts" in self.habits else {}
        side = "MAX" if self.game.turn(state) > 0 else "MIN"
        self.lines.append({"enter": name, "turn": side, "alpha": alpha, "beta": beta, "depth": max(depth, 0), **words})

    def leave(self, value: float, **more: Any) -> float:
        self.lines.append({"leave": value, **more})
        return value

    def prune(self, moves: list[Any], why: str = "") -> None:
        line: dict[str, Any] = {"prune": [label_of(self.game, move) for move in moves]}
        self.lines.append(line | ({"why": why} if why else {}))

    def evaluate(self, state: Any) -> float:
        known = getattr(self.game, "evaluate", None)
        worth = round(self.unit * known(state)) if known is not None else 0
        if "own" in self.habits:
            worth = 10 * worth + zlib.crc32(repr(self.key(state)).encode()) % 7 - 3
        worth = -worth if self.bug == "negated" else worth
        return worth if self.bug == "view" else int(self.game.turn(state)) * worth

    def legal(self, state: Any) -> list[Any]:
        moves = list(self.game.moves(state))
        if self.bug == "forgotten":
            return [move for move in moves if label_of(self.game, move) != self.last]
        if self.bug == "left" and zlib.crc32(repr(self.key(state)).encode()) % 3 == 0:
            moves = moves[1:]
        if "sorted" in self.habits:
            moves.sort(key=lambda move: zlib.crc32(repr((self.key(state), move)).encode()))
        return moves

    def noisy(self, state: Any, move: Any) -> bool:
        known = getattr(self.game, "noisy", None)
        return bool(known(state, move)) if known is not None else False

    def null(self, state: Any) -> Any:
        known = getattr(self.game, "null", None)
        return None if known is None else known(state)

    def checked(self, state: Any) -> bool:
        return hasattr(self.game, "null") and self.null(state) is None

    def key(self, state: Any) -> Hashable:
        return key(self.game)(state), 0 if self.bug == "side" else int(self.game.turn(state))

    def clamp(self, value: float, alpha: float, beta: float) -> float:
        return min(max(value, alpha), beta) if self.hard else value

    def visit(
        self, state: Any, move: Any, alpha: float, beta: float, depth: int, why: str = "", kind: str = ""
    ) -> float:
        """Search a position."""
        self.enter(move, state, alpha, beta, depth, why, kind)
        habits, ply, place, window = self.habits, len(self.line), self.key(state), (alpha, beta)
        if self.is_draw(state, place):
            return self.leave(self.clamp(self.draw(state), alpha, beta), status="terminal")
        if depth <= 0 and {"blind", "quiescence"} <= habits:
            return self.quiesce(state, alpha, beta, depth)
        if (end := self.ended(state, ply, depth)) is not None:
            return self.leave(end if "soft-leaf" in habits else self.clamp(end, alpha, beta), status="terminal")
        if "mate-distance" in habits and ply:
            alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply - 1)
            if alpha >= beta:
                return self.leave(alpha)
        asks_table = "table" in habits and not ("narrow" in habits and beta - alpha > 1)
        if asks_table and (known := self.known(place, depth, alpha, beta, ply)) is not None:
            return self.leave(known if "soft-leaf" in habits else self.clamp(known, *window), status="table")
        if depth <= 0 and "quiescence" in habits:
            return self.quiesce(state, alpha, beta, depth)
        static = self.evaluate(state)
        if depth <= 0:
            hard = "hard-leaf" in habits or (self.hard and "soft-leaf" not in habits)
            return self.leave(min(max(static, alpha), beta) if hard else static, status="horizon")
        checked, value, cut = self.checked(state), static - self.margin, True
        frontier = depth == 1 and not checked
        if "reverse" in habits and frontier and abs(beta) < NEAR and value >= beta:
            return self.leave(beta if self.hard else value)
        if "razor" in habits and frontier and static + 2 * self.margin < alpha:
            self.enter("quiescence", state, alpha, beta, 0, kind="onward")
            value = self.quiesce(state, alpha, beta, 0)
            if value <= alpha:
                return self.leave(value)
        self.line.append(place)
        value, cut = self.moves(state, alpha, beta, depth, static, after_null=kind == "null")
        self.line.pop()
        if "table" in habits:
            self.store(place, depth, value, window, ply)
        return self.leave(value, cutoff=cut)

    def is_draw(self, state: Any, place: Hashable) -> bool:
        """Whether the way to a position draws the game."""
        if "repetition" in self.habits and place in self.line:
            return True
        return "fifty" in self.habits and state.held.halfmove_clock >= 100 and any(state.held.legal_moves)

    def draw(self, state: Any) -> float:
        """What a draw is worth to the mover."""
        if "contempt" not in self.habits:
            return 0
        return -30 if self.bug == "draw" else -30 * int(self.game.turn(self.game.start()) * self.game.turn(state))

    def ended(self, state: Any, ply: int, depth: int) -> float | None:
        """What the mover has where the game is over."""
        utility = self.game.utility(state)
        if utility == 0 and "plays-on" in self.habits and any(state.held.legal_moves):
            return None
        if self.bug == "early" and depth > 0 and ply and len(list(self.game.moves(state))) % 3 == 1:
            return ply - MATE
        if not utility:
            return utility if utility is None else self.draw(state)
        value = int(self.game.turn(state)) * (MATE - ply if utility > 0 else ply - MATE)
        return -value if self.bug == "leaf" and depth % 2 else value

    def moves(
        self, state: Any, alpha: float, beta: float, depth: int, static: float, *, after_null: bool
    ) -> tuple[float, bool]:
        """Search the moves of a position; also whether one cut."""
        game, habits, checked = self.game, self.habits, self.checked(state)
        moves = self.legal(state)
        asked = (
            None if after_null or checked or abs(beta) >= NEAR else self.ask(state, moves, alpha, beta, depth, static)
        )
        if asked is not None:
            return beta if self.hard else asked, True
        if "iid" in habits and depth >= 3:
            place = self.line.pop()
            self.visit(state, "iid", alpha, beta, depth - 2, kind="pass")
            self.line.append(place)
        best, near = 0 if self.bug == "zero" else -FAR, alpha
        for searched, move in enumerate(moves, 1):
            after = game.play(state, move)
            quiet = not checked and not self.noisy(state, move) and not self.checked(after)
            if searched > 1 and depth == 1 and quiet:
                if "futile" in habits and abs(near) < NEAR and static + self.margin <= near:
                    self.prune([move], "futile")
                    continue
                if "late" in habits and searched > 4:
                    self.prune(moves[searched - 1 :], "late")
                    break
            value = self.child(after, move, near, beta, depth, searched, quiet=quiet)
            best = value if self.bug == "last" else max(best, value)
            near = max(near, best)
            if best >= (near if self.bug == "cut" and searched > 1 else beta):
                if searched < len(moves):
                    self.prune(moves[searched:])
                return beta if self.hard else best, True
        return self.clamp(best, alpha, beta), False

    def ask(self, state: Any, moves: list[Any], alpha: float, beta: float, depth: int, static: float) -> float | None:
        """What a null move or a capture searched less deep says, where that is enough for a cutoff."""
        habits, after = self.habits, self.null(state) if depth >= 2 and static >= beta else None
        if "null" in habits and after is not None:
            to = depth - 1 - REDUCTION
            value = -self.visit(after, "null", -beta, 1 - beta, to, why="reduced", kind="null")
            self.left = moves
            if value >= (alpha + 1 if self.bug == "null" else beta) and self.is_verified(state, moves, beta, to):
                self.prune(self.left)
                return value
        high, width = 0, 4 if "multicut" in habits and depth >= 3 and beta - alpha <= 1 else 0
        for searched, move in enumerate(moves[:width], 1):
            value = -self.visit(self.game.play(state, move), move, -beta, 1 - beta, depth - 3, why="reduced")
            high += value >= beta
            if high == 2:
                self.prune(moves[searched:])
                return beta
        bound = beta + 3 * self.unit
        for move in moves if "probcut" in habits and depth >= 3 and beta - alpha <= 1 else ():
            if self.noisy(state, move):
                value = -self.visit(self.game.play(state, move), move, -bound, 1 - bound, depth - 3, why="reduced")
                if value >= bound:
                    self.prune([one for one in moves if one != move])
                    return value
        return None

    def is_verified(self, state: Any, moves: list[Any], beta: float, to: int) -> bool:
        """Whether a move, searched less deep, is as good as a null move."""
        if "verify" not in self.habits:
            return True
        for searched, move in enumerate(moves, 1):
            if -self.visit(self.game.play(state, move), move, -beta, 1 - beta, to, why="probe") >= beta:
                self.left = moves[searched:]
                return True
        return False

    def child(
        self, after: Any, move: Any, near: float, beta: float, depth: int, searched: int, *, quiet: bool
    ) -> float:
        """What a move is worth to its player."""
        habits, to, why = self.habits, depth - 1, ""
        if "check" in habits and self.checked(after) and len(self.line) < 2 * self.depth:
            to, why = depth, "extended"
        scout = "pvs" in habits and searched > 1 and beta - near > 1
        if "lmr" in habits and searched > 3 and depth >= 3 and quiet:
            value = -self.visit(after, move, -near - 1, -near, to - 1, why="reduced")
            if value <= near or self.bug == "reduced":
                return value
        if scout:
            value = -self.visit(after, move, -near - 1, -near, to, why=why or ("probe" if len(self.line) % 2 else ""))
            if not near < value < beta or self.bug == "scout":
                return value
        return -self.visit(after, move, -beta, -near, to, why=why)

    def quiesce(self, state: Any, alpha: float, beta: float, depth: int) -> float:
        """Stand pat, then noisy moves, six plies of them at most; the node is open already."""
        moves, best = self.legal(state), self.evaluate(state)
        self.enter("stand pat", state, alpha, beta, 0, kind="stand")
        self.leave(best, status="horizon")
        noisy = [move for move in moves if self.noisy(state, move)] if depth > -6 else []
        if best >= (alpha if self.bug == "stand" else beta):
            self.prune(noisy)
            return self.leave(beta if self.hard else best, cutoff=True)
        near = alpha if self.bug == "stand-unused" else max(alpha, best)
        self.line.append(self.key(state))
        for searched, move in enumerate(noisy, 1):
            if "delta" in self.habits and best + 2 * self.margin < near:
                self.prune([move], "futile")
                continue
            window = {"swapped": (-near, -beta), "mirrored": (near, beta)}.get(self.bug, (-beta, -near))
            value = -self.visit(self.game.play(state, move), move, *window, depth - 1, why="quiescence")
            value = -value if self.bug == "unturned" else value
            best, near = max(best, value), max(near, value)
            if best >= beta:
                self.prune(noisy[searched:])
                self.line.pop()
                return self.leave(beta if self.hard else best, cutoff=True)
        self.line.pop()
        if "quiet-told" in self.habits:
            self.prune([move for move in moves if move not in noisy], "quiet")
        return self.leave(self.clamp(best, alpha, beta), cutoff=False)

    def known(self, place: Hashable, depth: int, alpha: float, beta: float, ply: int) -> float | None:
        """What the table answers, if it may; never at the root."""
        found = self.table.get(place)
        if found is None or (found[0] < depth and self.bug != "depth") or not ply:
            return None
        _, value, bound = found
        if "mate-ply" in self.habits and abs(value) > NEAR:
            value -= MATE_PLIES.get(self.bug, (1, 1))[1] * (ply if value > 0 else -ply)
        decides = bound == "exact" or (value >= beta if bound == "lower" else value <= alpha)
        return value if decides or self.bug == "bound" else None

    def store(self, place: Hashable, depth: int, value: float, window: tuple[float, float], ply: int) -> None:
        """Keep a value with what it says. A mate's number is one of this line alone."""
        low, high = ("upper", "lower") if self.bug == "swapped-bounds" else ("lower", "upper")
        bound = low if value >= window[1] else high if value <= window[0] else "exact"
        if abs(value) > NEAR:
            if "mate-ply" not in self.habits:
                return
            value += MATE_PLIES.get(self.bug, (1, 1))[0] * (ply if value > 0 else -ply)
        self.table[place] = depth, value, bound


def told(spec: str, depth: int, habits: str = "", bug: str = "") -> tracer.Trace:
    """The recording of an engine's lines."""
    return read_lines(io.BytesIO("\n".join(Engine(spec, depth, habits, bug).run()).encode()))
