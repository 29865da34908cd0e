"""GFN1-xTB and GFN2-xTB through the tblite library, with ALPB and GBSA solvents.

Periodic cells are sampled at the Gamma point only, so they should be large.

GFN1: 10.1021/acs.jctc.7b00118; GFN2: 10.1021/acs.jctc.8b01176; ALPB: 10.1021/acs.jctc.1c00471.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError
from typing import Any

import numpy as np
from ase import Atoms
from ase.calculators.calculator import Calculator, all_changes

from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable
from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR, EV_PER_HARTREE
from .base import Engine, MethodInfo, Request, package_version, to_bohr

_TBLITE_METHODS = {"gfn1_xtb": "GFN1-xTB", "gfn2_xtb": "GFN2-xTB"}
_SOLVENT_INTERACTIONS = {"alpb": "alpb-solvation", "gbsa": "gbsa-solvation"}
# Our solvent names in tblite's spelling; names missing here are spelled alike.
SOLVENT_NAMES = {
    "dichloromethane": "ch2cl2",
    "chloroform": "chcl3",
    "diethylether": "ether",
    "dimethylformamide": "dmf",
    "dimethylsulfoxide": "dmso",
    "tetrahydrofuran": "thf",
}
# tblite's "accuracy": 0.1 is below what the tightest optimization needs, 0.01 what finite differences need.
_ACCURACY, _TIGHT_ACCURACY = 0.1, 0.01
# A line of tblite's table of cycles: number, energy, changes.
_CYCLE = re.compile(r"^\s*(\d+)\s+-?\d+\.\d+\s")


class TBLiteCalculator(Calculator):
    """One molecule; each new geometry starts from the last converged density."""

    implemented_properties = ["energy", "forces", "dipole", "charges"]  # noqa: RUF012  (the ASE interface)
    atoms: Atoms
    """What was computed last; Calculator sets it, None at first."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._request = request
        self._calculator: Any = None
        self._last = None
        self._cycle: int | None = None

    def _fresh(self, positions: np.ndarray):
        from tblite.interface import Calculator as TBLite

        request = self._request
        calculator = TBLite(
            _TBLITE_METHODS[request.method],
            np.asarray(request.molecule.numbers),
            positions,
            charge=float(request.molecule.charge),
            uhf=request.molecule.unpaired_electrons,
            **self._lattice(),
            color=False,
            logger=self._note,
        )
        calculator.set("max-iter", request.max_scf_iterations)
        calculator.set("accuracy", _TIGHT_ACCURACY if request.tight else _ACCURACY)
        if request.solvent_settings:
            solvent = request.solvent_settings["solvent"]
            interaction = _SOLVENT_INTERACTIONS[request.solvent_settings["model"]]
            try:
                calculator.add(interaction, SOLVENT_NAMES.get(solvent, solvent))
            except Exception as error:  # tblite raises its own bare errors
                raise InputError(
                    f"The solvent {solvent} is not parametrized for {request.solvent_settings['model'].upper()} with "
                    f"{_TBLITE_METHODS[request.method]}.",
                    field="settings.solvent_settings.solvent",
                    detail=str(error),
                ) from error
        return calculator

    def _lattice(self) -> dict[str, Any]:
        """The cell of the present geometry in bohr, where the molecule has one; a barostat changes it."""
        cell = self._request.molecule.cell
        return {"lattice": to_bohr(self.atoms.cell.array), "periodic": np.array(cell.periodic)} if cell else {}

    def _note(self, line: str) -> None:
        """Keep the number of the cycle that a line of tblite's output tells of, which comes while it computes, and pass it on."""
        for part in line.splitlines():
            if match := _CYCLE.match(part):
                self._cycle = max(self._cycle or 0, int(match[1]))
                if self._request.on_cycle:
                    self._request.on_cycle(self._cycle)

    def _solve(self, positions: np.ndarray):
        if self._calculator is None:
            self._calculator = self._fresh(positions)
        else:
            self._calculator.update(positions, self._lattice().get("lattice"))
        self._cycle = None
        if self._last is not None:
            try:
                return self._calculator.singlepoint(self._last)
            except Exception:  # an unsuitable starting density is no reason to fail: start anew below
                self._last = None
                self._cycle = None
        try:
            return self._calculator.singlepoint()
        except MemoryError:
            raise
        except Exception as error:  # tblite raises its own bare errors
            raise _explained(error, _TBLITE_METHODS[self._request.method]) from error

    def with_integrals(self):
        """The last geometry's result (`tblite.interface.Result`) once more, with its overlap matrix; its own density is the start."""
        self._calculator.set("save-integrals", 1)
        self._cycle = None
        return self._calculator.singlepoint(self._last)

    def placed(self, molecule: Molecule):
        """The `ase.Atoms` of a molecule; those of the last call, moved, where that was of the same one."""
        atoms = self.atoms
        if atoms is None or molecule.cell or atoms.pbc.any() or not np.array_equal(atoms.numbers, molecule.numbers):
            return molecule.to_ase()
        atoms.positions = molecule.positions
        return atoms

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        if atoms is None or atoms is not self.atoms:
            super().calculate(atoms, properties, system_changes)
        result = self._solve(to_bohr(self.atoms.positions))
        self._last = result
        energy = float(result.get("energy"))
        if not np.isfinite(energy):
            self._last = None
            raise ConvergenceError(f"{_TBLITE_METHODS[self._request.method]} returned an energy that is not a number.")
        self.results = {
            "energy": energy * EV_PER_HARTREE,
            "forces": -np.asarray(result.get("gradient")) * EV_PER_HARTREE / ANGSTROM_PER_BOHR,
            "dipole": np.asarray(result.get("dipole")) * ANGSTROM_PER_BOHR,
            "charges": np.asarray(result.get("charges")),
            "bond_orders": _wiberg(result),
            "homo_lumo_gap": _gap(result),
            "scf_iterations": self._cycle,
        }
        if self._request.molecule.cell:
            # There is no dipole moment of what repeats.
            self.results["dipole"] = None
            self.results["stress_tensor"] = np.asarray(result.get("virial")) / self.atoms.get_volume()


