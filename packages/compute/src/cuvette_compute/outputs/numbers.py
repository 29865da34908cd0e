"""Numbers and properties that several readers compute in the same way."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ..structures.elements import NUMBERS
from ..units import ATOMIC_MASS_IN_KILOGRAM, EV_PER_HARTREE, LIGHT_SPEED_IN_CM_PER_SECOND
from ..vibrations.normal_modes import Mode

# Modes below this (cm^-1) that a program prints among its 3N are translations and rotations that it has projected out.
_PROJECTED_OUT = 1e-6


def number_of(text: str) -> float | None:
    """The number that a text is, also as Fortran writes it ("1.0D-01"); None for anything else, NaN and infinity."""
    try:
        value = float(text.replace("D", "E").replace("d", "e"))
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def atomic_number(text: str) -> int | None:
    """Atomic number of a symbol as programs write it ("C", "CL", "h1", "Br(3)"); None for a dummy or a ghost atom."""
    letters = re.match(r"[A-Za-z]{1,2}", text)
    if letters is None:
        return None
    symbol = letters[0].capitalize()
    return NUMBERS.get(symbol) or NUMBERS.get(symbol[:1])


def standard_masses(numbers: Sequence[int]) -> np.ndarray:
    """Standard atomic weights (amu), which ORCA, Turbomole and xtb use for vibrations."""
    from ase.data import atomic_masses

    return np.array([atomic_masses[number] for number in numbers])


def modes_of(
    numbers: Sequence[int],
    frequencies: Sequence[float],
    displacements: Sequence[np.ndarray],
    intensities: Sequence[float | None],
    reduced_masses: Sequence[float] | None = None,
) -> list[Mode]:
    """Modes (cm^-1, km/mol, amu) of printed frequencies and displacements, translations and rotations left out.

    Displacements are Cartesian, of any length; here each mode has the length 1. Without reduced masses they are the sum of m c^2 over the
    Cartesian displacements c of such a mode, with standard atomic weights m. The force constant is 4 pi^2 c^2 nu^2 mu.
    """
    masses = standard_masses(numbers)
    modes = []
    for index, (frequency, vector) in enumerate(zip(frequencies, displacements, strict=True)):
        length = float(np.linalg.norm(vector))
        if abs(frequency) < _PROJECTED_OUT or (length == 0 and reduced_masses is None):
            continue
        unit = vector / length if length > 0 else vector
        computed = float(masses @ (unit**2).sum(axis=1))
        reduced = reduced_masses[index] if reduced_masses is not None else computed
        omega = 2 * np.pi * LIGHT_SPEED_IN_CM_PER_SECOND * frequency
        constant = float(np.sign(frequency) * omega**2 * reduced * ATOMIC_MASS_IN_KILOGRAM / 100.0)  # N/m to mDyne/Angstrom
        modes.append(Mode(float(frequency), float(reduced), constant, unit, intensities[index]))
    return sorted(modes, key=lambda mode: mode.frequency)


def gap_of(energies: Sequence[float], occupied: Sequence[bool]) -> float | None:
    """Gap (eV) between the highest occupied and the lowest empty orbital, of energies in Hartree; None without one of both."""
    filled = [energy for energy, full in zip(energies, occupied, strict=True) if full]
    empty = [energy for energy, full in zip(energies, occupied, strict=True) if not full]
    return (min(empty) - max(filled)) * EV_PER_HARTREE if filled and empty else None
