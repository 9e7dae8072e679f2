"""`plyscope check`: what is wrong with a search, and where."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from tracer.diagnosis.finding import Finding, Severity, indented, paragraph
from tracer.errors import PlyscopeError
from tracer.games.rules import blame
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.sentences import format_count
from tui.terminal.options import GameOption, JsonOption, Options, complete_source, search_options
from tui.terminal.output import print_json, print_message, print_output
from tui.terminal.trace_source import get_trace, need_memory

BUG_FOUND_EXIT_CODE = 1
"""Exit code where there is an error or a warning."""
BYTES_PER_NODE = 320
"""Memory that a check takes for each node, visited or pruned, beside its texts; with the game a little more."""


@search_options
def check_search(
    source: Annotated[
        str | None,
        typer.Argument(help="A trace file, or a game that is searched now.", autocompletion=complete_source),
    ] = None,
    as_json: JsonOption = False,
    as_list: Annotated[bool, typer.Option("--list", help="Explain all that can be found.")] = False,
    game: GameOption = None,
    *,
    options: Options,
) -> None:
    """Say what is wrong with a search, and where.

    Each finding names a disease, the node at which the mistake is made first, the numbers that show it and what to
    change. With the game, each value is compared with the true one too.

    Exit status 0 where there is no error and no warning, 1 where there is one, 2 after an error of the command.

    \b
    plyscope check t.plyscope
    plyscope check engine.plyscope --game tictactoe --json
    plyscope check --list
    """
    if as_list:
        _explain_all_bugs(as_json)
        return
    if source is None:
        raise PlyscopeError("nothing to check: give a trace file or a game (--list explains the findings)")
    from tracer.diagnosis.examination import check

    trace = get_trace(source, options, game)
    need_memory("check", [trace], BYTES_PER_NODE)
    findings = check(trace)
    if as_json:
        rows = [asdict(finding) for finding in findings]
        print_json({"title": trace.header.title, "findings": rows})
    else:
        for finding in findings:
            print_output(paragraph(finding) + "\n")
        print_message(_describe_outcome(trace, findings))
    if any(finding.severity is not Severity.NOTE for finding in findings):
        raise typer.Exit(BUG_FOUND_EXIT_CODE)


def _explain_all_bugs(as_json: bool) -> None:
    from tracer.diagnosis.examination import DISEASES

    if as_json:
        shown_fields = ("slug", "severity", "explanation", "remedy")
        rows = [{name: getattr(disease, name) for name in shown_fields} for disease in DISEASES.values()]
        print_json(rows)
        return
    for severity in Severity:
        for disease in DISEASES.values():
            if disease.severity is severity:
                print_output(
                    f"{disease.slug} ({severity})\n{indented(disease.explanation)}\n{indented(disease.remedy)}\n"
                )


def _describe_outcome(trace: Trace, findings: list[Finding]) -> str:
    scope_text = f"{format_count(trace.columns.visited, 'node')} of {clean(trace.header.title)}"
    caveats = "" if trace.game is not None else f"; without its rules (--game), {_describe_likely_rules(trace)}"
    if _is_root_turned(trace) and not any(finding.disease == "wrong-turn" for finding in findings):
        caveats += "; judged turned round, with the game's MAX and MIN, which the search calls MIN and MAX"
    caveats += "; what came later is not judged" if trace.header.stopped else ""
    if len(trace) == 1 and not findings:
        return f"nothing to judge: 1 node of {clean(trace.header.title)}"
    if not findings:
        if trace.header.notes.get("turn") == "guessed":
            caveats += "; who moves was guessed: where that is wrong, record the search again with --turn"
        return f"nothing found: {scope_text}{caveats}"
    counts = [(severity, sum(finding.severity is severity for finding in findings)) for severity in Severity]
    counts_text = ", ".join(f"{count} {severity}{'' if count == 1 else 's'}" for severity, count in counts if count)
    return f"{counts_text}: {scope_text}{caveats}"


def _is_root_turned(trace: Trace) -> bool:
    """Whether the search calls MAX whom the game calls MIN at the root, or the other way round."""
    game, turn = trace.game, trace.columns.turn[0]
    if game is None or not turn:
        return False
    with blame(game):
        return bool(int(game.turn(trace.start())) == -turn)


def _describe_likely_rules(trace: Trace) -> str:
    """What was not judged without the game, and the built-in game that would tell it, where one is likely."""
    from tracer.diagnosis.likely_game import likely_game  # which loads a good deal

    unjudged_text, candidate = "so leaves and moves were not judged", likely_game(trace, played_on=True)
    if candidate is None:
        return unjudged_text
    advice = "judges by its rules" + (", and reports these" if candidate.continued_ends else "")
    return f"{unjudged_text}: {candidate}: --game {clean(candidate.spec)} {advice}"
