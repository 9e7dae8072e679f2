"""Commands as processes of their own that need not load plyscope again: forked from one that has it loaded.

Where tests start many commands for what comes of their streams and exit codes, loading modules is most of the work.
What Python itself does at its start, such as choosing an alphabet, is not done again: that needs a process of its own.
"""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

REDIRECTED = {
    "<&-": (0, None),
    ">&-": (1, None),
    "2>&-": (2, None),
    ">/dev/full": (1, "/dev/full"),
    "2>/dev/full": (2, "/dev/full"),
}
"""What of a shell's redirections is understood: the stream, and what it is then; None where it is closed."""
LATER = (
    "numpy.ma",
    "typer._adapters",
    "tracer.comparing.comparison",
    "tracer.condition.expression",
    "tracer.diagnosis.examination",
    "tracer.lines.reading",
    "tui.terminal.difference_report",
    "viz.export",
)
"""What a command loads when it is asked for it, and what may be loaded before."""


class Forks:
    """Runs `plyscope` in processes that are forked from one."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONWARNINGS": ""}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.parent = subprocess.Popen([sys.executable, __file__], env=environment, start_new_session=True, **pipes)

    def run(
        self, folder: Path, words: list[str], redirected: str, into: Path, *, reader: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """What comes of a command that is run in a folder, with its streams redirected as a shell does it.

        Args:
            folder: where it runs.
            words: what stands behind the command's name.
            redirected: redirections such as `<&- 2>&-`.
            into: a folder for what it writes to stdout and stderr.
            reader: a program that stdout is piped to.
        """
        out, err = into / "stdout", into / "stderr"
        streams = {"redirected": redirected, "out": str(out), "err": str(err), "reader": reader}
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.write(json.dumps({"folder": str(folder), "words": words, **streams}) + "\n")
        self.parent.stdin.flush()
        code = int(self.parent.stdout.readline())
        said = [file.read_text(encoding="utf-8", errors="replace") for file in (out, err)]
        return subprocess.CompletedProcess(words, code, *said)


def serve() -> None:
    """Fork once for each line of stdin, and write the exit code of each fork; what is forked returns."""
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            become(json.loads(line))
            return
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.write(1, f"{code}\n".encode())
    os._exit(0)


def become(asked: dict[str, Any]) -> None:
    """Be a process that a shell has started: its folder, its words and its streams."""
    os.chdir(asked["folder"])
    files: dict[int, str | None] = {0: os.devnull, 1: asked["out"], 2: asked["err"]}
    for name in ("out", "err"):
        Path(asked[name]).write_bytes(b"")
    files |= dict(REDIRECTED[redirection] for redirection in asked["redirected"].split())
    os.closerange(0, 3)
    for number, file in files.items():
        if file is not None:
            move(os.open(file, os.O_RDONLY if number == 0 else os.O_WRONLY), number)
    if asked["reader"]:
        source, sink = os.pipe()
        subprocess.Popen(asked["reader"].split(), stdin=source)
        os.close(source)
        move(sink, 1)
    sys.argv = ["plyscope", *asked["words"]]
    streams: list[Any] = [
        open(number, mode, encoding="utf-8", closefd=False) if file else None  # noqa: SIM115  # used to the end
        for (number, file), mode in zip(files.items(), "rww", strict=True)
    ]
    sys.stdin, sys.stdout, sys.stderr = streams


def move(opened: int, number: int) -> None:
    """Give an open file another number."""
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])
    from tui import cli, program  # noqa: F401  # what every command loads

    for module in LATER:
        import_module(module)
    serve()
    cli.main()
