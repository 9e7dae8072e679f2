"""Conditions over the columns, such as `cutoff and ply == 3`: what they mean, and where they hold."""
