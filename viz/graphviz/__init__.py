"""Graphviz, in a process of its own."""
