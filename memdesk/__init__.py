"""Import, search and browse everything a person told an AI assistant, offline."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
