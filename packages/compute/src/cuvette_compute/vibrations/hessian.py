"""Hessian and dipole derivatives by central finite differences of gradients and dipoles.

Displaced geometries need nothing from each other. A job with further processes has them carried out in groups of atoms, each with a
calculator of its own (`runtime/parallel.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..engines import single_point
from ..runtime.job import Job
from ..runtime.parallel import each
from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR

# Angstrom. Small enough for a cubic error below 0.1 cm^-1 on stiff bonds, large enough against the noise of a tightly
# converged self-consistent field.
DISPLACEMENT = 0.005
_ATOMS_PER_GROUP_SECONDS = 2.0


Maker = Callable[[Job], Any]
"""Makes the calculator once more in another process: a module's own function, or a `functools.partial` of one."""


def hessian_of(
    job: Job, name: str, molecule: Molecule, calculator, inputs: Any, stage: str, make: Maker | None = None
) -> tuple[np.ndarray, np.ndarray | None]:
    """The Hessian (Hartree/bohr^2) and dipole derivatives (Debye/Angstrom): analytic where the calculator has them, else by differences.

    With `make` the displaced geometries may be computed in other processes.
    """
    analytic = getattr(calculator, "analytic_hessian", None)
    # What an attempt began by differences goes on so.
    if analytic is not None and not _anything_stored(job, name, inputs, len(molecule)):

        def compute() -> dict[str, Any] | None:
            found = analytic(molecule)
            return None if found is None else {"hessian": np.round(found[0], 10).tolist(), "dipoles": np.round(found[1], 8).tolist()}

        record = job.step(f"{name}/analytic", inputs, compute)
        if record is not None:
            job.progress(stage, len(molecule), len(molecule))
            return np.array(record["hessian"]), np.array(record["dipoles"])
    return finite_difference_hessian(job, name, molecule, calculator, inputs, stage, make)


def finite_difference_hessian(
    job: Job, name: str, molecule: Molecule, calculator, inputs: Any, stage: str, make: Maker | None = None
) -> tuple[np.ndarray, np.ndarray | None]:
    """The Cartesian Hessian (Hartree/bohr^2) and the dipole derivatives (Debye/Angstrom, 3N x 3; None without dipoles).

    The work is stored in groups of atoms of some seconds each, so that a later attempt continues where this one ended.
    """
    count = len(molecule)
    size = (
        group_size(molecule, calculator) if not _anything_stored(job, name, inputs, count) else _stored_group_size(job, name, inputs, count)
    )
    rows, dipole_rows = np.zeros((3 * count, 3 * count)), np.zeros((3 * count, 3))
    has_dipole = True
    groups = [list(range(start, min(start + size, count))) for start in range(0, count, size)]

    # Each group begins with a calculator that remembers nothing, so that its digits do not depend on which process does which.
    several = make is not None and len(groups) > 1
    anew: Maker = make if make is not None and several else lambda _: calculator
    work = partial(group_of_atoms, anew, molecule, name, size, inputs, stage)
    together = several and job.helpers is not None
    results = each(job, work, groups, stage, "hessian", things="groups of atoms") if together else (work(job, atoms) for atoms in groups)
    for atoms, result in zip(groups, results, strict=True):
        block = slice(3 * atoms[0], 3 * atoms[-1] + 3)
        rows[block] = np.array(result["rows"])
        if result["dipoles"] is None:
            has_dipole = False
        else:
            dipole_rows[block] = np.array(result["dipoles"])
        job.progress(stage, atoms[-1] + 1, count)
    hessian = 0.5 * (rows + rows.T) * ANGSTROM_PER_BOHR**2
    return hessian, dipole_rows if has_dipole else None


def group_of_atoms(
    make: Maker, molecule: Molecule, name: str, size: int, inputs: Any, stage: str, job: Job, atoms: list[int]
) -> dict[str, Any]:
    """The rows and dipole derivatives of one group of atoms (from 0), with the calculator that `make` gives."""
    return job.step(f"{name}/atoms-{atoms[0] + 1}-{size}", inputs, lambda: _group(job, molecule, make(job), atoms, stage))


def group_size(molecule: Molecule, calculator) -> int:
    """How many atoms make a piece of about two seconds of work."""
    start = time.perf_counter()
    single_point(calculator, molecule)
    seconds = max(time.perf_counter() - start, 1e-4)
    return int(min(len(molecule), max(1, _ATOMS_PER_GROUP_SECONDS / (6 * seconds))))


def _stored_group_size(job: Job, name: str, inputs: Any, count: int) -> int:
    return next(size for size in range(1, count + 1) if job.has_step(f"{name}/atoms-1-{size}", inputs))


def _anything_stored(job: Job, name: str, inputs: Any, count: int) -> bool:
    return any(job.has_step(f"{name}/atoms-1-{size}", inputs) for size in range(1, count + 1))


def _group(job: Job, molecule: Molecule, calculator, atoms: list[int], stage: str) -> dict[str, Any]:
    """Rows of the Hessian (Hartree/Angstrom^2) and dipole derivatives (Debye/Angstrom) for some atoms."""
    rows: list[list[float]] = []
    dipoles: list[list[float]] = []
    for done, atom in enumerate(atoms):
        for axis in range(3):
            plus, minus = (
                single_point(calculator, molecule.at(_displaced(molecule.positions, atom, axis, sign * DISPLACEMENT))) for sign in (1, -1)
            )
            rows.append(((plus.slope() - minus.slope()) / (2 * DISPLACEMENT)).reshape(-1).tolist())
            if plus.dipole is not None and minus.dipole is not None:
                dipoles.append(((plus.dipole - minus.dipole) / (2 * DISPLACEMENT)).tolist())
        job.progress(stage, atoms[0] + done + 1, len(molecule))
    rows = np.round(rows, 10).tolist()  # far below the noise of the differences, and half the size to store
    return {"rows": rows, "dipoles": dipoles if len(dipoles) == len(rows) else None}


def _displaced(positions: np.ndarray, atom: int, axis: int, by: float) -> np.ndarray:
    moved = positions.copy()
    moved[atom, axis] += by
    return moved
