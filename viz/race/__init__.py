"""Several searches that visit the nodes of one full tree, all equally fast, as files and as a page.

May ask: charts, formats, libraries, page, paper, pictures, tracer.
"""
