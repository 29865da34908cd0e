"""Threads of the numerical libraries: how many they may use, set before they are loaded or afterwards."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any

_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
MAX_THREADS = 256
# How numerical libraries say and take their number of threads. Packages bring their own OpenMP (tblite, PySCF) and OpenBLAS (numpy, scipy).
THREAD_CALLS = (
    ("omp_get_max_threads", "omp_set_num_threads"),
    ("openblas_get_num_threads", "openblas_set_num_threads"),
    ("scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"),
    ("scipy_openblas_get_num_threads64_", "scipy_openblas_set_num_threads64_"),
)


def set_threads(value: Any) -> int:
    """Give the numerical libraries their threads; only effective before they are loaded. Returns the number."""
    threads = value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_THREADS else 1
    for name in _THREAD_VARIABLES:
        os.environ[name] = str(threads)
    os.environ.setdefault("OMP_STACKSIZE", "1G")
    return threads


def use_one_thread() -> None:
    """Keep this process on one core: the libraries that are loaded, those that will be, and programs that it starts."""
    set_threads(1)
    for library in numerical_libraries():
        for _, tell in THREAD_CALLS:
            if hasattr(library, tell):
                getattr(library, tell)(1)


def numerical_libraries() -> list[ctypes.CDLL]:
    """The OpenMP and OpenBLAS libraries that this process has loaded."""
    try:
        lines = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return []
    paths = {line.split()[-1] for line in lines if any(name in line for name in ("libgomp", "libomp", "openblas"))}
    return [ctypes.CDLL(path) for path in sorted(paths)]
