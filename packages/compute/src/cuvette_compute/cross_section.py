"""Collision cross sections of an ion in a gas: the trajectory method, and the projection approximation.

Trajectory method (Mesleh et al. 1996, 10.1021/jp961623v): the momentum-transfer cross section, averaged over the collision energies of a
temperature and over orientations, from classical trajectories of the gas in the field of the rigid ion. Nitrogen has two atoms with
Lennard-Jones interactions (Campuzano et al. 2012, 10.1021/ac202625t), three charges that carry its quadrupole, and an induced dipole; its
potential is that of three perpendicular orientations, weighted at 500 K, as in MOBCAL for nitrogen (Kim et al. 2008, 10.1021/ac701888e).
Helium has one centre (parameters of Siu et al. 2010 for H, C, N, O) and an induced dipole. Lengths in Å, energies in eV, charges in e.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.stats import gamma, qmc

# e^2 / (4 pi eps0) in eV Å, and Boltzmann's constant in eV/K.
_COULOMB, _BOLTZMANN = 14.399645, 8.617333262e-5
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
_N2_BOND, _N2_CHARGE, _N2_ORIENTATION_KT = 1.0976, -0.4825, 500 * _BOLTZMANN
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
GAS_MASS = {"N2": 28.0134, "He": 4.002602}
# Sums of the radii of an atom and helium.
_HARD_SPHERES = {1: 2.2, 6: 2.7, 7: 2.7, 8: 2.7, 9: 2.7, 11: 2.853, 14: 2.95, 15: 4.2, 16: 3.5, 17: 2.7, 35: 2.7, 53: 2.7}
# Beyond the outermost atom: where trajectories begin and end, and the largest impact parameter.
_FAR, _MOST_IMPACT = 15.0, 7.0
_MOST_STEPS = 1500


@dataclass(frozen=True)
class Ion:
    """A rigid ion: positions (n x 3) about their mean, charges, and the Lennard-Jones terms 4 eps s^12 and 4 eps s^6 with the gas."""

    positions: np.ndarray
    charges: np.ndarray
    repulsion: np.ndarray
    attraction: np.ndarray
    gas: str

    @property
    def radius(self) -> float:
        return float(np.linalg.norm(self.positions, axis=1).max())


def known_elements(gas: str) -> set[int]:
    """Elements with parameters for the trajectory method in a gas ("N2" or "He")."""
    return set(_N2_TABLE if gas == "N2" else _HE_TABLE)


def make_ion(
    numbers: np.ndarray, positions: np.ndarray, charges: np.ndarray, gas: str, given: dict[int, tuple[float, float]] | None = None
) -> Ion:
    """An ion for the trajectory method; `given` are pair parameters (sigma in Å, depth in kcal/mol) by element in place of the table's."""
    depth, sigma = np.empty(len(numbers)), np.empty(len(numbers))
    for place, number in enumerate(int(number) for number in numbers):
        if given is not None:
            sigma[place], depth[place] = given[number][0], given[number][1] * 4.184 * 0.01036427
        elif gas == "N2":
            well, distance = _N2_TABLE[number]
            depth[place] = math.sqrt(well * _N2_ATOM[0]) * _N2_UNIT
            sigma[place] = math.sqrt(distance * _N2_ATOM[1]) * 2 ** (-1 / 6)
        else:
            depth[place], sigma[place] = _HE_TABLE[number][0] * 1e-3, _HE_TABLE[number][1]
    attraction = 4 * depth * sigma**6
    return Ion(positions - positions.mean(axis=0), np.asarray(charges, dtype=float), attraction * sigma**6, attraction, gas)


def _pairs(ion: Ion, points: np.ndarray) -> np.ndarray:
    """1/r^2 of each point and atom."""
    squares = (points**2).sum(axis=1)[:, None] + (ion.positions**2).sum(axis=1)[None] - 2 * points @ ion.positions.T
    return 1 / np.maximum(squares, 0.25)


