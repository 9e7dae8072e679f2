"""A recording replayed plainly: a list of all its events, and dictionaries of what is known after each of them."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field

from tracer.games.rules import key
from tracer.games.tree import TreeGame
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TERMINAL
from tracer.text import number
from tracer.tracing import Trace

ENTERED, RETURNED, SKIPPED = "entered", "returned", "pruned"
INFINITY = float("inf")


class Recording:
    """The nodes of a trace as plain lists, and the list of its events."""

    def __init__(self, trace: Trace) -> None:
        columns = trace.columns
        self.trace, self.size, self.windowed = trace, len(trace), trace.header.windowed
        self.hard, self.strict = trace.header.options.get("fail") == "hard", trace.header.options.get("cut") == ">"
        self.status, self.turn = columns.status.tolist(), columns.turn.tolist()
        self.alpha, self.beta = columns.alpha.tolist(), columns.beta.tolist()
        self.value = [None if value != value else value for value in columns.value.tolist()]
        self.cutoff = columns.cutoff.tolist()
        self.provable = trace.header.ours and self.windowed and not trace.passes
        self.labels = [trace.label(node) for node in range(self.size)]
        self.parent: list[int | None] = [None] * self.size
        self.children: list[list[int]] = [[] for _ in range(self.size)]
        self.events: list[tuple[str, int]] = []
        self._walk(columns.end.tolist())
        self.path = [self._path(node) for node in range(self.size)]
        self.pruned = {node for node in range(self.size) if self.status[node] == PRUNED}
        self.visited_children = [[child for child in below if child not in self.pruned] for below in self.children]
        self.first = {node: step for step, (event, node) in enumerate(self.events) if event != RETURNED}
        self.returned = {node: step for step, (event, node) in enumerate(self.events) if event == RETURNED}
        self.last = len(self.events) - 1
        self.pruned_change = self._pruned_changes()

    def _pruned_changes(self) -> dict[int, int]:
        """Where one more path is pruned that was not visited before (+1), or a pruned one is visited after all (−1)."""
        skipped, entered, changes = set[tuple[str, ...]](), set[tuple[str, ...]](), dict[int, int]()
        for node in range(self.size):
            where = tuple(self.labels[step] for step in self.path[node])
            if node in self.pruned:
                if where not in skipped and where not in entered:
                    changes[node] = 1
                skipped.add(where)
            else:
                if where in skipped and where not in entered:
                    changes[node] = -1
                entered.add(where)
        return changes

    def _walk(self, end: list[int]) -> None:
        """Walk the tree as the search did."""
        path: list[int] = []

        def leave() -> None:
            node = path.pop()
            if self.status[node] != OPEN:
                self.events.append((RETURNED, node))

        for node in range(self.size):
            while path and end[path[-1]] == node:
                leave()
            if path:
                self.parent[node] = path[-1]
                self.children[path[-1]].append(node)
            if self.status[node] == PRUNED:
                self.events.append((SKIPPED, node))
            else:
                self.events.append((ENTERED, node))
                path.append(node)
        while path:
            leave()

    def _path(self, node: int | None) -> list[int]:
        """From the root to a node, both included."""
        found: list[int] = []
        while node is not None:
            found.insert(0, node)
            node = self.parent[node]
        return found

    def ply(self, node: int) -> int:
        return len(self.path[node]) - 1

    def skips(self, node: int) -> int:
        return len(self.children[node]) - len(self.visited_children[node])

    def with_parents(self, nodes: set[int]) -> set[int]:
        return {0} | {above for node in nodes for above in self.path[node]}

    def below(self, node: int) -> list[int]:
        """A node and all below it."""
        found, waiting = [], [node]
        while waiting:
            found.append(waiting.pop())
            waiting.extend(self.children[found[-1]])
        return found

    def by_value(self, node: int) -> list[int]:
        """The children, best for the player who chooses first."""

        def worth(child: int) -> tuple[int, float]:
            value = self.value[child]
            return (1, 0) if value is None else (0, -self.turn[node] * value)

        return sorted(self.children[node], key=worth)

    def by_nodes(self, node: int) -> list[int]:
        """The children, those with the most visits at and below them first."""

        def visits(child: int) -> int:
            return sum(below not in self.pruned for below in self.below(child))

        return sorted(self.children[node], key=visits, reverse=True)

    def bound(self, node: int) -> str:
        """What is proved of a true value, as a sign: by the window, or by the ranges of the moves' values."""
        sign = self.bound_by_window(node)
        below: dict[str, list[tuple[float, float]]] = {}
        searched = (
            self.status[node] == EXPANDED and self.turn[node] and self.visited_children[node] and not self.skips(node)
        )
        if sign == "=" or not searched or not self.provable:
            return sign
        for child in self.visited_children[node]:
            below.setdefault(self.labels[child], []).append(self._range(child))
        # What several visits by one move say of it holds together.
        moves = [(max(least for least, _ in known), min(most for _, most in known)) for known in below.values()]
        chosen = max if self.turn[node] > 0 else min
        least, most = (chosen(ends) for ends in zip(*moves, strict=True))
        return "=" if least == self.value[node] == most else sign

    def _range(self, node: int) -> tuple[float, float]:
        """The least and the greatest that a value can be."""
        value, sign = self.value[node], self.bound(node)
        assert value is not None
        return value if sign in "=≥" else -INFINITY, value if sign in "=≤" else INFINITY

    def bound_by_window(self, node: int) -> str:
        """What a value says of the true one, as a sign."""
        value, alpha, beta = self.value[node], self.alpha[node], self.beta[node]
        assert value is not None
        if self.status[node] in (TERMINAL, HORIZON) and not self.hard:
            return "="
        if alpha < value < beta or (self.strict and not self.hard and value in (alpha, beta)):
            return "="
        if self.hard and alpha == beta:
            return "?"
        told = self.trace.header.options.get("bounds")  # between which all values lie
        if told and value == float(told.split(",")[value >= beta]):
            return "="
        return "≥" if value >= beta else "≤"

    def same(self, node: int) -> list[int]:
        """The visits of a node's position."""
        if node in self.pruned:
            return []
        name: Callable[[object], object] = key(self.trace.need_game())
        wanted = name(self._position(node))
        visits = (other for other in range(self.size) if other not in self.pruned)
        return [other for other in visits if name(self._position(other)) == wanted]

    def unseen(self, node: int) -> float | None:
        """The number that a tree says at a leaf, whether it was visited or not; None at inner nodes and in games."""
        game = self.trace.game
        return game.utility(self._position(node)) if isinstance(game, TreeGame) else None

    def _position(self, node: int) -> object:
        game, state = self.trace.need_game(), self.trace.start()
        for step in self.path[node][1:]:
            state = game.play(state, self.trace.move(step))
        return state


