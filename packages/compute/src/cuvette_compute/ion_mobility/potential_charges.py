"""Partial charges of an ion that give its electrostatic potential, as the parameters of the trajectory method want them.

Charges of Singh and Kollman (1984, 10.1002/jcc.540050204; Besler, Merz and Kollman 1990, 10.1002/jcc.540110404): those that fit the
potential best at points on four shells around the atoms. Ieritano et al. 2019 (10.1039/C8AN02150C) made their parameters with such charges.
The potential here is that of GFN2-xTB's density. Mulliken charges of the same density leave out the dipoles of the atoms: they make
small polar ions 1 to 2 % smaller for nitrogen.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from ..engines.base import single_point
from ..engines.pyscf.fields import electrostatic_potential
from ..engines.tblite import TBLiteCalculator
from ..engines.tblite_orbitals import XtbField
from ..structures.molecule import Molecule
from ..structures.sphere import even_directions
from ..units import ANGSTROM_PER_BOHR

# Radii of Singh and Kollman in Å, and of Merz and Kollman for heavier halogens; the rest, which they do not have, as phosphorus.
_RADII = {1: 1.2, 6: 1.5, 7: 1.5, 8: 1.4, 9: 1.35, 15: 1.8, 16: 1.75, 17: 1.7, 35: 2.3, 53: 2.3}
_OTHER_RADIUS = 1.8
# Shells in units of the radius. On the sphere of each atom are so many points, about one for each Å^2.
_SHELLS, _POINTS = (1.4, 1.6, 1.8, 2.0), 60


def potential_charges(molecule: Molecule, calculator: TBLiteCalculator) -> np.ndarray:
    """The charges (e) by atom of a molecule at its geometry, from a calculator with GFN2-xTB. They sum to its charge."""
    single_point(calculator, molecule, gradient=False)
    points = shell_points(molecule.numbers, molecule.positions) / ANGSTROM_PER_BOHR
    potential = electrostatic_potential(XtbField(molecule, calculator.with_integrals()), points)
    return fit_charges(molecule.positions / ANGSTROM_PER_BOHR, points, potential, molecule.charge)


def shell_points(numbers: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Points (n x 3) on the four shells around atoms at `positions`, all in Å; none lies inside the shell of another atom."""
    sphere = even_directions(_POINTS)
    radii = np.array([_RADII.get(int(number), _OTHER_RADIUS) for number in numbers])
    kept = []
    for scale in _SHELLS:
        points = (positions[:, None] + sphere * (scale * radii)[:, None, None]).reshape(-1, 3)
        kept.append(points[(cdist(points, positions) >= scale * radii - 1e-6).all(axis=1)])
    return np.concatenate(kept)


def fit_charges(atoms: np.ndarray, points: np.ndarray, potential: np.ndarray, total: float) -> np.ndarray:
    """The charges at `atoms` that sum to `total` and give the potential (Hartree/e) at `points` best; lengths in bohr."""
    inverse = 1 / cdist(points, atoms)
    count = len(atoms)
    matrix = np.ones((count + 1, count + 1))
    matrix[:count, :count] = inverse.T @ inverse
    matrix[count, count] = 0
    # An atom that others bury, or a symmetric one, may leave the equations without one solution; the smallest is taken.
    return np.linalg.lstsq(matrix, np.append(inverse.T @ potential, total), rcond=1e-10)[0][:count]
