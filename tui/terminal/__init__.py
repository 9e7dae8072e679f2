"""What commands share: their options, where a search comes from, and what goes to stdout and stderr.

May ask: tracer, viz.
"""
