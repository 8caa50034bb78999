"""What DOCX, PPTX and XLSX share: the package, its relationships, charts, diagrams, equations."""
