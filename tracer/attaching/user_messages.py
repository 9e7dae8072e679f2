"""What a recording says on the standard error stream: what it assumed, and what a user ought to know."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from types import CodeType
from typing import Any

from tracer.attaching.targets import Targets
from tracer.deciding.call import THAT_COMPARE, plain
from tracer.deciding.call import Path as Variable
from tracer.deciding.decision import Decision
from tracer.deciding.referee import Referee
from tracer.games.rules import describe, spec_of, title_of
from tracer.text import clean

_MONTE_CARLO = re.compile(r"mcts|(^|_)(uct|puct|ucb1?)(_|$)|play_?out|roll_?out|monte_?carlo", re.IGNORECASE)
"""Names of functions of a Monte Carlo tree search."""
_BEST_FIRST = re.compile(r"(^|_)(sss|dual|pns?|df_?pn|prove|proof|disproof|ao|best_first)(_|$)", re.IGNORECASE)
"""Names of functions of other searches that grow a tree where it looks best."""


_VALUE_HINT = (
    "where a value is kept in an attribute or an entry of an argument, value=… names it, such as "
    'value="self.score" or value="node[\'value\']"'
)


_printers: list[Callable[[str], None]] = []
"""What prints lines in the place of the program's own stderr."""


def print_message(message: str) -> None:
    """Print one line on the standard error stream; nothing where there is none."""
    line = f"plyscope: {message}"
    if _printers:
        _printers[-1](line)
        return
    with contextlib.suppress(AttributeError, OSError, ValueError):
        sys.stderr.write(f"{line}\n")


@contextlib.contextmanager
def print_messages_with(say: Callable[[str], None]) -> Iterator[None]:
    """Have lines printed by a function, whatever a program does to its stderr."""
    _printers.append(say)
    try:
        yield
    finally:
        _printers.pop()


def name_game_and_search(targets: Targets, referee: Referee | None) -> tuple[str, str, str]:
    """What stands for the game, where nobody gave it the name of the search's file; its title; and for the search."""
    if referee is not None:
        return spec_of(referee.game), title_of(referee.game), targets.title
    file = Path(next(iter(targets.codes)).co_filename)
    own = "/".join(file.parts[-2:]) if file.name == "__main__.py" else file.name  # each package has a file of that name
    return clean(own), "", targets.title


def describe_illegal_move(referee: Referee, path: str) -> str:
    """What to say of a game that knows no move to a position that was searched."""
    return (
        f"no legal move of {describe(referee.game)} leads to a position that was searched after {clean(path)}; "
        "the trace keeps its moves and positions as texts"
    )


def describe_dropped_calls(title: str, calls: int) -> str:
    """What to say of calls that were made before their functions were known to be a search, and are not recorded."""
    made = "1 call was" if calls == 1 else f"{calls:,} calls were"
    return f"{title}: {made} made before these were known to be a search, and recorded in none; --attach records all"


def describe_missed_searches(searches: int) -> str:
    """Return the message for searches that ran in other threads while one was recorded, as many as were seen."""
    them = "1 search in another thread was" if searches == 1 else f"{searches:,} searches in other threads were"
    return f"at least {them} not recorded, because another search was: run them one after the other"


def describe_looping_caller(code: CodeType, title: str) -> str:
    """Return the message for a function that begins several searches in a loop, and may be the root of one."""
    name = plain(code).partition(".<")[0]
    return (
        f"{name} calls {title} in a loop, and each call was recorded as a separate search; if the loop is over the "
        f"moves of one position, pass --root {name}, or root={name!r}, to record one search"
    )


def describe_silent_functions(silent: list[str], hint: str, *, named: bool, threads: bool) -> str:
    """What to say of functions that were not called, given by name or not; threads may have been started meanwhile."""
    message = f"{clean(', '.join(silent))} was never called while it was to be recorded{hint}"
    if threads:
        return (
            f"{message}; threads were started meanwhile: a search in one of them is recorded by attach in that thread"
        )
    new = "if another function of that name is, such as one that is made anew for each search, give its name as a text:"
    return (
        f"{message}; {'names are such as' if named else new} 'max_value', 'search.max_value', 'module:search.max_value'"
    )


