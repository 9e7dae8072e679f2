"""A game that is played on a screen, without the screen: whose turn it is, and what squares and words mean."""
