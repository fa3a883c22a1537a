"""Letting go of the processor: work nobody waits for yields to what a person does."""

from __future__ import annotations

import ctypes
import os
import sys
import threading

_NICE = 10
_WINDOWS_BELOW_NORMAL = -1


def lower_priority() -> None:
    """Lower the calling thread's priority where the system can do so for one thread.

    macOS lowers whole processes only, so nothing is done there.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
    elif sys.platform == "win32":
        kernel = ctypes.windll.kernel32
        kernel.SetThreadPriority(kernel.GetCurrentThread(), _WINDOWS_BELOW_NORMAL)
