"""Motion of nuclei: how it begins, what holds it, and the temperature of what moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from ase import units
from ase.md.velocitydistribution import Stationary, thermalize_momenta

from ..structures.inertia import centred, inertia_tensor, is_linear
from ..structures.molecule import Molecule
from ..units import ATOMIC_MASS_IN_KILOGRAM, BOLTZMANN_IN_JOULE_PER_KELVIN, HARTREE_IN_JOULE, KCAL_PER_HARTREE, LIGHT_SPEED_IN_CM_PER_SECOND
from ..units import PLANCK_IN_JOULE_SECOND as PLANCK

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


def mean_temperature_error(kelvin: float, degrees: int, span: float, timescale: float) -> float:
    """Standard deviation (K) of the mean temperature of a run of `span` fs at equilibrium, with a thermostat of this time scale (fs).

    In the canonical ensemble the kinetic temperature of f degrees of freedom has the variance 2 T²/f, as the kinetic energy has a
    chi-squared distribution; values one time scale apart count as independent.
    """
    return kelvin * float(np.sqrt(2 / degrees / max(1.0, span / timescale)))


def random_velocities(molecule: Molecule, kelvin: float, degrees: int, generator: np.random.Generator) -> np.ndarray:
    """Maxwell and Boltzmann's velocities (Angstrom/fs) of exactly this temperature, of a molecule that neither drifts nor turns."""
    atoms = _moving(molecule, np.zeros((len(molecule), 3)))
    thermalize_momenta(atoms, kelvin, rng=generator)
    velocities = at_rest(molecule, atoms.get_velocities() * units.fs)
    found = temperature(kinetic_energy(molecule, velocities), degrees)
    return velocities * np.sqrt(kelvin / found) if found > 0 else velocities


def at_rest(molecule: Molecule, velocities: np.ndarray) -> np.ndarray:
    """The velocities (Angstrom/fs) without those of the whole: neither drift nor rotation. A structure in a cell cannot turn."""
    atoms = _moving(molecule, velocities)
    Stationary(atoms, preserve_temperature=False)
    still = atoms.get_velocities() * units.fs
    if molecule.cell:
        return still
    # Not ASE's `ZeroRotation`: of a molecule that is linear but for rounding it takes a rotation about the axis, and with it vibrations.
    points, masses = centred(molecule), molecule.masses
    momentum = (masses[:, None] * np.cross(points, still)).sum(axis=0)
    spin = np.linalg.pinv(inertia_tensor(molecule), rcond=1e-6, hermitian=True) @ momentum
    return still - np.cross(spin, points)


def _moving(molecule: Molecule, velocities: np.ndarray) -> Any:
    """An `ase.Atoms` with the molecule's masses and these velocities (Angstrom/fs)."""
    atoms = molecule.to_ase()
    masses: Any = molecule.masses
    atoms.set_masses(masses)
    atoms.set_velocities(velocities / units.fs)
    return atoms


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
