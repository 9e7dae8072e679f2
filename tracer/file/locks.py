"""One writer at a time: the lock that a recording holds on its file. Readers do not ask for it.

On Windows, and on file systems that know no locks, nothing is locked: two writers of one file are not told apart there.
"""

from __future__ import annotations

import errno
import sys

_TAKEN = (errno.EWOULDBLOCK, errno.EACCES)

if sys.platform == "win32":

    def lock(handle: int) -> bool:
        """Lock an open file; False where another has it. The lock ends with the process, or with the file."""
        return handle >= 0

else:
    import fcntl

    def lock(handle: int) -> bool:
        """Lock an open file; False where another has it. The lock ends with the process, or with the file."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in _TAKEN
        return True
