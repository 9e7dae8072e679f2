"""The reference, written from the code: each page is a function that gives its Markdown.

Whoever adds a page adds it here and to the site's navigation in `zensical.toml`.
"""

from __future__ import annotations

from collections.abc import Callable

from making.reference import commands, conditions, formats, games, keys

REFERENCE: dict[str, Callable[[], str]] = {
    "commands": commands.page,
    "conditions": conditions.page,
    "formats": formats.page,
    "games": games.page,
    "keys": keys.page,
}
"""The pages by the names of their files, without `.md`."""
