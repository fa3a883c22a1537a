"""Runs before the program: makes sure that the locale can express every file name.

The frozen interpreter skips the step in which Python replaces the "C" locale by a UTF-8 one, and
Qt warns about that locale. A locale that the user did choose is left alone.
"""

import os
import sys

if sys.platform not in ("win32", "darwin"):
    chosen = next(
        (os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), "C"
    )
    if chosen in ("C", "POSIX"):
        os.environ.pop("LC_ALL", None)
        os.environ["LC_CTYPE"] = "C.UTF-8"
