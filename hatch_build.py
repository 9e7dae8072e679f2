"""Puts into a wheel what shells and `man` read: made from the commands where these can be loaded, else left out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACES = {
    "bash": "share/bash-completion/completions/plyscope",
    "zsh": "share/zsh/site-functions/_plyscope",
    "fish": "share/fish/vendor_completions.d/plyscope.fish",
}


class Share(BuildHookInterface):
    """Makes the files below `share`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them, but not for an editable install."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from typer.main import get_command

            from tui.program import app
            from tui.terminal.completion import script
            from tui.terminal.manual import manual
        except ImportError as error:
            self.app.display_warning(f"no completions of shells and no page for man: {error}")
            return
        context = get_command(app).make_context("plyscope", ["games"], resilient_parsing=True)
        made = {place: script(shell, context) for shell, place in PLACES.items()}
        made["share/man/man1/plyscope.1"] = manual(context, self.metadata.version)
        for place, text in made.items():
            file = Path(self.root, "build", place)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            build_data["shared_data"][str(file)] = place
