"""The reference, written from the code: each page is a function that gives its Markdown.

Whoever adds a page adds it here and to the site's navigation in `zensical.toml`. A page that people wrote may have a
part from the code: it stands between `<!-- part: NAME -->` and `<!-- end of NAME -->`, each on a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from making.reference import (
    c_header,
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
"""The pages by the names of their files, without `.md`; they lie in the repository."""
PARTS: dict[str, Callable[[], str]] = {
    "c_functions": c_header.functions,
    "counts": words.counts,
    "study_charts": studies.charts,
    "study_columns": studies.columns,
}
"""What stands in pages that people wrote, by the names that these have for it."""


def complete(text: str) -> str:
    """A page that people wrote, with its parts from the code."""
    return re.sub(
        r"(?ms)^(<!-- part: (\w+) -->\n).*?^(<!-- end of \2 -->)$",
        lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n{found[3]}",
        text,
    )
