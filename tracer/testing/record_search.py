"""The fixture `record_search`: it records the searches of one test, and keeps them when the test fails."""

from __future__ import annotations

import json
import re
import shlex
import sys
import zlib
from collections.abc import Callable, Iterator
from inspect import signature
from os.path import relpath
from pathlib import Path
from typing import Any

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.finding import Severity, paragraph
from tracer.diagnosis.wording import plural
from tracer.errors import PlyscopeError
from tracer.findings import keep_findings
from tracer.testing.recorded import Recorded
from tracer.text import clean
from tracer.tracing import Trace

MAX_KEPT_TRACES = 5
"""Recordings of one test that are kept when it fails."""
MAX_CHECKED_NODES = 1_000_000
"""Nodes of a recording that is checked because its test fails: some ten seconds."""
_MAX_NAME_LENGTH = 100
"""Characters of a file's name."""
SUFFIX = ".nodes.json"
"""`test_engine.py` has its numbers in `test_engine.nodes.json`."""
NodeCounts = dict[str, int]
"""Numbers of nodes, by the names that a test gives them."""


def known_nodes_file(module: Path) -> Path:
    """Return the file of a module's known numbers.

    >>> known_nodes_file(Path("mine/test_engine.py")).as_posix()
    'mine/test_engine.nodes.json'
    """
    return module.with_name(module.stem + SUFFIX)


def read_known_nodes(path: Path) -> dict[str, NodeCounts]:
    """Return the known numbers of a module by its tests; none where there is no file."""
    try:
        known_numbers = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {clean(str(path))}: {clean(str(error))}") from error
    if not (isinstance(known_numbers, dict) and all(_is_number_table(numbers) for numbers in known_numbers.values())):
        raise PlyscopeError(f"{clean(str(path))} holds no numbers of nodes: pytest --plyscope-update writes it anew")
    return known_numbers


def _is_number_table(candidate: object) -> bool:
    return isinstance(candidate, dict) and all(type(number) is int for number in candidate.values())


