"""Inside one call of a recorded program: it is run once more up to that visit, and the call is watched line by line.

May ask: assembling, attaching, errors, file, recording, text, tracing.
"""