@dataclass
class Known:
    """What is known after an event. Windows and best values are the last ones of each node entered so far."""

    event: str = ""
    node: int = -1
    phase: dict[int, str] = field(default_factory=dict)
    alpha: dict[int, float] = field(default_factory=dict)
    beta: dict[int, float] = field(default_factory=dict)
    best: dict[int, float] = field(default_factory=dict)
    best_child: dict[int, int] = field(default_factory=dict)
    cut: set[int] = field(default_factory=set)
    cut_now: int | None = None
    visited: int = 0
    leaves: int = 0
    pruned: int = 0
    """Paths that were pruned and that no visit has entered so far."""

    def after(self, recording: Recording, event: str, node: int) -> Known:
        """What is known once one more event has happened."""
        new = Known(**{name: copy(value) for name, value in vars(self).items()})
        new.cut_now = None
        if self.event == RETURNED:
            new._hear(recording, self.node)
        new.event, new.node = event, node
        new.phase[node] = {ENTERED: "open", RETURNED: RETURNED, SKIPPED: SKIPPED}[event]
        new.pruned += recording.pruned_change.get(node, 0) if event != RETURNED else 0
        if event == ENTERED:
            new.alpha[node], new.beta[node] = recording.alpha[node], recording.beta[node]
            new.visited += 1
            new.leaves += recording.status[node] != OPEN and not recording.visited_children[node]
        return new

    def _hear(self, recording: Recording, child: int) -> None:
        """A child has returned: the node above hears of it."""
        node, value = recording.parent[child], recording.value[child]
        assert node is not None
        assert value is not None
        turn = recording.turn[node]
        again = node in self.best and value == self.best[node]
        again = again and recording.labels[child] == recording.labels[self.best_child[node]]
        if node not in self.best or again or turn * value > turn * self.best[node]:
            self.best[node], self.best_child[node] = value, child
            if recording.windowed and turn > 0:
                self.alpha[node] = max(self.alpha[node], value)
            elif recording.windowed:
                self.beta[node] = min(self.beta[node], value)
        if recording.cutoff[node] and child == recording.visited_children[node][-1]:
            self.cut.add(node)
            self.cut_now = node

    def variation(self) -> list[int]:
        """The best moves known."""
        line = [0]
        while line[-1] in self.best_child:
            line.append(self.best_child[line[-1]])
        return line


