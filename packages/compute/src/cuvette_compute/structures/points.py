"""Points in space."""

from __future__ import annotations

from collections.abc import Iterable


def triple(values: Iterable[float]) -> tuple[float, float, float]:
    """Three numbers as a tuple of Python's own floats; raises ValueError for more or fewer."""
    x, y, z = values
    return float(x), float(y), float(z)
