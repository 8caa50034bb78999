"""From the file to words, rulings, images, links and tags: the one place that talks to pdfium."""
