"""The terminal: the explorer and the `plyscope` command."""
