"""The parts of `tracer.attach`: hooks, targets, reading of frames, guesses, snapshots, moves, and the recording."""
