"""Conditions over what is known of a node: how they are read, and at which steps they hold.

May ask: count, errors, games, recording, text, time, tracing.
"""
