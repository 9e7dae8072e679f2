"""The reference, written from the code: each page is a function that gives its Markdown.

Whoever adds a page adds it here and to the site's navigation in `zensical.toml`. A page that people wrote may have a
part from the code: `<!-- part: NAME -->` on a line of its own stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from making.reference.diseases import diseases
from making.reference.python import python
from making.reference.searches import searches

REFERENCE: dict[str, Callable[[], str]] = {
    "python": python,
    "diseases": diseases,
    "searches": searches,
}
"""The pages by the names of their files, without `.md`."""
PARTS: dict[str, Callable[[], str]] = {}
"""What stands in pages that people wrote, by the names that these have for it."""


def complete(text: str) -> str:
    """A page that people wrote, with its parts from the code."""
    return re.sub(r"^<!-- part: (\w+) -->$", lambda found: PARTS[found[1]](), text, flags=re.MULTILINE)
