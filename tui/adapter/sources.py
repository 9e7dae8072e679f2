"""Where the code of a recording stands: in a file that still has it, else in a text that the editor asks for."""

from __future__ import annotations

from glob import escape
from itertools import islice
from pathlib import Path

from tracer.recording.source import Source
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.code_at_step import pseudocode_of
from tui.adapter.wire import Body

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
