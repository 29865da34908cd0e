"""What is left of the drag on an ion where collisions turn, bend and twist it: a factor on the cross section of a rigid ion.

The trajectory method holds the ion still. A real one gives way where it is hit, the more the lighter and softer it is there, and then a
molecule of the gas passes less momentum on. A point of the surface that is struck along n answers as a body of the mass

    1 / m = n . G . n,    G = 1 / M  +  rotation about the centre of mass  +  sum over vibrations of g(w) L L^T

with the displacements L of each mode at the atom, weighted by mass. In a gas in equilibrium the drag on an element of surface goes with the
square root of the reduced mass of that body and the molecule (momentum 2 mu v times the rate of thermal collisions, v ~ mu^-1/2), so the
factor is the mean over the surface of sqrt(mu / mu_rigid), where a rigid ion has 1 / m = 1 / M everywhere.

A vibration answers only where it is slow beside the collision. For a wall that falls off as exp(-alpha r), struck at speed v, Landau and
Teller's classical result holds: g = (x / sinh x)^2 with x = pi w / (alpha v) (Landau and Teller 1936, Phys. Z. Sowjetunion 10, 34; Rapp
and Kassal 1969, 10.1021/cr60257a003). alpha is the steepness of the exp-6 function of the atom, and g is averaged over the speeds of
thermal collisions. The factor has no parameter of its own. It leaves out the attraction before the wall and what vibrations do after it.
"""

from __future__ import annotations

import numpy as np

from ..structures.inertia import centred, inertia_tensor
from ..structures.molecule import Molecule
from ..structures.sphere import even_directions
from ..units import ATOMIC_MASS_IN_KILOGRAM, BOLTZMANN_IN_JOULE_PER_KELVIN, LIGHT_SPEED_IN_CM_PER_SECOND
from ..vibrations.normal_modes import normal_modes
from .cross_section import GAS_MASS
from .ion_gas import EXP_STEEPNESS, ExpSix

# Points on the sphere of each atom, and the nodes of the mean over speeds: u = mu v^2 / 2kT is spread as exp(-u) among collisions.
_POINTS = 240
_ENERGIES, _WEIGHTS = np.polynomial.laguerre.laggauss(8)
_METRES = 1e-10


def inelastic_factor(molecule: Molecule, hessian: np.ndarray, wall: ExpSix, temperature: float) -> float:
    """The mean over the surface of an ion in nitrogen of sqrt(mu / mu_rigid), between 0 and 1.

    `hessian` in Hartree/bohr^2; `wall` has the distance of each atom with the gas, where its surface lies; `temperature` in K. A mode
    with an imaginary frequency counts as one that is as slow.
    """
    gas, whole = GAS_MASS["N2"], float(molecule.masses.sum())
    rigid = 1 / (1 / gas + 1 / whole)
    speeds = np.sqrt(2 * _ENERGIES * BOLTZMANN_IN_JOULE_PER_KELVIN * temperature / (rigid * ATOMIC_MASS_IN_KILOGRAM))
    modes = normal_modes(molecule, hessian, None)
    angular = 2 * np.pi * LIGHT_SPEED_IN_CM_PER_SECOND * np.array([abs(mode.frequency) for mode in modes])
    shapes = np.array([mode.displacements / np.sqrt(mode.reduced_mass) for mode in modes]).reshape(len(modes), len(molecule), 3)
    points = centred(molecule)
    inverse = np.linalg.pinv(inertia_tensor(molecule))
    directions = even_directions(_POINTS)
    total = area = 0.0
    for atom, distance in enumerate(wall.distance):
        surface = points[atom] + distance * directions
        bare = (((surface[:, None] - points[None]) ** 2).sum(axis=2) >= wall.distance**2 - 1e-6).all(axis=1)
        if not bare.any():
            continue
        ratio = np.pi * angular[:, None] * (distance * _METRES) / (EXP_STEEPNESS * speeds)
        answer = (np.minimum(ratio, 300.0) / np.sinh(np.clip(ratio, 1e-9, 300.0))) ** 2 @ _WEIGHTS
        lever = np.cross(points[atom], directions[bare])
        moved = directions[bare] @ shapes[:, atom].T
        inverse_mass = 1 / whole + np.einsum("ij,jk,ik->i", lever, inverse, lever) + moved**2 @ answer
        total += distance**2 * float(np.sqrt(1 / (1 / gas + inverse_mass) / rigid).sum())
        area += distance**2 * int(bare.sum())
    return total / area
