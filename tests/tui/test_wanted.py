"""What is got for the explorer, and what is said meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest
from strategies import AIMA

from tracer.comparing.topmost_differences import compare_pair
from tracer.recording.slices import Beat
from tui.terminal import status_line
from tui.terminal.options import Options
from tui.terminal.progress import TERMINAL_PROGRESS, ProgressDisplay
from tui.terminal.trace_source import TraceRequest


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def shown(said: list[str]) -> ProgressDisplay:
    """Keeps what is said of work that is neither a search nor the reading of a file."""

    @contextmanager
    def working(label: str) -> Iterator[Beat]:
        yield lambda done, of: said.append(f"{label}: {100 * done // of} %")

    return ProgressDisplay(lambda *_: nullcontext(), lambda _: nullcontext(), working)


def test_two_are_aligned_with_a_percentage_before_there_is_a_screen(shown: ProgressDisplay, said: list[str]) -> None:
    a, b = TraceRequest(str(AIMA), searches=("minimax", "alphabeta")).load_traces(shown)
    assert b is not None
    assert said[0] == "aligning the two recordings: 0 %"
    assert len(set(said)) > 5
    found = a.known_answer(compare_pair)
    assert found is not None
    assert found.comparison.b is b


def test_one_is_laid_out_with_a_word(shown: ProgressDisplay, said: list[str]) -> None:
    trace, _ = TraceRequest("tictactoe", options=Options(depth=2)).load_traces(shown)
    assert said == [f"laying out {len(trace):,} nodes: 0 %"]


def test_the_line_stays_until_something_else_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(status_line, "show_status", lines.append)
    monkeypatch.setattr(status_line, "clear_status", lambda: lines.append("cleared"))
    monkeypatch.setattr("tui.terminal.progress.REPORT_INTERVAL", -1)
    with TERMINAL_PROGRESS.working("aligning") as beat:
        beat(1, 4)
    assert lines == ["aligning …", "aligning: 25 %"]