class Replay:
    """What is known after each event of a recording: all events are taken one by one, from the first."""

    def __init__(self, trace: Trace) -> None:
        self.recording = Recording(trace)
        self.known: list[Known] = []
        self.hits: dict[str, list[tuple[int, int]]] = {}
        before = Known()
        for event, node in self.recording.events:
            before = before.after(self.recording, event, node)
            self.known.append(before)
        steps = range(1, len(self.known))
        self.cutoffs = [step for step in steps if self.known[step].cut_now is not None]
        self.new_best = [step for step in steps if self._differs("best", 0, step)]

    def _differs(self, what: str, node: int, step: int) -> bool:
        before, now = getattr(self.known[step - 1], what), getattr(self.known[step], what)
        return bool(before.get(node) != now.get(node))

    def new_window(self, node: int) -> list[int]:
        """The steps at which a node's running window, or without windows its best value, becomes another one."""
        steps = range(self.recording.first[node] + 1, len(self.known))
        windows = ("alpha", "beta") if self.recording.windowed else ("best",)
        entered = node not in self.recording.pruned
        return [step for step in steps if entered and any(self._differs(end, node, step) for end in windows)]

    def text(self, step: int, node: int) -> str:
        """A node's value at a step as a row shows it."""
        known, value = self.known[step], self.recording.value[node]
        phase = known.phase.get(node)
        if phase is None:
            return "·"
        if phase == RETURNED:
            assert value is not None
            return f"{self.recording.bound(node)} {number(value)}"
        if phase == SKIPPED:
            unseen = self.recording.unseen(node)
            return "" if unseen is None else number(unseen)
        best = known.best.get(node)
        return "…" if best is None else f"… {number(best)}"

    def open_path(self, step: int) -> list[int]:
        """The open nodes at a step, root first; one that returns right now is among them."""
        known = self.known[step]
        path = self.recording.path[known.node]
        return path[:-1] if known.event == SKIPPED else path

    def cause(self, node: int) -> int | None:
        """The node that set the bound which cut a node; None where the search was started with it."""
        recording = self.recording
        upper = recording.turn[node] > 0
        ends, narrowing = (recording.beta, -1) if upper else (recording.alpha, 1)
        path = recording.path[node]
        for place in range(len(path) - 2, -1, -1):
            above, below = path[place], path[place + 1]
            if ends[above] != ends[node]:
                visits = [below, self._first_of(above, below)]  # one that is searched again may begin as its scout
                for then in (self.known[recording.first[visit]] for visit in visits):
                    if recording.turn[above] == narrowing and then.best.get(above) == ends[node]:
                        return then.best_child[above]
                return above
        return None

    def _first_of(self, above: int, visit: int) -> int:
        """The first of the visits by one move that follow each other up to a visit."""
        path, labels = self.recording.path, self.recording.labels
        for before in range(visit - 1, above, -1):
            if path[before][:-1] == path[visit][:-1]:
                if labels[before] != labels[visit]:
                    break
                visit = before
        return visit
