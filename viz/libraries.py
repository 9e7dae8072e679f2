"""Libraries that a plain installation lacks, and what to say where one of them is needed."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install

LIBRARIES = {
    "resvg_py": ("render", "a PNG or a GIF needs resvg: {}, or draw .svg, which needs nothing"),
    "reportlab": ("render", "drawing PDF needs reportlab: {}, or draw .svg, which needs nothing"),
    "PIL": ("render", "a GIF needs Pillow: {}, or animate an .svg"),
    "matplotlib": ("render", "plots need matplotlib: {}"),
    "pyarrow": ("arrow", "Parquet needs pyarrow: {}"),
}
"""By the name that is imported: its extra, and a sentence with a place for the command that installs it."""


def message_for_missing(module: str) -> str:
    """Return what to say where a library is missing."""
    extra, sentence = LIBRARIES[module]
    return sentence.format(command_to_install(extra))


def load(module: str) -> Any:
    """Import a module of a library.

    Raises:
        PlyscopeError: the library is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise PlyscopeError(message_for_missing(module.partition(".")[0])) from error


def demand(*modules: str) -> None:
    """See whether some libraries are installed, without loading them.

    Raises:
        PlyscopeError: one is not.
    """
    for module in modules:
        if find_spec(module) is None:
            raise PlyscopeError(message_for_missing(module))
