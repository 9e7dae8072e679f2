"""The games: one file each, and the registry by which they are found."""
