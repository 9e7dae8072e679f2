"""The reference, written from the code: each page is a function that gives its Markdown.

Whoever adds a page adds it here and to the site's navigation in `zensical.toml`.
"""

from __future__ import annotations

from collections.abc import Callable

REFERENCE: dict[str, Callable[[], str]] = {}
"""The pages by the names of their files, without `.md`."""
