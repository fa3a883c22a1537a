"""The two ways to candidates: by words and by meaning."""
