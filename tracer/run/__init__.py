"""How searches are run: checked, recorded or bare, and once more from any node.

May ask: errors, file, games, recording, searches, text, tracing.
"""
