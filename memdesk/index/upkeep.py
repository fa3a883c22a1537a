"""What has to be done now and then so that searches find their arrays ready in the vault."""

from __future__ import annotations

from collections.abc import Callable

from memdesk.index import column_snapshot, posting_builder
from memdesk.vault.store import Vault
from memdesk.vault.turn import Turn


def tend(vault: Vault, cancelled: Callable[[], bool] = lambda: False) -> int:
    """Write what is due, unless another process is at it; returns the memories read.

    What is finished stays when the work is cancelled or killed.
    """
    turn = Turn(vault.path, "arrays")
    if not turn.take():
        return 0
    try:
        read = posting_builder.build(vault, cancelled)
        if not cancelled():
            column_snapshot.tend(vault)
        return read
    finally:
        turn.give_back()
