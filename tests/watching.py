"""Searches whose own variables are noted while they run, to compare what is shown of them."""

import sys
from collections.abc import Hashable, Sequence
from typing import Any

from tracer import Recorder, Trace
from tracer.run.plan import prepare


class Watch:
    """Calls a recorder, and notes at every event what the search's own variables hold."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.seen: list[dict[str, Any]] = []

    def enter(self, *given: Any) -> int:
        self.seen.append(dict(sys._getframe(1).f_locals))
        return self.recorder.enter(*given)

    def leave(self, node: int, value: float, *more: Any) -> None:
        self.seen.append({**sys._getframe(1).f_locals, "returns": value})
        self.recorder.leave(node, value, *more)

    def prune(self, moves: Sequence[Hashable]) -> None:
        self.seen += [dict(sys._getframe(1).f_locals)] * len(moves)
        self.recorder.prune(moves)


def watched(game: Any, search: str, **options: Any) -> tuple[Trace, list[dict[str, Any]]]:
    """A recorded search, and its own variables at each step."""
    plan = prepare(game, search, **options)
    watch = Watch(Recorder(view=plan.search.view, windowed=plan.search.windowed))
    plan.run(watch)
    return Trace(*watch.recorder.finish(), plan.header, plan.game, plan.start), watch.seen
