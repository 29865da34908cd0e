"""Collision cross sections of an ion in a gas: the trajectory method, and the projection approximation.

Trajectory method (Mesleh et al. 1996, 10.1021/jp961623v): the momentum-transfer cross section, averaged over the collision energies of a
temperature and over orientations, from classical trajectories of the gas in the field of the rigid ion (`ion_gas`). Lengths in Å, energies
in eV.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.stats import gamma, qmc

from .ion_gas import BOLTZMANN, Ion, potential

GAS_MASS = {"N2": 28.0134, "He": 4.002602}
# Sums of the radii of an atom and helium.
_HARD_SPHERES = {1: 2.2, 6: 2.7, 7: 2.7, 8: 2.7, 9: 2.7, 11: 2.853, 14: 2.95, 15: 4.2, 16: 3.5, 17: 2.7, 35: 2.7, 53: 2.7}
# Beyond the outermost atom: where trajectories begin and end, and the largest impact parameter.
_FAR, _MOST_IMPACT = 15.0, 7.0
_MOST_STEPS = 1500


def sampled_cross_section(ion: Ion, temperature: float, count: int, seed: int, step: float = 1.0) -> float:
    """One estimate of the cross section (Å^2) from `count` trajectories at points of a scrambled Sobol sequence."""
    with np.errstate(all="ignore"):
        sample = qmc.Sobol(5, scramble=True, rng=np.random.default_rng(seed)).random(count)
    height, turn, azimuth = 2 * sample[:, 0] - 1, 2 * np.pi * sample[:, 1], 2 * np.pi * sample[:, 2]
    energies = gamma.ppf(np.clip(sample[:, 3], 1e-6, 1 - 1e-6), 3) * BOLTZMANN * temperature
    largest = ion.radius + _MOST_IMPACT
    impact = largest * sample[:, 4]
    flat = np.sqrt(1 - height**2)
    direction = np.stack([flat * np.cos(turn), flat * np.sin(turn), height], axis=1)
    first = np.stack([height * np.cos(turn), height * np.sin(turn), -flat], axis=1)
    second = np.cross(direction, first)
    side = np.cos(azimuth)[:, None] * first + np.sin(azimuth)[:, None] * second
    end = ion.radius + _FAR
    start = -np.sqrt(end**2 - impact**2)[:, None] * direction + impact[:, None] * side
    axes = np.stack([direction, side, np.cross(direction, side)], axis=1)
    cosine = _deflections(ion, start, axes, energies, end, step)
    return float(np.mean((1 - cosine) * 2 * np.pi * impact) * largest)


def _deflections(ion: Ion, points: np.ndarray, axes: np.ndarray, energies: np.ndarray, end: float, step: float) -> np.ndarray:
    """The cosines of the deflection angles of trajectories that begin along the first of their axes.

    Velocity Verlet with steps in length; the reduced mass is 1, for it scales time only.
    """
    cosine, direction = np.ones(len(points)), axes[:, 0]
    speed = np.sqrt(2 * energies)
    velocity = direction * speed[:, None]
    active = np.arange(len(points))
    points = points.copy()
    _, force, nearest = potential(ion, points, axes)
    for _ in range(_MOST_STEPS):
        length = step * np.clip(0.12 * (nearest - 2.2), 0.06, 1.5)
        time = length / np.maximum(np.linalg.norm(velocity, axis=1), speed)
        velocity += 0.5 * time[:, None] * force
        points += time[:, None] * velocity
        _, force, nearest = potential(ion, points, axes)
        velocity += 0.5 * time[:, None] * force
        gone = ((points**2).sum(axis=1) > end**2) & ((points * velocity).sum(axis=1) > 0)
        if gone.any():
            fast = velocity[gone]
            cosine[active[gone]] = (fast * direction[active[gone]]).sum(axis=1) / np.linalg.norm(fast, axis=1)
            kept = ~gone
            active, points, velocity, force = active[kept], points[kept], velocity[kept], force[kept]
            nearest, speed, axes = nearest[kept], speed[kept], axes[kept]
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
