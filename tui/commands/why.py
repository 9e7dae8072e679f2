"""`plyscope why`: what happens at a place of a search, and why, in sentences; and a call of it line by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tracer.count.transpositions import is_told, positions_of
from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.explain import event, why
from tracer.why.move_order import describe_move_order
from tracer.why.sentences import format_path
from tui.model.goto import target
from tui.terminal.options import Bounds, Options, OwnGame, Source, is_classical, search_options
from tui.terminal.output import emit, say
from tui.terminal.source import get_trace, is_trace_file

if TYPE_CHECKING:
    from tracer.stepping.recorded_program import Program
    from tracer.stepping.stepped_call import SteppedCall

MOST_ORDERED = 100_000
"""Nodes of a recording in which the visits of a position are looked for, to explain an order of moves."""


@search_options
def explain(
    source: Source,
    place: Annotated[
        str, typer.Argument(help="A step (12), a node (#5) or a path of moves (b2/a1); the last step without it.")
    ] = "",
    game: OwnGame = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Run the recorded script again and show this call line by line.")
    ] = False,
    bounds: Bounds = "proved",
    script: Annotated[
        str | None, typer.Option(help="The script to run for --lines with its arguments; else it is asked for.")
    ] = None,
    *,
    options: Options,
) -> None:
    """Say what happens at a place of a search, and why.

    A step tells of its own event; a node, of what came of it in the end. --lines runs the script of a recording that
    `plyscope run` made, up to that visit, and shows each line of the call with the variables that it changed.

    \b
    plyscope why '[[3,12,8],[2,4,6],[14,5,2]]' 12
    plyscope why tictactoe a1/b1/c1
    plyscope why t.plyscope '#5' --lines --script search.py
    """
    if script is not None and not lines:
        raise PlyscopeError("--script is for --lines")
    trace = get_trace(source, options, game)
    trace = trace.classical() if is_classical(bounds) else trace
    last = trace.steps - 1
    found = target(place or str(last), trace, last)
    if found.step is None:
        node, step = found.node or 0, last
    else:
        node, step = trace.landmarks.node_at(found.step), found.step
    if lines:
        _explain_lines(trace, node, script, Path(source).parent if is_trace_file(source) else None)
        return
    if found.step is not None:
        emit(f"step {step:,} of {last:,}: {event(trace, step)}\n")
    if is_told(trace):
        positions_of(trace)  # which the sentence about an answer of a table rests on
    for sentence in why(trace, node, step):
        emit(sentence.text)
    if order := describe_move_order(trace, node, MOST_ORDERED):
        emit(order)


def _explain_lines(trace: Trace, node: int, script: str | None, beside: Path | None) -> None:
    """Print a call line by line.

    Raises:
        PlyscopeError: the script is not to be run, or the second run differs.
    """
    from tracer.stepping.recorded_program import find_program
    from tracer.stepping.stepped_call import step_through_call

    program = find_program(trace.header, script_option=script, recording_folder=beside)
    if not program.is_agreed and not _is_agreed(program):
        raise PlyscopeError(f"nothing was run; {program.option} runs it without a question")
    say(f"running {program.command} again, up to node {node:,}")
    _print_lines(trace, step_through_call(trace, node, program))


def _is_agreed(program: Program) -> bool:
    """Whether somebody at the terminal says that it may be run: its name and arguments are the file's."""
    if not sys.stdin.isatty():
        return False
    return typer.confirm(f"run {program.command} again?", err=True)


def _print_lines(trace: Trace, found: SteppedCall) -> None:
    source = found.source
    emit(f"{source.name} in {source.file}: node {found.node:,}, {format_path(trace, found.node)}\n")
    width = len(str(source.line + len(source.lines)))
    board: tuple[str, ...] = ()
    for place, line in enumerate(found.lines):
        if line.board != board and line.board:
            emit("".join(f"{'':{width}}   {row}\n" for row in line.board).rstrip("\n"))
            board = line.board
        later = found.lines[place + 1] if place + 1 < len(found.lines) else None
        text = source.lines[line.number - source.line] if source.holds(line.number) else ""
        if place == 0:
            emit(f"{'':{width}}   {_named(line.values, sorted(line.changed))}")
        if later is None and line.message:
            emit(f"{line.number:>{width}}   {line.message}")
            return
        told = [] if later is None else _told(trace, later.children)
        told += [] if later is None or not later.changed else [_named(later.values, sorted(later.changed))]
        told += [later.message] if later is not None and later.message and place + 2 < len(found.lines) else []
        emit(f"{line.number:>{width}}   {text}" + (f"   # {'; '.join(told)}" if told else ""))
    emit("…" if found.is_cut_short else "")


def _told(trace: Trace, children: tuple[int, ...]) -> list[str]:
    """The children that a line led to."""
    return [f"→ node {child:,} ({clean(trace.label(child), 40)})" for child in children]


def _named(values: dict[str, str], names: list[str]) -> str:
    return ", ".join(f"{name} = {values[name]}" for name in names)
