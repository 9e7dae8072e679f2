"""The client with which adapters of VS Code are tested drives this one. Nobody here wrote it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from making.page import ROOT
from patience import PATIENCE
from sick_script import DISEASE, Moment, line_of, moments_of, write_script

import tracer
from tracer.time.moments import Event, event_at

CLIENT = "@vscode/debugadapter-testsupport"
MODULES = ROOT / ".venv-node" / "node_modules"
ADAPTER = "import sys\nsys.argv[1:] = ['dap']\nfrom tui.cli import main\nmain()\n"


@pytest.fixture
def client(need: Callable[[str], None]) -> None:
    """Skip where there is no such client."""
    need("node")
    if not (MODULES / CLIENT).is_dir():
        told = f"{CLIENT} is not installed: make .venv-node/dev installs it"
        if os.environ.get("PLYSCOPE_REQUIRE_ALL") == "1":
            pytest.fail(told)
        pytest.skip(told)


def seen_by_the_client(scenario: str, script: Path, line: int) -> dict[str, Any]:
    """What the client has seen in a session."""
    adapter = script.with_name("adapter.py")
    adapter.write_text(ADAPTER)
    paths = {"PYTHONPATH": str(ROOT), "NODE_PATH": str(MODULES), "PATIENCE": str(PATIENCE / 2)}
    words = ["node", str(ROOT / "tests" / "npm" / "session.js"), scenario, sys.executable, str(adapter), str(script)]
    done = subprocess.run(
        [*words, str(line)], cwd=script.parent, env=os.environ | paths,
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_it_stops_at_the_finding_of_a_sick_program_and_goes_back_to_the_cause(tmp_path: Path, client: None) -> None:
    script = write_script(tmp_path)
    seen = seen_by_the_client("findings", script, line_of(script, "return best"))
    trace, moments = tracer.load(tmp_path / "sick.plyscope"), moments_of(script)
    (finding,) = tracer.check(trace)
    step = trace.left(finding.node)
    assert seen["finding"] == calls(trace, step, moments)
    assert (seen["info"]["exceptionId"], finding.disease) == (DISEASE, DISEASE)
    assert finding.message in seen["info"]["description"]
    assert seen["variables"] == moments[step].calls[0][1]
    assert seen["cause"] == calls(trace, step - 1, moments)
    assert seen["before"] == moments[step - 1].calls[1][1]
    assert seen["before"]["best"] != seen["variables"]["best"]
    assert seen["ends"] == ["step", "step", "step", "pause", "pause"]


def test_it_stops_at_lines_and_conditions(tmp_path: Path, client: None) -> None:
    script = write_script(tmp_path)
    line = line_of(script, "-negamax(")
    seen = seen_by_the_client("breakpoints", script, line)
    trace, wanted = tracer.load(tmp_path / "sick.plyscope"), []
    assert seen["first"] == [[1, line]]
    for step in range(trace.steps):
        event, node = event_at(trace, step)
        above = int(trace.columns.parent[node])
        if event is Event.ENTERED and above >= 0 and trace.ply[above] == 3 and trace.columns.beta[above] > 10:
            wanted.append([above + 1, line])
    assert seen["conditional"] == wanted
    assert wanted


def calls(trace: tracer.Trace, step: int, moments: list[Moment]) -> list[list[int]]:
    """The frames of a step, the innermost first, each with the line at which the interpreter's tracing has it."""
    path = trace.ancestry(trace.at(step).node.index)[::-1]
    lines = [line for line, _ in moments[step].calls]
    return [[node + 1, line] for node, line in zip(path, lines, strict=True)]
