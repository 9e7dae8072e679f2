"""`python -m making` gathers the site's pages; with names of pages it runs only these."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from making.page import Page, PageError
from making.site import DOCS, PAGES, gather, publish


def main(names: list[str]) -> int:
    """Gather the site, or run some pages; what does not hold is said on stderr."""
    began = time.perf_counter()
    try:
        if names:
            for name in names:
                publish(Page(Path(name).resolve()), PAGES)
        else:
            gather()
    except PageError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{'pages' if names else DOCS.name} in {PAGES}, {time.perf_counter() - began:.0f} s")
    return 0


sys.exit(main(sys.argv[1:]))
