"""The vault: one SQLite file that holds everything, and the only place that writes it."""
