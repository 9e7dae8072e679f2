"""A search as a player: what it chooses, also where its time is up before it has ended."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

from tracer.errors import PlyscopeError, Stop
from tracer.games.root_positions import position_text
from tracer.games.rules import describe, label
from tracer.playing.book import open_book
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.proof_answers import (
    ProofAnswer,
    add_proved_value,
    best_line_from,
    find_proving_move,
    goals_to_ask,
    is_decided,
)
from tracer.playing.search_depth import choose_depth, meets_chance
from tracer.playing.settings import MAX_KEPT_NODES, Settings
from tracer.recording.log_numbers import node_visits
from tracer.recording.no_moves import best_iteration
from tracer.recording.status import HORIZON
from tracer.run.plan import Plan, prepare
from tracer.run.run import record
from tracer.run.search_arguments import parse_search_arguments
from tracer.searches.contract import Search
from tracer.searches.registry import find_search
from tracer.tracing import Trace

CANCELLED, TIME_UP = "cancelled", "when its time was up"
"""`Header.stopped` of a search that was cancelled, and of one that had no more time."""
MAX_BEST_FIRST_NODES = 200_000
"""Nodes of a best-first search without an end of its own: it plays what it has found by then."""


class SearchPlayer:
    """A search that plays.

    Raises:
        PlyscopeError: there is no such search, an option is wrong, or the search cannot be stopped with a use though
            there is a time for each move.
    """

    def __init__(self, word: str, game: Any, settings: Settings) -> None:
        self.word = word
        self.visited: int | None = None
        """Nodes that the search has visited so far, or had in the end."""
        name, self._options = parse_search_arguments(word)
        if "time" in self._options:
            raise PlyscopeError(f"{name} has no time of its own: --time 2s is that of each move of the game")
        self._search, self._game, self._settings = find_search(name), game, settings
        if settings.prefer == "fast" and self._search.values != "proofs":
            self._options.setdefault("prefer", "fast")
        if settings.seconds is not None and not _can_play_when_stopped(self._search):
            raise PlyscopeError(
                f"{name} has no move before it has ended, so it cannot keep to a time: -a deepening does, and uct"
            )
        plan = prepare(game, name, **self._options)  # what is wrong with it is said before the game begins
        if not self._search.chance and meets_chance(plan.game, plan.start):
            raise PlyscopeError(f"{name} knows no chance, which moves in {describe(plan.game)}: expectiminimax does")
        self._book = None if settings.book is None else open_book(settings.book)
        if self._book is not None:
            self._book.find(game, plan.start)

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """What the search recommends in the position now, with the search itself."""
        if not match.legal:
            raise PlyscopeError("the game is over: there is nothing to choose")
        started, self.visited = perf_counter(), None
        if (book_choice := self._choose_from_book(match, started)) is not None:
            return book_choice
        answers, goals = list[ProofAnswer](), list[str | None]([None])
        if self._search.values == "proofs":
            goals = [*goals_to_ask(match, self._options.get("goal"))]
        for number, goal in enumerate(goals, 1):
            trace = self._record_search(match, started, cancelled, goal)
            if trace.header.stopped == CANCELLED:
                return None
            if goal is not None:
                answers.append(ProofAnswer(goal, trace.value))
            if number == len(goals) or is_decided(match, answers[-1]):
                break
        choice = make_choice(trace, match, self.word, perf_counter() - started)
        if answers:
            choice = add_proved_value(self._with_proving_move(choice, match, answers[-1], started, cancelled), answers)
            if cancelled():
                return None
        if not self._settings.record:
            return replace(choice, trace=None)
        kept_nodes = sum(earlier.visited or 0 for earlier in (*match.choices, *match.undone))
        if kept_nodes + len(trace) > MAX_KEPT_NODES:
            return replace(choice, trace=None, note=_join_notes(choice.note, "its search is too large to be kept"))
        return choice

    def close(self) -> None:
        """Nothing: a search leaves nothing behind."""

    def _choose_from_book(self, match: Match, started: float) -> Choice | None:
        entry = None if self._book is None else self._book.find(match.game, match.state)
        if entry is None:
            return None
        seconds, line = perf_counter() - started, (entry.move,)
        move = match.legal[entry.move]
        return Choice(move=move, by=self.word, value=entry.value, seconds=seconds, line=line, note="from the book")

    def _with_proving_move(
        self, choice: Choice, match: Match, answer: ProofAnswer, started: float, cancelled: Callable[[], bool]
    ) -> Choice:
        """The choice with a move that proves the answer, where the recording has none."""
        trace = choice.trace
        if trace is None or answer.value is None or decided_move(trace)[0] is not None:
            return choice

        def search_state(state: Any) -> float | None:
            depth_left = None if trace.header.depth is None else max(trace.header.depth - 1, 0)
            options = self._options | {"goal": answer.goal, "depth": depth_left}
            plan = prepare(match.game, self._search.name, position=state, **options)
            return self._run_plan(plan, started, cancelled).value

        move = find_proving_move(match, answer, search_state)
        if move is None:
            return choice
        return replace(choice, move=move, line=(label(match.game, move),), note=_stop_note(trace))

    def _record_search(
        self, match: Match, started: float, cancelled: Callable[[], bool], goal: str | None = None
    ) -> Trace:
        """The search of the position now, with a goal where it has one."""
        trace = self._run_plan(self._make_plan(match, {} if goal is None else {"goal": goal}), started, cancelled)
        if trace.header.stopped not in (None, CANCELLED) and not _can_play_when_stopped(self._search):
            raise PlyscopeError(
                f"{self.word} did not end within {self._settings.max_nodes:,} nodes: give it a depth, as in "
                f"{self._search.name}:depth=4, or play against deepening with a time for each move"
            )
        return trace

    def _run_plan(self, plan: Plan, started: float, cancelled: Callable[[], bool]) -> Trace:
        """A search that ends where it was cancelled, or has no more time or nodes."""
        seconds = self._settings.seconds

        def report(nodes: int) -> None:
            self.visited = nodes
            if cancelled():
                raise Stop(CANCELLED)
            if seconds is not None and perf_counter() - started >= seconds:
                raise Stop(TIME_UP)

        max_nodes = self._settings.max_nodes
        if self._search.best_first and self._search.values != "means":
            max_nodes = min(max_nodes, MAX_BEST_FIRST_NODES)
        return record(plan, max_nodes=max_nodes, progress=report)

    def _make_plan(self, match: Match, extra_options: Mapping[str, Any]) -> Plan:
        options = {**self._options, **extra_options}
        if options.get("depth") is None and not (self._settings.seconds is not None and self._search.deepens):
            evaluated = options.get("evaluate") is not None
            options["depth"] = choose_depth(
                match.game, match.state, self._search, self._settings.depth, has_evaluate_option=evaluated
            )
        if (seed := self._settings.tie_seed) is not None:
            order = options.get("order")
            options["order"] = f"{'' if order is None else f'{order},'}root-random:{seed}"
        plan = prepare(match.game, self._search.name, position=match.state, **options)
        return plan._replace(header=replace(plan.header, position=position_path_text(match)))


def _can_play_when_stopped(search: Search) -> bool:
    return search.deepens or search.best_first


def _join_notes(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


def position_path_text(match: Match) -> str | None:
    """The position now as a text that leads back to it; None is the game's start, or nothing does.

    >>> match = Match("tictactoe")
    >>> match.play(Choice(move=match.find("b2")))
    >>> position_path_text(match)
    '.../.X./...'
    """
    if not match.choices:
        return match.position
    text = position_text(match.game, match.state, match.state)
    return "/".join(match.labels) if text is None and match.position is None else text


def make_choice(trace: Trace, match: Match, word: str, seconds: float) -> Choice:
    """What a search of the position now recommends; of one that was stopped, what it has found by then.

    Of iterations the last one that ended holds, and where none has, the first moves of the first one.
    """
    node, value = decided_move(trace)
    legal_moves = match.legal
    wanted_move: Hashable = None if node is None else trace.move(node)
    move = wanted_move if wanted_move in legal_moves.values() else next(iter(legal_moves.values()))
    return Choice(
        move=move,
        by=word,
        value=value,
        seconds=seconds,
        visited=trace.counts.visited,
        depth=None if value is None else value_depth(trace),
        line=() if node is None else best_line_from(trace, node),
        trace=trace,
        note=_join_notes(
            _stop_note(trace), "" if node is not None else "nothing was searched by then: the first legal move"
        ),
    )


def _stop_note(trace: Trace) -> str:
    return "" if trace.header.stopped is None else f"stopped {trace.header.stopped}"


def decided_move(trace: Trace) -> tuple[int | None, float | None]:
    """The node of the move that a search would play, and what it takes its root to be worth, MAX's view.

    None is the move of a root that nobody went on from, and the value of a search that was stopped too soon.
    """
    if trace.value is not None or trace.columns.log is not None:
        log, value = trace.columns.log, trace.value
        if value is None and log is not None and log.counts_visits and len(log):
            value = node_visits(trace.columns, 0, len(log) - 1).mean
        return trace.best_root_child, value
    if 0 not in trace.drivers:
        return trace.best_child(0), None
    last_pass = _last_iteration(trace)
    if last_pass is not None:
        return trace.best_child(last_pass), trace.node(last_pass).value
    first_children = trace.children(0)[:1]
    return (trace.best_child(first_children[0]) if first_children else None), None


def value_depth(trace: Trace) -> int | None:
    """Plies to which the value of a search holds; None where it has seen all games to their end, or there is no limit.

    Of iterations the one counts that gave the value.
    """
    columns, node = trace.columns, 0
    if columns.log is not None and columns.log.has_proofs:
        return trace.header.depth  # what is at the horizon may stand in its table alone
    if 0 in trace.drivers:
        node = _last_iteration(trace) or 0
    has_horizon = bool((columns.status[node : columns.end[node]] == HORIZON).any())
    pass_depth = columns.depth.item(node) if columns.depth is not None and node else -1
    depth = int(pass_depth) if pass_depth >= 0 else trace.header.depth
    return depth if has_horizon else None


def _last_iteration(trace: Trace) -> int | None:
    """The last iteration that has returned and whose window did not fail; where all failed, the last that returned."""
    columns = trace.columns
    passes = [
        iteration for iteration in trace.children(0) if columns.value.item(iteration) == columns.value.item(iteration)
    ]
    inside_window = [
        iteration
        for iteration in passes
        if columns.alpha.item(iteration) < columns.value.item(iteration) < columns.beta.item(iteration)
    ]
    return inside_window[-1] if inside_window else best_iteration(columns, 0, passes)
