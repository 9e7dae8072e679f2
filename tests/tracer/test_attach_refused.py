"""What a recording from outside does with what it cannot read, and with searches that break off."""

from __future__ import annotations

import contextlib
import re
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from attached import after, own_code, score

import tracer
from tracer.attaching import hooks, listeners
from tracer.attaching.attach_functions import attach
from tracer.errors import PlyscopeError
from tracer.recording.columns import verify
from tracer.recording.status import OPEN

INFINITY = float("inf")


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Any:
    """Whatever happens in a test, the interpreter is afterwards as it was before."""
    limit = sys.getrecursionlimit()
    yield
    assert sys.getprofile() is None
    assert sys.getrecursionlimit() == limit
    if hooks.MONITORING is not None:
        assert [hooks.MONITORING.get_tool(tool) for tool in range(6)].count("plyscope") == 0


Search = Callable[[str, bool], Any]


def searching(at: str = "", act: Callable[[], Any] = lambda: None, returns: Any = None) -> Search:
    """A minimax that does something, or returns something else, at one position."""

    def minimax(board: str, maximizing: bool) -> Any:
        if board == at:
            act()
            if returns is not None:
                return returns
        result = score(board)
        if result is not None:
            return result
        children = [after(board, square, "X" if maximizing else "O") for square in range(9) if board[square] == "."]
        values = [minimax(child, not maximizing) for child in children]
        return max(values) if maximizing else min(values)

    return minimax


START, BELOW = "XOXO.....", "XOXOXO..."


def run(search: Search, **options: Any) -> tracer.Trace:
    """Record it."""
    with attach(search, **options) as recording:
        search(START, True)
    return recording.trace


def test_a_function_that_is_never_called() -> None:
    search = searching()
    wanted = r"minimax was never called while it was to be recorded.*'module:search.max_value'"
    with pytest.raises(PlyscopeError, match=wanted), attach(search) as recording:
        searching()  # another function of that name
    assert recording.traces == []
    with pytest.raises(PlyscopeError, match=r"nothing was recorded: no call of minimax has ended"):
        _ = recording.trace


def test_a_name_that_no_call_has_gets_the_nearest_one() -> None:
    with (
        pytest.raises(
            PlyscopeError, match=r"minmax was never called .*\(did you mean .*minimax\?\); names are such as"
        ),
        attach("minmax"),
    ):
        searching()(START, True)


def test_one_of_two_that_is_never_called_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    search = searching()
    with attach(search, own_code("closures").winner):
        search(START, True)
    assert "plyscope: winner was never called\n" in capsys.readouterr().err


def test_two_functions_of_one_name() -> None:
    search, module = searching(), own_code("module_globals")

    def both() -> None:
        module.minimax(1, True, -1, 1)
        search(START, True)

    wanted = r"'minimax' is the name of two functions that were called.*module:name"
    with pytest.raises(PlyscopeError, match=wanted), attach("minimax"):
        both()
    with attach("module_globals:minimax") as recording:
        both()
    assert len(recording.traces) == 1


def test_two_methods_of_one_name() -> None:
    class Above:
        def visit(self, depth: int) -> int:
            return 1 if depth == 0 else -self.visit(depth - 1)

    class Below(Above):
        def visit(self, depth: int) -> int:
            return super().visit(depth)

    wanted = "give test_two_methods_of_one_name.Below.visit or test_two_methods_of_one_name.Above.visit"
    with pytest.raises(PlyscopeError, match=wanted), attach("visit"):
        Below().visit(2)
    with attach("Above.visit") as recording:
        Below().visit(2)
    assert len(recording.trace) == 3


def test_functions_of_python_itself_are_not_meant_by_a_name() -> None:
    import re

    def search(board: str, maximizing: bool) -> int:
        re.search("X", board)
        return 1

    with attach("search") as recording:
        re.search("X", "X")
        search(START, True)
    assert len(recording.traces) == 1


