"""The most memory this process has held, from the system's own books."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Counters(ctypes.Structure):
        _fields_ = (
            ("size", wintypes.DWORD),
            ("page_faults", wintypes.DWORD),
            *((f"amount_{number}", ctypes.c_size_t) for number in range(8)),
        )

    def peak_mb() -> float:
        """Return the largest working set so far, in MB."""
        counters = _Counters()
        counters.size = ctypes.sizeof(counters)
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.K32GetProcessMemoryInfo(
            wintypes.HANDLE(kernel.GetCurrentProcess()), ctypes.byref(counters), counters.size
        )
        return float(counters.amount_0) / (1 << 20)

else:
    import resource

    def peak_mb() -> float:
        """Return the largest resident size so far, in MB."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024
