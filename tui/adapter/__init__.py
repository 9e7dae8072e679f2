"""The debug adapter: it answers an editor's requests of the Debug Adapter Protocol from the explorer's models.

May ask: model, terminal, tracer.
"""
