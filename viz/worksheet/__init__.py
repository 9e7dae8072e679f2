"""Worksheets: trees to be searched by hand, with room to write, and the same pages solved.

May ask: formats, latex, libraries, paper, pictures, tracer.
"""
