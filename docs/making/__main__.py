"""`python -m making` gathers the site's pages."""

from __future__ import annotations

import sys
import time

from making.kept import DOCS
from making.page import PageError
from making.site import PAGES, gather


def main() -> int:
    """Gather the site; what does not hold is said on stderr."""
    began = time.perf_counter()
    try:
        gather()
    except PageError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{DOCS.name} in {PAGES}, {time.perf_counter() - began:.0f} s")
    return 0


sys.exit(main())
