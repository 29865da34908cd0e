"""The Hessian file of ORCA (`job.hess`): the matrix, the atoms, and the spectrum that was computed from it."""

from __future__ import annotations

import numpy as np

from ...engines.programs.orca_hessian import dipole_derivatives, hessian_sections, square_matrix
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
    sections = hessian_sections(lines)
    atoms = [line.split() for line in sections.get("$atoms", [])[1:] if len(line.split()) >= 5]
    numbers = [number for number in (atomic_number(row[0]) for row in atoms) if number is not None]
    hessian = square_matrix(sections.get("$hessian", []))
    if not numbers or len(numbers) != len(atoms) or hessian is None or len(hessian) != 3 * len(numbers):
        raise NotReadable("The Hessian file of ORCA is cut off: it needs its matrix ($hessian) and its atoms ($atoms).")
    positions = np.array([[float(word) for word in row[2:5]] for row in atoms]) * ANGSTROM_PER_BOHR
    masses = tuple(float(row[1]) for row in atoms)
    energy = number_of(" ".join(sections.get("$act_energy", [""])).strip())
    multiplicity = number_of(" ".join(sections.get("$multiplicity", [""])).strip())
    record = Record("ORCA", None, numbers, [Frame(positions, energy or None)])
    record.multiplicity = int(multiplicity) if multiplicity else None
    molecule = Molecule(np.array(numbers), positions, 0, lowest_multiplicity(numbers, 0), None, masses)
    record.modes = normal_modes(molecule, hessian, dipole_derivatives(sections.get("$dipole_derivatives", []), len(numbers)))
    return [record]
