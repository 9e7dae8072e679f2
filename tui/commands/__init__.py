"""The commands, one a file, with what belongs to one of them alone: the options of a drawing, the server.

May ask: adapter, app, model, screens, terminal, tracer, viz.
"""
