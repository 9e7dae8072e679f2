"""A sick program is launched in an editor: it stops at its finding, goes back to the cause, and shows its variables."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from editor import Body, Editor, Refused
from patience import wait_until
from sick_script import DISEASE, line_of, moments_of, write_script

import tracer
from tracer.time.moments import Event, event_at
from tracer.why.code_at_step import find_code_location


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_script(tmp_path)


def output(editor: Editor) -> str:
    return "".join(event["body"]["output"] for event in editor.events if event["event"] == "output")


def go(editor: Editor, place: str) -> None:
    editor.value(f"goto {place}")
    editor.wait("stopped")


def test_it_stops_at_its_finding_and_steps_back_to_the_cause(editor: Editor, script: Path) -> None:
    stopped = editor.begin(program=str(script), stopOnEntry=True)
    trace = tracer.load("sick.plyscope")
    (finding,) = tracer.check(trace)
    assert finding.disease == DISEASE
    assert stopped["reason"] == "exception"
    info = editor.ask("exceptionInfo", threadId=1)
    assert info["exceptionId"] == DISEASE
    assert finding.message in info["description"]
    assert "value" in output(editor)  # what the program prints

    frame = editor.frames()[0]
    assert frame["id"] == finding.node + 1
    assert frame["source"]["path"] == str(script)
    assert frame["line"] == line_of(script, "return best")
    returned, children = editor.scope("Variables"), trace.children(finding.node)
    best = max(-float(trace.columns.value[child]) * trace.columns.turn[children[0]] for child in children)
    assert float(returned["best"]) < best  # the better one was lost

    editor.move("stepBack")  # the last child returns; the call above still has the better value
    assert editor.frames()[0]["id"] == children[-1] + 1
    assert editor.frames()[1]["line"] == line_of(script, "-negamax(")
    assert float(editor.scope("Variables", 1)["best"]) == best
    wanted = [{"line": line_of(script, "-negamax("), "condition": f"node == {finding.node}"}]
    editor.ask("setBreakpoints", source={"path": str(script)}, breakpoints=wanted)
    for child in reversed(children):  # before each call that it makes
        editor.move("reverseContinue")
        assert editor.frames()[0]["id"] == finding.node + 1
        assert editor.frames()[0]["line"] == line_of(script, "-negamax(")
        assert editor.scope("Node")["step"].startswith(f"{trace.entered(child)} of ")


def test_variables_are_those_that_the_interpreters_tracing_sees(editor: Editor, script: Path) -> None:
    editor.begin(program=str(script), stopOnEntry="event")
    trace = tracer.load("sick.plyscope")
    moments = moments_of(script)
    assert len(moments) == trace.steps
    kinds = {"call": Event.ENTERED, "return": Event.RETURNED}
    assert [kinds[moment.kind] for moment in moments] == [event_at(trace, step)[0] for step in range(trace.steps)]
    for step in (0, 17, 101, trace.steps - 1):
        go(editor, str(step))
        frames = editor.frames()
        assert len(frames) == len(moments[step].calls)
        for place in {0, min(1, len(frames) - 1)}:
            line, variables = moments[step].calls[place]
            assert editor.scope("Variables", place) == variables, (step, place)
            if moments[step].kind == "return" or place:
                assert frames[place]["line"] == line


def test_variables_stay_known_and_are_values_of_names(editor: Editor, script: Path) -> None:
    editor.begin(program=str(script), stopOnEntry="event")
    go(editor, "5")
    with pytest.raises(Refused, match="Variables"):
        editor.value("taken")
    with pytest.raises(Refused):
        editor.ask("evaluate", expression="value", context="hover")
    known = editor.scope("Variables", 1)
    frame = editor.frames()[1]["id"]
    assert editor.value("taken", frameId=frame)["result"] == known["taken"]
    assert editor.ask("evaluate", expression="best", context="hover", frameId=frame)["result"] == known["best"]
    assert editor.scope("Variables", 1) == known


def test_breakpoints_stand_at_lines_of_the_file_with_conditions(editor: Editor, script: Path) -> None:
    call, function = line_of(script, "-negamax("), line_of(script, "def negamax")
    answers: list[Body] = []

    def set_breakpoints() -> None:
        wanted = [{"line": call, "condition": "ply == 2"}, {"line": function + 3}, {"line": 1}]
        answers.extend(editor.ask("setBreakpoints", source={"path": str(script)}, breakpoints=wanted)["breakpoints"])
        editor.ask("setFunctionBreakpoints", breakpoints=[{"name": "negamax", "condition": "value == 1"}])

    stopped = editor.begin(set_breakpoints, program=str(script))
    trace = tracer.load("sick.plyscope")
    assert [one["verified"] for one in answers] == [True, True, False]
    assert answers[1]["line"] == line_of(script, "return lead")
    assert "negamax" in answers[2]["message"]
    found = []
    while stopped["reason"] != "pause" and len(found) < 12:
        frame = editor.frames()[0]
        found.append((stopped["reason"], frame["line"], frame["id"] - 1))
        stopped = editor.move("continue")
    wanted = []
    for step in range(trace.steps):
        event, node = event_at(trace, step)
        above = int(trace.columns.parent[node])
        if event is Event.ENTERED and above >= 0 and trace.ply[above] == 2:
            wanted.append(("breakpoint", call, above))
        if event is Event.ENTERED and trace.columns.value[node] == 1:
            wanted.append(("function breakpoint", function, node))
        place = find_code_location(trace, step)
        if event is Event.RETURNED and place is not None and place.line == line_of(script, "return lead"):
            wanted.append(("breakpoint", place.line, node))
    assert found == wanted[:12]
    assert {reason for reason, _, _ in found} == {"breakpoint", "function breakpoint"}


def record(script: Path) -> None:
    """Record the program beside it."""
    words = ["-m", "tui.cli", "run", str(script), "-o", str(script.with_suffix(".plyscope"))]
    subprocess.run([sys.executable, *words], check=True, capture_output=True)


def test_a_recording_is_opened_beside_its_script_which_runs_only_if_it_is_named(editor: Editor, script: Path) -> None:
    record(script)
    editor.begin(program="sick.plyscope", stopOnEntry=True)
    assert editor.frames()[0]["source"]["path"] == str(script)
    assert '"script": "sick.py"' in output(editor)
    scopes = editor.ask("scopes", frameId=editor.frames()[0]["id"])["scopes"]
    assert [one["name"] for one in scopes] == ["Node", "Position"]


def test_a_recording_with_its_script_has_variables(editor: Editor, script: Path) -> None:
    record(script)
    editor.begin(program="sick.plyscope", script="sick.py", stopOnEntry=True)
    assert "best" in editor.scope("Variables")


def test_a_script_that_has_changed_is_shown_as_it_was_and_that_is_said_once(editor: Editor, script: Path) -> None:
    before = script.read_text()
    record(script)
    script.write_text(before.replace("if not row:", "if row == ():"))
    editor.begin(program="sick.plyscope", script="sick.py", stopOnEntry=True)
    frame = editor.frames()[0]
    assert "path" not in frame["source"]
    text = editor.ask("source", source=frame["source"], sourceReference=frame["source"]["sourceReference"])["content"]
    assert text.splitlines()[frame["line"] - 1].strip() == before.splitlines()[frame["line"] - 1].strip()
    assert output(editor).count("changed since") == 1
    (answer,) = editor.ask("setBreakpoints", source={"path": str(script)}, breakpoints=[{"line": 12}])["breakpoints"]
    assert not answer["verified"]
    assert "changed" in answer["message"]
    wanted = [{"line": line_of(script, "-negamax(")}]
    (answer,) = editor.ask("setBreakpoints", source=frame["source"], breakpoints=wanted)["breakpoints"]
    assert answer["verified"]
    assert editor.move("stepBack")["reason"] == "step"


def test_a_file_that_only_the_editor_knows_is_found_when_it_names_it(editor: Editor, script: Path) -> None:
    record(script)
    elsewhere = script.parent.parent / f"{script.parent.name}-elsewhere" / "sick.py"
    elsewhere.parent.mkdir()
    script.rename(elsewhere)
    editor.begin(program="sick.plyscope", stopOnEntry=True)
    assert "path" not in editor.frames()[0]["source"]
    wanted = [{"line": line_of(elsewhere, "-negamax(")}]
    (answer,) = editor.ask("setBreakpoints", source={"path": str(elsewhere)}, breakpoints=wanted)["breakpoints"]
    assert answer["verified"]
    assert editor.frames()[0]["source"]["path"] == str(elsewhere)


def test_modules_arguments_and_options_are_passed_on(editor: Editor, script: Path) -> None:
    package = script.parent / "games"
    package.mkdir()
    (package / "__init__.py").touch()
    text = script.read_text().replace("print('value',", "import sys\nprint('got', sys.argv[1:],")
    (package / "row.py").write_text(text)
    editor.begin(module="games.row", args=["3", "x y"], runArgs=["--attach", "negamax"], cwd=str(script.parent))
    assert "got ['3', 'x y']" in output(editor)
    assert Path("row.plyscope").exists()
    assert editor.frames()[0]["source"]["path"] == str(package / "row.py")
    assert "best" in editor.scope("Variables")


def test_a_call_that_an_exception_leaves_stands_at_its_first_line(editor: Editor, script: Path) -> None:
    call = "        value = -negamax(rest, -(lead + taken), -beta, -alpha)\n"
    caught = f"        try:\n    {call}        except ValueError:\n            value = 0\n"
    text = script.read_text().replace(call, caught)
    script.write_text(text.replace("        return lead\n", "        raise ValueError\n"))
    editor.begin(program=str(script), stopOnEntry="event", runArgs=["--attach", "negamax"])
    trace = tracer.load("sick.plyscope")
    events = ((step, *event_at(trace, step)) for step in range(trace.steps))
    step = next(step for step, event, node in events if event is Event.RETURNED and trace.left_at(node) is None)
    go(editor, str(step))
    frames = editor.frames()
    assert (frames[0]["line"], frames[1]["line"]) == (line_of(script, "def negamax"), line_of(script, "-negamax("))


def test_launched_again_a_script_keeps_one_file(editor: Editor, script: Path) -> None:
    record(script)
    editor.begin(program=str(script))
    assert [path.name for path in Path().glob("*.plyscope")] == ["sick.plyscope"]


@pytest.mark.parametrize(
    ("text", "said"), [("print('no search')", "recorded no search"), ("raise SystemExit('out of paper')", "paper")]
)
def test_a_script_without_a_search_fails_the_launch(editor: Editor, script: Path, text: str, said: str) -> None:
    script.write_text(f"{text}\n")
    editor.ask("initialize")
    with pytest.raises(Refused) as refusal:
        editor.ask("launch", program=str(script))
    assert said in str(refusal.value) + output(editor)


def test_a_script_that_still_runs_ends_when_the_editor_leaves(editor: Editor, script: Path) -> None:
    script.write_text("import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(3_600)\n")
    editor.ask("initialize")
    editor.send("launch", {"program": str(script)})
    while "\n" not in (told := "".join(_stdout(editor))):
        editor.wait("output")
    process = int(told)
    assert is_there(process)
    editor.ask("disconnect")
    wait_until(lambda: not is_there(process), "the script ends")


def _stdout(editor: Editor) -> list[str]:
    told = (event["body"] for event in editor.events if event["event"] == "output")
    return [one["output"] for one in told if one["category"] == "stdout"]


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_request_for_variables_is_cancelled_and_others_are_answered_meanwhile(
    editor: Editor, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = script.with_name("gate")
    text = script.read_text()
    waiting = "import os, time\nwhile os.path.exists('gate'):\n    time.sleep(0.02)\n"
    script.write_text(text.replace("annotations\n", f"annotations\n{waiting}", 1))
    editor.begin(program=str(script), stopOnEntry="event")
    gate.touch()

    def asked() -> int:
        scopes = editor.ask("scopes", frameId=editor.frames()[0]["id"])["scopes"]
        reference = next(one["variablesReference"] for one in scopes if one["name"] == "Variables")
        return editor.send("variables", {"variablesReference": reference})

    first = asked()
    assert editor.scope("Node")["path"] == "the root"
    editor.ask("cancel", requestId=first)
    with pytest.raises(Refused, match="cancelled"):
        editor.answer(first)
    second = asked()
    editor.move("stepIn")  # what was asked at another step is not waited for
    with pytest.raises(Refused, match="cancelled"):
        editor.answer(second)
    gate.unlink()
    assert "row" in editor.scope("Variables")
