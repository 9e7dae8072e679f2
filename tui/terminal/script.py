"""A program as Python runs it: a script, a folder or a module, its words, its end, and the threads that outlive it."""

from __future__ import annotations

import builtins
import contextlib
import importlib.util
import io
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from threading import Thread, Timer
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any

from tracer.errors import PlyscopeError, Signal
from tracer.recording.interrupts import is_held
from tracer.text import clean
from tui.terminal.importing import imports_of_its_own
from tui.terminal.output import say
from tui.terminal.shutdown import ENDING, GRACE
from tui.terminal.streams import given_back

_ABOVE = (str(Path(__file__).parents[1]), str(Path(importlib.util.__file__).parent), "<frozen importlib")
"""The beginnings of the names of files whose frames lie above those of a program."""
_UNWRITTEN = 120
"""The exit code with which Python ends where its streams take no more at the end."""
_PROCESSES = "multiprocessing.popen_"
"""The beginning of the names of modules that Python loads as soon as another process is started."""


class Ended(Signal):
    """A signal asked the program to end. No KeyboardInterrupt, which it may catch to go on."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal's number."""

    @property
    def name(self) -> str:
        """The signal's name."""
        return signal.Signals(self.number).name


class Script:
    """A program that is to be run.

    Args:
        name: a file, a folder with a `__main__.py`, or a module.
        arguments: what it finds in `sys.argv` after its own name.
        module: whether the name is a module's, as for `python -m`.

    Raises:
        PlyscopeError: there is no such file.
    """

    def __init__(self, name: str, arguments: list[str], *, module: bool) -> None:
        self._name, self._module, self._arguments = name, module, arguments
        self._threads: list[Thread] = []
        """Those that are there before it begins."""
        self._loaded: set[str] = set()
        self.ran = False
        """Whether it has begun."""
        path = Path(name)
        if not module and not path.is_file() and not (path.is_dir() and (path / "__main__.py").is_file()):
            raise PlyscopeError(f"there is no script {clean(name)}")
        self._path = path.absolute()

    def run(self) -> int:
        """Run it to the end of its threads, as Python does; gives the exit code with which Python would end.

        An exception is shown as Python shows it, and raised all the same; what is no fault of the program's own, such
        as `Ended` or a PlyscopeError, is raised alone.

        Raises:
            PlyscopeError: there is no such module, or the file cannot be read.
        """
        self._threads, self._loaded = threading.enumerate(), set(sys.modules)
        status = 0
        with given_back() as broken, self._as_python_runs() as main:
            try:
                code = self._load(main)
                self.ran = True
                exec(code, main.__dict__)  # noqa: S102  # it is what was asked for
            except (PlyscopeError, Signal, KeyboardInterrupt):
                raise
            except SystemExit as leaving:
                status = _exit_code(leaving)
            except BaseException as error:
                _show(error)
                self._wait_for_threads()
                raise
            self._wait_for_threads()
        return _UNWRITTEN if broken else status

    @property
    def goes_on(self) -> bool:
        """Whether threads of it keep the process from ending."""
        return bool(self._running())

    @property
    def started_processes(self) -> bool:
        """Whether it has started other processes through `multiprocessing`."""
        return any(name.startswith(_PROCESSES) for name in set(sys.modules) - self._loaded)

    @contextlib.contextmanager
    def _as_python_runs(self) -> Iterator[ModuleType]:
        """Have `sys.argv`, `sys.path` and `__main__` as a program finds them; gives the module `__main__`."""
        main = ModuleType("__main__")
        main.__dict__.update(__builtins__=builtins, __annotations__={})
        before = sys.argv, sys.path
        sys.argv = ["-m" if self._module else self._name, *self._arguments]
        sys.path = sys.path[:] if sys.flags.safe_path else [self._folder, *sys.path[1:]]
        try:
            with imports_of_its_own(None if sys.flags.safe_path else self._folder):
                sys.modules["__main__"] = main
                yield main
        finally:
            sys.argv, sys.path = before

    @property
    def _is_package(self) -> bool:
        """Whether the file is a folder or an archive with a `__main__.py`."""
        return pkgutil.get_importer(str(self._path)) is not None

    @property
    def _folder(self) -> str:
        """Where the program's own modules are."""
        if self._module:
            return str(Path.cwd())
        return str(self._path if self._is_package else self._path.resolve().parent)

    def _load(self, main: ModuleType) -> CodeType:
        """The code of the program; `__main__` is told what it is."""
        if not self._module and not self._is_package:
            main.__file__, main.__loader__ = str(self._path), SourceFileLoader("__main__", str(self._path))
            main.__dict__["__cached__"] = None
            return self._read()
        spec = self._find_module() if self._module else PathFinder.find_spec("__main__", [str(self._path)])
        get_code = getattr(None if spec is None else spec.loader, "get_code", None)
        code = None if spec is None or get_code is None else get_code(spec.name)
        if spec is None or code is None:
            raise PlyscopeError(f"{clean(self._name)} has no Python code to run")
        main.__spec__, main.__file__, main.__loader__, main.__package__ = spec, spec.origin, spec.loader, spec.parent
        main.__dict__["__cached__"] = spec.cached
        if self._module:
            sys.argv[0] = str(spec.origin)
        assert isinstance(code, CodeType)
        return code

    def _read(self) -> CodeType:
        try:
            with io.open_code(str(self._path)) as file:
                code = pkgutil.read_code(file)
                file.seek(0)
                source = file.read()
        except OSError as error:
            raise PlyscopeError(f"cannot read {clean(self._name)}: {error.strerror}") from error
        return code or compile(source, str(self._path), "exec", dont_inherit=True)

    def _find_module(self) -> ModuleSpec:
        name = self._name
        try:
            spec = importlib.util.find_spec(name)
            if spec is not None and spec.submodule_search_locations is not None:
                name = f"{name}.__main__"
                spec = importlib.util.find_spec(name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise  # it is the package that misses something
            spec = None
        except (ImportError, ValueError) as error:
            if error.__traceback__ is not None and _own(error.__traceback__) is not None:
                raise
            spec = None
        if spec is None:
            whole = clean(self._name)
            raise PlyscopeError(
                f"there is no module {whole}" if name == self._name else f"{whole} is a package without a __main__"
            )
        return spec

    def _running(self) -> list[Thread]:
        """Threads of the program that Python would wait for."""
        known = [*self._threads, threading.current_thread()]
        return [thread for thread in threading.enumerate() if not thread.daemon and thread not in known]

    def _wait_for_threads(self) -> None:
        """Wait for the threads of the program as Python does at its end, which tells pools of them that it is."""
        pools: Any = sys.modules.get("concurrent.futures.thread")
        workers = getattr(pools, "_threads_queues", ())
        if any(thread in workers for thread in self._running()):
            pools._python_exit()
        while threads := self._running():
            threads[0].join()


def _exit_code(leaving: SystemExit) -> int:
    """The exit code with which Python would end; what is said on the way out goes to stderr."""
    if leaving.code is None or isinstance(leaving.code, int):
        return leaving.code or 0
    say(str(leaving.code))
    return 1


def _show(error: BaseException) -> None:
    """Show an exception of the program, from its own first line on."""
    traceback = _own(error.__traceback__)
    sys.excepthook(type(error), error.with_traceback(traceback), traceback)


def _own(traceback: TracebackType | None) -> TracebackType | None:
    """A traceback from the first line of the program on; None where it has none."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(_ABOVE):
        traceback = traceback.tb_next
    return traceback


@contextlib.contextmanager
def pass_over_ours() -> Iterator[None]:
    """Show nothing of a thread that plyscope ends with its search: what is wrong is said in the main thread."""
    hook = threading.excepthook

    def show(told: threading.ExceptHookArgs) -> None:
        if not issubclass(told.exc_type, (PlyscopeError, Signal)):
            hook(told)

    threading.excepthook = show
    try:
        yield
    finally:
        if threading.excepthook is show:
            threading.excepthook = hook


def _end_at_once(number: int) -> None:
    say(f"plyscope: the script went on after {Ended(number).name}, and was ended; its last search may be unfinished")
    os._exit(128 + number)


@contextlib.contextmanager
def heed_signals(note: Callable[[], None]) -> Iterator[None]:
    """Raise `Ended` in the main thread where a signal would end a program; Ctrl-C stays what it is.

    Where the program has not ended some seconds later, because it catches whatever there is, the process ends as it is.

    Args:
        note: called first, at Ctrl-C too.
    """
    process, asked, insisting = os.getpid(), list[int](), list[Timer]()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}

    def go_on(number: int, frame: FrameType | None) -> None:
        handler = before[number]
        if callable(handler):
            handler(number, frame)

    def interrupt(number: int, frame: FrameType | None) -> None:
        note()
        if asked:
            raise Ended(asked[0])
        go_on(number, frame)

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() == process:
            note()
            asked.append(number)
            if not insisting:
                insisting.append(Timer(GRACE, _end_at_once, (number,)))
                insisting[0].daemon = True
                insisting[0].start()
        go_on(number, frame)  # which ends a child of a program that forks, and comes back as Ctrl-C otherwise
        if not is_held():  # the program handles Ctrl-C itself
            raise Ended(number)

    handlers = {number: interrupt if number == signal.SIGINT else end for number, at in before.items() if callable(at)}
    for number, handler in handlers.items():
        signal.signal(number, handler)
    try:
        yield
    finally:
        for timer in insisting:
            timer.cancel()
        for number, handler in handlers.items():
            if signal.getsignal(number) is handler:
                signal.signal(number, before[number])
