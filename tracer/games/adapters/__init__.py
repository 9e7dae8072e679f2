"""Other people's games, made a `Game`; each adapter is one file."""