def describe_unrecorded_calls(calls: Mapping[CodeType, int], codes: Iterable[CodeType]) -> str:
    """What to say of functions that a search calls with its window and that are not recorded."""
    call_counts = ", ".join(f"{plain(code)} ({times:,} calls)" for code, times in calls.items())
    names = [plain(code) for code in (*codes, *calls)]
    return (
        f"left out, though the search calls it with a window: {call_counts}; to record it, too, name it: "
        f"--attach {','.join(names)}, or attach({', '.join(map(repr, names))})"
    )


def describe_no_values(title: str) -> str:
    """What to say of functions whose calls return nothing."""
    return f"{title} returned None and never a number: does each way through it end with a return? {_VALUE_HINT}"


def describe_no_search(
    refused: list[tuple[CodeType, ...]],
    valueless: Iterable[CodeType],
    silent: Mapping[CodeType, str],
    called: Iterable[CodeType],
    kept: Mapping[CodeType, Variable],
    unreturned: Collection[CodeType],
) -> str:
    """What to say where no search was found.

    Args:
        refused: functions that call one another and return numbers, in which nothing tells of a game.
        valueless: generators and coroutines that call themselves.
        silent: functions that call themselves or one another and return no number, and what they return.
        called: all functions that were called: by the names of some it is Monte Carlo tree search.
        kept: where those of `refused` keep their numbers that do not return them.
        unreturned: those that were refused of which no call returned.
    """
    names = [plain(code) for code in (refused[0] if refused else silent)]
    are_several, generators = len(names) > 1, ", ".join(plain(code) for code in valueless)
    how = f"if it is a search, name it: --attach {','.join(names)}, or attach({', '.join(map(repr, names))})"
    players = zip_longest(names, ("MAX", "MIN")[: len(names)], fillvalue="CHANCE")
    said = ",".join(f"{name.rpartition('.')[2]}={player}" for name, player in players)
    call = "call one another" if are_several else "calls itself"
    if refused and {*refused[0]} & {*unreturned}:
        message = f"{', '.join(names)} {call}, and no call returned a number; {how}"
    elif refused:
        does = ("return", "keep") if are_several else ("returns", "keeps")
        place = next((kept[code] for code in refused[0] if code in kept), "")
        numbers = f"{does[1]} numbers in {place}" if place else f"{does[0]} numbers"
        message = f"{', '.join(names)} {call} and {numbers}, but nothing in them tells of a game: of two players, "
        message += f"of chance or of a window; {how}; {'or' if are_several else 'for one player alone'} --turn {said}"
    elif generators:
        message = f"{generators}: a generator or coroutine that calls itself, which may stop in the middle of a call: "
        message += "make it a plain function, without yield and await, or record it with tracer.Recorder; nothing else "
        message += "called itself and returned a number"
    elif names:
        call = "call themselves or one another and return" if are_several else "calls itself and returns"
        words = clean(next(iter(silent.values())))
        message = f"{', '.join(names)} {call} {words}; if that is a search, "
        worth = f'say what each is worth: --value "lambda value: {{{words.replace(", ", ": …, ")}: …}}[value]"'
        if words == "None":
            worth = f"name it with --attach; {_VALUE_HINT}"
        elif words.endswith(THAT_COMPARE):
            worth = "say which of their numbers they are compared by: --value 'lambda value: value.…'"
        message += worth
    else:
        message = "no function called itself, or another that called it, and returned a number"
    for names_of, kind in ((_MONTE_CARLO, "Monte Carlo tree"), (_BEST_FIRST, "best-first")):
        name = next((plain(code) for code in called if names_of.search(code.co_name)), None)
        if name is not None:
            message += f"; if {name} is of a {kind} search, which grows a tree by iterations, "
            return f"{message}tracer.BestFirstRecorder records it"
    return message


def print_assumptions(
    title: str, decision: Decision, own: list[str], cached: str | None, user_options: dict[str, Any], *, skips: bool
) -> None:
    """Say in one line what nobody said; `skips` tells whether moves may be skipped that no game knows."""
    readings, has_game = list(decision.readings.values()), user_options["game"] is not None
    words = [word for word in decision.words if not (has_game and word.startswith("MAX begins"))] + own
    if cached is not None:
        words.append(f"calls that {cached} answers are no nodes")
    if not decision.windowed:
        words.append("no alpha and beta")
    if all(reading.state is None for reading in readings):
        words.append("no position (moves are numbered; state=… tells it)")
    if skips and user_options["moves"] is None:
        words.append("pruned branches unknown (game=… or moves=… tells them)")
    if words:
        print_message(f"{title}: assumed that " + "; ".join(dict.fromkeys(words)))
