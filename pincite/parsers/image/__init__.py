"""Reads image files: each frame is a page."""
