"""Springs that hold atoms near given places while everything else relaxes: V = 1/2 k sum |r - r0|^2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..units import EV_PER_HARTREE, KCAL_PER_HARTREE


@dataclass(frozen=True)
class Springs:
    """Places (Angstrom) of the held atoms (0-based), and the constant k in kcal/mol/Angstrom^2."""

    atoms: tuple[int, ...]
    places: tuple[tuple[float, float, float], ...]
    constant: float

    def to_json(self) -> dict[str, Any]:
        return {"atoms": list(self.atoms), "places": [list(place) for place in self.places], "constant": self.constant}

    def energy(self, positions: np.ndarray) -> float:
        """Hartree."""
        return float(0.5 * self.constant * (self._shifts(positions) ** 2).sum() / KCAL_PER_HARTREE)

    def gradient(self, positions: np.ndarray) -> np.ndarray:
        """Hartree/Angstrom for all atoms."""
        gradient = np.zeros_like(np.asarray(positions, dtype=float))
        gradient[list(self.atoms)] = self.constant * self._shifts(positions) / KCAL_PER_HARTREE
        return gradient

    def _shifts(self, positions: np.ndarray) -> np.ndarray:
        return np.asarray(positions, dtype=float)[list(self.atoms)] - np.array(self.places)


class WithSprings:
    """A calculator whose energy and forces have the springs added; everything else is the bare one's."""

    def __init__(self, calculator: Any, springs: Springs) -> None:
        self._calculator, self._springs = calculator, springs
        self.results: dict[str, Any] = {}

    def calculate(self, atoms: Any, properties: Any, changes: Any) -> None:
        self._calculator.calculate(atoms, properties, changes)
        self.results = dict(self._calculator.results)
        self.results["energy"] = self.results["energy"] + self._springs.energy(atoms.positions) * EV_PER_HARTREE
        if self.results.get("forces") is not None:
            self.results["forces"] = self.results["forces"] - self._springs.gradient(atoms.positions) * EV_PER_HARTREE
