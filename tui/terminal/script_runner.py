"""A program as Python runs it: a script, a folder or a module, its words, its end, and the threads that outlive it."""

from __future__ import annotations

import builtins
import contextlib
import gc
import importlib.util
import io
import pkgutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import FrozenImporter, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from threading import Thread
from types import CodeType, ModuleType
from typing import Any

from tracer.attaching.listeners import OriginalBuiltins
from tracer.errors import PlyscopeError, Signal
from tracer.recording.interrupts import END_REQUESTED
from tracer.text import clean
from tui.terminal.script_ending import (
    UNWRITTEN_OUTPUT_EXIT_CODE,
    call_exit_functions,
    exit_code,
    flush_streams,
    show_exception,
    show_unraisable,
    strip_runner_frames,
)
from tui.terminal.standard_streams import lend_streams

_KEPT_MODULES = {"__main__", "encodings", *sys.builtin_module_names}
"""What Python itself has loaded before a program begins, beside its frozen modules."""


@contextmanager
def isolated_imports(folder: str | None) -> Iterator[None]:
    """Let a program import what it likes, and put everything back that plyscope needs for its own imports."""
    modules, former_modules = sys.modules, dict(sys.modules)
    former_builtins = dict(builtins.__dict__)
    former_lists = [
        (name, getattr(sys, name), list(getattr(sys, name))) for name in ("path", "meta_path", "path_hooks")
    ]
    for name in () if folder is None else _find_shadowed_modules(folder, former_modules):
        del sys.modules[name]
    try:
        yield
    finally:
        builtins.__dict__.update(former_builtins)
        sys.modules = modules
        modules.update(former_modules)
        for name, former_list, entries in former_lists:
            former_list[:] = entries
            setattr(sys, name, former_list)


def _find_shadowed_modules(folder: str, loaded: dict[str, ModuleType]) -> list[str]:
    """The loaded modules that a program cannot mean, since its folder has others of their names.

    What is in a package, and in none of the program's, stays: plyscope and NumPy import some of it at work.
    """
    shadowed: list[str] = []
    search_paths = {"": [folder]}
    for name in sorted(set(loaded) - _KEPT_MODULES):  # a package comes before what is in it
        parent_package = name.rpartition(".")[0]
        spec = None if parent_package not in search_paths else PathFinder.find_spec(name, search_paths[parent_package])
        if spec is None or spec.loader is None or FrozenImporter.find_spec(name) is not None:
            continue  # what has no loader is no more than a folder, which is found last
        file = getattr(loaded[name], "__file__", None)
        if file is None or Path(file).resolve() != Path(spec.origin or "").resolve():
            shadowed.append(name)
            search_paths[name] = list(spec.submodule_search_locations or ())
    return shadowed


_INTERPRETER_HOOKS: tuple[tuple[Any, str], ...] = (
    (sys, "excepthook"),
    (sys, "unraisablehook"),
    (sys, "displayhook"),
    (threading, "excepthook"),
)
"""What a program may put its own in the place of."""
_THREAD_ERROR_MESSAGE = "Exception ignored on threading shutdown" if sys.version_info >= (3, 13) else None
"""What Python says of Ctrl-C while it waits for threads."""
_PROCESS_MODULES = "multiprocessing.popen_"
"""The beginning of the names of modules that Python loads as soon as another process is started."""


