"""The ASE calculator of PySCF: energy, gradient and properties at a level of theory."""

from __future__ import annotations

import numpy as np
from ase.calculators.calculator import Calculator, all_changes

from ...molecule import Molecule
from ...units import ANGSTROM_PER_BOHR, EV_PER_HARTREE
from ..base import Request
from .corrections import added_energy
from .gradient import mean_field_gradient
from .hessian import analytic_hessian, has_analytic_hessian
from .mean_field import Solution, carried_density, make_mole, solve, theory_of
from .properties import dipole_moment, homo_lumo_gap, mayer_bond_orders, mulliken_charges, mulliken_spins, spin_squared


class PySCFCalculator(Calculator):
    """One molecule; each new geometry starts from the orbitals of the last.

    `solution` holds the solved field of the last geometry for those who want more of it (`properties`, `fields`).
    """

    implemented_properties = ["energy", "forces", "dipole", "charges"]  # noqa: RUF012  (the ASE interface)

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._request = request
        self.solution: Solution | None = None

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        request = self._request
        molecule = request.molecule.at(self.atoms.positions)
        mole = make_mole(request, molecule)
        guess = None if self.solution is None else carried_density(self.solution.mean_field, mole.intor_symmetric("int1e_ovlp"))
        self.solution = None
        self.solution = solve(request, mole, guess)
        mean_field = self.solution.mean_field
        wants_forces = "forces" in properties
        added, added_slope = added_energy(mole, theory_of(request.method), request.corrections, wants_forces)
        self.results = {
            "energy": (self.solution.energy + added) * EV_PER_HARTREE,
            "dipole": dipole_moment(mean_field) * ANGSTROM_PER_BOHR,
            "charges": mulliken_charges(mean_field),
            "spin_densities": mulliken_spins(mean_field),
            "spin_squared": spin_squared(mean_field),
            "bond_orders": mayer_bond_orders(mean_field),
            "homo_lumo_gap": homo_lumo_gap(mean_field),
            "scf_iterations": self.solution.cycles,
            "deviations": self.solution.deviations,
        }
        if wants_forces:
            self.results["forces"] = -(mean_field_gradient(mean_field) + added_slope) * EV_PER_HARTREE / ANGSTROM_PER_BOHR

    def analytic_hessian(self, molecule: Molecule) -> tuple[np.ndarray, np.ndarray] | None:
        """Hessian (Hartree/bohr^2) and dipole derivatives (Debye/Angstrom) at a geometry; None where only gradients can give them."""
        if not has_analytic_hessian(self._request):
            return None
        self.calculate(molecule.to_ase(), ["energy"], all_changes)
        try:
            return analytic_hessian(self._request, self.solution.mean_field)
        except NotImplementedError:
            return None
