"""What an editor shows after a jump, at later places of a finding, and as a line of the console is completed."""

from __future__ import annotations

from pathlib import Path

from editor import Editor
from strategies import AIMA

import tracer

SICK = """
def negamax(node, alpha, beta, colour):
    if isinstance(node, int):
        return colour * node
    best = float("-inf")
    for child in node:
        best = max(best, -negamax(child, alpha, beta, -colour))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


negamax([[3, 12, 8], [2, 4, 6], [14, 5, 2]], float("-inf"), float("inf"), 1)
"""
"""Its window is not negated, at ten nodes."""


def test_the_search_goes_on_before_it_stops_at_a_place_that_was_typed(editor: Editor) -> None:
    tracer.trace(AIMA).save("t.plyscope")
    editor.begin(program="t.plyscope", stopOnEntry="cutoff")
    before = len(editor.events)
    editor.value("goto cause")
    assert editor.wait("stopped")["reason"] == "goto"
    assert [event["event"] for event in editor.events[before:]] == ["continued", "stopped"]
    assert editor.events[before]["body"] == {"threadId": 1, "allThreadsContinued": True}
    before = len(editor.events)
    editor.move("stepBack")  # from this request the editor knows it
    assert [event["event"] for event in editor.events[before:]] == ["stopped"]


def test_at_its_later_nodes_a_finding_says_where_it_was_first(editor: Editor) -> None:
    Path("sick.py").write_text(SICK, encoding="utf-8")
    editor.begin(
        lambda: editor.ask("setExceptionBreakpoints", filters=["findings"]), program="sick.py", stopOnEntry="finding"
    )
    (finding,) = tracer.check(tracer.load("sick.plyscope"))
    assert len(finding.where) > 1
    first = editor.ask("exceptionInfo", threadId=1)["description"]
    assert first.startswith(f"{finding.place}: ")
    editor.move("continue")
    assert editor.frames()[0]["id"] - 1 == finding.where[1]
    assert editor.ask("exceptionInfo", threadId=1)["description"] == f"here too; first {first}"


def test_a_word_is_completed_once(editor: Editor) -> None:
    tracer.trace(AIMA).save("t.plyscope")
    editor.begin(program="t.plyscope")
    found = [one["label"] for one in editor.ask("completions", text="wh", column=3)["targets"]]
    assert found == ["why"]
