"""Molecules on the wire and in memory, and the checks that every one passes before any engine sees it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..errors import InputError
from ..schemas.knowledge import knowledge
from .cell import Cell, cell_from_json, closest_images
from .elements import SYMBOLS, atom_name, common_isotope_mass

IMPOSSIBLE_SPIN: str = knowledge()["impossible_spin"]
CLOSEST_ATOMS_ANGSTROM = 0.1
MAX_ATOMS: int = knowledge()["most_atoms"]


@dataclass(frozen=True)
class Molecule:
    """Atomic numbers, positions in Angstrom, total charge and spin multiplicity (2S+1); a periodic structure has a cell."""

    numbers: np.ndarray
    positions: np.ndarray
    charge: int = 0
    multiplicity: int = 1
    smiles: str | None = None
    given_masses: tuple[float | None, ...] = field(default=())
    cell: Cell | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def masses(self) -> np.ndarray:
        """Masses in amu: the given ones, else those of the most common isotopes."""
        given = self.given_masses or (None,) * len(self)
        return np.array([mass or common_isotope_mass(int(z)) for z, mass in zip(self.numbers, given, strict=True)])

    @property
    def unpaired_electrons(self) -> int:
        return self.multiplicity - 1

    def at(self, positions: np.ndarray) -> Molecule:
        """The same molecule with other positions (Angstrom)."""
        return replace(self, positions=np.array(positions, dtype=float).reshape(-1, 3))

    def atom_name(self, index: int) -> str:
        """ "C7" for the 0-based index 6."""
        return atom_name(int(self.numbers[index]), index)

    def to_json(self, **properties: Any) -> dict[str, Any]:
        """The molecule in its wire shape; properties (energy, gradient, ...) are added as given."""
        given = self.given_masses or (None,) * len(self)
        return {
            "charge": self.charge,
            "multiplicity": self.multiplicity,
            "atoms": [
                {"atomic_number": number, "position": position, "mass": mass}
                for number, position, mass in zip(self.numbers.tolist(), np.round(self.positions, 8).tolist(), given, strict=True)
            ],
            "cell": self.cell.to_json() if self.cell else None,
            "smiles": self.smiles,
            **properties,
        }

    def to_ase(self):
        """An `ase.Atoms` without a calculator."""
        from ase import Atoms

        if self.cell is None:
            return Atoms(numbers=self.numbers, positions=self.positions)
        return Atoms(numbers=self.numbers, positions=self.positions, cell=self.cell.vectors, pbc=self.cell.periodic)


def _integer(value: Any, field_path: str, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or int(value) != value:
        raise InputError(f"The {name} must be a whole number, not {value!r}.", field=field_path)
    return int(value)


def molecule_from_json(value: Any, field_path: str = "initial_molecule", *, periodic: bool = False) -> Molecule:
    """Read and check a molecule; it may have a cell only with `periodic`.

    Raises InputError that names the field and the value at fault.
    """
    if not isinstance(value, dict):
        raise InputError("A molecule is needed here.", field=field_path)
    cell = None if value.get("cell") is None else cell_from_json(value["cell"], f"{field_path}.cell")
    if cell and not periodic:
        raise InputError("Periodic systems cannot be computed here; remove the cell.", field=f"{field_path}.cell")
    atoms = value.get("atoms")
    if not isinstance(atoms, list) or not atoms:
        raise InputError("The molecule has no atoms.", field=f"{field_path}.atoms")
    if len(atoms) > MAX_ATOMS:
        raise InputError(f"The molecule has {len(atoms)} atoms; at most {MAX_ATOMS} can be computed.", field=f"{field_path}.atoms")
    numbers, positions, masses = [], [], []
    for index, atom in enumerate(atoms):
        path = f"{field_path}.atoms.{index}"
        if not isinstance(atom, dict):
            raise InputError(f"Atom {index + 1} is not readable.", field=path)
        number = _integer(atom.get("atomic_number"), f"{path}.atomic_number", f"atomic number of atom {index + 1}")
        if not 1 <= number < len(SYMBOLS):
            raise InputError(f"Atom {index + 1} has the atomic number {number}, which is not an element.", field=f"{path}.atomic_number")
        numbers.append(number)
        positions.append(_position(atom.get("position"), number, index, path))
        masses.append(_mass(atom.get("mass"), number, index, path))
    charge = _integer(value.get("charge"), f"{field_path}.charge", "charge")
    multiplicity = _integer(value.get("multiplicity"), f"{field_path}.multiplicity", "multiplicity")
    smiles = value.get("smiles")
    molecule = Molecule(
        np.array(numbers, dtype=int),
        np.array(positions, dtype=float),
        charge,
        multiplicity,
        smiles if isinstance(smiles, str) and smiles else None,
        tuple(masses) if any(mass is not None for mass in masses) else (),
        cell,
    )
    check_distances(molecule, field_path)
    check_spin(molecule, field_path)
    return molecule


def _position(value: Any, number: int, index: int, path: str) -> list[float]:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise InputError(f"Atom {atom_name(number, index)} needs three coordinates.", field=f"{path}.position")
    for coordinate in value:
        if (
            isinstance(coordinate, bool)
            or not isinstance(coordinate, int | float)
            or not math.isfinite(coordinate)
            or abs(coordinate) > 1e6
        ):
            raise InputError(
                f"Atom {atom_name(number, index)} has the coordinate {coordinate!r}, which is not a usable number.",
                field=f"{path}.position",
            )
    return [float(coordinate) for coordinate in value]


def _mass(value: Any, number: int, index: int, path: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not 0.5 <= value <= 400:
        raise InputError(f"Atom {atom_name(number, index)} has the mass {value!r}, which is not usable.", field=f"{path}.mass")
    return float(value)


def check_distances(molecule: Molecule, field_path: str = "initial_molecule") -> None:
    """No two atoms on (nearly) one point, nor their images in the cells around."""
    if len(molecule) < 2:
        return
    from scipy.spatial import cKDTree

    found: tuple[int, int, float] | None = None
    if molecule.cell:
        found = closest_images(molecule.positions, molecule.cell, CLOSEST_ATOMS_ANGSTROM)
    elif pairs := cKDTree(molecule.positions).query_pairs(CLOSEST_ATOMS_ANGSTROM):
        first, second = min(pairs)
        found = first, second, float(np.linalg.norm(molecule.positions[first] - molecule.positions[second]))
    if found:
        first, second, distance = found
        raise InputError(
            f"Atoms {molecule.atom_name(first)} and {molecule.atom_name(second)} are only {distance:.3f} Å apart. "
            "Check the coordinates for a duplicated atom.",
            field=f"{field_path}.atoms.{second}.position",
        )


def check_spin(molecule: Molecule, field_path: str = "initial_molecule") -> None:
    """The parity rule, and at least as many electrons as unpaired ones."""
    if molecule.multiplicity <= 0:
        raise InputError(f"The multiplicity must be above 0, not {molecule.multiplicity}.", field=f"{field_path}.multiplicity")
    electrons = int(molecule.numbers.sum()) - molecule.charge
    if electrons < molecule.unpaired_electrons or electrons < 0 or (electrons - molecule.unpaired_electrons) % 2:
        raise InputError(IMPOSSIBLE_SPIN, field=f"{field_path}.charge")
