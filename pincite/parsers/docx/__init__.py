"""Word documents: the package's parts to a document."""
