"""Known numbers of nodes: a JSON file beside a module of tests, with the numbers that each of its tests asserts."""

from __future__ import annotations

import json
from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.text import clean

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
    """Return the known numbers of a module by its tests; none where there is no file.

    Raises:
        PlyscopeError: the file cannot be read, or holds something else.
    """
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