def _explained(error: Exception, title: str) -> ComputeError:
    """tblite's complaint in our words."""
    text = str(error)
    if "unpaired" in text:
        return InputError(
            f"{title} has no state with this multiplicity: it keeps f electrons in the core, so its count of valence electrons "
            "differs from that of all electrons. Try the neighbouring multiplicity.",
            field="initial_molecule.multiplicity",
            detail=text,
        )
    if "converge" in text.lower():
        words = f"The {title} self-consistent charges did not converge. Check geometry, charge and multiplicity."
        return ConvergenceError(words, detail=text)
    return ComputeError(f"{title} stopped: {text.strip() or 'no reason given'}.", detail=text)


def _wiberg(result) -> np.ndarray:
    """Wiberg bond orders; the channels of a spin-resolved density are added."""
    orders = np.asarray(result.get("bond-orders"))
    return orders.sum(axis=-1) if orders.ndim == 3 else orders


def _gap(result) -> float | None:
    """Gap in eV between the highest orbital that is at least half filled and the next one; None without empty orbitals."""
    energies = np.asarray(result.get("orbital-energies")).reshape(-1)
    occupations = np.asarray(result.get("orbital-occupations")).reshape(-1)
    filled = np.nonzero(occupations > 0.5)[0]
    if not len(filled) or filled[-1] + 1 >= len(energies):
        return None
    return float(energies[filled[-1] + 1] - energies[filled[-1]]) * EV_PER_HARTREE


class TBLiteEngine(Engine):
    """The tblite library."""

    name = "tblite"
    methods = tuple(
        MethodInfo(name, frozenset(range(1, 87)), tuple(_SOLVENT_INTERACTIONS), "Mulliken", exponent=2.7, periodic=True)
        for name in _TBLITE_METHODS
    )

    def version(self) -> str:
        try:
            import tblite.interface  # noqa: F401  (a broken installation must show here)

            return package_version("tblite")
        except (ImportError, OSError, PackageNotFoundError) as error:
            raise MethodNotAvailable("The tblite package is not installed on this worker.", detail=str(error)) from error

    def calculator(self, request: Request) -> TBLiteCalculator:
        if int(request.molecule.numbers.sum()) == request.molecule.charge:
            raise InputError("A bare proton has no electrons; there is nothing to compute.", field="initial_molecule.charge")
        return TBLiteCalculator(request)
