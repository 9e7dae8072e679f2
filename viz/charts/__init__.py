"""Charts of whole traces, however large: one file a chart, its registry entry in it.

May ask: paper, pictures, tracer.
"""
