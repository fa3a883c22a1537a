"""Colours, type, icons and the style sheet, for both themes and any text size."""
