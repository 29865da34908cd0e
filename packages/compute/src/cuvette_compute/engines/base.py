"""What every engine offers: methods, a calculator, and an honest answer when it cannot run.

An engine is one file with a class derived from `Engine`. Its calculators are ordinary ASE calculators (eV, Angstrom) whose
`results` may also hold the extra keys of `EXTRA_PROPERTIES`; everything above works with any of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable
from ..methods.settings import method_title
from ..schemas.knowledge import knowledge, solvents_of
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR, DEBYE_PER_E_ANGSTROM, EV_PER_HARTREE

EXTRA_PROPERTIES = ("bond_orders", "homo_lumo_gap", "scf_iterations", "stress_tensor", "spin_densities", "spin_squared", "deviations")


@dataclass(frozen=True)
class MethodInfo:
    """One method of an engine: elements it covers, solvent models it knows, how its cost grows with the atom count."""

    name: str
    elements: frozenset[int]
    solvent_models: tuple[str, ...]
    charge_model: str | None
    exponent: float
    open_shell: bool = True
    # For an engine that is timed by one method only: the time relative to that one's.
    relative_cost: float = 1.0
    # Whether it takes cells that repeat in all three directions.
    periodic: bool = False


@dataclass
class SinglePoint:
    """Energy and properties at one geometry, in wire units (Hartree, Angstrom, Debye, eV)."""

    energy: float
    gradient: np.ndarray | None = None
    dipole: np.ndarray | None = None
    charges: np.ndarray | None = None
    bond_orders: np.ndarray | None = None
    homo_lumo_gap: float | None = None
    scf_iterations: int | None = None
    # Stress of a periodic structure, 3 x 3 in Hartree/Angstrom^3: the derivative of the energy by the strain over the volume.
    stress: np.ndarray | None = None
    spin_densities: np.ndarray | None = None
    # <S^2> of an unrestricted field.
    spin_squared: float | None = None
    # Where the engine did otherwise than asked, as provenance keeps it: kind, what, reason.
    deviations: list[dict[str, str]] = field(default_factory=list)

    def slope(self) -> np.ndarray:
        """The gradient, where one was asked for; raises ComputeError where the engine gave none."""
        if self.gradient is None:
            raise ComputeError("The engine gave an energy without a gradient.")
        return self.gradient


@dataclass
class Request:
    """What a calculator is made from."""

    method: str
    molecule: Molecule
    # None where a request is only checked and nothing runs.
    directory: Path | None
    threads: int = 1
    solvent_settings: dict[str, str] | None = None
    # For a method that takes them: the name of the basis set, and corrections by the platform's names ("d3bj").
    basis_set: str | None = None
    corrections: tuple[str, ...] = ()
    # "restricted", "unrestricted", or None for what the multiplicity asks for.
    reference: str | None = None
    max_scf_iterations: int = 250
    tight: bool = False
    extras: dict[str, Any] = field(default_factory=dict)
    # Called with the number of each cycle of a self-consistent field, where the engine tells of them.
    on_cycle: Callable[[int], None] | None = None

    def place(self) -> Path:
        """The directory to run in; raises ValueError for a request that is only checked."""
        if self.directory is None:
            raise ValueError("a request without a directory is only checked")
        return self.directory


class Engine:
    """Base of all engines."""

    name: str
    methods: tuple[MethodInfo, ...]
    # Whether a basis set can (and must) be chosen.
    takes_basis_set = False
    has_spin_densities = False
    # Whether a gradient costs little beside the energy, so that a single point gives it unasked.
    cheap_gradient = True
    # Whether it is a program that an administrator has installed beside our own engines, and people may ask for by name.
    is_own_program = False
    # Whether its energies are heats of formation at 298 K, which take no thermal corrections.
    gives_heats_of_formation = False
    # Whether an unrestricted reference lets the electrons of a singlet part (broken spin symmetry).
    parts_singlets = False

    def version(self) -> str:
        """The version of the program or package. Raises MethodNotAvailable where it is not installed."""
        raise NotImplementedError

    def calculator(self, request: Request):
        """An ASE calculator for the request. Raises MethodNotAvailable or InputError."""
        raise NotImplementedError

    def probe_request(self, method: str, molecule: Molecule) -> Request:
        """The request by which the probe tries a method; `extras["coarse"]` asks for the quickest numerics that still run all of it."""
        return Request(method, molecule, None)

    def failures(self, molecule: Molecule) -> dict[str, Exception | None]:
        """Why each method does not run on a molecule here, with coarse numerics; None for those that do. The probe asks slow engines."""
        found: dict[str, Exception | None] = {}
        for info in self.methods:
            try:
                request = self.probe_request(info.name, molecule)
                request.extras["coarse"] = True
                single_point(self.calculator(request), molecule)
                found[info.name] = None
            except Exception as error:  # whatever one method does, the others are still tried
                found[info.name] = error
        return found

    def info(self, method: str) -> MethodInfo:
        return next(info for info in self.methods if info.name == method)

    def check(self, request: Request, field_path: str) -> None:
        """Refuse elements, spin states and solvents that the method does not cover, naming the atom or the setting."""
        info = self.info(request.method)
        title = method_title(request.method)
        count, most = len(request.molecule.numbers), knowledge()["methods"].get(request.method, {}).get("most_atoms")
        if most is not None and count > most:
            raise InputError(f"{title} takes at most {most} atoms; this structure has {count}.", field="initial_molecule")
        if request.basis_set and not self.takes_basis_set:
            raise InputError(
                f"{title} has its own basis; the basis set {request.basis_set} cannot be chosen.", field=f"{field_path}.basis_set"
            )
        if request.corrections and not self.takes_basis_set:
            raise MethodNotAvailable(f"{title} takes no extra dispersion correction.", field=f"{field_path}.corrections")
        for index, number in enumerate(request.molecule.numbers):
            if int(number) not in info.elements:
                raise InputError(
                    f"{title} has no parameters for {SYMBOLS[int(number)]} (atom {request.molecule.atom_name(index)}).",
                    field=f"initial_molecule.atoms.{index}",
                )
        if request.molecule.cell:
            self.check_cell(request, field_path)
        if not info.open_shell and request.molecule.multiplicity != 1:
            raise InputError(
                f"{title} covers closed-shell molecules only; the multiplicity must be 1.", field="initial_molecule.multiplicity"
            )
        solvent = request.solvent_settings
        if solvent and solvent["model"].lower() not in [model.lower() for model in info.solvent_models]:
            offered = ", ".join(model.upper() for model in info.solvent_models) or "none"
            raise MethodNotAvailable(
                f"The solvent model {str(solvent['model']).upper()} is not available with {title} on this server; available: {offered}.",
                field=f"{field_path}.solvent_settings.model",
            )
        if solvent and solvent["solvent"] not in (known := solvents_of(request.method, solvent["model"])):
            raise InputError(
                f"The solvent {solvent['solvent']} is not parametrized for {str(solvent['model']).upper()} with {title}; available: "
                f"{', '.join(known)}.",
                field=f"{field_path}.solvent_settings.solvent",
            )

    def check_excited_states(self, request: Request, wanted: dict[str, Any], field_path: str) -> None:
        """Refuse excited states (`excited_state_settings`) that the method does not give; no engine does unless it says so."""
        raise MethodNotAvailable(
            f"{method_title(request.method)} gives no excited states on this server. Choose Hartree-Fock or a density functional with a "
            "basis set, for instance CAM-B3LYP/def2-SVP.",
            field=f"{field_path}.excited_state_settings",
        )

    def check_cell(self, request: Request, field_path: str) -> None:
        """Refuse what the method cannot do with a cell."""
        title = method_title(request.method)
        if not self.info(request.method).periodic:
            words = f"{title} does not take periodic systems on this server; choose another method or remove the cell."
            raise MethodNotAvailable(words, field=f"{field_path}.method")
        cell = request.molecule.cell
        repeated = sum(cell.periodic) if cell else 3
        if repeated < 3:
            raise InputError(
                f"{title} takes cells that repeat in all three directions; this one repeats in {repeated}. Leave a gap along the others "
                "and let all three repeat.",
                field="initial_molecule.cell.is_periodic",
            )
        if request.solvent_settings:
            raise InputError("A periodic system takes no solvent model; remove the solvent.", field=f"{field_path}.solvent_settings")


@cache
def package_version(name: str) -> str:
    """The version of an installed package, looked up once: recipes name it beside each calculation. Raises PackageNotFoundError."""
    return version(name)


def single_point(calculator, molecule: Molecule, gradient: bool = True) -> SinglePoint:
    """Energy, gradient and whatever else the calculator yields, in wire units."""
    from ase.calculators.calculator import all_changes

    placed = getattr(calculator, "placed", None)
    atoms = placed(molecule) if placed else molecule.to_ase()
    calculator.calculate(atoms, ["energy", "forces"] if gradient else ["energy"], all_changes)
    results = calculator.results
    energy = float(results["energy"]) / EV_PER_HARTREE
    if not math.isfinite(energy):
        raise ConvergenceError("The engine returned an energy that is not a number.")
    forces = results.get("forces")
    dipole = results.get("dipole")
    point = SinglePoint(energy)
    if forces is not None:
        if not np.isfinite(forces).all():
            raise ConvergenceError("The engine returned a gradient that is not a number.")
        point.gradient = -np.asarray(forces) / EV_PER_HARTREE
    if dipole is not None:
        point.dipole = np.asarray(dipole) * DEBYE_PER_E_ANGSTROM
    charges = results.get("charges")
    point.charges = None if charges is None else np.asarray(charges)
    point.bond_orders = results.get("bond_orders")
    point.homo_lumo_gap = results.get("homo_lumo_gap")
    point.scf_iterations = results.get("scf_iterations")
    point.stress = results.get("stress_tensor")
    point.spin_densities = results.get("spin_densities")
    point.spin_squared = results.get("spin_squared")
    point.deviations = list(results.get("deviations") or [])
    return point


def bond_order_list(matrix: np.ndarray | None, threshold: float = 0.1) -> list[list[float]] | None:
    """Bond orders above the threshold as [i, j, order], 0-based, i < j."""
    if matrix is None:
        return None
    rows, columns = np.nonzero(np.triu(matrix, 1) > threshold)
    return [[int(i), int(j), round(float(matrix[i, j]), 6)] for i, j in zip(rows, columns, strict=True)]


def to_bohr(positions: np.ndarray) -> np.ndarray:
    return np.asarray(positions, dtype=float) / ANGSTROM_PER_BOHR
