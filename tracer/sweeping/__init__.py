"""Studies: many searches of many games, one row each, on one machine or a cluster, in a dataset that anybody reads.

May ask: condition, count, errors, extras, file, games, recording, run, searches, text, tracing.
"""
