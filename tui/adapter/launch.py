"""A launch: a script is recorded, or a recording is opened, and it is checked before the first stop."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import IO, TYPE_CHECKING, Any

from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.text import clean
from tui.adapter.sources import Sources
from tui.model.browser import ENTRY_TYPES, Browser
from tui.terminal.options import Options
from tui.terminal.progress import Throttle
from tui.terminal.script_recording import record_in_child
from tui.terminal.trace_source import get_trace, is_trace_file

if TYPE_CHECKING:
    from tracer.stepping.recorded_program import Program

PATIENCE = 5.0
"""Seconds that a script has to end when it is given up."""
Tell = Callable[[str, str], object]
"""Gets the category of a piece of output, and the piece."""


@dataclass(frozen=True)
class Launch:
    """The configuration of a launch, as `launch.json` has it."""

    program: str = ""
    """A Python script, or a trace file."""
    module: str | None = None
    """A module in the place of a script."""
    args: tuple[str, ...] = ()
    """What the script gets."""
    cwd: str = ""
    """The folder in which it runs."""
    run_args: tuple[str, ...] = ()
    """More options of `plyscope run`."""
    script: str | None = None
    """Of a trace file, the recorded script with its arguments: it is run again for the variables of its calls."""
    game: str | None = None
    """The game of a trace file that names none of the built-in ones."""
    entry: tuple[str, ...] = ()
    """Where to stop first, by preference; nothing is at the first breakpoint."""
    check: bool = True
    """Whether to look for what is wrong with the search."""

    @classmethod
    def of(cls, said: dict[str, Any]) -> Launch:
        """Return the launch that some arguments say."""
        entry = said.get("stopOnEntry", False)
        if entry not in (*ENTRY_TYPES, True, False):
            raise PlyscopeError(
                f"stopOnEntry is true, false, or one of {', '.join(ENTRY_TYPES)}, not {clean(str(entry))}"
            )
        found = cls(
            program=_text(said, "program") or "",
            module=_text(said, "module"),
            args=_texts(said, "args"),
            cwd=_text(said, "cwd") or "",
            run_args=_texts(said, "runArgs"),
            script=_text(said, "script"),
            game=_text(said, "game"),
            entry=ENTRY_TYPES if entry is True else () if entry is False else (entry,),
            check=said.get("check") is not False,
        )
        if not found.program and found.module is None:
            raise PlyscopeError("the configuration names no program: a Python script, or a .plyscope file")
        return found


def _text(said: dict[str, Any], name: str) -> str | None:
    found = said.get(name)
    if found is None or isinstance(found, str):
        return found
    raise PlyscopeError(f"{name} is a text, not {clean(str(found), 60)}")


def _texts(said: dict[str, Any], name: str) -> tuple[str, ...]:
    found = said.get(name)
    if found is None or (isinstance(found, list) and all(isinstance(one, str) for one in found)):
        return tuple(found or ())
    raise PlyscopeError(f"{name} is a list of texts, not {clean(str(found), 60)}")


@dataclass
class Launched:
    """A recording that is ready to be stepped through."""

    browser: Browser
    sources: Sources
    program: Program | None
    """The script, where it may be run again."""
    notice: str = ""
    """Why something is not shown; empty where all is."""


class Launcher:
    """Makes a recording ready, in any thread."""

    def __init__(self, launch: Launch, tell: Tell) -> None:
        self._launch, self._tell = launch, tell
        self._given_up = Event()
        self._child: subprocess.Popen[bytes] | None = None

    def give_up(self) -> None:
        """End the script, or whatever is worked out."""
        self._given_up.set()
        if self._child is not None:
            self._child.terminate()

    def run(self, progress: Callable[[str], object]) -> Launched:
        """Record the script or open the recording, and look for what is wrong with it."""
        launch = self._launch
        if launch.cwd:
            try:
                os.chdir(launch.cwd)
            except OSError as error:
                raise PlyscopeError(f"cannot go to {clean(launch.cwd)}: {error.strerror}") from error
        recorded = launch.module is not None or not is_trace_file(launch.program)
        file = self._record() if recorded else launch.program
        trace = get_trace(file, Options(), launch.game)
        browser = Browser(trace, file)
        program, notice = self._program(trace.header, recorded)
        files = [program.path] if program is not None else [Path(launch.program)] if recorded and launch.program else []
        folders = [file_.absolute().parent for file_ in (*files, Path(file))]
        sources = Sources(trace, [one.absolute() for one in files], list(dict.fromkeys([*folders, Path.cwd()])))
        if changed := sources.changed:
            names = " and ".join(changed)
            notice = (
                f"{names} has changed since it was recorded. Its recorded lines are shown, without variables, and no "
                "breakpoint of the file is hit: record it again"
            )
        if launch.check and not browser.findings.is_checked:
            self._check(browser, progress)
        return Launched(browser, sources, program, notice)

    def _record(self) -> str:
        launch = self._launch
        words = launch.args if launch.module is not None else (launch.program, *launch.args)
        if launch.module is None and not Path(launch.program).exists():
            raise PlyscopeError(f"there is no file {clean(launch.program)}")
        return record_in_child(
            words, module=launch.module, extra_options=launch.run_args, run=self._run, report=self._say
        )

    def _say(self, text: str) -> None:
        self._tell("console", f"{text}\n")

    def _program(self, header: Header, recorded: bool) -> tuple[Program | None, str]:
        """Return the script, where the user has named it; else None and a notice of what to name."""
        from tracer.stepping.recorded_program import find_program  # which loads a good deal

        launch = self._launch
        given = launch.script
        if recorded:
            named = [launch.program] if launch.module is None else ["-m", launch.module]
            given = shlex.join([*named, *launch.args])
        if "script" not in header.notes and given is None:
            return None, ""
        try:
            program = find_program(header, script_option=given, recording_folder=Path(launch.program).parent)
        except PlyscopeError as error:
            return None, f"without variables: {error}"
        if given is not None and program.is_agreed:
            return program, ""
        quoted = json.dumps(program.command, ensure_ascii=False)
        return None, f'without variables: "script": {quoted} in launch.json runs it again for them'

    def _run(self, command: list[str], environment: dict[str, str]) -> int:
        given = os.environ | {"PYTHONUNBUFFERED": "1"} | environment
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(  # noqa: S603  # the user's own script
            command, env=given, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe
        )
        streams = (("stdout", self._child.stdout), ("stderr", self._child.stderr))
        readers = [Thread(target=self._hand_on, args=pair, daemon=True) for pair in streams]
        for reader in readers:
            reader.start()
        if self._given_up.is_set():
            self._child.terminate()
        while True:
            try:
                status = self._child.wait(PATIENCE)
                break
            except subprocess.TimeoutExpired:
                if self._given_up.is_set():
                    self._child.kill()
        for reader in readers:
            reader.join(PATIENCE)
        if self._given_up.is_set():
            raise PlyscopeError("given up")
        return status

    def _hand_on(self, category: str, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                self._tell(category, line.decode("utf-8", "replace"))

    def _check(self, browser: Browser, progress: Callable[[str], object]) -> None:
        from tracer.diagnosis.examination import check  # which loads a good deal

        throttle = Throttle()

        def report(part: int, of: int, seen: int) -> None:
            if throttle.is_due():  # each is a message
                progress(f"checking: part {part} of {of}, {seen:,} looked at")

        found = check(browser.trace, progress=report, cancelled=self._given_up.is_set)
        browser.trace.keep_answer(check, found)
        browser.findings.show_findings(found, with_saving=False)  # opening a file writes nothing
