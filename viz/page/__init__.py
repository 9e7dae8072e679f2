"""The page of a recording, to step through: the document, what is packed into it, and the script that shows it.

May ask: pictures, tracer.
"""
