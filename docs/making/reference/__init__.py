"""The reference, written from the code: each page is a function that gives its Markdown.

Whoever adds a page adds it here and to the site's navigation in `zensical.toml`. A page that people wrote may have a
part from the code: `<!-- part: NAME -->` on a line of its own stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from making.reference import (
    c_header,
    changelog,
    commands,
    conditions,
    diseases,
    formats,
    games,
    keys,
    python,
    searches,
    studies,
    trace_file,
    words,
)

REFERENCE: dict[str, Callable[[], str]] = {
    "changelog": changelog.page,
    "commands": commands.page,
    "conditions": conditions.page,
    "diseases": diseases.page,
    "formats": formats.page,
    "games": games.page,
    "keys": keys.page,
    "python": python.page,
    "searches": searches.page,
    "trace-file": trace_file.page,
}
"""The pages by the names of their files, without `.md`."""
PARTS: dict[str, Callable[[], str]] = {
    "c_functions": c_header.functions,
    "counts": words.counts,
    "study_charts": studies.charts,
    "study_columns": studies.columns,
}
"""What stands in pages that people wrote, by the names that these have for it."""


def complete(text: str) -> str:
    """A page that people wrote, with its parts from the code."""
    return re.sub(r"^<!-- part: (\w+) -->$", lambda found: PARTS[found[1]](), text, flags=re.MULTILINE)
