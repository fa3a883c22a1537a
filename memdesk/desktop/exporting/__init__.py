"""Exporting from the window: the dialog that asks what and where to, the strip that shows it."""
