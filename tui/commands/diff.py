"""`plyscope diff`: two searches of one position, node by node."""

from __future__ import annotations

from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.sentences import format_count
from tui.terminal.options import (
    BoundsOption,
    GameOption,
    JsonOption,
    MaxMovesOption,
    Options,
    SearchesOption,
    SourceArgument,
    complete_source,
    is_classical,
    search_options,
)
from tui.terminal.output import print_json, print_output
from tui.terminal.trace_source import get_two_traces, is_trace_file, need_memory

DIFFERENCE_EXIT_CODE = 1
"""Exit code where something differs, as `diff` has it; 0 where nothing does."""
BYTES_PER_NODE = 170
"""Memory that a comparison takes for each node of the two searches."""


@search_options
def diff(
    a: SourceArgument,
    b: Annotated[
        str | None,
        typer.Argument(help="The other one; without it, A with two searches.", autocompletion=complete_source),
    ] = None,
    search: SearchesOption = None,
    as_json: JsonOption = False,
    limit: Annotated[int, typer.Option(help="Differences, and lines of the tree, at most; the rest is counted.")] = 40,
    max_moves: MaxMovesOption = None,
    bounds: BoundsOption = "proved",
    game: GameOption = None,
    *,
    options: Options,
) -> None:
    """Compare two searches of one position.

    Exit status 0 where they are the same, 1 where not, 2 after an error.

    \b
    plyscope diff tictactoe -a minimax -a alphabeta
    plyscope diff before.plyscope after.plyscope
    plyscope diff mine.plyscope connect4:5,4,4 --depth 6 --json
    """
    from tracer.comparing.topmost_differences import compare_pair
    from tui.terminal import difference_report
    from tui.terminal.count_report import collect_counts, explain_estimates, format_counts_table

    if limit < 1:
        raise PlyscopeError(f"--limit is at least 1, not {limit}")
    classical = is_classical(bounds)
    first_trace, second_trace = get_two_traces("diff", a, b, search or [], game, options)
    first_trace, second_trace = (
        (first_trace.classical(), second_trace.classical()) if classical else (first_trace, second_trace)
    )
    need_memory("compare", [first_trace, second_trace], BYTES_PER_NODE)
    compared = compare_pair(first_trace, second_trace)
    comparison, differences = compared
    counts = [
        collect_counts(trace, with_pv=as_json, with_plies=as_json, max_moves=max_moves)
        for trace in (first_trace, second_trace)
    ]
    if as_json:
        titles = {"a": first_trace.header.title, "b": second_trace.header.title}
        print_json({"titles": titles, "searches": counts} | difference_report.as_json(compared, limit))
    else:
        print_output(f"A  {_title_of_trace(a, first_trace)}\nB  {_title_of_trace(b or a, second_trace)}\n")
        print_output(format_counts_table(counts) + "\n")
        print_output(difference_report.format_counts(comparison) + "\n")
        if comparison.recorded is not None:
            print_output(difference_report.BY_PATHS_NOTE + "\n")
        print_output(difference_report.describe_relation(comparison))
        if comparison.first is not None:
            print_output(f"first difference at {comparison.first.text}\n")
            place_count = len(differences)
            continuation = "; the rest follows from that:" if place_count else ": they differ in their passes alone"
            print_output(f"where they part, {format_count(place_count, 'place')}{continuation}")
            print_output("\n".join(difference_report.describe_partings(compared, limit)) + "\n")
            print_output("\n".join(line.text() for line in difference_report.fold_differences(comparison, limit)))
        explain_estimates(counts, (first_trace, second_trace))
    raise typer.Exit(0 if comparison.same else DIFFERENCE_EXIT_CODE)


def _title_of_trace(source: str, trace: Trace) -> str:
    """What one of them is; a file by its name, too, since two versions of a search have one title."""
    return f"{clean(source)}: {trace.header.title}" if is_trace_file(source) else trace.header.title
