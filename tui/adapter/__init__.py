"""The explorer as the debug adapter of an editor: what it asks in the Debug Adapter Protocol, the models answer.

May ask: model, terminal, tracer.
"""
