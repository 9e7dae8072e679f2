"""What can be asked of a search while one follows it: questions, their right answers, and the marking of others.

May ask: errors, games, recording, run, text, time, tracing, why.
"""
