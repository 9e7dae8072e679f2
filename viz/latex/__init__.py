"""LaTeX: text that is typeset as it is, the styles of a theme, and boards.

May ask: paper, pictures, tracer.
"""
