"""Searches in other people's tests: what is asserted of a recording, and what is kept of it when a test fails.

May ask: attaching, diagnosis, errors, findings, games, recording, run, text, tracing.
"""
