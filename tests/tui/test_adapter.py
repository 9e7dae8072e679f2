"""A recording in an editor: each answer of the debug adapter is what the models say of that step."""

from __future__ import annotations

from typing import Any

import pytest
from editor import Editor, Refused
from strategies import AIMA

import tracer
from tracer.searches.pseudocode import Tag
from tracer.time.moments import Event
from tracer.tracing import Trace
from tracer.why.code_at_step import list_variables
from tracer.why.explain import why
from tui.adapter.breakpoints import FILTERS


def saved(trace: Trace, name: str = "t.plyscope") -> Trace:
    trace.save(name)
    return tracer.load(name)


CODE = tracer.SEARCHES["alphabeta"].code
ENTER, LOOP_MAX, LOOP_MIN = CODE.tags[Tag.ENTER] + 1, (CODE.loop(1) or 0) + 1, (CODE.loop(-1) or 0) + 1
CUT, RETURN = CODE.tags[Tag.CUT_AT_MIN] + 1, CODE.tags[Tag.RETURN] + 1


def place(editor: Editor) -> list[tuple[str, int]]:
    """The open calls, each with its line."""
    return [(frame["name"], frame["line"]) for frame in editor.frames()]


def test_it_stops_at_the_first_cutoff_with_the_open_path_and_the_windows(editor: Editor) -> None:
    trace = saved(tracer.trace(AIMA))
    stopped = editor.begin(program="t.plyscope", stopOnEntry=True)
    assert (stopped["reason"], stopped["threadId"]) == ("entry", 1)
    assert place(editor) == [("a2", CUT), ("root", LOOP_MAX)]
    node = editor.scope("Node")
    assert (node["path"], node["to move"], node["window"], node["beta"]) == ("a2", "MIN", "(3, ∞)", "2")
    assert (node["best"], node["is"], node["node"]) == ("2 by b1", "alpha cutoff", "#5")
    assert editor.scope("Variables") == dict(list_variables(trace, 12))
    assert editor.scope("Variables", 1) == dict(list_variables(trace, 12, 0))
    assert editor.scope("Variables", 1)["alpha"] == "3"
    assert node["why"] == why(trace, 5, 12)[0].text


