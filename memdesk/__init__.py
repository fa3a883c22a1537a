"""Import, search and browse everything a person told an AI assistant, offline."""

from __future__ import annotations

import os

__all__ = ["__version__"]

__version__ = "0.1.0"

# onnxruntime reports its use to its makers unless told otherwise before it is loaded. Nothing
# that memdesk does leaves the machine, so this is set where no import can come earlier.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
