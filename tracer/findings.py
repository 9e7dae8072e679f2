"""What was found wrong with a search, kept in the file of its trace, so that it is there when the file is opened again.

Nothing that a file says is trusted: what does not fit the trace is left out, and what is shown of it is cleaned.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from tracer.diagnosis.finding import Finding, Severity
from tracer.file.notes import Kept, Note, NoteFile
from tracer.text import clean
from tracer.tracing import Trace

KIND = "finding"
"""The kind of note."""
CHECK = "check"
"""The kind of the note that says what was checked, and by what."""
MOST_NODES = 20_000
"""Nodes of a finding that are kept at most, the first of them; how many there are is kept beside them."""
_LONGEST = 2_000
_SLUG = re.compile(r"[a-z][a-z-]{0,59}")
_NUMBERS = re.compile(r"\d{1,15}( \d{1,15})*")


def keep_findings(path: str | os.PathLike[str], trace: Trace, findings: Sequence[Finding]) -> None:
    """Keep what was found in the trace's file, in the place of what was kept there before."""
    file, now = NoteFile(path), {finding.disease for finding in findings}
    gone = [Note(KIND, slug, None) for slug in file.read(KIND) if slug not in now]
    file.append([*gone, *(_note(finding, len(trace)) for finding in findings), Note(CHECK, CHECK, _checked(trace))])


def was_checked(path: str | os.PathLike[str], trace: Trace) -> bool:
    """Whether what is kept in a trace's file is all that this version finds in it, be it nothing."""
    kept = NoteFile(path).read(CHECK)
    return bool(kept) and kept.get(CHECK) == _checked(trace)


def _checked(trace: Trace) -> Kept:
    from importlib.metadata import PackageNotFoundError, version  # not before it is asked for

    try:
        by = version("plyscope")
    except PackageNotFoundError:  # run from a folder of its own
        by = ""
    return {"of": len(trace), "by": by}


def kept_findings(path: str | os.PathLike[str], trace: Trace) -> list[Finding]:
    """What is kept of a trace in its file: nothing of what was found when the recording was shorter."""
    taken = (_finding(slug, kept, trace) for slug, kept in NoteFile(path).read(KIND).items())
    order = list(Severity)
    return sorted((one for one in taken if one is not None), key=lambda one: order.index(one.severity))


def _note(finding: Finding, size: int) -> Note:
    kept = {
        "severity": finding.severity.value,
        "node": finding.node,
        "message": finding.message,
        "remedy": finding.remedy,
        "nodes": finding.nodes,
        "where": " ".join(map(str, finding.where[:MOST_NODES])),
        "steps": " ".join(map(str, finding.steps[:MOST_NODES])),
        "of": size,
    }
    return Note(KIND, finding.disease, kept)


def _finding(slug: str, kept: Kept, trace: Trace) -> Finding | None:
    node, count, nodes = kept.get("node"), kept.get("nodes"), _numbers(kept.get("where"))
    words = [kept.get("message"), kept.get("remedy")]
    if not _SLUG.fullmatch(slug) or kept.get("of") != len(trace) or kept.get("severity") not in list(Severity):
        return None
    if not (type(node) is int and type(count) is int):
        return None
    if not all(isinstance(word, str) for word in words):
        return None
    if not (node in nodes and max(nodes) < len(trace) and len(nodes) <= count <= len(trace)):
        return None
    steps = _numbers(kept.get("steps"))
    if len(steps) != len(nodes) or max(steps) >= trace.steps:
        steps = ()
    message, remedy = (clean(str(word), _LONGEST) for word in words)
    severity: Any = kept["severity"]
    path = tuple(clean(move) for move in trace.node(node).path)
    return Finding(Severity(severity), slug, node, path, message, remedy, count, nodes, steps)


def _numbers(kept: object) -> tuple[int, ...]:
    """Numbers that were kept in a row, `MOST_NODES` of them at most; none where it is no such row."""
    if not (isinstance(kept, str) and _NUMBERS.fullmatch(kept)):
        return ()
    return tuple(map(int, kept.split(" ", MOST_NODES)[:MOST_NODES]))
