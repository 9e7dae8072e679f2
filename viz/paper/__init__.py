"""Plyscope's own layout: a picture as shapes on a canvas, its films and its grids.

May ask: pictures, tracer.
"""
