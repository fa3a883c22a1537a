"""Pure functions over text: index terms, passages, time expressions, Markdown stripping."""