def test_an_exception_goes_on_and_the_trace_is_kept() -> None:
    def act() -> None:
        raise ZeroDivisionError("mine")

    search = searching(BELOW, act)
    with pytest.raises(ZeroDivisionError, match="mine"), attach(search, game="tictactoe") as recording:
        search(START, True)
    trace = recording.trace
    verify(trace.columns, len(trace.move_labels))
    assert trace.header.stopped == "by an exception"
    assert [trace.node(node).path for node in np.flatnonzero(trace.columns.status == OPEN).tolist()] == [
        (), ("b2",), ("b2", "c2")
    ]  # fmt: skip
    assert trace.unfinished == len(trace) == 3


def test_an_exception_that_the_search_catches_leaves_one_open_node_amid_the_others() -> None:
    def minimax(board: str, maximizing: bool) -> int:
        if board == BELOW:
            raise KeyError(board)
        result = score(board)
        if result is not None:
            return result
        values = [0]
        for square in range(9):
            if board[square] == ".":
                try:
                    values.append(minimax(after(board, square, "X" if maximizing else "O"), not maximizing))
                except KeyError:
                    continue
        return max(values) if maximizing else min(values)

    trace = run(minimax, game="tictactoe")
    verify(trace.columns, len(trace.move_labels))
    (node,) = np.flatnonzero(trace.columns.status == OPEN)
    assert trace.node(int(node)).path == ("b2", "c2")
    assert (trace.header.stopped, trace.root.value is not None) == (None, True)


def test_ctrl_c_goes_on_too() -> None:
    def act() -> None:
        raise KeyboardInterrupt

    search = searching(BELOW, act)
    with pytest.raises(KeyboardInterrupt), attach(search) as recording:
        search(START, True)
    assert recording.trace.unfinished == 3


@pytest.mark.parametrize("returned", ["best", [], ("a", "b"), float("nan"), object(), {"score": 3}])
def test_a_call_that_returns_no_number_stays_open(returned: Any, capsys: pytest.CaptureFixture[str]) -> None:
    search = searching(BELOW, returns=returned)
    with attach(search) as recording, contextlib.suppress(TypeError):
        search(START, True)
    trace = recording.trace
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    assert trace.columns.status[2] == OPEN
    wanted = r"searching.minimax at node 2 returned .*, which is no number: say where the value is with value=0"
    assert re.search(wanted, capsys.readouterr().err)


def test_a_root_that_returns_a_move_has_the_value_of_its_best_child() -> None:
    values = searching()

    def best(board: str) -> int:
        def value(square: int) -> Any:
            return search(after(board, square, "X"), False)

        return max((square for square in range(9) if board[square] == "."), key=value)

    def search(board: str, maximizing: bool = True) -> Any:
        return best(board) if board == START else values_of(board, maximizing)

    def values_of(board: str, maximizing: bool) -> Any:
        if (result := score(board)) is not None:
            return result
        marks = [after(board, square, "X" if maximizing else "O") for square in range(9) if board[square] == "."]
        return (max if maximizing else min)(search(child, not maximizing) for child in marks)

    with attach(search) as recording:
        assert search(START) in range(9)
    assert recording.trace.value == run(values).value
    assert recording.trace.unfinished == 0


def test_a_return_of_nothing_and_what_a_callable_makes_of_it() -> None:
    def silent(board: str) -> None:
        return None

    with pytest.raises(PlyscopeError, match=r"None and never a number: .* end with a return"), attach(silent):
        silent(START)
    with attach(silent, value=lambda returned: 5) as recording:
        silent(START)
    assert recording.trace.value == 5
    with (
        pytest.raises(PlyscopeError, match="value: your function raised ZeroDivisionError"),
        attach(silent, value=lambda returned: 1 / 0),
    ):
        silent(START)


def test_numbers_without_end_are_kept_as_the_largest(capsys: pytest.CaptureFixture[str]) -> None:
    for number, kept in ((float("inf"), 1e300), (-(10**400), -1e300)):
        trace = run(searching(START, returns=number))
        verify(trace.columns, 0, len(trace.texts))
        assert trace.value == kept
    assert capsys.readouterr().err.count("values beyond 1e300, such as infinity, are recorded as 1e300 and −1e300") == 2


