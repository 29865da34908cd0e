"""The potential between a rigid ion and the molecules of a gas: nitrogen with two sets of parameters, and helium.

Nitrogen has two atoms with van der Waals interactions, three charges that carry its quadrupole, and an induced dipole; its potential is
that of three perpendicular orientations, weighted by Boltzmann (Kim et al. 2008, 10.1021/ac701888e). They go with the trajectory, not with
the ion: along the velocity that it begins with, along its impact parameter, and across both. Axes of the ion in their place make cross
sections 2 to 5 % smaller than those of the programs that the parameters were made with.

The van der Waals part is either Lennard-Jones with scaled parameters of UFF (Campuzano et al. 2012, 10.1021/ac202625t; orientations at
500 K, as in their program) or exp-6 with scaled parameters of MMFF94 by atom type (Ieritano et al. 2019, 10.1039/C8AN02150C; orientations
at the temperature of the gas, Haack et al. 2023, 10.1039/D3AN00545C). Helium has one centre (Lennard-Jones parameters of Siu et al. 2010
for H, C, N, O) and an induced dipole. Lengths in Å, energies in eV, charges in e.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .mmff94_nonbonded import pairs_with_nitrogen

# e^2 / (4 pi eps0) in eV Å, Boltzmann's constant in eV/K, and kcal/mol in eV.
_COULOMB, BOLTZMANN, _KCAL = 14.399645, 8.617333262e-5, 4.184 * 0.01036427
# UFF-like parameters scaled by Campuzano: well depth in kcal/mol and distance of its minimum in Å; the factor is theirs (4.2, not 4.184).
_N2_ATOM = (0.069, 3.66)
_N2_TABLE = {
    1: (0.0189, 1.2409),
    6: (0.0977, 3.5814),
    7: (0.0828, 4.3920),
    8: (0.0558, 3.2550),
    9: (0.0465, 3.1285),
    11: (0.0300, 2.9830),
    14: (0.4020, 4.2950),
    15: (0.3050, 4.1470),
    16: (0.2740, 4.0350),
    17: (0.2111, 3.6707),
    35: (0.2334, 3.8957),
    53: (0.3153, 4.1850),
}
_N2_UNIT = 4.2 * 0.01036427
_N2_BOND, _N2_CHARGE, _CAMPUZANO_TEMPERATURE = 1.0976, -0.4825, 500.0
# Pair parameters with helium: depth in meV, sigma in Å. Fluorine as oxygen, sulfur and silicon alike, as MOBCAL has them.
_HE_TABLE = {
    1: (0.6175, 2.2610),
    6: (1.3266, 3.0126),
    7: (1.4740, 3.3473),
    8: (1.0720, 2.4344),
    9: (1.0720, 2.4344),
    14: (1.3500, 3.5000),
    16: (1.3500, 3.5000),
}
_POLARIZABILITY = {"N2": 1.710, "He": 0.204956}
# The exp-6 function of MM3, in units of the depth and of the distance: 1.84e5 exp(-12 x) - 2.25 / x^6.
_EXP_FACTOR, EXP_STEEPNESS, _EXP_DISPERSION = 1.84e5, 12.0, 2.25


@dataclass(frozen=True)
class LennardJones:
    """The terms 4 eps s^12 and 4 eps s^6 of each atom with one centre of the gas."""

    repulsion: np.ndarray
    attraction: np.ndarray

    @property
    def terms(self) -> tuple[np.ndarray, np.ndarray]:
        return self.repulsion, self.attraction

    def __call__(self, inverse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The energy at each point, and -dV/dr r of each atom there, from 1/r^2 (points x atoms)."""
        # Products in place of a third power, which takes NumPy several times as long.
        sixth = inverse * inverse * inverse
        return (sixth**2) @ self.repulsion - sixth @ self.attraction, sixth * (12 * self.repulsion * sixth - 6 * self.attraction)


