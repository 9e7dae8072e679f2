"""Notices: a text says why a key did nothing. One that tells what was done is a `Report`, and rings no bell."""

from __future__ import annotations


class Report(str):
    """What a key did; nothing went wrong."""

    __slots__ = ()
