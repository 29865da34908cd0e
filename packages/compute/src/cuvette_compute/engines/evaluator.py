"""What ASE's dynamics and mlfsm ask of a calculator, answered by one of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..structures.molecule import Molecule
from ..units import EV_PER_HARTREE
from . import SinglePoint, single_point

# Energy (Hartree) and gradient (Hartree/Angstrom) of forces from outside the molecule.
Bias = Callable[[np.ndarray], tuple[float, np.ndarray]]


class Evaluator:
    """Energy (eV) and forces (eV/Angstrom) of a molecule with a bias on top; the last point is kept, without the bias."""

    def __init__(self, calculator: Any, molecule: Molecule, bias: Bias | None = None) -> None:
        self._calculator, self._molecule, self._bias = calculator, molecule, bias
        self._at: bytes | None = None
        self._point: SinglePoint | None = None
        self.evaluations = 0

    def point(self, positions: np.ndarray, vectors: np.ndarray | None = None) -> SinglePoint:
        """The engine's own energy, gradient and properties, in wire units; `vectors` (Angstrom) where the cell is another by now."""
        molecule = self._molecule.at(positions)
        if molecule.cell and vectors is not None:
            molecule = replace(molecule, cell=replace(molecule.cell, vectors=np.array(vectors)))
        key = molecule.positions.tobytes() + (molecule.cell.vectors.tobytes() if molecule.cell else b"")
        if self._point is None or self._at != key:
            self._point, self._at = single_point(self._calculator, molecule), key
            self.evaluations += 1
        return self._point

    def _point_of(self, atoms: Any) -> SinglePoint:
        return self.point(atoms.positions, atoms.cell.array if self._molecule.cell else None)

    def get_potential_energy(self, atoms: Any, **_: Any) -> float:
        extra = self._bias(atoms.positions)[0] if self._bias else 0.0
        return (self._point_of(atoms).energy + extra) * EV_PER_HARTREE

    def get_forces(self, atoms: Any) -> np.ndarray:
        extra = self._bias(atoms.positions)[1] if self._bias else 0.0
        return -(self._point_of(atoms).slope() + extra) * EV_PER_HARTREE
