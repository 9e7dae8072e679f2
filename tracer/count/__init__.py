"""count."""
