"""A command on a terminal of its own, from its first byte to its last."""

import fcntl
import os
import pty
import sys
import termios
from select import select
from struct import pack
from typing import Any

from children import Children
from patience import PATIENCE, wait_until

COMMAND = (sys.executable, "-m", "tui.cli")


class Terminal:
    """A terminal of its own for one command."""

    def __init__(self, launch: Children, *words: str, command: tuple[str, ...] = COMMAND, **options: Any) -> None:
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
        self.command = launch(
            *command,
            *words,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**os.environ, "TERM": "xterm-256color"},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            **options,
        )
        os.close(follower)
        self.text = b""

    def read(self) -> bool:
        """Take what was written meanwhile; False where nobody writes any more."""
        if not select([self.leader], [], [], 0.02)[0]:
            return True
        try:
            chunk = os.read(self.leader, 65_536)
        except OSError:  # the other end is closed
            return False
        self.text += chunk
        return bool(chunk)

    def shows(self, text: bytes) -> None:
        """Read until a text was written."""
        wait_until(lambda: text in self.text or not self.read(), f"{text!r} on the terminal")
        assert text in self.text

    def ends(self) -> int:
        """Read until nobody writes any more; gives the exit status."""
        wait_until(lambda: not self.read(), "the end of what is written")
        return self.command.wait(PATIENCE)

    @property
    def rows(self) -> list[str]:
        """What stands in the rows, but for empty ones at the end, where no more than carriage returns was obeyed."""
        rows: list[str] = []
        for line in self.text.decode().split("\r\n"):
            cells: list[str] = []
            for piece in line.split("\r"):
                cells[: len(piece)] = piece
            rows.append("".join(cells).rstrip())
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def close(self) -> None:
        """Take the terminal away, as a window that is closed does."""
        if self.leader >= 0:
            os.close(self.leader)
        self.leader = -1