def test_windows_that_are_no_numbers() -> None:
    def search(board: str, alpha: Any, beta: Any) -> int:
        return 0

    for end in ("low", float("nan")):
        wanted = r"alpha is .* at a call, which is no number; say alpha=…"
        with pytest.raises(PlyscopeError, match=wanted), attach(search, alpha="alpha", beta="beta"):
            search(START, end, 1)
    with attach(search) as recording:
        search(START, "low", 1)
    assert not recording.trace.header.windowed
    with attach(search) as recording:
        search(START, None, 10**400)
    assert recording.trace.header.options == {}


@pytest.mark.parametrize("said", [{"alpha": "low"}, {}])
def test_a_window_of_one_end(said: dict[str, Any]) -> None:
    def search(board: str, low: float, depth: int) -> float:
        if depth == 0:
            return score(board) or 0
        best = -INFINITY if depth % 2 == 0 else INFINITY
        for square in [square for square in range(9) if board[square] == "."]:
            value = search(after(board, square, "XO"[depth % 2]), best, depth - 1)
            best = max(best, value) if depth % 2 == 0 else min(best, value)
            if (best >= low) if depth % 2 == 0 else (best <= low):
                break
        return best

    with attach(search, **said) as recording:
        search("XO.......", INFINITY, 4)
    columns = recording.trace.columns
    assert recording.trace.header.windowed
    assert all((columns.alpha == -INFINITY) | (columns.beta == INFINITY))
    if not said:
        assert (columns.beta[columns.turn < 0] == INFINITY).all()
        assert (columns.alpha[columns.turn > 0] == -INFINITY).all()


class Sealed:
    """Can be neither compared nor shown."""

    __slots__ = ()


def test_positions_that_cannot_be_copied() -> None:
    def search(board: Any) -> int:
        return 0

    loop: list[Any] = []
    loop.append(loop)
    for board, problem in (
        (
            Sealed(),
            "the position is a Sealed, which can be neither compared nor shown; say what it is with state=lambda",
        ),
        (loop, "the position is nested too deeply, or contains itself; say"),
    ):
        with pytest.raises(PlyscopeError, match=problem), attach(search, state="board"):
            search(board)
        with attach(search) as recording:
            search(board)
        assert (recording.trace.value, recording.trace.text(0)) == (0, None)
    with attach(search, state=lambda frame: "said") as recording:
        search(Sealed())
    assert recording.trace.text(0) == "said"


