"""Search arrays derived from the vault: columns, posting lists, vectors."""
