"""Which functions are recorded: code objects, and names that a code object may turn out to have when it is called."""

from __future__ import annotations

import inspect
import os
import re
import sys
import sysconfig
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Protocol

from tracer.attaching.callers import INSIDE, do_take_turns, find_read_codes, may_take_turns
from tracer.deciding.call import plain
from tracer.deciding.function_text import names_used
from tracer.deciding.guesses import is_called
from tracer.errors import PlyscopeError
from tracer.text import clean, nearest

_PYTHON = sysconfig.get_path("stdlib")
"""Where Python keeps its own modules."""
_PACKAGES = "-packages"
"""A part of the name of the folder of libraries."""
_OURS = tuple(str(Path(__file__).parents[2] / package) + os.sep for package in ("tracer", "viz", "tui"))
MOST_CALLED = 1_000
"""Functions that are remembered because they were called, at most."""
_LAMBDA = "<lambda>"
_NO_SEARCH = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Targets:
    """The functions of a search, and perhaps the function above them that walks the moves of the root.

    Without a function they are to be found: all functions of the program are listened to until `settle` is called.

    Args:
        functions: functions, methods, or names such as `max_value`, `Player.max` or `module:search.max_value`.
        root: the function above them, given in the same ways.

    Raises:
        PlyscopeError: one of them is no Python function, or is a generator.
    """

    def __init__(self, functions: tuple[Any, ...], root: Any = None) -> None:
        self.finding = not functions
        """Whether the functions are still to be found."""
        self.codes: dict[CodeType, str] = {}
        """Each function known so far, with its name as people write it."""
        self.root: CodeType | None = None
        self._dropped: set[CodeType] = set()
        """Functions that were named and are none of the search."""
        self._names: dict[str, CodeType | None] = {}
        self._root_name: str | None = None
        self.called: dict[CodeType, None] = {}
        """Functions that were called and are none of these, nor Python's own, in the order of their first calls."""
        self.partners: dict[CodeType, str] = {}
        """Functions that were not named and are recorded, each with the name of the one that it takes turns with."""
        self.valueless: dict[CodeType, None] = {}
        """Generators and coroutines that call themselves."""
        for function in functions:
            if isinstance(function, str):
                self._names[function] = None
            else:
                self._add(code_of(function))
        if isinstance(root, str):
            self._root_name = root
            self._names.setdefault(root, None)
        elif root is not None:
            self.root = code_of(root)
        for code in [code for code in (*self.codes, self.root) if code is not None]:
            self._look_inside(code)

    @property
    def by_name(self) -> bool:
        """Whether functions are to be looked for among the calls."""
        return self.finding or bool(self._names) or any(map(may_take_turns, self.codes))

    def settle(self, codes: Iterable[CodeType], root: CodeType | None) -> None:
        """These are the functions of the search that was found, and the one above them."""
        self.codes.clear()
        for code in codes:
            self._add(code)
        self.root = root

    @property
    def watched(self) -> list[CodeType]:
        """The code objects known so far, the root's included."""
        return [*self.codes, *([self.root] if self.root is not None and self.root not in self.codes else [])]

    @property
    def title(self) -> str:
        """The functions' names in one line."""
        names = [*self.codes.values(), *(name for name, code in self._names.items() if code is None)]
        if self._root_name is not None and self._root_name in names:
            names.remove(self._root_name)
        return ", ".join(names)

    @property
    def names(self) -> list[str]:
        """The names of the functions without their modules and classes, also of functions that were not called yet."""
        unknown = [name for name, code in self._names.items() if code is None and name != self._root_name]
        return [code.co_name for code in self.codes] + [re.split(r"[.:]", name)[-1] for name in unknown]

    def drop(self, code: CodeType) -> None:
        """One of the functions is none of the search after all."""
        self.codes.pop(code, None)
        self._dropped.add(code)

    @property
    def options(self) -> dict[str, Any]:
        """The names as options."""
        root = {} if self.root is None else {"root": plain(self.root)}
        return {"attach": [plain(code) for code in self.codes], **root}

    def missing(self, called: set[CodeType]) -> list[str]:
        """The functions that were not called, the root among them if it was given by its name."""
        silent = [name for code, name in self.codes.items() if code not in called]
        unknown = [name for name, code in self._names.items() if code is None]
        return [*silent, *unknown]

    def demand(self, names: Iterable[str]) -> None:
        """Demand that names are those of functions that are recorded, or the root's; not while they are to be found.

        Raises:
            PlyscopeError: one is none.
        """
        known = [
            *map(plain, (*self.watched, *self.partners, *self._dropped)),
            *(name.split(":")[-1] for name in self._names),
        ]
        for one in () if self.finding else names:
            if not any(is_called(name, one) for name in known):
                there = ", ".join(dict.fromkeys(known))
                raise PlyscopeError(
                    f"turn: no function is called {clean(one)!r}{nearest(one, known)}; there are: {there}"
                )

    def match(self, frame: FrameType) -> bool:
        """Whether a function that is called for the first time has one of the names; if so it is known from now on.

        Raises:
            PlyscopeError: another function had that name before.
        """
        code, namespace = frame.f_code, frame.f_globals
        if code in self.codes or code is self.root:
            return True
        foreign = _is_pythons(code, namespace) or code.co_filename.startswith(_OURS)
        if self.finding:
            is_function = bool(code.co_flags & inspect.CO_OPTIMIZED) and code.co_name not in INSIDE
            ours = not foreign and is_function and not code.co_flags & _NO_SEARCH  # it may return a value
            if not foreign and code.co_flags & _NO_SEARCH and code.co_name in names_used(code):
                self.valueless.setdefault(code)
            if ours and len(self.called) < MOST_CALLED:
                self.called[code] = None
            return ours
        for name, before in self._names.items():
            if not (has_name(code, name, str(namespace.get("__name__"))) or _is_lambda(code, name, namespace)):
                continue
            if ":" not in name and foreign:
                continue
            if before is not None:
                full = {plain(before): None, plain(code): None}
                unlike = len(full) > 1 and name not in full
                places = " and ".join(f"{other.co_filename}:{other.co_firstlineno}" for other in (before, code))
                raise PlyscopeError(
                    f"{clean(name)!r} is the name of two functions that were called, {clean(places)}: "
                    f"give {' or '.join(full) if unlike else 'the function itself, or its name as module:name'}"
                )
            self._names[name] = code
            if name == self._root_name:
                self.root = code
            else:
                self._add(code, name.rpartition(":")[2])
            self._look_inside(code)
            return True
        if not foreign and self._is_partner(frame):
            return True
        if len(self.called) < MOST_CALLED and not foreign and not code.co_name.startswith("<"):
            self.called[code] = None
        return False

    def _is_partner(self, frame: FrameType) -> bool:
        """Return whether a function that is called takes turns with one of these, and add it if it does."""
        code, read = frame.f_code, None
        if not may_take_turns(code):
            return False
        for name in [name for name, known in self._names.items() if known is None and name != self._root_name]:
            read = find_read_codes(frame) if read is None else read
            for half, (called, module) in read.items():
                is_lambda = half.co_name == _LAMBDA and called == name.rpartition(":")[2]
                if (is_lambda or has_name(half, name, module)) and do_take_turns(half, frame):
                    self._names[name] = half  # it is called before the one that was named
                    self._add(half, called if is_lambda else "")
                    break
        partner = next((known for half, known in self.codes.items() if do_take_turns(half, frame)), None)
        if partner is None:
            return False
        self._add(code)
        self.codes[code] = self.codes.pop(code)  # those that were named come first
        self.partners[code] = partner
        return True

    def begins_import(self, code: CodeType, namespace: Mapping[str, Any]) -> bool:
        """Whether a code object is a module of a library that is imported: searches are not looked for below it."""
        if not self.finding or code.co_name != "<module>" or namespace.get("__name__") == "__main__":
            return False
        return _is_pythons(code, namespace) or is_librarys(code)

    def hint(self, name: str) -> str:
        """What to say of a name that no call had."""
        called = {plain(code) for code in self.called}
        return nearest(name, called | {name.rpartition(".")[2] for name in called})

    def _add(self, code: CodeType, name: str = "") -> None:
        if code.co_flags & _NO_SEARCH:
            why = "a generator or a coroutine: it may stop in the middle of a call; make it a plain function"
            raise PlyscopeError(f"{plain(code)} is {why}")
        full = code.co_qualname.rpartition("<locals>.")[2]
        self.codes[code] = clean(name if name and full == _LAMBDA else full)
        named = [known for known in self._names.values() if known in self.codes]
        for known in named:  # the last, in the order of their names
            self.codes[known] = self.codes.pop(known)

    def _look_inside(self, outer: CodeType) -> None:
        """Find the names among the functions written inside one that is known."""
        within = [code for code in outer.co_consts if isinstance(code, CodeType)]
        while within:
            code = within.pop(0)
            for name, known in self._names.items():
                if known is None and name != self._root_name and ":" not in name and has_name(code, name, ""):
                    self._names[name] = code
                    self._add(code)
            within += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


