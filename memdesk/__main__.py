"""``python -m memdesk``, and the entry of the frozen program."""

from __future__ import annotations

import sys

from memdesk.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # The frozen program starts itself for the processes it needs beside its own.
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(main())
