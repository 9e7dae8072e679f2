"""The process of the second run: `python -P child.py FOLDER`. Nothing imports this file."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path


def main(folder: Path) -> None:
    """Run the script of the job as Python runs it, under the eyes of a `Watch`."""
    sys.path.append(str(Path(__file__).resolve().parent.parent.parent))
    from tracer.stepping.replay_watcher import ReplayWatcher
    from tracer.text import message_of

    watcher = ReplayWatcher(folder)
    script, module = watcher.job["script"], watcher.job["module"]
    sys.argv = [script, *watcher.job["arguments"]]
    sys.path.insert(0, str(Path(script).resolve().parent if module is None else Path.cwd()))
    watcher.begin()
    try:
        if module is None:
            runpy.run_path(script, run_name="__main__")
        else:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
    except BaseException as error:  # the script's own, SystemExit among them
        watcher.end(ended=message_of(error))
    watcher.end(ended="")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
