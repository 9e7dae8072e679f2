"""The parts of a comparison of two traces; `tracer.compare` is the whole."""
