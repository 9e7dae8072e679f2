"""The line protocol: searches in any language tell what they do, one JSON object a line.

May ask: errors, file, games, recording, text, tracing.
"""
