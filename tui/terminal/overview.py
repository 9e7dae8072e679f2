"""What `plyscope` alone prints: few enough lines to be seen at once on a terminal of 24 rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

STEPS = (
    ("plyscope demo", "record, count and draw tic-tac-toe"),
    ("plyscope explore", "choose a search and step through it"),
    ("plyscope explore tictactoe", "step through alpha-beta on tic-tac-toe"),
    ("plyscope run search.py", "record the searches in a Python script"),
)
"""What to type first, and what it does."""


def overview(about: str, jobs: Mapping[str, Iterable[str]]) -> str:
    """Return a short text: what plyscope is, what to type first, and the names of all commands.

    Args:
        about: what it is; what follows a colon is left out.
        jobs: by what people want, the names of commands.

    >>> print(overview("A debugger: record it.", {"Draw": ["export", "worksheet"]}).splitlines()[-3])
      Draw  export, worksheet
    """
    first, wide = max(len(command) for command, _ in STEPS), max(map(len, jobs))
    steps = [f"  {command:<{first}}  {does}" for command, does in STEPS]
    commands = [f"  {job:<{wide}}  {', '.join(names)}" for job, names in jobs.items()]
    more = "plyscope --help says what each does; plyscope COMMAND --help has its options."
    return "\n".join([f"{about.partition(':')[0]}.", "", "First steps:", *steps, "", "Commands:", *commands, "", more])
