"""`python -m making.pictures` makes again what lies in the repository; with pages or folders, what is theirs alone."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from making.kept import (
    PLAYGROUND,
    complete_page,
    folder_of,
    generated,
    keep,
    name_of,
    print_changed,
    readme,
    remember,
    work_of,
    write_text,
    written,
)
from making.needs import missing
from making.page import ROOT, PageError
from making.reference import REFERENCE
from viz.page import playground


def main(names: list[str]) -> int:
    """Make it and print each file that changed.

    What a page says that is not so is printed on stderr, and its pictures stay as they are.
    """
    asked = [Path(name).resolve() for name in names] or [ROOT]
    chosen = [page for page in (readme(), *written()) if any(map(page.path.is_relative_to, asked))]
    if lacking := list(missing(chosen)):
        sys.exit("\n".join(lacking))
    for path, name in generated().items():
        if any(map(path.is_relative_to, asked)):
            write_text(path, REFERENCE[name]())
    if any(map(PLAYGROUND.is_relative_to, asked)):
        write_text(PLAYGROUND, playground.make_playground_page())
    made = []
    for page in map(complete_page, chosen):
        work = work_of(page)
        shutil.rmtree(work, ignore_errors=True)
        try:
            page.run(work)
        except (PageError, ValueError) as error:
            print(f"{name_of(page)}: {error}", file=sys.stderr)
            continue
        made.append(page)
        for name in keep(page, work, folder_of(page)):
            print_changed(folder_of(page) / name)
    remember(made)
    return len(made) < len(chosen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
