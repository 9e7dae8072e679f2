"""What a recording was at a step, and the steps at which something of note happens.

May ask: recording.
"""
