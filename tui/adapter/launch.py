"""A launch: a script is recorded or a recording opened, its code is found, and it is checked before the first stop."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from glob import escape
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from typing import IO, TYPE_CHECKING, Any

from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.recording.source import Source
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.code_at_step import pseudocode_of
from tui.adapter.wire import Body
from tui.model.browser import ENTRY_TYPES, Browser
from tui.terminal.options import Options
from tui.terminal.progress import Throttle
from tui.terminal.script_recording import record_in_child
from tui.terminal.trace_source import get_trace, is_trace_file

if TYPE_CHECKING:
    from tracer.stepping.recorded_program import Program

CODE = 1
"""The reference of pseudo-code; those of recorded texts follow."""
DEEPEST = 2
"""Folders below that of the script in which its modules are looked for."""
MOST_LOOKED_AT = 50
"""Files of one name that are looked at."""


class Sources:
    """The sources of one recording, as the protocol has them."""

    def __init__(self, trace: Trace, files: list[Path], folders: list[Path]) -> None:
        self._trace, self._files, self._folders = trace, files, folders
        self.code = pseudocode_of(trace)
        """The pseudo-code of a search of plyscope's own."""
        self._found: dict[str, list[Path]] = {}
        self._names = list(dict.fromkeys(source.file for source in trace.sources))
        self.paths: list[Path | None] = [self._path_of(source) for source in trace.sources]
        """For each recorded function the file that still has it."""

    @property
    def changed(self) -> list[str]:
        """The names of files that are there, but hold other lines than were recorded."""
        without = [one for one, path in zip(self._trace.sources, self.paths, strict=True) if path is None]
        return sorted({one.file for one in without if one.text and any(self._candidates(one.file))})

    def _candidates(self, name: str) -> list[Path]:
        """The files of a name, each once; a name of a recording may be anything."""
        if name not in self._found:
            found = [path for path in self._files if path.name == name and path.is_file()]
            for folder in self._folders:
                for depth in range(DEEPEST + 1):
                    found += islice(folder.glob("*/" * depth + escape(name)), MOST_LOOKED_AT)
            self._found[name] = list(dict.fromkeys(found))
        return self._found[name]

    def _path_of(self, source: Source) -> Path | None:
        if not source.text or source.file in ("", ".", ".."):
            return None
        found = (path.absolute() for path in self._candidates(source.file) if _has(path, source))
        return next(found, None)

    def learn(self, path: str) -> None:
        """Look whether a file that the editor names has what no other was found to have."""
        file = Path(path)
        for number, source in enumerate(self._trace.sources):
            if self.paths[number] is None and source.file == file.name and _has(file, source):
                self.paths[number] = file

    def of(self, node: int) -> Body | None:
        """Return the source of a node's call; None where the recording has none."""
        if self.code is not None:
            return {"name": f"{clean(self._trace.header.search)} (pseudo-code)", "sourceReference": CODE}
        source = self._trace.source(node)
        return None if source is None or not source.text else self._of(self._trace.sources.index(source))

    def _of(self, number: int) -> Body:
        path, file = self.paths[number], self._trace.sources[number].file
        if path is not None:
            return {"name": path.name, "path": str(path)}
        return {"name": f"{file} (as recorded)", "sourceReference": CODE + 1 + self._names.index(file)}

    def all(self) -> list[Body]:
        """Return all sources, each once."""
        if self.code is not None:
            return [self.of(0) or {}]
        found = [self._of(number) for number, source in enumerate(self._trace.sources) if source.text]
        return list({str(one): one for one in found}.values())

    def functions(self, source: Body) -> list[int]:
        """Return the numbers of the recorded functions that stand in a source of the editor."""
        path, reference = source.get("path"), source.get("sourceReference") or 0
        found = []
        for number in range(len(self._trace.sources)):
            mine = self._of(number)
            same = bool(path) and "path" in mine and _is_same(mine["path"], str(path))
            if same or (reference and mine.get("sourceReference") == reference):
                found.append(number)
        return found

    def text(self, reference: int) -> str | None:
        """Return the text of a reference, each line where its file has it; None where there is no such reference."""
        if self.code is not None:
            return "\n".join(self.code.lines) + "\n" if reference == CODE else None
        if not CODE < reference <= CODE + len(self._names):
            return None
        lines: dict[int, str] = {}
        for source in self._trace.sources:
            if source.file == self._names[reference - CODE - 1]:
                lines |= dict(enumerate(source.text.rstrip("\n").split("\n"), source.line))
        return "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1)) + "\n"


def _has(path: Path, source: Source) -> bool:
    """Whether a file has a function where it was recorded."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except (OSError, ValueError):
        return False
    first = max(source.line - 1, 0)
    part = "\n".join(lines[first : first + len(source.lines)])
    return bool(part) and Source(source.name, source.file, source.line, part).lines == source.lines


def _is_same(one: str, other: str) -> bool:
    try:
        return one == other or Path(one).samefile(other)
    except OSError:
        return False


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
    entry: tuple[str, ...]
    """Where to stop first, by preference."""
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
        return Launched(browser, sources, program, launch.entry, notice)

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
