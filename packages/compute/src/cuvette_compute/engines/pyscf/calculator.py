"""The ASE calculator of PySCF: energy, gradient and properties at a level of theory."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from ase import Atoms
from ase.calculators.calculator import Calculator, all_changes

from ...structures.molecule import Molecule
from ...units import ANGSTROM_PER_BOHR, EV_PER_HARTREE
from ..base import Request
from .corrections import added_energy
from .excited import ExcitedStates, excited_states
from .fields import Field
from .gradient import mean_field_gradient
from .hessian import analytic_hessian, has_analytic_hessian
from .mean_field import Solution, breaks_symmetry, carried_density, make_mole, solve, solve_open_singlet, theory_of
from .properties import dipole_moment, homo_lumo_gap, mayer_bond_orders, mulliken_charges, mulliken_spins, spin_squared
from .transition_orbitals import transition_orbital_fields

# Basis functions from which on the integrals of a field take tens of MB.
_LARGE = 60


class PySCFCalculator(Calculator):
    """One molecule; each new geometry starts from the orbitals of the last.

    `solution` holds the solved field of the last geometry for those who want more of it (`properties`, `fields`).
    """

    implemented_properties = ["energy", "forces", "dipole", "charges"]  # noqa: RUF012  (the ASE interface)
    atoms: Atoms
    """What was computed last; Calculator sets it, None at first."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._request = request
        self.solution: Solution | None = None
        # A singlet that could have parted its electrons and did not, at the first geometry: it stays paired at those that follow.
        self._paired = False

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        request = self._request
        molecule = request.molecule.at(self.atoms.positions)
        mole = make_mole(request, molecule)
        solution = self._solve(mole)
        mean_field = solution.mean_field
        wants_forces = "forces" in properties
        added, added_slope = added_energy(mole, theory_of(request.method), request.corrections, wants_forces)
        self.results = {
            "energy": (solution.energy + added) * EV_PER_HARTREE,
            "dipole": dipole_moment(mean_field) * ANGSTROM_PER_BOHR,
            "charges": mulliken_charges(mean_field),
            "spin_densities": mulliken_spins(mean_field),
            "spin_squared": 0.0 if self._paired else spin_squared(mean_field),
            "bond_orders": mayer_bond_orders(mean_field),
            "homo_lumo_gap": homo_lumo_gap(mean_field),
            "scf_iterations": solution.cycles,
            "deviations": solution.deviations,
        }
        if wants_forces:
            self.results["forces"] = -(mean_field_gradient(mean_field) + added_slope) * EV_PER_HARTREE / ANGSTROM_PER_BOHR

    def _solve(self, mole) -> Solution:
        request, last = self._request, self.solution
        # Its memory is free for the next field.
        self.solution = None
        if last is None and mole.nao >= _LARGE:
            # Fields refer to themselves: Python frees those of earlier molecules only after many more objects; each holds its integrals.
            gc.collect()
        if last is None and breaks_symmetry(request):
            found = solve_open_singlet(request, mole)
            self._paired = np.asarray(found.mean_field.mo_coeff).ndim == 2
        else:
            guess = None if last is None else carried_density(last.mean_field, mole.intor_symmetric("int1e_ovlp"))
            del last
            found = solve(replace(request, reference="restricted") if self._paired else request, mole, guess)
        self.solution = found
        return found

    def excited_states(self, wanted: dict[str, Any]) -> ExcitedStates:
        """Excited states at the geometry that was computed last."""
        if self.solution is None:
            raise ValueError("excited states need an energy first")
        return excited_states(self.solution.mean_field, wanted["num_excitations"], wanted["tda"])

    def transition_orbital_fields(self, states: ExcitedStates) -> Iterator[tuple[str, float, Field]]:
        """Natural transition orbitals of excited states that were computed last, on grids (`transition_orbitals`)."""
        if self.solution is None:
            raise ValueError("transition orbitals need an energy first")
        return transition_orbital_fields(self.solution.mean_field.mol, states.pairs, states.oscillator[1:])

    def analytic_hessian(self, molecule: Molecule) -> tuple[np.ndarray, np.ndarray] | None:
        """Hessian (Hartree/bohr^2) and dipole derivatives (Debye/Angstrom) at a geometry; None where only gradients can give them."""
        if not has_analytic_hessian(self._request):
            return None
        self.calculate(molecule.to_ase(), ["energy"], all_changes)
        if self.solution is None:
            return None
        try:
            return analytic_hessian(self._request, self.solution.mean_field)
        except NotImplementedError:
            return None
