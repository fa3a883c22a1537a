"""The quick conversion of float16 is numpy's own, for every finite number there is."""

from __future__ import annotations

import numpy as np

from memdesk.index.halves import to_float32


def test_every_finite_number_is_converted_exactly() -> None:
    halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = halves[np.isfinite(halves)]
    assert len(finite) == 63_488
    assert to_float32(finite).tobytes() == finite.astype(np.float32).tobytes()


def test_the_shape_stays_and_the_rows_are_not_changed() -> None:
    halves = np.array([[0.5, -2.0, 1e-7], [65_504.0, 0.0, -0.125]], dtype=np.float16)
    former = halves.copy()
    assert to_float32(halves).tolist() == halves.astype(np.float64).tolist()
    assert to_float32(halves[:, ::2]).tolist() == halves[:, ::2].astype(np.float64).tolist()
    assert halves.tobytes() == former.tobytes()
