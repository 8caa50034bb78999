"""The MCP server: thin tools over the registry. Nothing else in the package imports it."""
