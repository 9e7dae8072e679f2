"""Loading modules without a search for garbage among them."""

from __future__ import annotations

import contextlib
import gc

TYPE_CHECKING = False  # `typing` takes a while to load
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Load what is needed; what is there afterwards is never looked through for garbage again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
