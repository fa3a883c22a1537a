"""The search pane: question, filters, results, and why each result stands where it stands."""
