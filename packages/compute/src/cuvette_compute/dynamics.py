"""Motion of nuclei: how it begins, what holds it, and the temperature of what moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .molecule import Molecule
from .units import ATOMIC_MASS_IN_KILOGRAM, BOLTZMANN_IN_JOULE_PER_KELVIN, HARTREE_IN_JOULE, KCAL_PER_HARTREE, LIGHT_SPEED_IN_CM_PER_SECOND
from .units import PLANCK_IN_JOULE_SECOND as PLANCK
from .vibrations import centred, is_linear

_METRE_PER_SECOND = 1e-5  # of one metre per second in Angstrom/fs
# Modes below this (1/cm) are no vibrations to be filled with quanta.
_LEAST_WAVENUMBER = 50.0


@dataclass(frozen=True)
class Wall:
    """A sphere about a point that pulls back what leaves it: V = 1/2 k (r - R)^2 outside; Angstrom and kcal/mol/Angstrom^2."""

    radius: float
    constant: float
    centre: tuple[float, float, float]


@dataclass(frozen=True)
class Spring:
    """A spring between two atoms (0-based): V = 1/2 k (d - d0)^2; Angstrom and kcal/mol/Angstrom^2."""

    atoms: tuple[int, int]
    length: float
    constant: float


def bias_of(wall: Wall | None, springs: list[Spring]):
    """Energy (Hartree) and gradient (Hartree/Angstrom) of the wall and the springs at positions in Angstrom; None without any."""
    if wall is None and not springs:
        return None

    def bias(positions: np.ndarray) -> tuple[float, np.ndarray]:
        energy, gradient = 0.0, np.zeros_like(positions)
        if wall is not None:
            shifts = positions - np.array(wall.centre)
            far = np.linalg.norm(shifts, axis=1)
            over = np.clip(far - wall.radius, 0.0, None)
            energy += 0.5 * wall.constant * float((over**2).sum())
            gradient += wall.constant * (over / np.maximum(far, 1e-12))[:, None] * shifts
        for spring in springs:
            i, j = spring.atoms
            between = positions[i] - positions[j]
            distance = max(float(np.linalg.norm(between)), 1e-12)
            over = distance - spring.length
            energy += 0.5 * spring.constant * over**2
            pull = spring.constant * over * between / distance
            gradient[i] += pull
            gradient[j] -= pull
        return energy / KCAL_PER_HARTREE, gradient / KCAL_PER_HARTREE

    return bias


def moving_degrees(molecule: Molecule, *, thermostat: bool, wall: bool) -> int:
    """Degrees of freedom that carry heat. A thermostat turns the molecule, but does not push it; only a wall does."""
    count = 3 * len(molecule)
    if molecule.cell:
        # What repeats neither drifts nor turns as a whole.
        return max(1, count - 3)
    if thermostat:
        return count if wall else count - 3
    turning = 0 if wall else (2 if is_linear(molecule) else 3)
    return max(1, count - (0 if wall else 3) - turning)


def kinetic_energy(molecule: Molecule, velocities: np.ndarray) -> float:
    """Hartree, of velocities in Angstrom/fs."""
    squares = (velocities**2).sum(axis=1) / _METRE_PER_SECOND**2
    return float(0.5 * (molecule.masses * ATOMIC_MASS_IN_KILOGRAM * squares).sum() / HARTREE_IN_JOULE)


def temperature(kinetic: float, degrees: int) -> float:
    """Kelvin, of a kinetic energy in Hartree."""
    return 2 * kinetic * HARTREE_IN_JOULE / (degrees * BOLTZMANN_IN_JOULE_PER_KELVIN)


def random_velocities(molecule: Molecule, kelvin: float, degrees: int, generator: np.random.Generator) -> np.ndarray:
    """Maxwell and Boltzmann's velocities (Angstrom/fs) of exactly this temperature, of a molecule that neither drifts nor turns."""
    masses = molecule.masses
    spread = np.sqrt(BOLTZMANN_IN_JOULE_PER_KELVIN * kelvin / (masses * ATOMIC_MASS_IN_KILOGRAM)) * _METRE_PER_SECOND
    velocities = at_rest(molecule, generator.standard_normal((len(molecule), 3)) * spread[:, None])
    found = temperature(kinetic_energy(molecule, velocities), degrees)
    return velocities * np.sqrt(kelvin / found) if found > 0 else velocities


def at_rest(molecule: Molecule, velocities: np.ndarray) -> np.ndarray:
    """The velocities without those of the whole: neither drift nor rotation. A structure in a cell cannot turn."""
    masses = molecule.masses
    still = velocities - masses @ velocities / masses.sum()
    if molecule.cell:
        return still
    points = centred(molecule)
    inertia = (masses * (points**2).sum(axis=1)).sum() * np.eye(3) - (points * masses[:, None]).T @ points
    momentum = (masses[:, None] * np.cross(points, still)).sum(axis=0)
    # The inertia of a linear molecule about its axis is none; a small one counts as none.
    spin = np.linalg.pinv(inertia, rcond=1e-6, hermitian=True) @ momentum
    return still - np.cross(spin, points)


def quasiclassical(
    molecule: Molecule, modes: list[dict[str, Any]], kelvin: float, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Positions (Angstrom) and velocities (Angstrom/fs): each real mode with (n + 1/2) h nu, n by Boltzmann, at a random phase."""
    positions, velocities = molecule.positions.copy(), np.zeros_like(molecule.positions)
    for mode in modes:
        wavenumber, mass = float(mode["frequency"]), float(mode["reduced_mass"]) * ATOMIC_MASS_IN_KILOGRAM
        if wavenumber < _LEAST_WAVENUMBER or mass <= 0:
            continue
        direction = np.array(mode["displacements"], dtype=float)
        direction = direction / np.linalg.norm(direction)
        frequency = LIGHT_SPEED_IN_CM_PER_SECOND * wavenumber
        quantum = PLANCK * frequency
        # The number of quanta is geometrically distributed.
        number = generator.geometric(-np.expm1(-quantum / (BOLTZMANN_IN_JOULE_PER_KELVIN * kelvin))) - 1
        phase = generator.uniform(0.0, 2 * np.pi)
        speed = np.sqrt(2 * (number + 0.5) * quantum / mass)
        positions += direction * (speed / (2 * np.pi * frequency)) * np.cos(phase) * 1e10
        velocities -= direction * speed * np.sin(phase) * _METRE_PER_SECOND
    return positions, velocities
