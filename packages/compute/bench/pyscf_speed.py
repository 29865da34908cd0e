"""Energy and gradient of ibuprofen with r2SCAN-3c: seconds here, and against bare PySCF in the same run.

Bare is PySCF as it comes: its own guess, integrator, Coulomb matrices and BLAS, on the same geometry, basis, fitting set, grid, tolerance
and with the movement of the grid in the gradient. Each runs in a process of its own. Prints seconds, processor seconds and the ratio; fails
where the ratio is above 1.1 or the energies differ by more than 1e-6 Hartree. Processor seconds do not count what else the machine does.
Run in packages/compute: OMP_NUM_THREADS=2 PYTHONPATH=src:tests .venv/bin/python bench/pyscf_speed.py [SMILES]
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from dataclasses import dataclass

import numpy as np

_IBUPROFEN = "CC(C)Cc1ccc(cc1)C(C)C(=O)O"
_METHOD = "r2scan_3c"
_HIGHEST_RATIO, _LARGEST_DIFFERENCE = 1.1, 1e-6


@dataclass
class Timed:
    """Energy (Hartree) and gradient (Hartree/bohr) of the mean field, with (wall, processor) seconds of each."""

    energy: float
    gradient: np.ndarray
    energy_seconds: tuple[float, float]
    gradient_seconds: tuple[float, float]


def _clock() -> np.ndarray:
    return np.array([time.monotonic(), time.process_time()])


def here(smiles: str) -> Timed:
    """As the engine computes it."""
    from cuvette_compute.engines.pyscf.gradient import mean_field_gradient
    from cuvette_compute.engines.pyscf.mean_field import solve

    request, mole = _start(smiles)
    begun = _clock()
    solution = solve(request, mole, None)
    between = _clock()
    gradient = mean_field_gradient(solution.mean_field)
    return Timed(solution.energy, gradient, tuple(between - begun), tuple(_clock() - between))


def bare(smiles: str) -> Timed:
    """As PySCF computes it when nobody helps."""
    import pyscf.lib  # noqa: F401  (loaded as it comes, before the engine chooses kernels for it)
    from pyscf import dft

    from cuvette_compute.engines.pyscf.mean_field import _CONVERGENCE, _GRID, _fitting_set
    from cuvette_compute.engines.pyscf.methods import THEORIES

    _, mole = _start(smiles)
    theory = THEORIES[_METHOD]
    begun = _clock()
    field = dft.RKS(mole, xc=theory.functional).density_fit(auxbasis=_fitting_set(mole, theory.basis))
    field.grids.level, field.conv_tol = _GRID, _CONVERGENCE
    energy = field.kernel()
    between = _clock()
    method = field.nuc_grad_method()
    method.grid_response = True
    gradient = method.kernel()
    return Timed(energy, gradient, tuple(between - begun), tuple(_clock() - between))


def _start(smiles: str):
    from conftest import from_smiles

    from cuvette_compute.engines import Request
    from cuvette_compute.engines.pyscf.mean_field import make_mole

    request = Request(_METHOD, from_smiles(smiles), None, threads=int(os.environ.get("OMP_NUM_THREADS", "1")))
    return request, make_mole(request, request.molecule)


def main() -> int:
    smiles = sys.argv[1] if len(sys.argv) > 1 else _IBUPROFEN
    found = {}
    for name, run in (("here", here), ("bare PySCF", bare)):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found[name] = pool.apply(run, (smiles,))
        timed = found[name]
        for what, (wall, processor) in (("energy", timed.energy_seconds), ("gradient", timed.gradient_seconds)):
            print(f"{name}, {what}: {wall:.1f} s, {processor:.1f} processor seconds", flush=True)
    ours, theirs = found["here"], found["bare PySCF"]
    ratios = {
        "energy": ours.energy_seconds[1] / theirs.energy_seconds[1],
        "gradient": ours.gradient_seconds[1] / theirs.gradient_seconds[1],
    }
    difference = abs(ours.energy - theirs.energy)
    print(f"processor seconds here against bare: energy {ratios['energy']:.2f}, gradient {ratios['gradient']:.2f}")
    print(f"difference of the energies {difference:.1e} Hartree, of the gradients {np.abs(ours.gradient - theirs.gradient).max():.1e}")
    return int(max(ratios.values()) > _HIGHEST_RATIO or difference > _LARGEST_DIFFERENCE)


if __name__ == "__main__":
    sys.exit(main())
