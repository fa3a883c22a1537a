"""``python -m memdesk``, and the entry of the frozen program."""

from __future__ import annotations

import sys

from memdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
