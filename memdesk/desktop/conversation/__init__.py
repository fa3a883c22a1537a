"""The readable transcript of a conversation."""
