"""Builds the site: runs the pages' commands, writes the reference from the code, and hands all of it to Zensical."""
