"""The ASE calculator of a program that is run once for each geometry."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from ase import Atoms
from ase.calculators.calculator import Calculator, all_changes

from ...errors import ConvergenceError
from ...structures.molecule import Molecule
from ...units import ANGSTROM_PER_BOHR, DEBYE_PER_E_ANGSTROM, EV_PER_HARTREE
from ..base import Request


@dataclass
class ProgramPoint:
    """What a program computed at one geometry: Hartree, Hartree/bohr (atoms x 3), Debye, e, eV."""

    energy: float
    gradient: np.ndarray | None = None
    dipole: np.ndarray | None = None
    charges: np.ndarray | None = None
    bond_orders: np.ndarray | None = None
    homo_lumo_gap: float | None = None
    scf_iterations: int | None = None
    spin_squared: float | None = None
    deviations: list[dict[str, str]] = field(default_factory=list)


Run = Callable[[Request, Molecule, bool, Path], ProgramPoint]
"""Runs the program for a request on a molecule in an empty directory; the third argument says whether the gradient is wanted."""


class ProgramCalculator(Calculator):
    """One run of the program for each geometry, each in a directory of its own that is removed afterwards."""

    implemented_properties = ["energy", "forces", "dipole", "charges"]  # noqa: RUF012  (the ASE interface)
    atoms: Atoms
    """What was computed last; Calculator sets it, None at first."""

    def __init__(self, request: Request, run: Run) -> None:
        super().__init__()
        self.request = request
        self._run = run

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        molecule = self.request.molecule.at(self.atoms.positions)
        with run_directory(self.request) as place:
            point = self._run(self.request, molecule, "forces" in properties, place)
        results = {
            "energy": point.energy * EV_PER_HARTREE,
            "dipole": None if point.dipole is None else point.dipole / DEBYE_PER_E_ANGSTROM,
            "charges": point.charges,
            "bond_orders": point.bond_orders,
            "homo_lumo_gap": point.homo_lumo_gap,
            "scf_iterations": point.scf_iterations,
            "spin_squared": point.spin_squared,
            "deviations": point.deviations,
        }
        if point.gradient is not None:
            if point.gradient.shape != molecule.positions.shape:
                raise ConvergenceError("The program gave a gradient for another number of atoms.")
            results["forces"] = -point.gradient * EV_PER_HARTREE / ANGSTROM_PER_BOHR
        self.results = {key: value for key, value in results.items() if value is not None}


@contextmanager
def run_directory(request: Request) -> Iterator[Path]:
    """An empty directory below the job's, or the system's where there is none; it is removed with the integrals that programs leave."""
    place = Path(tempfile.mkdtemp(prefix=f"{request.method}-", dir=request.directory))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
