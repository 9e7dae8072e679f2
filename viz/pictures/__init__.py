"""What is drawn of a trace, once for every format."""