def _along(ion: Ion, points: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """The sum over atoms of factor times the vector from the atom to the point."""
    return points * factors.sum(axis=1)[:, None] - factors @ ion.positions


def _neutral_site(ion: Ion, points: np.ndarray, charge: float) -> tuple[np.ndarray, np.ndarray]:
    """Energy and force on a Lennard-Jones centre with a charge at points."""
    inverse = _pairs(ion, points)
    sixth = inverse**3
    energy = (sixth**2) @ ion.repulsion - sixth @ ion.attraction
    factors = sixth * (12 * ion.repulsion * sixth - 6 * ion.attraction)
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


def potential(ion: Ion, points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Energy (eV) and force (eV/Å) on the gas at points (n x 3), and the distance of the nearest atom."""
    if ion.gas == "He":
        energy, force, nearest = _induced(ion, points, 0.0)
        more, push = _neutral_site(ion, points, 0.0)
        return energy + more, force + push, nearest
    energy, force, nearest = _induced(ion, points, -2 * _N2_CHARGE)
    energies, forces = np.empty((3, len(points))), np.empty((3, len(points), 3))
    for axis in range(3):
        shift = np.zeros(3)
        shift[axis] = _N2_BOND / 2
        one, push = _neutral_site(ion, points + shift, _N2_CHARGE)
        other, pull = _neutral_site(ion, points - shift, _N2_CHARGE)
        energies[axis], forces[axis] = one + other, push + pull
    weights = np.exp(-(energies - energies.min(axis=0)) / _N2_ORIENTATION_KT)
    weights /= weights.sum(axis=0)
    return energy + (weights * energies).sum(axis=0), force + (weights[:, :, None] * forces).sum(axis=0), nearest


def sampled_cross_section(ion: Ion, temperature: float, count: int, seed: int, step: float = 1.0) -> float:
    """One estimate of the cross section (Å^2) from `count` trajectories at points of a scrambled Sobol sequence."""
    with np.errstate(all="ignore"):
        sample = qmc.Sobol(5, scramble=True, rng=np.random.default_rng(seed)).random(count)
    height, turn, azimuth = 2 * sample[:, 0] - 1, 2 * np.pi * sample[:, 1], 2 * np.pi * sample[:, 2]
    energies = gamma.ppf(np.clip(sample[:, 3], 1e-6, 1 - 1e-6), 3) * _BOLTZMANN * temperature
    largest = ion.radius + _MOST_IMPACT
    impact = largest * sample[:, 4]
    flat = np.sqrt(1 - height**2)
    direction = np.stack([flat * np.cos(turn), flat * np.sin(turn), height], axis=1)
    first = np.stack([height * np.cos(turn), height * np.sin(turn), -flat], axis=1)
    second = np.cross(direction, first)
    side = np.cos(azimuth)[:, None] * first + np.sin(azimuth)[:, None] * second
    end = ion.radius + _FAR
    start = -np.sqrt(end**2 - impact**2)[:, None] * direction + impact[:, None] * side
    cosine = _deflections(ion, start, direction, energies, end, step)
    return float(np.mean((1 - cosine) * 2 * np.pi * impact) * largest)


def _deflections(ion: Ion, points: np.ndarray, direction: np.ndarray, energies: np.ndarray, end: float, step: float) -> np.ndarray:
    """The cosines of the deflection angles. Velocity Verlet with steps in length; the reduced mass is 1, for it scales time only."""
    cosine = np.ones(len(points))
    speed = np.sqrt(2 * energies)
    velocity = direction * speed[:, None]
    active = np.arange(len(points))
    points = points.copy()
    _, force, nearest = potential(ion, points)
    for _ in range(_MOST_STEPS):
        length = step * np.clip(0.12 * (nearest - 2.2), 0.06, 1.5)
        time = length / np.maximum(np.linalg.norm(velocity, axis=1), speed)
        velocity += 0.5 * time[:, None] * force
        points += time[:, None] * velocity
        _, force, nearest = potential(ion, points)
        velocity += 0.5 * time[:, None] * force
        gone = ((points**2).sum(axis=1) > end**2) & ((points * velocity).sum(axis=1) > 0)
        if gone.any():
            fast = velocity[gone]
            cosine[active[gone]] = (fast * direction[active[gone]]).sum(axis=1) / np.linalg.norm(fast, axis=1)
            kept = ~gone
            active, points, velocity, force = active[kept], points[kept], velocity[kept], force[kept]
            nearest, speed = nearest[kept], speed[kept]
            if not len(active):
                break
    # What still circles around the ion leaves it in any direction.
    cosine[active] = 0.0
    return cosine


def projection_area(numbers: np.ndarray, positions: np.ndarray, orientations: int = 64, points: int = 2048) -> float:
    """The projection approximation in helium (Å^2): the mean area of the union of discs over orientations."""
    radii = np.array([_HARD_SPHERES[int(number)] for number in numbers])
    centred = positions - positions.mean(axis=0)
    edge = float((np.linalg.norm(centred, axis=1) + radii).max())
    place = np.arange(orientations) + 0.5
    height, turn = 1 - 2 * place / orientations, np.pi * (1 + 5**0.5) * place
    flat = np.sqrt(1 - height**2)
    grid = (2 * qmc.Sobol(2, scramble=False).random(points) - 1) * edge
    areas = []
    for cos, sin, angle in zip(height, flat, turn, strict=True):
        first = np.array([cos * np.cos(angle), cos * np.sin(angle), -sin])
        second = np.array([-np.sin(angle), np.cos(angle), 0.0])
        flatly = np.stack([centred @ first, centred @ second], axis=1)
        inside = (((grid[:, None] - flatly[None]) ** 2).sum(axis=2) < radii**2).any(axis=1)
        areas.append(inside.mean() * (2 * edge) ** 2)
    return float(np.mean(areas))


def reduced_mobility(cross_section: float, charge: int, mass: float, gas: str, temperature: float) -> float:
    """The reduced mobility K0 (cm^2/V/s) by Mason and Schamp: cross section in Å^2, mass in Da, temperature in K."""
    reduced = mass * GAS_MASS[gas] / (mass + GAS_MASS[gas]) * 1.66053906660e-27
    density = 2.686780111e25
    thermal = math.sqrt(2 * math.pi / (reduced * 1.380649e-23 * temperature))
    return 3 / 16 * abs(charge) * 1.602176634e-19 / density * thermal / (cross_section * 1e-20) * 1e4