def test_a_game_that_does_not_know_the_positions_leaves_a_trace_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    searched = searching()
    for state, wanted in (
        (lambda frame: "X", "tictactoe does not know the position 'X': say it in the game's words"),
        (lambda frame: frame["board"].replace("X", "O"), "tictactoe does not know the position 'OOOO.....' ("),
    ):
        with attach(searched, game="tictactoe", state=state) as recording:
            searched(START, True)
        assert recording.trace.game is None
        assert (recording.trace.value, wanted in capsys.readouterr().err) == (1, True)
    with attach(searched, game="tictactoe", state=lambda frame: frame["board"]) as recording:
        searched(START, True)
    assert recording.trace.game is not None

    def search(x: float) -> float:
        return x

    with attach(search, game="tictactoe") as recording:
        search(0.5)
    assert recording.trace.game is None
    assert "cannot tell which variable is the position, which the game tictactoe needs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"state": "bord"}, r"state='bord': searching.minimax has no variable 'bord' .*\(did you mean board\?\)"),
        ({"state": 7}, "state is the name of a variable or a function of the variables, not 7"),
        ({"state": "board.cells"}, "state: str has no attribute 'cells'"),
        ({"state": lambda frame: frame["nothing"]}, "state: your function raised KeyError: 'nothing'"),
        ({"turn": "board"}, r"cannot tell who moves from board = 'XOXO.....'; say it with turn=lambda"),
        ({"turn": lambda frame: None}, "cannot tell who moves from turn = None"),
        ({"moves": lambda frame: 7}, "what its call says cannot be read: TypeError: 'int' object is not iterable"),
    ],
)
def test_options_that_name_nothing(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(PlyscopeError, match=problem):
        run(searching(), **options)


@pytest.mark.parametrize(
    ("functions", "options", "problem"),
    [
        ((len,), {}, "is no function written in Python"),
        ((searching,), {"view": "min"}, 'view is "max" or "mover", not \'min\''),
        ((searching,), {"game": "tictactoe", "moves": len}, "give game=… or moves=…, not both"),
        ((searching,), {"moves": 3}, "moves is a function of the variables"),
        ((searching,), {"game": "chess9"}, "chess9"),
    ],
)
def test_options_that_cannot_be(functions: tuple[Any, ...], options: dict[str, Any], problem: str) -> None:
    with pytest.raises(PlyscopeError, match=problem):
        attach(*functions, **options)


def test_a_generator_returns_no_value() -> None:
    def moves() -> Any:
        yield 1

    with pytest.raises(PlyscopeError, match="moves is a generator or a coroutine: it may stop in the middle of a call"):
        attach(moves)


def test_true_and_false_may_be_numbers() -> None:
    def search(board: str, depth: int, is_min: int) -> int:
        return 0 if depth == 0 else search(board, depth - 1, 1 - is_min)

    with attach(search) as recording:
        search(START, 2, 1)
    assert recording.trace.columns.turn.tolist() == [-1, 1, -1]


def test_a_profiler_that_is_in_use_is_left_alone() -> None:
    def profiler(*_: Any) -> None:
        pass

    sys.setprofile(profiler)
    try:
        if hooks.MONITORING is None:
            wanted = r"sys.setprofile is in use already, by a profiler or another recording: end that first"
            with pytest.raises(PlyscopeError, match=wanted), attach(searching()):
                pass
        else:
            assert run(searching()).value == 1
        assert sys.getprofile() is profiler
    finally:
        sys.setprofile(None)


def test_one_recording_at_a_time_where_there_is_only_a_profiler() -> None:
    if hooks.MONITORING is None:
        with pytest.raises(PlyscopeError, match=r"sys.setprofile is in use already"), attach(searching()):
            run(searching())
        return
    with attach(descend) as around:
        descend(0, 3)
        assert run(searching()).value == 1
    assert len(around.traces) == 1


def test_a_search_that_takes_the_profiler_away_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    search = searching(BELOW, lambda: sys.setprofile(None))
    trace = run(search)
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    told = "plyscope: sys.setprofile was called meanwhile: what came after that was not recorded\n"
    assert (told in capsys.readouterr().err) == (hooks.MONITORING is None)


def endless(board: int, depth: int) -> int:
    """Forgets to stop."""
    return endless(board + 1, depth - 1)


def test_a_search_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    limit = sys.getrecursionlimit()
    with pytest.raises(RecursionError), attach(endless) as recording:
        endless(0, 3)
    trace = recording.trace
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    assert trace.unfinished == len(trace) > 100
    plies = len(trace) - 1
    assert f"Python's recursion limit, {limit:,} calls, was reached {plies:,} plies deep: does the search end?" in (
        capsys.readouterr().err
    )


def descend(board: int, depth: int) -> int:
    """One path down."""
    return 0 if depth == 0 else descend(board + 1, depth - 1)


def test_what_fits_under_the_recursion_limit_fits_while_it_is_recorded() -> None:
    used, frame = 0, sys._getframe()
    while frame.f_back is not None:
        used, frame = used + 1, frame.f_back
    depth = sys.getrecursionlimit() - used - 10
    descend(0, depth)
    with attach(descend) as recording:
        descend(0, depth)
    assert len(recording.trace) == depth + 1


def test_a_recursion_limit_that_the_program_sets_stays() -> None:
    limit = sys.getrecursionlimit()
    try:
        with attach(descend):
            sys.setrecursionlimit(limit + 4321)
            descend(0, 3)
        assert sys.getrecursionlimit() == limit + 4321
    finally:
        sys.setrecursionlimit(limit)


def test_positions_of_a_megabyte_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    def search(board: list[list[int]], depth: int) -> int:
        return 0 if depth == 0 else search([list(row) for row in board], depth - 1)

    with attach(search):
        search([[row * 1000 + k for k in range(300)] for row in range(120)], 3)
    assert "plyscope: the position takes about 1." in (told := capsys.readouterr().err)
    assert "is copied at each call: give what tells positions apart with state=lambda frame" in told
    assert told.count("MB") == 1


def test_only_the_thread_that_entered_is_recorded() -> None:
    search = searching()

    def elsewhere() -> None:
        for _ in range(3):
            search(START, True)

    with attach(search) as recording:
        other = threading.Thread(target=elsewhere)
        other.start()
        search(START, True)
        other.join()
        search(START, True)
    assert len(recording.traces) == 2
    assert len({len(trace) for trace in recording.traces}) == 1


def test_a_search_in_another_thread_alone_is_no_mystery() -> None:
    search, before = searching(), threading.getprofile()

    @attach(search)
    def play() -> None:
        other = threading.Thread(target=search, args=(START, True))
        other.start()
        other.join()

    with pytest.raises(
        PlyscopeError, match=r"never called.*; threads were started meanwhile: .* attach in that thread"
    ):
        play()
    assert threading.getprofile() is before


def test_a_profiler_of_all_threads_stays_where_it_is() -> None:
    def profiler(*_: Any) -> None:
        pass

    threading.setprofile(profiler)
    try:
        run(searching())
        assert threading.getprofile() is profiler
    finally:
        threading.setprofile(None)  # type: ignore[arg-type]  # as its documentation has it


def test_each_thread_has_its_own_recording() -> None:
    barrier, search, found = threading.Barrier(2), searching(), []

    def record() -> None:
        with attach(search) as recording:
            barrier.wait()
            search(START, True)
            barrier.wait()
        found.append(recording.trace)

    threads = [threading.Thread(target=record) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(trace) for trace in found] == [len(run(search))] * 2
    assert listeners._raised == []


def test_one_recording_belongs_to_one_thread() -> None:
    recording, problems = attach(searching()), []

    def enter() -> None:
        try:
            with recording:
                pass
        except PlyscopeError as error:
            problems.append(str(error))

    @recording
    def elsewhere() -> None:
        other = threading.Thread(target=enter)
        other.start()
        other.join()

    with pytest.raises(PlyscopeError, match="was never called"):
        elsewhere()
    assert problems == ["this recording is running already, in another thread: make one for each thread"]


def test_what_the_users_callables_call_is_not_recorded() -> None:
    search = searching()

    def drawn(frame: Any) -> str:
        search("XOXOXOOXX", True)
        return str(frame["board"])

    trace = run(search, state=drawn)
    assert trace.columns.end.tolist() == run(search).columns.end.tolist()


def test_a_root_is_said_only_of_a_search_that_is_named() -> None:
    with pytest.raises(PlyscopeError, match=r"root='choose' needs the search below it: name it with"):
        attach(root="choose")


def test_a_root_that_was_never_called_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    search = searching()
    with attach(search, root="chose") as recording:
        search(START, True)
    assert len(recording.traces) == 1
    assert "chose was never called" in capsys.readouterr().err


def test_the_function_whose_loop_begins_each_search_is_proposed_as_the_root(capsys: pytest.CaptureFixture[str]) -> None:
    search = searching()

    def choose(board: str) -> int:
        best, chosen = -9, -1
        for square in [square for square in range(9) if board[square] == "."]:
            value = search(after(board, square, "X"), False)
            if value > best:
                best, chosen = value, square
        return chosen

    with attach(search) as recording:
        choose(START)
    assert len(recording.traces) == START.count(".")
    said = capsys.readouterr().err
    assert "choose calls" in said
    assert "--root" in said
    with attach(search, root=choose) as recording:
        choose(START)
        choose(BELOW)
    assert len(recording.traces) == 2
    assert "in a loop" not in capsys.readouterr().err


def test_no_root_is_proposed_where_no_function_begins_several_searches(capsys: pytest.CaptureFixture[str]) -> None:
    search = searching()
    with attach(search):
        search(START, True)
        search(BELOW, True)
    assert "in a loop" not in capsys.readouterr().err
