"""What a trace is written to: one file a format, its registry entry in it.

May ask: charts, graphviz, latex, libraries, page, paper, pictures, rows, tracer.
"""
