"""What a program prints and how it ends, to its last word, is under `plyscope run` what it is under Python."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripts import plyscope, python, same

from tracer.attaching import hooks
from tui.terminal import script_ending

SEARCH = """
import asyncio, atexit, io, logging, multiprocessing, os, signal, sys, threading, time, warnings, weakref

def search(node):
    return node if isinstance(node, int) else max(-search(child) for child in node)

print("value", search([[1, 2], [3]]), flush=True)

class Late:
    def __init__(self, act): self.act = act
    def __del__(self): self.act()

def fail(*_): raise ValueError("own")
def interrupt(): os.kill(os.getpid(), signal.SIGINT); time.sleep(5)
"""
PROGRAMS = {
    "Ctrl-C": "interrupt()",
    "Ctrl-C raised": "raise KeyboardInterrupt('words')",
    "a kind of Ctrl-C": "class Own(KeyboardInterrupt): pass\nraise Own",
    "Ctrl-C and finally": "try: interrupt()\nfinally: print('finally')",
    "Ctrl-C that is caught": "try: interrupt()\nexcept KeyboardInterrupt: print('caught')",
    "Ctrl-C that exits": "try: interrupt()\nexcept KeyboardInterrupt: sys.exit(7)",
    "Ctrl-C in a search": "def deep(n):\n    if n > 3: interrupt()\n    return max(-deep(n + 1), 0)\ndeep(0)",
    "Ctrl-C by default": "signal.signal(signal.SIGINT, signal.SIG_DFL); interrupt()",
    "Ctrl-C handled": "signal.signal(signal.SIGINT, lambda *_: print('heard')); os.kill(os.getpid(), signal.SIGINT)",
    "Ctrl-C and a hook": "sys.excepthook = lambda *found: print(found[0]); atexit.register(print, 'bye'); interrupt()",
    "Ctrl-C in asyncio": (
        "async def main():\n    try: interrupt()\n    except BaseException as error: print(type(error)); raise\n"
        "    await asyncio.sleep(5)\nasyncio.run(main())"
    ),
    "a task that Ctrl-C cancels": (
        "async def main():\n    os.kill(os.getpid(), signal.SIGINT)\n    try: await asyncio.sleep(5)\n"
        "    except asyncio.CancelledError: print('cancelled'); raise\nasyncio.run(main())"
    ),
    "SIGTERM": "os.kill(os.getpid(), signal.SIGTERM); time.sleep(5)",
    "SIGTERM that is passed over": "try: signal.raise_signal(signal.SIGTERM)\nexcept BaseException: pass",
    "SIGTERM in atexit": "atexit.register(signal.raise_signal, signal.SIGTERM)",
    "SIGHUP": "os.kill(os.getpid(), signal.SIGHUP); time.sleep(5)",
    "SIGUSR1": "os.kill(os.getpid(), signal.SIGUSR1); time.sleep(5)",
    "SIGKILL": "os.kill(os.getpid(), signal.SIGKILL)",
    "SIGTERM in a child": (
        "child = os.fork()\nif child == 0: time.sleep(5); os._exit(9)\nos.kill(child, signal.SIGTERM)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    ),
    "Ctrl-C in a child": (
        "warnings.simplefilter('ignore')  # of NumPy's threads\n"
        "child = os.fork()\nif child == 0: raise KeyboardInterrupt\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    ),
    "the handlers": "print(signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGUSR1))",
    "hooks": "print(sys.excepthook is sys.__excepthook__, sys.unraisablehook is sys.__unraisablehook__)",
    "a hook that fails": "sys.excepthook = fail\n1 / 0",
    "a hook that exits": "sys.excepthook = lambda *_: sys.exit(5)\n1 / 0",
    "a hook that exits with words": "sys.excepthook = lambda *_: sys.exit('words')\n1 / 0",
    "no hook": "del sys.excepthook\n1 / 0",
    "None for a hook": "sys.excepthook = None\n1 / 0",
    "an audit": "sys.addaudithook(lambda name, _: name == 'sys.excepthook' and print(name))\n1 / 0",
    "unraisable": "Late(fail)",
    "an unraisable hook": "sys.unraisablehook = lambda told: print(told.exc_value)\nlate = Late(fail)",
    "a hook of threads": "threading.excepthook = lambda t: print(t.exc_type)\nthreading.Thread(target=fail).start()",
    "atexit": "atexit.register(print, 1); atexit.register(print, 2, file=sys.stderr)",
    "atexit and exit": "atexit.register(print, 'bye'); sys.exit(3)",
    "atexit and an exception": "atexit.register(lambda: print(sys.last_value)); fail()",
    "atexit that fails": "atexit.register(fail); atexit.register(print, 1)",
    "atexit after a thread": "atexit.register(print, 'bye'); threading.Timer(0.1, print, 't').start()",
    "atexit in a child": (
        "atexit.register(lambda: print('bye', child == 0, flush=True))\nchild = os.fork()\nif child: os.wait()"
    ),
    "atexit without a file": "atexit.register(lambda: print('__file__' in globals(), __name__))",
    "a child that is left": (
        "if __name__ == '__main__':\n    def late(): time.sleep(0.1); print('late', flush=True)\n"
        "    multiprocessing.get_context('fork').Process(target=late).start()"
    ),
    "a finalizer": "late = Late(int); weakref.finalize(late, print, 'finalized')",
    "deleted at the end": "late = Late(lambda: print('deleted')); atexit.register(print, 'bye')",
    "deleted at the end in a circle": "late = Late(lambda: print('deleted')); late.own = late",
    "deleted after an exception": "late = Late(lambda: print('deleted')); fail()",
    "deleted after Ctrl-C": "late = Late(lambda: print('deleted')); interrupt()",
    "logging": "logging.warning('w'); logging.basicConfig(stream=sys.stdout, force=True); logging.error('e')",
    "warnings": "warnings.warn('w'); warnings.warn('d', DeprecationWarning); print(1 is 1)",
    "facts of streams": "print(*[(s.errors, s.encoding, s.name) for s in (sys.stdin, sys.stdout, sys.stderr)])",
    "facts of main": "print(list(globals())[:9], open(__file__).name)",
    "letters": "print('≈ −3 𝄞 \\udcff'); print('≈ −3 𝄞', file=sys.stderr)",
    "exit with an escape": "sys.exit('\\x1b[31mred\\x1b[0m')",
    "exit with a tuple": "sys.exit((1, 2))",
    "exit with -1": "sys.exit(-1)",
    "exit with 256": "sys.exit(256)",
    "a kind of exit": "class Own(SystemExit): code = 6\nraise Own",
    "an exit without a code": "class Own(SystemExit): code = property(fail)\nraise Own(1)",
    "exit without stderr": "sys.stderr = None; sys.exit('words')",
    "stderr elsewhere": "sys.stderr = io.StringIO(); search([[4]]); print(repr(sys.stderr.getvalue())); sys.exit('x')",
    "a stdout that fails": "class Own:\n    closed, flush = False, fail\nsys.stdout = Own()",
    "a detached stdout": "sys.stdout.detach().write(b'raw\\n')",
    "a stdout that closes the file": "sys.stdout = os.fdopen(1, 'w'); print('x')",
    "builtins that are gone": "import builtins; builtins.open = builtins.sorted = None; fail()",
}
REDIRECTED = {
    "no stdin": ("print(sys.stdin); input()", "<&-"),
    "a full disk": ("print('x')", ">/dev/full"),
    "a full disk that is noticed": ("print('x', flush=True)", ">/dev/full"),
    "a reader that is gone": ("signal.alarm(5); print('x' * 99); time.sleep(0.3); print('x')", "> >(true)"),
    "no stderr": ("print(sys.stderr); search([[4], [5]]); sys.exit(3)", "2>&-"),
}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and shells of Unix")


def ends_alike(folder: Path, program: str, redirected: str = "", **variables: str) -> None:
    """Run a program both ways, each in a folder of its own."""
    found = []
    for side, run, words in (("a", python, ()), ("b", plyscope, ("--attach", "search", "-o", "t.plyscope"))):
        here = folder / side / "here"
        here.mkdir(parents=True)
        (here / "script.py").write_text(SEARCH + program, encoding="utf-8")
        found.append(run(here, "script.py", *words, redirected=redirected, **variables))
    same(found[1], found[0])


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_ends_as_under_python(tmp_path: Path, name: str) -> None:
    ends_alike(tmp_path, PROGRAMS[name])


@pytest.mark.parametrize("name", REDIRECTED)
def test_streams_that_take_nothing_end_a_program_as_under_python(tmp_path: Path, name: str) -> None:
    ends_alike(tmp_path, *REDIRECTED[name])


@pytest.mark.parametrize("coding", ["ascii", "latin-1:replace", "utf-8:strict"])
def test_a_program_has_the_alphabet_that_python_gives_it(tmp_path: Path, coding: str) -> None:
    ends_alike(tmp_path, PROGRAMS["letters"], PYTHONIOENCODING=coding)


def test_a_traceback_is_the_programs_alone() -> None:
    def through(file: str | None, below: Callable[[], object]) -> Callable[[], object]:
        names: dict[str, Any] = {}
        text = "def layer(below):\n    def call():\n        below()\n    return call"
        exec(compile(text, str(file), "exec"), names)
        call: Callable[[], object] = names["layer"](below)
        return call

    recorded = through(
        script_ending.__file__, through("own.py", through("more.py", through(hooks.__file__, lambda: 1 // 0)))
    )
    with pytest.raises(ZeroDivisionError) as caught:
        recorded()
    assert caught.value.__traceback__ is not None
    own = script_ending.strip_runner_frames(caught.value.__traceback__.tb_next)
    assert [frame.filename for frame in traceback.extract_tb(own)] == ["own.py", "more.py"]
