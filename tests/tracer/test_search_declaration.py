"""What a search says of itself reaches everything: options of its own, a window rule that lacks one, no table."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import scout
from hypothesis import given
from laws import check_laws
from strategies import AIMA, Lattice, searched, windows
from typer.testing import CliRunner

import tracer
from tracer import GameError, PlyscopeError
from tracer.run.whatif import what_if
from tracer.searches.contract import Option, Search, WindowRule
from tracer.why.code_at_step import pseudocode_line, pseudocode_of
from tui.program import app


@pytest.fixture(autouse=True, scope="module")
def _registered() -> Iterator[None]:
    with scout.registered():
        yield


@given(searched(), windows())
def test_a_search_with_a_rule_of_its_own_breaks_no_law(drawn: Any, window: Any) -> None:
    case, options, _ = drawn
    for width in (0.25, 1, 5):
        trace = tracer.trace(case.game, "unlisted-scout", position=case.position, width=width, **options)
        assert trace.value == tracer.search(case.game, "minimax", position=case.position, **options).value
        narrow = tracer.trace(
            case.game, "unlisted-scout", position=case.position, window=window, width=width, **options
        )
        for one in (trace, narrow):
            check_laws(one)


def test_an_option_that_a_search_lacks_is_refused_with_what_it_does_instead() -> None:
    for options, message in (
        (
            {"fail": "hard"},
            r"^unlisted-scout has no option fail \(fail is always soft\); it has depth, order, window, width$",
        ),
        ({"cut": ">"}, r"^unlisted-scout has no option cut \(cut is always >=\)"),
        ({"fail": "medium"}, r"^fail is soft or hard"),
        ({"widht": 2}, r"^unlisted-scout has no option 'widht' \(did you mean width\?\)"),
        ({"width": 0}, r"^width is a number of at least 0.001, not 0$"),
        ({"width": "wide"}, r"^width is a number of at least 0.001, not 'wide'$"),
        ({"width": "9" * 5_000}, r"^width is a number"),
    ):
        with pytest.raises(PlyscopeError, match=message) as caught:
            tracer.search(AIMA, "unlisted-scout", **options)
        assert len(str(caught.value)) < 200
    with pytest.raises(PlyscopeError, match="alphabeta has no option 'width'"):
        tracer.search(AIMA, "alphabeta", width=2)
    assert tracer.search(AIMA, "unlisted-scout", fail="soft", cut=">=").value == 3


def test_options_of_its_own_stand_in_the_header_where_they_differ_and_go_into_a_what_if() -> None:
    assert tracer.trace(AIMA, "unlisted-scout", width=1).header.options == {}
    trace = tracer.trace(Lattice(4, 9), "unlisted-scout", width=2)
    assert trace.header.options == {"width": 2.0}
    assert trace.header.title.endswith("unlisted-scout, width 2")
    again = what_if(trace, 2)
    assert again.header.options == {"width": 2.0}
    check_laws(again)


def test_what_a_search_cannot_choose_stands_in_the_header_where_readers_look() -> None:
    fixed = Search(
        name="fixed",
        run=lambda rules, root, record, **options: tracer.SEARCHES["alphabeta"].run(
            rules, root, record, **options, fail="hard", cut=">"
        ),
        summary="fail-hard with the test > alone",
        code=tracer.SEARCHES["alphabeta"].code,
        family="alpha-beta",
        window=WindowRule(("hard",), (">",)),
    )
    tracer.SEARCHES["fixed"] = fixed
    try:
        trace = tracer.trace(Lattice(4, 9), "fixed", window=(-1, 2))
        assert trace.header.options == {"window": (-1, 2), "fail": "hard", "cut": ">"}
        check_laws(trace)
        shown = pseudocode_of(trace)
        assert shown is not None
        assert "best > beta" in "".join(shown.lines)
        assert what_if(trace, 1).header.options == {"fail": "hard", "cut": ">"}
    finally:
        del tracer.SEARCHES["fixed"]


def test_every_event_of_it_stands_on_a_line_of_its_pseudo_code() -> None:
    trace = tracer.trace(Lattice(4, 9), "unlisted-scout")
    assert trace.columns.cutoff.any()
    assert None not in [pseudocode_line(trace, step) for step in range(trace.steps)]


def test_the_command_line_takes_its_options_and_lists_them() -> None:
    def run(*arguments: str) -> Any:
        return CliRunner().invoke(app, list(arguments))

    assert "--window, --width 1)" in run("searches").output
    game = "random:b=4,d=5,seed=3"
    sizes = {width: tracer.trace(game, "unlisted-scout", width=width).counts.visited for width in (1, 5)}
    assert sizes[1] != sizes[5]
    for width, size in sizes.items():
        assert f"{size:,}" in run("count", game, "-a", f"unlisted-scout:width={width}").output.split()
    both = run("count", game, "-a", "minimax", "-a", "unlisted-scout:width=5")
    assert both.exit_code == 0
    assert f"{sizes[5]:,}" in both.output.split()
    for wrong, message in (
        (":width=wide", "width is a number of at least 0.001"),
        (":breadth=3", "unlisted-scout has no option 'breadth'"),
        (":fail=hard", "unlisted-scout has no option fail"),
    ):
        result = run("count", game, "-a", f"unlisted-scout{wrong}")
        assert isinstance(result.exception, PlyscopeError)
        assert message in str(result.exception)


@pytest.mark.parametrize(
    ("option", "right", "wrong"),
    [
        (Option("x", 1, "", min_value=1), {"7": 7, 7: 7}, ["7.5", 7.5, True, 0, "9" * 5_000, None, "-1"]),
        (Option("x", 1.5, ""), {"7": 7.0, 7: 7.0, "-2.5": -2.5}, ["nan", "inf", float("inf"), True, "", [1]]),
        (Option("x", True, ""), {"no": False, "YES": True, False: False}, ["maybe", 3, None]),
        (Option("x", "a", "", choices=("a", "b")), {"b": "b"}, ["c", 3]),
        (Option("x", "a", ""), {"c": "c"}, [3]),
    ],
)
def test_an_option_reads_values_of_its_type_and_texts_of_them(
    option: Option, right: dict[Any, Any], wrong: Any
) -> None:
    for given_value, value in right.items():
        read = option.read(given_value)
        assert (read, type(read)) == (value, type(option.default))
    for one in wrong:
        with pytest.raises(PlyscopeError, match=r"^x is "):
            option.read(one)


def run_without_its_options(rules: Any, root: Any, record: Any, *, depth: float = 1) -> Any:
    return 0.0, None


def run_with_a_slip(rules: Any, root: Any, record: Any, **options: Any) -> Any:
    record.leave(record.enter(None, rules.turn(root)), rules.turn(root) + None)


def run_without_a_move(rules: Any, root: Any, record: Any, **options: Any) -> Any:
    record.leave(record.enter(None, rules.turn(root)), 0.0)
    return (0.0,)


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (run_without_its_options, "unexpected keyword argument 'window'"),
        (run_with_a_slip, "unsupported operand"),
        (run_without_a_move, "missing 1 required positional argument"),
    ],
)
def test_an_error_of_the_search_is_not_blamed_on_the_game(monkeypatch: pytest.MonkeyPatch, run: Any, said: str) -> None:
    monkeypatch.setitem(tracer.SEARCHES, "slip", replace(scout.SEARCH, name="slip", run=run, own=()))
    with pytest.raises(PlyscopeError, match=f"^the search slip raised TypeError: .*{said}") as caught:
        tracer.trace(AIMA, "slip", window=(0, 5))
    assert not isinstance(caught.value, GameError)


def test_a_function_of_a_game_that_a_search_cannot_call_is_the_games_error() -> None:
    class Forgets:
        start = utility = moves = play = lambda self, *_: None

        def turn(self) -> int:  # the position is missing
            return 1

    with pytest.raises(GameError, match="Forgets raised TypeError"):
        tracer.trace(Forgets(), "minimax")
