"""The linear algebra inside PySCF's own library.

The wheel of PySCF carries OpenBLAS 0.3.3, which does not know processors made after 2018 and falls back to kernels of 2007 there: dense
products run at a half of the speed. OpenBLAS reads OPENBLAS_CORETYPE as it is loaded; with it PySCF's copy takes the kernels for AVX2.
NumPy and SciPy bring newer copies of their own, which are loaded before and keep what they found themselves.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_VARIABLE = "OPENBLAS_CORETYPE"


@cache
def load_pyscf() -> None:
    """Import PySCF once, with the kernels that this processor can run. A core type that the environment names is left as it is."""
    import numpy  # noqa: F401  (loads its own OpenBLAS before the variable is set)
    import scipy.linalg  # noqa: F401

    ours = _VARIABLE not in os.environ and _has_avx2()
    if ours:
        os.environ[_VARIABLE] = "Haswell"
    try:
        import pyscf.lib  # noqa: F401
    finally:
        if ours:
            del os.environ[_VARIABLE]


def _has_avx2() -> bool:
    try:
        flags = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")).split()
    except (OSError, StopIteration):
        return False
    return "avx2" in flags and "fma" in flags
