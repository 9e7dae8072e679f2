"""The lists of the pane below the tree, one a file: what each counts, how its lines read, and where they lead."""
