"""The explorer without a screen: rows, time, stops, places, and the table of keys. Nothing of Textual.

May ask: tracer.
"""
