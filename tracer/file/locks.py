"""One writer at a time: the lock that a recording holds on its file. Readers do not ask for it.

On Windows, and on file systems that know no locks, nothing is locked: two writers of one file are not told apart there.
"""

from __future__ import annotations

import errno
import sys

_TAKEN = (errno.EWOULDBLOCK, errno.EACCES)

if sys.platform == "win32":

    def lock(handle: int, *, surely: bool = False) -> bool:
        """Lock an open file; False where another has it. The lock ends with the process, or with the file."""
        return handle >= 0 and not surely

else:
    import fcntl

    def lock(handle: int, *, surely: bool = False) -> bool:
        """Lock an open file; False where another has it. The lock ends with the process, or with the file.

        Args:
            handle: the file.
            surely: say False, too, where nothing is locked.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return not surely and error.errno not in _TAKEN
        return True
