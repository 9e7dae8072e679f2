"""The panels of the explorer, one a file: each paints the lines that the model gives.

May ask: model, tracer.
"""
