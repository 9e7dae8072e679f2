"""`plyscope dap` as an editor starts it: over standard streams, and over a port."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from children import Children
from commands import Run, running
from editor import Editor
from making.page import ROOT
from patience import PATIENCE

import tracer
from tui.adapter.launch import Launch

WORDS = [sys.executable, "-m", "tui.cli", "dap"]
PRINTING = """
from tracer import MAX
print("loaded")
class Game:
    def start(self): print("start"); return 0
    def turn(self, state): return MAX
    def utility(self, state): return None if state < 2 else 1
    def moves(self, state): return [1]
    def play(self, state, move): return state + move
    def evaluate(self, state): return 0
game = Game()
"""
run = running("dap")


def started(launch: Children, folder: Path) -> tuple[subprocess.Popen[bytes], Editor]:
    pipe = subprocess.PIPE
    child = launch(*WORDS, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder)
    reads, writes = child.stdout.fileno(), child.stdin.fileno()
    return child, Editor(lambda most: os.read(reads, most), lambda data: os.write(writes, data))


def test_it_speaks_over_its_streams_and_nothing_else_is_written_there(launch: Children, tmp_path: Path) -> None:
    (tmp_path / "printing.py").write_text(PRINTING)
    words = ["-m", "tui.cli", "trace", "printing:game", "-a", "minimax", "-o", "t.plyscope"]
    subprocess.run([sys.executable, *words], cwd=tmp_path, check=True, capture_output=True)
    child, editor = started(launch, tmp_path)
    editor.begin(program="t.plyscope", game="printing:game", stopOnEntry="event")
    assert [frame["name"] for frame in editor.frames()] == ["root"]
    assert editor.scope("Position") == {"1": "0"}
    editor.ask("disconnect")
    _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0
    assert b"loaded" in said


def test_it_ends_where_the_editor_is_gone(launch: Children, tmp_path: Path) -> None:
    child, editor = started(launch, tmp_path)
    editor.ask("initialize")
    assert child.stdin is not None
    child.stdin.close()
    assert child.wait(PATIENCE) == 0


def test_it_serves_one_editor_after_another_on_a_port_of_this_machine(launch: Children, tmp_path: Path) -> None:
    tracer.trace([[3, 5], [2, 9]]).save(tmp_path / "t.plyscope")
    child = launch(*WORDS, "--port", "0", stderr=subprocess.PIPE, cwd=tmp_path)
    assert child.stderr is not None
    told = child.stderr.readline().decode()
    found = re.search(r"127\.0\.0\.1:(\d+)", told)
    assert found, told
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", int(found[1])), PATIENCE) as client:
            editor = Editor(client.recv, client.sendall)
            editor.begin(program="t.plyscope", stopOnEntry=True)
            assert editor.frames()[0]["name"] == "a2"
            editor.ask("disconnect")
    with socket.create_connection(("127.0.0.1", int(found[1])), PATIENCE) as browser:
        browser.sendall(b'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{"type":"request"}')
        assert browser.recv(100) == b""


def test_the_configurations_of_the_extension_are_understood() -> None:
    folder = ROOT / "examples" / "editors" / "vscode"
    extension = json.loads((folder / "extension" / "package.json").read_text())
    (debugger,) = extension["contributes"]["debuggers"]
    known = debugger["configurationAttributes"]["launch"]["properties"]
    assert known.pop("plyscope")["default"] == "plyscope"
    values = {"string": "x", "array": ["x"], "boolean": False}
    for name, said in known.items():
        one = said["enum"][2] if "enum" in said else values[said["type"]]
        assert Launch.of({"program": "p", name: one}) != Launch.of({"program": "p"}), name
    assert len(known) == len(fields(Launch))
    for entry in (
        *debugger["initialConfigurations"],
        *json.loads((folder / "launch.json").read_text())["configurations"],
    ):
        assert entry["type"] == debugger["type"]
        assert set(entry) <= {"type", "request", "name", *known}
        assert Launch.of(entry).entry


STAND_IN = """
const started = [];
class DebugAdapterExecutable { constructor(command, args) { Object.assign(this, { command, args }); } }
const debug = { registerDebugAdapterDescriptorFactory: (type, factory) => started.push([type, factory]) };
const load = require("module")._load;
require("module")._load = (name, ...more) =>
  name === "vscode" ? { DebugAdapterExecutable, debug } : load(name, ...more);
require(process.argv[1]).activate({ subscriptions: [] });
const [[type, factory]] = started;
const answer = (configuration) => {
  try { return factory.createDebugAdapterDescriptor({ configuration }); } catch (error) { return error.message; }
};
console.log(JSON.stringify([type, answer({}), answer({ plyscope: process.argv[2] })]));
"""
"""What the extension asks of VS Code."""


def test_the_extension_starts_the_command_and_says_what_to_write_where_there_is_none(
    need: Callable[[str], None], tmp_path: Path
) -> None:
    need("node")
    folder = ROOT / "examples" / "editors" / "vscode" / "extension"
    main = folder / json.loads((folder / "package.json").read_text())["main"]
    words = [shutil.which("node"), "-e", STAND_IN, str(main), sys.executable]
    done = subprocess.run(words, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    kind, missing, started = json.loads(done.stdout)
    assert (kind, started) == ("plyscope", {"command": sys.executable, "args": ["dap"]})
    assert "plyscope (ENOENT)" in missing
    assert '"plyscope": "${workspaceFolder}/.venv/bin/plyscope"' in missing


def test_the_extension_is_packed_as_its_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "editors.md").read_text(encoding="utf-8")
    (line,) = (line for line in page.splitlines() if line.startswith("python -m zipfile"))
    packed = tmp_path / "plyscope.vsix"
    words = [str(packed) if word == packed.name else word for word in line.split()[1:]]
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)
    with zipfile.ZipFile(packed) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    assert names == {"extension/package.json", "extension/extension.js"}


def test_a_port_that_is_taken_is_an_error(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = run("--port", str(port))
    assert (code, out) == (2, "")
    assert str(port) in err


def test_at_a_terminal_it_says_who_starts_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    code, _, err = run()
    assert code == 2
    assert "--port" in err