def test_steps_lead_over_into_and_out_of_calls_and_back(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope", stopOnEntry="event")
    assert place(editor) == [("root", ENTER)]
    for command, expected in [
        ("next", [("root", LOOP_MAX)]),
        ("stepIn", [("a1", ENTER), ("root", LOOP_MAX)]),
        ("next", [("a1", LOOP_MIN), ("root", LOOP_MAX)]),
        ("next", [("a1", LOOP_MIN), ("root", LOOP_MAX)]),
        ("stepOut", [("root", LOOP_MAX)]),
        ("stepBack", [("a1", RETURN), ("root", LOOP_MAX)]),
        ("next", [("root", LOOP_MAX)]),
        ("next", [("root", LOOP_MAX)]),
        ("next", [("root", RETURN)]),
        ("next", [("root", RETURN)]),
    ]:
        assert editor.move(command)["reason"] == "step"
        assert place(editor) == expected
    frames = editor.frames()
    assert editor.move("restartFrame", frameId=frames[0]["id"])["reason"] == "restart"
    assert place(editor) == [("root", ENTER)]


def test_it_runs_to_the_end_and_back_to_the_start_and_ends_when_it_goes_on_from_the_end(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    stopped = editor.begin(program="t.plyscope")
    assert stopped["description"].startswith("the recording ends here")
    assert place(editor) == [("root", RETURN)]
    assert editor.move("reverseContinue")["description"].startswith("the recording begins here")
    assert place(editor) == [("root", ENTER)]
    editor.move("continue")
    editor.ask("continue", threadId=1)
    assert editor.wait("exited") == {"exitCode": 0}
    editor.wait("terminated")


def test_breakpoints_stop_at_lines_at_conditions_and_after_so_many_hits(editor: Editor) -> None:
    trace = saved(tracer.trace(AIMA))
    source = {"sourceReference": 1}
    answers: list[Any] = []

    def set_breakpoints() -> None:
        wanted = [{"line": CUT}, {"line": ENTER, "condition": "move == 'a3'"}, {"line": 3, "condition": "ply =="}]
        answers.extend(editor.ask("setBreakpoints", source=source, breakpoints=wanted)["breakpoints"])

    stopped = editor.begin(set_breakpoints, program="t.plyscope")
    assert [one["verified"] for one in answers] == [True, True, False]
    assert "ply ==" in answers[2]["message"]
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == ("breakpoint", [answers[0]["id"]])
    assert place(editor)[0] == ("a2", CUT)
    assert editor.move("continue")["hitBreakpointIds"] == [answers[1]["id"]]
    assert place(editor) == [("a3", ENTER), ("root", LOOP_MAX)]
    editor.move("continue")
    assert place(editor)[0] == ("a3", CUT)
    editor.move("reverseContinue")
    assert place(editor)[0] == ("a3", ENTER)

    hits = [("3", [2]), ("== 3", [2]), (">= 10", [9, 10]), ("% 4", [3, 7]), ("< 3", [0, 1]), ("2 times", None)]
    entries = [node.index for node in trace if node.status is not tracer.Status.PRUNED]
    for text, expected in hits:
        wanted = [{"line": ENTER, "hitCondition": text}]
        (answer,) = editor.ask("setBreakpoints", source=source, breakpoints=wanted)["breakpoints"]
        assert answer["verified"] == (expected is not None)
        editor.value("goto 0")
        editor.wait("stopped")
        found = [0] if expected and 0 in expected else []
        while editor.move("continue")["reason"] == "breakpoint":
            found.append(entries.index(editor.frames()[0]["id"] - 1))
        assert found == (expected or [])


def test_lines_on_which_no_call_is_ever_move_to_the_next_one_on_which_calls_are(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope")
    wanted = [{"line": ENTER + 3}, {"line": 99}]
    answers = editor.ask("setBreakpoints", source={"sourceReference": 1}, breakpoints=wanted)["breakpoints"]
    assert [one["line"] for one in answers] == [LOOP_MAX, RETURN]
    assert all(one["verified"] and one["message"] for one in answers)
    (answer,) = editor.ask("setBreakpoints", source={"path": "/other.py"}, breakpoints=[{"line": 1}])["breakpoints"]
    assert not answer["verified"]
    assert "other.py" in answer["message"]


def test_functions_and_conditions_can_be_stopped_at(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope", stopOnEntry="event")
    wanted = [{"name": "value < 3 and ply == 1", "hitCondition": ">1"}, {"name": "alphabet"}]
    answers = editor.ask("setFunctionBreakpoints", breakpoints=wanted)["breakpoints"]
    assert [one["verified"] for one in answers] == [True, False]
    assert "alphabeta" in answers[1]["message"]
    stopped = editor.move("continue")
    assert stopped["reason"] == "function breakpoint"
    assert place(editor)[0] == ("a3", CUT)  # after its last move
    editor.ask("setFunctionBreakpoints", breakpoints=[{"name": "alphabeta", "condition": "ply == 1"}])
    editor.move("reverseContinue")
    assert place(editor) == [("a3", ENTER), ("root", LOOP_MAX)]


def test_cutoffs_and_re_searches_are_exceptions(editor: Editor) -> None:
    trace = saved(tracer.trace([[3, 5], [2, 9], [4, 6]], "pvs"))
    said = editor.ask("initialize", linesStartAt1=True)
    assert [one["filter"] for one in said["exceptionBreakpointFilters"]] == list(FILTERS)
    editor.ask("launch", program="t.plyscope")
    editor.wait("initialized")
    editor.ask("setExceptionBreakpoints", filters=["re-searches"], filterOptions=[{"filterId": "cutoffs"}])
    editor.ask("configurationDone")
    again = [node.index for node in trace if trace.searched_again[node.index]]
    cut = trace.landmarks.pruning_steps.tolist()
    assert again
    assert cut
    wanted = sorted([*(trace.entered(node) for node in again), *cut])
    names = {trace.entered(node): "re-search" for node in again} | dict.fromkeys(cut, "cutoff")
    for step in wanted:
        assert editor.wait("stopped")["reason"] == "exception"
        assert editor.scope("Node")["step"].startswith(f"{step} of ")
        info = editor.ask("exceptionInfo", threadId=1)
        assert info["exceptionId"] == names[step]
        editor.ask("continue", threadId=1)
    assert editor.wait("stopped")["reason"] == "pause"
    with pytest.raises(Refused):
        editor.ask("exceptionInfo", threadId=1)
    (answer,) = editor.ask("setExceptionBreakpoints", filters=["raised"])["breakpoints"]
    assert not answer["verified"]


def test_places_are_gone_to_from_a_line_and_from_the_console(editor: Editor) -> None:
    trace = saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope", stopOnEntry="cutoff")
    targets = editor.ask("gotoTargets", source={"sourceReference": 1}, line=CUT)["targets"]
    assert [one["label"].partition(":")[0] for one in targets] == ["next", "first"]
    assert editor.move("goto", targetId=targets[0]["id"])["reason"] == "goto"
    assert place(editor)[0] == ("a3", CUT)
    with pytest.raises(Refused):
        editor.ask("goto", threadId=1, targetId=targets[0]["id"])
    for text, step in (("3", 3), ("+2", 5), ("#5", trace.entered(5)), ("a1/b2", trace.entered(3))):
        editor.value(f"goto {text}")
        assert editor.wait("stopped")["reason"] == "goto"
        assert editor.scope("Node")["step"].startswith(f"{step} of ")
    editor.value("goto 12")
    editor.wait("stopped")
    editor.value("goto cause")
    editor.wait("stopped")
    assert place(editor)[0] == ("a1", RETURN)
    for wrong in ("goto 99", "goto b9", "goto cause"):
        with pytest.raises(Refused):
            editor.value(wrong)


def test_the_console_knows_numbers_conditions_paths_and_reasons(editor: Editor) -> None:
    trace = saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope", stopOnEntry="cutoff")
    assert editor.value("value")["result"] == "2"
    assert editor.value("value + 1")["result"] == "3"
    assert editor.value("value", frameId=1)["result"] == "3"
    found = editor.value("turn == MIN and ply == 1")
    assert found["result"].startswith("True here; 3 hits")
    hits = editor.parts(found["variablesReference"])
    assert [one["value"] for one in hits] == ["a3"]
    inner = {one["name"]: one["value"] for one in editor.parts(hits[0]["variablesReference"])}
    assert (inner["path"], inner["is"]) == ("a3", "not reached")
    for text in ("a1/b3", "#4"):
        found = editor.value(text)
        assert found["result"] == "a1/b3"
        assert {"name": "value", "value": "8", "variablesReference": 0} in editor.parts(found["variablesReference"])
    assert editor.value("why")["result"] == "\n".join(sentence.text for sentence in why(trace, 5, 12))
    assert editor.value("why a1")["result"] == "\n".join(one.text for one in why(trace, 1, trace.steps - 1))
    assert editor.value("best changes")["result"] == editor.value("best changes at #5")["result"]
    for wrong in ("ply ==", "b9", "move", "#99"):
        with pytest.raises(Refused):
            editor.value(wrong)


def test_words_and_paths_are_completed(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope")

    def completed(text: str) -> dict[str, tuple[int, int]]:
        found = editor.ask("completions", text=text, column=len(text) + 1)["targets"]
        return {one["label"]: (one["start"], one["length"]) for one in found}

    assert completed("cut") == {"cutoff": (1, 3)}
    assert completed("cutoff and pl") == {"ply": (12, 2)}
    assert completed("goto a1/") == {f"a1/b{k}": (6, 3) for k in (1, 2, 3)}
    assert {"why"} <= set(completed("wh"))


def test_sources_are_listed_and_read(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope")
    (source,) = editor.ask("loadedSources")["sources"]
    assert editor.frames()[0]["source"] == source
    text = editor.ask("source", source=source, sourceReference=source["sourceReference"])["content"]
    assert text.splitlines() == list(CODE.lines)
    with pytest.raises(Refused):
        editor.ask("source", sourceReference=7)
    assert editor.ask("threads")["threads"][0]["id"] == 1


def test_lines_are_counted_as_the_client_counts_them(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    editor.ask("initialize", linesStartAt1=False, columnsStartAt1=False)
    editor.ask("launch", program="t.plyscope", stopOnEntry="cutoff")
    editor.wait("initialized")
    wanted = [{"line": RETURN - 1}]
    (answer,) = editor.ask("setBreakpoints", source={"sourceReference": 1}, breakpoints=wanted)["breakpoints"]
    assert (answer["line"], answer.get("message")) == (RETURN - 1, None)
    editor.ask("configurationDone")
    editor.wait("stopped")
    assert editor.frames()[0]["line"] == CUT - 1


def test_parts_of_a_long_path_are_sent_as_they_are_asked_for(editor: Editor) -> None:
    tree: Any = 1
    for _ in range(400):
        tree = [tree]
    saved(tracer.trace(tree, "minimax"))
    editor.begin(program="t.plyscope", stopOnEntry="event")
    editor.value("goto 400")
    editor.wait("stopped")
    found = editor.ask("stackTrace", threadId=1, startFrame=10, levels=3)
    assert found["totalFrames"] == 401
    assert [frame["id"] for frame in found["stackFrames"]] == [391, 390, 389]
    assert len(editor.frames()) == 401


@pytest.mark.parametrize(
    "launch",
    [
        {},
        {"program": "none.py"},
        {"program": "none.plyscope"},
        {"program": "t.plyscope", "stopOnEntry": "here"},
        {"program": "t.plyscope", "cwd": "nowhere"},
        {"program": ["t.plyscope"]},
        {"program": "t.plyscope", "args": "3"},
    ],
)
def test_a_launch_that_cannot_be_is_refused_and_the_session_goes_on(editor: Editor, launch: dict[str, Any]) -> None:
    saved(tracer.trace(AIMA))
    editor.ask("initialize")
    for command in ("stackTrace", "configurationDone", "dance"):
        with pytest.raises(Refused):
            editor.ask(command)
    with pytest.raises(Refused) as refusal:
        editor.ask("launch", **launch)
    assert str(refusal.value)
    assert editor.ask("disconnect") == {}


@pytest.mark.parametrize("reports", [True, False])
def test_progress_begins_and_ends_with_the_launch_where_the_client_shows_it(
    editor: Editor, reports: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.terminal.progress.REPORT_INTERVAL", -1)
    saved(tracer.trace(AIMA))
    editor.ask("initialize", supportsProgressReporting=reports)
    request = editor.send("launch", {"program": "t.plyscope"})
    editor.answer(request)
    told = [event for event in editor.events if event["event"].startswith("progress")]
    kinds = [event["event"] for event in told]
    if not reports:
        assert kinds == []
        return
    assert (kinds[0], kinds[-1]) == ("progressStart", "progressEnd")
    assert set(kinds[1:-1]) == {"progressUpdate"}
    assert len({event["body"]["progressId"] for event in told}) == 1
    assert told[0]["body"]["requestId"] == request
    assert told[0]["body"]["title"]


def test_requests_with_senseless_arguments_are_refused_one_by_one(editor: Editor) -> None:
    saved(tracer.trace(AIMA))
    editor.begin(program="t.plyscope", stopOnEntry="event")
    for command, arguments in [
        ("variables", {}),
        ("variables", {"variablesReference": 99}),
        ("scopes", {"frameId": 99}),
        ("setBreakpoints", {"source": 3, "breakpoints": [{}]}),
        ("stackTrace", {"startFrame": "x"}),
        ("goto", {"targetId": 1}),
        ("gotoTargets", {"source": {"path": "x.py"}, "line": 1}),
        ("launch", {"program": "t.plyscope"}),
    ]:
        with pytest.raises(Refused):
            editor.ask(command, **arguments)
    assert place(editor) == [("root", ENTER)]


def test_a_search_of_another_program_has_its_events_alone(editor: Editor) -> None:
    told = tracer.trace(AIMA)
    foreign = told.with_columns(told.columns, tracer.Header(game="mine", search="theirs"))
    saved(foreign)
    editor.begin(program="t.plyscope", stopOnEntry="cutoff")
    frame = editor.frames()[0]
    assert "source" not in frame
    assert foreign.at(12).event is Event.PRUNED
    scopes = [one["name"] for one in editor.ask("scopes", frameId=frame["id"])["scopes"]]
    assert scopes == ["Node"]
    assert editor.scope("Node")["window"] == "(3, ∞)"
