"""The root of every error that the world causes."""

from __future__ import annotations


class MemdeskError(Exception):
    """Something outside the program went wrong: a bad file, a full disk, a locked vault.

    The message is meant for the user. It names the file, the place in it, and what to do.
    Mistakes in the program itself are not of this class and raise as they are.
    """
