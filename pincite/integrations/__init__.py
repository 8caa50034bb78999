"""Loaders for other people's frameworks, one in a module each; each needs the package of its framework."""