class Script:
    """A program that is to be run."""

    def __init__(self, name: str, arguments: list[str], *, module: bool) -> None:
        self._name, self._module, self._arguments = name, module, arguments
        self._former_threads: list[Thread] = []
        """Those that are there before it begins."""
        self._former_modules: set[str] = set()
        self._is_waiting_interrupted = False
        """Whether its threads are waited for no longer."""
        self.has_started = False
        """Whether it has begun."""
        self.error_status: int | None = None
        """The exit code with which an exception has ended it; None where none has, or Ctrl-C."""
        path = Path(name)
        if not module and not path.is_file() and not (path.is_dir() and (path / "__main__.py").is_file()):
            raise PlyscopeError(f"there is no script {clean(name)}")
        self._path = path.absolute()

    def run(self) -> int:
        """Run it to the end of its threads, within `set_up`; gives the exit code with which Python would end.

        An exception is shown as Python shows it, and raised all the same, without what it knows of the program; what
        is no fault of the program's own, such as `ScriptEndSignal` or a PlyscopeError, is raised alone.

        Raises:
            PlyscopeError: there is no such module, or the file cannot be read.
            KeyboardInterrupt: Ctrl-C ended it; its threads still run.
        """
        exit_status, error = 0, self._execute_code()
        if isinstance(error, SystemExit):
            exit_status, error = exit_code(error), None
        elif error is not None:
            self.error_status = show_exception(error)
            error.__traceback__ = error.__cause__ = error.__context__ = None  # which hold its variables
            if type(error) is KeyboardInterrupt and self.error_status == 1:
                END_REQUESTED.set()
                self.error_status = None
                raise error
        self._wait_for_threads()
        if error is not None:
            raise error
        return exit_status

    def finish(self, exit_status: int) -> int:
        """End it as Python does, within `set_up`: threads, functions of `atexit`, streams, what it leaves.

        Gives the exit code with which Python would end.
        """
        if self.has_started:
            self._wait_for_threads()
            call_exit_functions()
            if not flush_streams():
                exit_status = UNWRITTEN_OUTPUT_EXIT_CODE
            _release_script_objects()
        return exit_status

    def _execute_code(self) -> BaseException | None:
        """Run its own code; gives the exception that ended it."""
        main, raised = sys.modules["__main__"], None
        is_file = not self._module and not self._is_package
        try:
            code = self._load_code(main)
            self.has_started = True
            exec(code, main.__dict__)  # noqa: S102  # it is what was asked for
        except (PlyscopeError, Signal):
            raise
        except BaseException as error:
            raised = error
        if is_file:  # as Python leaves it
            main.__dict__.pop("__file__", None)
            main.__dict__.pop("__cached__", None)
        return raised

    @property
    def started_processes(self) -> bool:
        """Whether it has started other processes through `multiprocessing`."""
        return any(name.startswith(_PROCESS_MODULES) for name in set(sys.modules) - self._former_modules)

    @contextlib.contextmanager
    def set_up(self) -> Iterator[None]:
        """Have `sys.argv`, `sys.path`, `__main__`, streams and hooks as a program finds them, and put all back."""
        self._former_threads, self._former_modules = threading.enumerate(), set(sys.modules)
        main = ModuleType("__main__")
        main.__dict__.update(__annotations__={}, __builtins__=builtins)
        former_state = sys.argv, sys.path
        former_builtins, former_limit = builtins.__dict__.copy(), sys.getrecursionlimit()
        hooks = [(owner, name, getattr(owner, name)) for owner, name in _INTERPRETER_HOOKS]
        with lend_streams():
            sys.excepthook = sys.__excepthook__  # in whose place Typer has put another one
            sys.argv = ["-m" if self._module else self._name, *self._arguments]
            sys.path = sys.path[:] if sys.flags.safe_path else [self._folder, *sys.path[1:]]
            try:
                with isolated_imports(None if sys.flags.safe_path else self._folder):
                    sys.modules["__main__"] = main
                    del main
                    yield
            finally:
                builtins.__dict__.update(former_builtins)
                sys.setrecursionlimit(former_limit)
                sys.argv, sys.path = former_state
                for owner, name, hook in hooks:
                    setattr(owner, name, hook)

    @property
    def _is_package(self) -> bool:
        return pkgutil.get_importer(str(self._path)) is not None

    @property
    def _folder(self) -> str:
        if self._module:
            return str(Path.cwd())
        return str(self._path if self._is_package else self._path.resolve().parent)

    def _load_code(self, main: ModuleType) -> CodeType:
        """The code of the program; `__main__` is told what it is."""
        if not self._module and not self._is_package:
            main.__file__, main.__loader__ = str(self._path), SourceFileLoader("__main__", str(self._path))
            main.__dict__["__cached__"] = None
            return self._read_code()
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

    def _read_code(self) -> CodeType:
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
            if error.__traceback__ is not None and strip_runner_frames(error.__traceback__) is not None:
                raise
            spec = None
        if spec is None:
            module_name = clean(self._name)
            raise PlyscopeError(
                f"there is no module {module_name}"
                if name == self._name
                else f"{module_name} is a package without a __main__"
            )
        return spec

    def find_running_threads(self) -> list[Thread]:
        """Return the threads of the program that Python would wait for."""
        with OriginalBuiltins():
            ignored_threads = [*self._former_threads, threading.current_thread()]
            return [thread for thread in threading.enumerate() if not thread.daemon and thread not in ignored_threads]

    def _wait_for_threads(self) -> None:
        """Wait for the threads of the program as Python does at its end, which tells pools of them that it is.

        Ctrl-C ends the wait, and no more than that.
        """
        pools: Any = sys.modules.get("concurrent.futures.thread")
        try:
            if pools is not None and {*pools._threads_queues} & {*self.find_running_threads()}:
                pools._python_exit()
            while not self._is_waiting_interrupted and (threads := self.find_running_threads()):
                threads[0].join()
        except KeyboardInterrupt as error:
            self._is_waiting_interrupted = True
            show_unraisable(error, threading, _THREAD_ERROR_MESSAGE)


def _release_script_objects() -> None:
    """Delete what a program leaves, as Python does at its end: what it says then comes before what is said of it."""
    for name in ("last_exc", "last_type", "last_value", "last_traceback"):
        sys.__dict__.pop(name, None)
    main = sys.modules.pop("__main__", None)
    for name in [name for name, module in sys.modules.items() if module is main is not None]:
        del sys.modules[name]  # multiprocessing calls it by another one
    del main
    gc.collect()


@contextlib.contextmanager
def silence_own_errors_in_threads() -> Iterator[None]:
    """Show nothing of a thread that plyscope ends with its search: what is wrong is said in the main thread."""
    hook = threading.excepthook

    def show_error(hook_arguments: threading.ExceptHookArgs) -> None:
        if not issubclass(hook_arguments.exc_type, (PlyscopeError, Signal)):
            hook(hook_arguments)

    threading.excepthook = show_error
    try:
        yield
    finally:
        if threading.excepthook is show_error:
            threading.excepthook = hook
