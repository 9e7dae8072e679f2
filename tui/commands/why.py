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
from tui.model.explorer_state import parse_target
from tui.terminal.options import BoundsOption, GameOption, Options, SourceArgument, is_classical, search_options
from tui.terminal.output import print_message, print_output
from tui.terminal.trace_source import get_trace, is_trace_file

if TYPE_CHECKING:
    from tracer.stepping.recorded_program import Program
    from tracer.stepping.stepped_call import ExecutedLine, SteppedCall

MAX_ORDERED_NODES = 100_000
"""Nodes of a recording in which the visits of a position are looked for, to explain an order of moves."""


@search_options
def explain(
    source: SourceArgument,
    place: Annotated[
        str, typer.Argument(help="A step (12), a node (#5) or a path of moves (b2/a1); the last step without it.")
    ] = "",
    game: GameOption = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Run the recorded script again and show this call line by line.")
    ] = False,
    bounds: BoundsOption = "proved",
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
    last_step = trace.steps - 1
    target_place = parse_target(place or str(last_step), trace, last_step)
    if target_place.step is None:
        node, step = target_place.node or 0, last_step
    else:
        node, step = trace.landmarks.node_at(target_place.step), target_place.step
    if lines:
        _explain_lines(trace, node, script, Path(source).parent if is_trace_file(source) else None)
        return
    if target_place.step is not None:
        print_output(f"step {step:,} of {last_step:,}: {event(trace, step)}\n")
    if is_told(trace):
        positions_of(trace)  # which the sentence about an answer of a table rests on
    for sentence in why(trace, node, step):
        print_output(sentence.text)
    if move_order_text := describe_move_order(trace, node, MAX_ORDERED_NODES):
        print_output(move_order_text)


def _explain_lines(trace: Trace, node: int, script: str | None, recording_folder: Path | None) -> None:
    from tracer.stepping.recorded_program import find_program
    from tracer.stepping.stepped_call import step_through_call

    program = find_program(trace.header, script_option=script, recording_folder=recording_folder)
    if not program.is_agreed and not _is_agreed(program):
        raise PlyscopeError(f"nothing was run; {program.option} runs it without a question")
    print_message(f"running {program.command} again, up to node {node:,}")
    _print_lines(trace, step_through_call(trace, node, program))


def _is_agreed(program: Program) -> bool:
    """Whether somebody at the terminal says that it may be run: its name and arguments are the file's."""
    if not sys.stdin.isatty():
        return False
    return typer.confirm(f"run {program.command} again?", err=True)


def _print_lines(trace: Trace, call: SteppedCall) -> None:
    source = call.source
    print_output(f"{source.name} in {source.file}: node {call.node:,}, {format_path(trace, call.node)}\n")
    width = len(str(source.line + len(source.lines)))
    board: tuple[str, ...] = ()
    for index, line in enumerate(call.lines):
        if line.board != board and line.board:
            print_output("".join(f"{'':{width}}   {board_row}\n" for board_row in line.board).rstrip("\n"))
            board = line.board
        next_line = call.lines[index + 1] if index + 1 < len(call.lines) else None
        text = source.lines[line.number - source.line] if source.holds(line.number) else ""
        if index == 0:
            print_output(f"{'':{width}}   {_format_variables(line)}")
        if next_line is None and line.message:
            print_output(f"{line.number:>{width}}   {line.message}")
            return
        remarks: list[str] = []
        if next_line is not None:
            remarks = [f"→ node {child:,} ({clean(trace.label(child), 40)})" for child in next_line.children]
            remarks += [_format_variables(next_line)] if next_line.changed else []
            remarks += [next_line.message] if next_line.message and index + 2 < len(call.lines) else []
        print_output(f"{line.number:>{width}}   {text}" + (f"   # {'; '.join(remarks)}" if remarks else ""))
    print_output("…" if call.is_cut_short else "")


def _format_variables(line: ExecutedLine) -> str:
    return ", ".join(f"{name} = {line.values[name]}" for name in sorted(line.changed))
