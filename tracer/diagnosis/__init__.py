"""What is wrong with a search, by its recording: each disease by name, at the first node that has it."""