@dataclass(frozen=True)
class ExpSix:
    """The depth (eV) and the distance (Å) of each atom with one centre of the gas."""

    depth: np.ndarray
    distance: np.ndarray

    @property
    def terms(self) -> tuple[np.ndarray, np.ndarray]:
        return self.depth, self.distance

    def __call__(self, inverse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """As with `LennardJones`. Within a third of the distance, 7 eV up, the function turns over; no thermal molecule comes there."""
        steep = EXP_STEEPNESS / (np.sqrt(inverse) * self.distance)
        wall = np.exp(-steep) * (_EXP_FACTOR * self.depth)
        well = inverse * inverse * inverse * (_EXP_DISPERSION * self.depth * self.distance**6)
        return (wall - well).sum(axis=1), steep * wall - 6 * well


@dataclass(frozen=True)
class Ion:
    """A rigid ion in a gas: positions (n x 3) about their mean, charges, van der Waals part, and the temperature (K) of orientations."""

    positions: np.ndarray
    charges: np.ndarray
    van_der_waals: LennardJones | ExpSix
    gas: str
    orientations: float = _CAMPUZANO_TEMPERATURE

    @property
    def radius(self) -> float:
        return float(np.linalg.norm(self.positions, axis=1).max())


def known_elements(gas: str) -> set[int]:
    """Elements with Lennard-Jones parameters in a gas ("N2" or "He")."""
    return set(_N2_TABLE if gas == "N2" else _HE_TABLE)


def _ion(positions: np.ndarray, charges: np.ndarray, van_der_waals: LennardJones | ExpSix, gas: str, orientations: float) -> Ion:
    return Ion(positions - positions.mean(axis=0), np.asarray(charges, dtype=float), van_der_waals, gas, orientations)


def make_ion(
    numbers: np.ndarray, positions: np.ndarray, charges: np.ndarray, gas: str, given: dict[int, tuple[float, float]] | None = None
) -> Ion:
    """An ion with Lennard-Jones interactions; `given` are pair parameters (sigma in Å, depth in kcal/mol) by element in place of ours."""
    depth, sigma = np.empty(len(numbers)), np.empty(len(numbers))
    for place, number in enumerate(int(number) for number in numbers):
        if given is not None:
            sigma[place], depth[place] = given[number][0], given[number][1] * _KCAL
        elif gas == "N2":
            well, distance = _N2_TABLE[number]
            depth[place] = math.sqrt(well * _N2_ATOM[0]) * _N2_UNIT
            sigma[place] = math.sqrt(distance * _N2_ATOM[1]) * 2 ** (-1 / 6)
        else:
            depth[place], sigma[place] = _HE_TABLE[number][0] * 1e-3, _HE_TABLE[number][1]
    attraction = 4 * depth * sigma**6
    return _ion(positions, charges, LennardJones(attraction * sigma**6, attraction), gas, _CAMPUZANO_TEMPERATURE)


def make_typed_ion(types: Sequence[int], positions: np.ndarray, charges: np.ndarray, temperature: float) -> Ion:
    """An ion in nitrogen of a temperature (K) with the exp-6 interactions of its MMFF94 atom types. KeyError: a type without parameters."""
    depth, distance = pairs_with_nitrogen(types)
    # The depth is that with the whole molecule; half of it goes to each of its atoms.
    return _ion(positions, charges, ExpSix(depth * _KCAL / 2, distance), "N2", temperature)


def _pairs(ion: Ion, points: np.ndarray) -> np.ndarray:
    """1/r^2 of each point and atom."""
    squares = (points**2).sum(axis=1)[:, None] + (ion.positions**2).sum(axis=1)[None] - 2 * points @ ion.positions.T
    return 1 / np.maximum(squares, 0.25)


def _along(ion: Ion, points: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """The sum over atoms of factor times the vector from the atom to the point."""
    return points * factors.sum(axis=1)[:, None] - factors @ ion.positions


def _neutral_site(ion: Ion, points: np.ndarray, charge: float) -> tuple[np.ndarray, np.ndarray]:
    """Energy and force on a van der Waals centre with a charge at points."""
    inverse = _pairs(ion, points)
    energy, factors = ion.van_der_waals(inverse)
    if charge:
        coulomb = np.sqrt(inverse) * (charge * _COULOMB * ion.charges)
        energy += coulomb.sum(axis=1)
        factors += coulomb
    return energy, _along(ion, points, factors * inverse)


def _induced(ion: Ion, points: np.ndarray, charge: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Energy and force on the polarizable centre, which carries a charge besides; and the distance of its nearest atom."""
    inverse = _pairs(ion, points)
    root = np.sqrt(inverse)
    third = ion.charges * root * inverse
    field = _along(ion, points, third)
    projected = (points * field).sum(axis=1)[:, None] - field @ ion.positions.T
    change = field * third.sum(axis=1)[:, None] - 3 * _along(ion, points, third * inverse * projected)
    strength = _POLARIZABILITY[ion.gas] * _COULOMB
    energy = -0.5 * strength * (field**2).sum(axis=1)
    force = strength * change
    if charge:
        energy += charge * _COULOMB * (root @ ion.charges)
        force += charge * _COULOMB * field
    return energy, force, 1 / root.max(axis=1)


def potential(ion: Ion, points: np.ndarray, axes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Energy (eV) and force (eV/Å) on the gas at points (n x 3), and the distance of the nearest atom.

    `axes` (n x 3 x 3) are the three unit vectors that a molecule of nitrogen lies along at each point; helium has no use for them.
    """
    if ion.gas == "He":
        energy, force, nearest = _induced(ion, points, 0.0)
        more, push = _neutral_site(ion, points, 0.0)
        return energy + more, force + push, nearest
    energy, force, nearest = _induced(ion, points, -2 * _N2_CHARGE)
    energies, forces = np.empty((3, len(points))), np.empty((3, len(points), 3))
    for axis in range(3):
        shift = axes[:, axis] * (_N2_BOND / 2)
        one, push = _neutral_site(ion, points + shift, _N2_CHARGE)
        other, pull = _neutral_site(ion, points - shift, _N2_CHARGE)
        energies[axis], forces[axis] = one + other, push + pull
    weights = np.exp(-(energies - energies.min(axis=0)) / (BOLTZMANN * ion.orientations))
    weights /= weights.sum(axis=0)
    return energy + (weights * energies).sum(axis=0), force + (weights[:, :, None] * forces).sum(axis=0), nearest
