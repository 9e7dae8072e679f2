"""The parts of an explanation; `tracer.explain` is the whole."""
