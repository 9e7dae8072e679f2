"""What is drawn of a study: a dataset with a row a search, read column by column and summed up.

May ask: charts, libraries, pictures, target, tracer.
"""
