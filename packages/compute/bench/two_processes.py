"""What a second core of this machine gains for bare engine calls: the most that any job could. Cores share their caches and their clock."""

from __future__ import annotations

import os
import time

import numpy as np
from conftest import from_smiles
from tblite.interface import Calculator

from cuvette_compute.units import ANGSTROM_PER_BOHR

_CALLS, _TIMES = 60, 3


def gain_of_two_processes(smiles: str) -> float:
    """The wall time of GFN2-xTB gradients of a molecule in one process over that of the same ones shared by two: the best of three."""
    molecule = from_smiles(smiles)
    numbers, positions = np.asarray(molecule.numbers), molecule.positions / ANGSTROM_PER_BOHR
    # A fork of its own for the single process too: what is loaded and cached is the same.
    return max(_wall([_CALLS], numbers, positions) / _wall([_CALLS // 2] * 2, numbers, positions) for _ in range(_TIMES))


def _wall(shares: list[int], numbers: np.ndarray, positions: np.ndarray) -> float:
    begun = time.perf_counter()
    children = []
    for share in shares:
        child = os.fork()
        if child == 0:
            _gradients(share, numbers, positions)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return time.perf_counter() - begun


def _gradients(count: int, numbers: np.ndarray, positions: np.ndarray) -> None:
    calculator = Calculator("GFN2-xTB", numbers, positions)
    calculator.set("verbosity", 0)
    for step in range(count):
        calculator.update(positions * (1 + 1e-4 * step))
        calculator.singlepoint()
