"""What TikZ needs beside the tree: escaped text, styles, boards."""
