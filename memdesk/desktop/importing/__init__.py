"""Bringing exports in: choosing, previewing, watching, and the account afterwards."""
