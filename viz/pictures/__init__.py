"""What is drawn of a trace, once for every format: which nodes, as what, with which words and in which colours.

May ask: tracer.
"""
