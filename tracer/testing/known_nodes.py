"""Known numbers of nodes: a JSON file beside a module of tests, with the numbers that each of its tests asserts."""

from __future__ import annotations

import json
from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.text import clean

SUFFIX = ".nodes.json"
"""`test_engine.py` has its numbers in `test_engine.nodes.json`."""
Numbers = dict[str, int]
"""Numbers of nodes, by the names that a test gives them."""


def file_of(module: Path) -> Path:
    """Return the file of a module's known numbers.

    >>> file_of(Path("mine/test_engine.py")).as_posix()
    'mine/test_engine.nodes.json'
    """
    return module.with_name(module.stem + SUFFIX)


def read(path: Path) -> dict[str, Numbers]:
    """Return the known numbers of a module by its tests; none where there is no file.

    Raises:
        PlyscopeError: the file cannot be read, or holds something else.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {clean(str(path))}: {clean(str(error))}") from error
    if not (isinstance(found, dict) and all(_are_numbers(numbers) for numbers in found.values())):
        raise PlyscopeError(f"{clean(str(path))} holds no numbers of nodes: pytest --plyscope-update writes it anew")
    return found


def _are_numbers(found: object) -> bool:
    return isinstance(found, dict) and all(type(number) is int for number in found.values())


def write(path: Path, found: dict[str, Numbers]) -> None:
    """Write the numbers of the tests that ran; those of other tests stay as they are.

    Raises:
        PlyscopeError: the file cannot be written.
    """
    try:
        before = read(path)
    except PlyscopeError:
        before = {}
    now = {test: numbers for test, numbers in sorted((before | found).items()) if numbers}
    try:
        if now:
            path.write_text(json.dumps(now, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise PlyscopeError(f"cannot write {clean(str(path))}: {error.strerror}") from error
