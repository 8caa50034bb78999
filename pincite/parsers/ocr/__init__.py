"""Reads pictures of pages with Tesseract."""
