"""What a search's table held: each entry with its life, from the recording alone.

May ask: count, errors, games, recording, searches, tracing.
"""
