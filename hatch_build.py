"""What building adds to the files that are there: what shells and `man` read, and links of the README that hold."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PLACES = {
    "bash": "share/bash-completion/completions/plyscope",
    "zsh": "share/zsh/site-functions/_plyscope",
    "fish": "share/fish/vendor_completions.d/plyscope.fish",
}

PICTURES = "https://raw.githubusercontent.com/plyscope/plyscope"
PAGES = "https://github.com/plyscope/plyscope/blob"


class Readme(MetadataHookInterface):
    """Makes the README a page that can be read elsewhere: its links to files here lead to those of the release."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""

        def absolute(link: re.Match[str]) -> str:
            here = Path(self.root, link[1])
            site = PICTURES if here.suffix in (".gif", ".png", ".svg") else PAGES
            return f"]({site}/v{metadata['version']}/{link[1]}" if here.exists() else link[0]

        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = re.sub(r"\]\(([\w./-]+)", absolute, text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Share(BuildHookInterface):
    """Makes the files below `share`, where the commands can be loaded."""

    _folder = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them, but not for an editable install."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from typer.main import get_command

            from tui.program import STATUSES, app
            from tui.terminal.completion import completion_script, format_manual
        except ImportError as error:
            self.app.display_warning(f"no completions of shells and no page for man: {error}")
            return
        context = get_command(app).make_context("plyscope", ["games"], resilient_parsing=True)
        made = {place: completion_script(shell, context) for shell, place in PLACES.items()}
        made["share/man/man1/plyscope.1"] = format_manual(context, self.metadata.version, STATUSES)
        self._folder = tempfile.mkdtemp()
        for place, text in made.items():
            file = Path(self._folder, place)
            file.parent.mkdir(parents=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            build_data["shared_data"][str(file)] = place

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove them: the wheel has them."""
        shutil.rmtree(self._folder, ignore_errors=True)
