"""What is raised where a trace breaks a law."""

from __future__ import annotations

from tracer.errors import PlyscopeError
from tracer.recording.recording import Recording
from tracer.text import clean


class LawBroken(PlyscopeError):  # noqa: N818  # it is a finding about a trace
    """A trace breaks a law: the search, the game or the recording is wrong."""

    node: int
    """The first node that breaks it."""
    problem: str
    """What is wrong there."""
    law: str = ""
    """The law in a sentence: what has to hold."""

    def __init__(self, trace: Recording, node: int, problem: str) -> None:
        super().__init__(f"node {node}{_where(trace, node)}: {problem}")
        self.node, self.problem = node, problem


def _where(trace: Recording, node: int) -> str:
    """The path to a node in brackets; nothing where the columns do not even give a path."""
    try:
        path = "/".join(trace.label(above) for above in trace.ancestry(node)[1:])
    except (IndexError, ValueError, PlyscopeError):
        return ""
    return f" ({clean(path)})" if path else " (root)"
