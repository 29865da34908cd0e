"""Rigid-rotor, quasi-harmonic thermochemistry.

Quasi-harmonic after Ribeiro, Marenich, Cramer and Truhlar (2011, 10.1021/jp205508z): real frequencies below the cutoff are raised to
it everywhere in the vibrational partition function (zero-point energy, thermal energy and entropy). Frequencies are scaled
first. Imaginary modes are left out, except that for a minimum a small one is taken as real ("flipped") and then raised.
The standard state is the given concentration (default 1 atm at 298.15 K).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..structures.inertia import is_linear, principal_moments
from ..structures.molecule import Molecule
from ..units import (
    ATOMIC_MASS_IN_KILOGRAM,
    AVOGADRO_PER_MOLE,
    BOLTZMANN_IN_HARTREE_PER_KELVIN,
    BOLTZMANN_IN_JOULE_PER_KELVIN,
    HARTREE_PER_WAVENUMBER,
    PASCAL_PER_ATMOSPHERE,
    PLANCK_IN_JOULE_SECOND,
)

# An imaginary mode of a minimum below this (cm^-1) is noise of a flat surface and is flipped, as CREST does (10.1063/5.0197592).
FLIP_BELOW = 50.0
DOI = "10.1021/jp205508z"


@dataclass(frozen=True)
class Thermochemistry:
    """Corrections to the electronic energy in Hartree, and the record of how they were made."""

    zero_point_energy: float
    thermal_energy: float
    thermal_enthalpy: float
    thermal_free_energy: float
    record: dict[str, Any]


def thermochemistry(
    molecule: Molecule,
    frequencies: list[float],
    settings: dict[str, Any],
    symmetry_number: int,
    *,
    transition_state: bool = False,
    geometry_converged: bool = True,
) -> Thermochemistry:
    """Corrections from frequencies in cm^-1 (imaginary ones negative) and the thermochemistry settings."""
    temperature, cutoff = float(settings["temperature"]), float(settings["cutoff_frequency"])
    scaling, concentration = float(settings["scaling_factor"]), float(settings["concentration"])
    imaginary = [f for f in frequencies if f < 0]
    flipped = [] if transition_state else [f for f in imaginary if abs(f) < FLIP_BELOW]
    counted = [f for f in frequencies if f >= 0] + [abs(f) for f in flipped]
    raised = [f for f in counted if f * scaling < cutoff]
    used = np.array([max(f * scaling, cutoff) for f in counted])
    kt = BOLTZMANN_IN_HARTREE_PER_KELVIN * temperature
    zero_point = 0.5 * float(used.sum()) * HARTREE_PER_WAVENUMBER
    vibrational_energy, vibrational_entropy = _vibrations(used, temperature)
    linear = is_linear(molecule)
    rotational_energy, rotational_entropy = _rotations(molecule, temperature, symmetry_number, linear)
    translational_entropy = _translation(molecule, temperature, concentration)
    electronic_entropy = BOLTZMANN_IN_HARTREE_PER_KELVIN * np.log(molecule.multiplicity)
    energy = zero_point + vibrational_energy + rotational_energy + 1.5 * kt
    enthalpy = energy + kt
    entropy = vibrational_entropy + rotational_entropy + translational_entropy + electronic_entropy
    pressure = concentration * 1000 * AVOGADRO_PER_MOLE * BOLTZMANN_IN_JOULE_PER_KELVIN * temperature / PASCAL_PER_ATMOSPHERE
    record = {
        "scheme": f"Quasi-harmonic (Cramer and Truhlar 2011): frequencies below {cutoff:g} cm⁻¹ raised to it",
        "doi": DOI,
        "temperature": temperature,
        "pressure_atm": round(pressure, 6),
        "concentration": concentration,
        "cutoff_frequency": cutoff,
        "scaling_factor": scaling,
        "symmetry_number": symmetry_number,
        "linear": linear,
        "imaginary_modes": len(imaginary),
        "flipped_modes": [round(f, 3) for f in flipped],
        "raised_modes": [round(f, 3) for f in raised],
        "geometry_converged": geometry_converged,
    }
    return Thermochemistry(zero_point, float(energy), float(enthalpy), float(enthalpy - temperature * entropy), record)


def _vibrations(frequencies: np.ndarray, temperature: float) -> tuple[float, float]:
    """Thermal energy without zero point (Hartree) and entropy (Hartree/K) of harmonic oscillators."""
    k = BOLTZMANN_IN_HARTREE_PER_KELVIN
    if not len(frequencies):
        return 0.0, 0.0
    x = frequencies * HARTREE_PER_WAVENUMBER / (k * temperature)
    x = np.clip(x, 1e-10, 700.0)
    thermal = k * temperature * float((x / np.expm1(x)).sum())
    entropy = k * float((x / np.expm1(x) - np.log1p(-np.exp(-x))).sum())
    return thermal, entropy


def _rotations(molecule: Molecule, temperature: float, symmetry_number: int, linear: bool) -> tuple[float, float]:
    """Energy (Hartree) and entropy (Hartree/K) of the classical rigid rotor."""
    k = BOLTZMANN_IN_HARTREE_PER_KELVIN
    if len(molecule) == 1:
        return 0.0, 0.0
    moments = principal_moments(molecule) * ATOMIC_MASS_IN_KILOGRAM * 1e-20
    theta = PLANCK_IN_JOULE_SECOND**2 / (8 * np.pi**2 * BOLTZMANN_IN_JOULE_PER_KELVIN * moments[-2 if linear else 0 :])
    if linear:
        partition = temperature / (symmetry_number * float(np.sqrt(theta[0] * theta[1])))
        return k * temperature, k * (1.0 + np.log(partition))
    partition = np.sqrt(np.pi * temperature**3 / np.prod(theta)) / symmetry_number
    return 1.5 * k * temperature, k * (1.5 + float(np.log(partition)))


def _translation(molecule: Molecule, temperature: float, concentration: float) -> float:
    """Sackur-Tetrode entropy (Hartree/K) at a concentration in mol/L."""
    mass = float(molecule.masses.sum()) * ATOMIC_MASS_IN_KILOGRAM
    wavelength = PLANCK_IN_JOULE_SECOND / np.sqrt(2 * np.pi * mass * BOLTZMANN_IN_JOULE_PER_KELVIN * temperature)
    number_density = concentration * 1000 * AVOGADRO_PER_MOLE
    return BOLTZMANN_IN_HARTREE_PER_KELVIN * (2.5 - float(np.log(number_density * wavelength**3)))
