"""The trace file: its frames, how they are written, and how they are read back without trust.

May ask: errors, recording, text.
"""
