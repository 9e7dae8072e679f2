"""Graphviz, which draws DOT in a process of its own.

May ask: tracer.
"""
