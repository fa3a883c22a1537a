"""Reads float tensors from a safetensors file."""

from __future__ import annotations

import json
import struct

import numpy as np
from encoder import Floats
from source_wheel import SourceError


def read_floats(content: bytes) -> dict[str, Floats]:
    """Return the float32 tensors by name. Raises SourceError if the header is not readable."""
    try:
        (size,) = struct.unpack_from("<Q", content)
        header = json.loads(content[8 : 8 + size])
    except (struct.error, ValueError) as error:
        raise SourceError(f"not a safetensors file: {error}") from error
    tensors: dict[str, Floats] = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            first, last = entry["data_offsets"]
            values = np.frombuffer(content[8 + size + first : 8 + size + last], "<f4")
            tensors[name] = values.reshape(entry["shape"])
    return tensors
