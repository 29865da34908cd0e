"""The Hessian file of ORCA (`job.hess`): the matrix, the atoms, and the spectrum that was computed from it."""

from __future__ import annotations

import numpy as np

from ...structures.molecule import Molecule
from ...units import ANGSTROM_PER_BOHR
from ...vibrations.normal_modes import normal_modes
from ..numbers import atomic_number, number_of
from ..record import Frame, NotReadable, Record, lowest_multiplicity


def read_orca_hessian(lines: list[str]) -> list[Record]:
    """The structure and the normal modes of a Hessian file, computed from its matrix with the masses that it names.

    The matrix is in Hartree/bohr^2 and the atoms in bohr. Intensities are those of the file where it has as many as there are modes. Raises
    NotReadable for a file without matrix or atoms, which a broken run leaves.
    """
    sections = _sections(lines)
    atoms = [line.split() for line in sections.get("$atoms", [])[1:] if len(line.split()) >= 5]
    numbers = [number for number in (atomic_number(row[0]) for row in atoms) if number is not None]
    hessian = _matrix(sections.get("$hessian", []))
    if not numbers or len(numbers) != len(atoms) or hessian is None or len(hessian) != 3 * len(numbers):
        raise NotReadable("The Hessian file of ORCA is cut off: it needs its matrix ($hessian) and its atoms ($atoms).")
    positions = np.array([[float(word) for word in row[2:5]] for row in atoms]) * ANGSTROM_PER_BOHR
    masses = tuple(float(row[1]) for row in atoms)
    energy = number_of(" ".join(sections.get("$act_energy", [""])).strip())
    multiplicity = number_of(" ".join(sections.get("$multiplicity", [""])).strip())
    record = Record("ORCA", None, numbers, [Frame(positions, energy or None)])
    record.multiplicity = int(multiplicity) if multiplicity else None
    molecule = Molecule(np.array(numbers), positions, 0, lowest_multiplicity(numbers, 0), None, masses)
    record.modes = normal_modes(molecule, hessian, _dipole_derivatives(sections.get("$dipole_derivatives", []), len(numbers)))
    return [record]


def _sections(lines: list[str]) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if line.startswith("$"):
            name = line.split()[0]
            sections[name] = []
        elif name and line.strip() and not line.startswith("#"):
            sections[name].append(line)
    return sections


def _matrix(lines: list[str]) -> np.ndarray | None:
    """A square matrix in blocks of columns; None where rows are missing."""
    if not lines:
        return None
    size = int(lines[0])
    # A header may name any size: the matrix that follows must have as many numbers.
    if size <= 0 or size * size > 12 * sum(map(len, lines)):
        return None
    matrix = np.full((size, size), np.nan)
    columns: list[int] = []
    for line in lines[1:]:
        words = line.split()
        if all(word.isdigit() for word in words):
            columns = [int(word) for word in words]
        elif columns and len(words) == len(columns) + 1:
            matrix[int(words[0]), columns] = [float(word) for word in words[1:]]
    return None if np.isnan(matrix).any() else (matrix + matrix.T) / 2


def _dipole_derivatives(lines: list[str], atoms: int) -> np.ndarray | None:
    """Derivatives of the dipole moment (Debye/Angstrom) of those in atomic units; None where they are missing or zero."""
    from ...units import DEBYE_PER_E_ANGSTROM

    rows = [[number_of(word) for word in line.split()] for line in lines[1:]]
    if len(rows) != 3 * atoms or any(len(row) != 3 or None in row for row in rows):
        return None
    values = np.array(rows, dtype=float)
    return values * DEBYE_PER_E_ANGSTROM if values.any() else None
