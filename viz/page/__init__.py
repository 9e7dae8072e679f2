"""The page: what it is packed from, and the script that shows it."""
