"""Pressure of a periodic system in motion, and Berendsen's barostat (Berendsen et al. 1984, 10.1063/1.448118)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..units import HARTREE_IN_JOULE, PASCAL_PER_ATMOSPHERE

_ATMOSPHERES_PER_HARTREE_PER_CUBIC_ANGSTROM = HARTREE_IN_JOULE * 1e30 / PASCAL_PER_ATMOSPHERE
# Compressibility of water at 300 K (1/atm). Of another substance the pressure comes to its value sooner or later than the time scale
# says, but to the same one.
COMPRESSIBILITY = 4.6e-5
# The cell is scaled once in so many steps: after each scaling the forces are another computation.
STEPS_BETWEEN = 10
# One scaling changes the volume by this part at most, so that a wrong start does not tear the cell apart.
_LARGEST_CHANGE = 0.02


def pressure(kinetic: float, stress: np.ndarray, volume: float, bias_virial: float = 0.0) -> float:
    """
    The pressure in atm: P = (2 E_kin - tr W) / 3V.

    :param kinetic: kinetic energy in Hartree
    :param stress: derivative of the energy by the strain over the volume, 3 x 3, in Hartree/Angstrom^3
    :param volume: Angstrom^3
    :param bias_virial: sum of positions times gradients of forces from outside the engine (Hartree)
    """
    inside = (2 * kinetic - bias_virial) / (3 * volume) - float(np.trace(stress)) / 3
    return inside * _ATMOSPHERES_PER_HARTREE_PER_CUBIC_ANGSTROM


@dataclass(frozen=True)
class Barostat:
    """Pulls the pressure (atm) towards its target with a time scale in fs, by scaling the cell alike in all directions.

    ASE's `NPTBerendsen` is not used: its barostat comes with Berendsen's thermostat, which is no canonical one, it knows no forces from
    outside the engine, and nothing limits one scaling.
    """

    target: float
    timescale: float

    def factor(self, present: float, timestep: float) -> float:
        """By what to multiply lengths after `STEPS_BETWEEN` steps of `timestep` fs at a present pressure (atm)."""
        change = -COMPRESSIBILITY * (self.target - present) * STEPS_BETWEEN * timestep / self.timescale
        return float(1 + np.clip(change, -_LARGEST_CHANGE, _LARGEST_CHANGE)) ** (1 / 3)