def write_known_nodes(path: Path, new_numbers: dict[str, NodeCounts]) -> None:
    """Write the numbers of the tests that ran; those of other tests stay as they are."""
    try:
        old_numbers = read_known_nodes(path)
    except PlyscopeError:
        old_numbers = {}
    all_numbers = {test: numbers for test, numbers in sorted((old_numbers | new_numbers).items()) if numbers}
    try:
        if all_numbers:
            path.write_text(json.dumps(all_numbers, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise PlyscopeError(f"cannot write {clean(str(path))}: {error.strerror}") from error


class RecordSearch:
    """Records the searches of a test: `record_search(*functions, **options)` gives a `Recorded`.

    It takes the arguments of `plyscope.attach`. Without functions, the search is found.

    Args:
        module: the file of the test.
        test: the name of the test in it.
        update: whether known numbers of nodes are learned instead of compared.
    """

    def __init__(self, module: Path, test: str, *, update: bool = False) -> None:
        self._module, self._test, self._update = module, test, update
        self._recorded: list[Recorded] = []
        self.learned: NodeCounts = {}
        """The numbers of nodes that were asserted by name alone, if they are learned."""
        self.watchers: set[str] = set()
        """The other tools that watched while the test recorded a search."""

    def __call__(self, *functions: Any, **options: Any) -> Recorded:
        """Record every search that these functions make while the `with` lasts.

        Args:
            *functions: functions, methods or names, as for `plyscope.attach`; without any, the search is found.
            **options: the options of `plyscope.attach`, such as `game="tictactoe"`.

        Returns:
            A context manager, with the traces and the assertions.

        Raises:
            PlyscopeError: an option is wrong.
            TypeError: there is no such option.
        """
        bound_options = signature(attach).bind(*functions, **options)
        bound_options.apply_defaults()
        recorded = Recorded(functions, bound_options.kwargs, self._find_known_count)
        self._recorded.append(recorded)
        self.watchers.update(find_watchers())
        return recorded

    def signature(self, run: Callable[[], object], *functions: Any, **options: Any) -> int:
        """Run a program and return how many nodes its searches visit in all.

        Engines print this number after their command `bench`. A change that must change nothing, such as a
        refactoring, leaves the number as it is.

        Args:
            run: what is run, such as a search of a list of positions.
            *functions: as for a recording.
            **options: as for a recording.

        Raises:
            PlyscopeError: nothing was recorded, or an option is wrong.
        """
        with self(*functions, **options) as recorded:
            run()
        return recorded.visited

    def __repr__(self) -> str:
        return f"<record_search: {plural(len(self.traces), 'search', 'searches')} recorded>"

    @property
    def traces(self) -> list[Trace]:
        """All traces of the test, in order."""
        return [trace for recorded in self._recorded for trace in recorded.traces]

    def iter_files(self, folder: Path, suffix: str) -> Iterator[Path]:
        """Yield a name of a file for each trace of the test: its own, then with numbers."""
        name, number = file_name(self._test), 1
        yield folder / f"{name}{suffix}"
        while True:
            number += 1
            yield folder / f"{name}-{number}{suffix}"

    def remove_kept(self, folder: Path) -> None:
        """Remove what was kept of an earlier run of the test."""
        for path, _ in zip(self.iter_files(folder, ".plyscope"), range(MAX_KEPT_TRACES), strict=False):
            path.unlink(missing_ok=True)

    def keep_recordings(self, folder: Path, working_folder: Path) -> str:
        """Keep the traces of the test in a folder: those of which an assertion failed first.

        Returns:
            Lines with a finding of each, if no assertion has shown it, and commands that open it.
        """
        blamed_traces = [trace for recorded in self._recorded for trace in recorded.blamed_traces]
        kept_traces = sorted(self.traces, key=lambda trace: trace not in blamed_traces)[:MAX_KEPT_TRACES]
        lines: list[str] = []
        for trace, path in zip(kept_traces, self.iter_files(folder, ".plyscope"), strict=False):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                trace.save(path)
                lines += self._keep_and_describe(trace, path, shlex.quote(relpath(path, working_folder)))
            except (PlyscopeError, OSError) as error:
                lines.append(f"{clean(trace.header.title)}: {error}")
        if left_out_count := len(self.traces) - len(kept_traces):
            lines.append(f"{left_out_count:,} more recordings of this test were not kept")
        return "\n".join(lines)

    def _keep_and_describe(self, trace: Trace, path: Path, file: str) -> Iterator[str]:
        """Yield the lines about a trace that is kept, and keep what check finds in its file."""
        (recorded,) = (one for one in self._recorded if trace in one.traces)
        game_option = recorded.option_for_game(trace)
        yield f"plyscope explore {file}{game_option}"
        if len(trace) > MAX_CHECKED_NODES and trace not in recorded.described_traces:
            yield f"plyscope check {file}{game_option}"
            return
        findings = recorded.findings_of(trace)
        keep_findings(path, trace, findings)
        for finding in findings[:1]:
            if finding.severity is not Severity.NOTE:
                yield f"plyscope why {file} '#{finding.node}'{game_option}"
                yield from () if trace in recorded.described_traces else (paragraph(finding),)

    def _find_known_count(self, name: str, visited: int) -> int:
        """Return the known number of nodes of a name; where numbers are learned, the one visited now."""
        __tracebackhide__ = True
        if self._update:
            return self.learned.setdefault(name, visited)
        path = known_nodes_file(self._module)
        known_count = read_known_nodes(path).get(self._test, {}).get(name)
        if known_count is None:
            raise AssertionError(
                f"{clean(name)}: {visited:,} nodes visited, and {path.name} has no number for {clean(self._test)}: "
                "pytest --plyscope-update writes it"
            )
        return known_count


def file_name(test: str) -> str:
    """Return a name for files of a test, with a checksum where it does not tell the whole name of the test.

    >>> file_name("TestDraw::test_start"), file_name("test_start[a/b]")
    ('TestDraw.test_start', 'test_start-a-b-62d417f0')
    """
    plain_name = test.replace("::", ".")
    name = re.sub(r"[^\w.]+", "-", plain_name)[:_MAX_NAME_LENGTH].strip("-")
    return name if name == plain_name else f"{name}-{zlib.crc32(test.encode()):08x}"


def find_watchers() -> set[str]:
    """Return the names of other tools that watch this thread: a coverage tool, a profiler, a debugger."""
    monitoring: Any = getattr(sys, "monitoring", None)
    tools = [] if monitoring is None else [monitoring.get_tool(number) for number in range(6)]
    hooks = [hook for hook in (sys.gettrace(), sys.getprofile()) if hook is not None]
    modules = [getattr(hook, "__module__", None) or type(hook).__module__ for hook in hooks]
    names = {str(name).partition(".")[0] for name in [*tools, *modules] if name not in (None, "plyscope")}
    return {"a profiler" if name == "__main__" else name for name in names}  # as `python -m cProfile` is
