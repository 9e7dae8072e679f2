"""The screens and dialogs of the explorer, and what a screen's keys set going.

May ask: model, terminal, tracer, viz, widgets.
"""