def code_of(function: Any) -> CodeType:
    """The code object of a function, whatever it is wrapped in.

    Raises:
        PlyscopeError: there is none.
    """
    found = function
    while True:
        if isinstance(found, partial):
            found = found.func
        elif hasattr(found, "__wrapped__"):
            found = found.__wrapped__
        elif hasattr(found, "__func__"):
            found = found.__func__
        else:
            break
    code = getattr(found, "__code__", None)
    if not isinstance(code, CodeType):
        raise PlyscopeError(
            f"{clean(repr(function))} is no function written in Python; give a function, a method, or a name as a text"
        )
    return code


def _is_lambda(code: CodeType, name: str, namespace: Mapping[str, Any]) -> bool:
    """Whether a code object is that of a lambda which its module has under a name."""
    module, _, wanted = name.rpartition(":")
    if code.co_name != _LAMBDA or (module and module != namespace.get("__name__")):
        return False
    return getattr(namespace.get(wanted), "__code__", None) is code


def _is_pythons(code: CodeType, namespace: Mapping[str, Any]) -> bool:
    """Whether a function is one of Python's own, such as `re.search`, or made by one, as `timeit` makes its loop."""
    file = code.co_filename
    if file.startswith("<") and namespace.get("__name__") in sys.stdlib_module_names:
        return True
    return file.startswith("<frozen") or (file.startswith(_PYTHON) and not is_librarys(code))


def is_librarys(code: CodeType) -> bool:
    """Whether a function is one of a library that was installed."""
    return _PACKAGES in code.co_filename


def has_name(code: CodeType, name: str, module: str) -> bool:
    """Whether a code object has a name: its own, or the end of its qualified one, in the module if that is given."""
    wanted_module, colon, wanted = name.rpartition(":")
    if colon and wanted_module != module:
        return False
    wanted, full = wanted.replace("<locals>.", ""), code.co_qualname.replace("<locals>.", "")
    return full == wanted or (not colon and full.endswith(f".{wanted}"))


class Wanted(Protocol):
    """The functions that are listened to, and which others may still become one of them."""

    @property
    def by_name(self) -> bool:
        """Whether functions are to be looked for among the calls."""

    @property
    def watched(self) -> Collection[CodeType]:
        """The code objects known so far."""

    def match(self, frame: FrameType, /) -> bool:
        """Whether a function that is called for the first time is one of them."""

    def begins_import(self, code: CodeType, namespace: Mapping[str, Any], /) -> bool:
        """Whether a code object is a module that is imported, below which none of them is looked for."""
