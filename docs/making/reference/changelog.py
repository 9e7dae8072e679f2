"""The page of the changelog: the file of the project, whose links lead to the repository."""

from __future__ import annotations

import re
import tomllib

from making.page import ROOT


def page() -> str:
    """The page."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.sub(r"\]\((?!https?:|#)([^)\s]+)\)", rf"]({project['urls']['Homepage']}/blob/main/\1)", text)
