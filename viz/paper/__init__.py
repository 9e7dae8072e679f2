"""Our own drawing of a picture: the tidy layout, shapes on a canvas, and what stands around the tree."""
