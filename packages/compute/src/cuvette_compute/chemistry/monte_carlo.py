"""Conformers by Monte Carlo multiple minimum search with MMFF94 (Chang, Guida and Still 1989, 10.1021/ja00194a035).

Each step starts from a minimum that is known, turns some of its rotatable bonds at random (and, of several molecules, turns and moves one
of them as a whole), minimises with MMFF94, and keeps what is new, sound and low enough. Starts are taken evenly, so that each minimum is
left as often as the others. Several molecules are first drawn together by an ellipsoid's wall; the last minimisation is without it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdForceFieldHelpers, rdMolAlign
from rdkit.Chem.rdMolTransforms import SetDihedralDeg

from .perceive import with_conformer

# Single bonds outside rings that join two atoms with other neighbours; those of amides turn as well, since they have two minima.
_ROTATABLE = Chem.MolFromSmarts("[!$([D1]);!$(*#*)]-&!@[!$([D1]);!$(*#*)]")
_MOST_TURNED = 4
_RESTRAINED_STEPS, _FREE_STEPS = 200, 1000
# The wall: its distance beyond the molecules placed side by side (Angstrom), and its force constant (kcal/mol/Angstrom^2).
_WALL_MARGIN, _WALL_CONSTANT = 2.0, 10.0
# Minima of the force field within this energy (kcal/mol) are compared by shape.
_SAME_ENERGY = 0.3


@dataclass
class _Minimum:
    positions: np.ndarray
    energy: float
    starts: int = 0


@dataclass
class MonteCarlo:
    """
    A search: of a molecule with hydrogens, in so many steps, within an energy window (kcal/mol).

    Two minima with a smaller RMSD than `rmsd` (Angstrom, heavy atoms) are one. `is_sound` says whether a geometry still has its bonds.
    """

    mol: Chem.Mol
    steps: int
    window: float
    rmsd: float
    seed: int
    is_sound: Callable[[np.ndarray], bool]
    on_step: Callable[[int], None] = lambda done: None
    minima: list[_Minimum] = field(default_factory=list)

    def run(self, start: np.ndarray) -> list[tuple[np.ndarray, float]]:
        """The minima as positions (Angstrom) and energies (kcal/mol), lowest first; empty where not even the start stays sound."""
        self._random = np.random.default_rng(self.seed)
        self._properties = rdForceFieldHelpers.MMFFGetMoleculeProperties(self.mol, mmffVariant="MMFF94")
        self._fragments = [np.array(atoms) for atoms in Chem.GetMolFrags(self.mol)]
        self._torsions = _torsions(self.mol)
        self._without_hydrogens = Chem.RemoveHs(with_conformer(self.mol, start))
        self._radii = self._wall(start)
        self._keep(*self._minimised(start))
        for step in range(self.steps):
            if not self.minima:
                break
            lowest = min(one.energy for one in self.minima)
            origin = min((one for one in self.minima if one.energy <= lowest + self.window), key=lambda one: (one.starts, one.energy))
            origin.starts += 1
            self._keep(*self._minimised(self._moved(origin.positions)))
            self.on_step(step + 1)
        lowest = min((one.energy for one in self.minima), default=0.0)
        ordered = sorted((one for one in self.minima if one.energy <= lowest + self.window), key=lambda one: one.energy)
        return [(one.positions, one.energy) for one in ordered]

    def _wall(self, start: np.ndarray) -> np.ndarray | None:
        """Half axes (Angstrom) of the ellipsoid that holds several molecules: a sphere as large as all of them side by side."""
        if len(self._fragments) < 2:
            return None
        reach = sum(float(np.linalg.norm(start[atoms] - start[atoms].mean(axis=0), axis=1).max()) + 1.5 for atoms in self._fragments)
        spread = np.ptp(np.vstack([start[atoms] - start[atoms].mean(axis=0) for atoms in self._fragments]), axis=0) / 2
        longest = max(float(spread.max()), 1e-6)
        # Flat molecules stack: the wall is lower where all of them are thin.
        return (reach + _WALL_MARGIN) * np.clip(spread / longest, 0.7, 1.0)

    def _moved(self, positions: np.ndarray) -> np.ndarray:
        """Some torsions turned, and of several molecules one turned and set down elsewhere inside of the wall."""
        mol = with_conformer(self.mol, positions)
        conformer = mol.GetConformer()
        if self._torsions and (len(self._fragments) < 2 or self._random.random() < 0.5):
            count = int(self._random.integers(1, min(_MOST_TURNED, len(self._torsions)) + 1))
            for index in self._random.choice(len(self._torsions), count, replace=False):
                first, second, third, fourth = self._torsions[index]
                SetDihedralDeg(conformer, first, second, third, fourth, float(self._random.uniform(-180, 180)))
            return conformer.GetPositions()
        places = conformer.GetPositions()
        if self._radii is not None:
            atoms = self._fragments[int(self._random.integers(len(self._fragments)))]
            direction = self._random.standard_normal(3)
            away = direction / np.linalg.norm(direction)
            centre = 0.6 * self._radii * away * self._random.random() ** (1 / 3)
            others = np.setdiff1d(np.arange(len(places)), atoms)
            middle = places[others].mean(axis=0)
            places[atoms] = (places[atoms] - places[atoms].mean(axis=0)) @ _rotation(self._random).T + middle + centre
            # No atom may begin inside of another molecule.
            while float(np.linalg.norm(places[atoms][:, None] - places[others][None], axis=2).min()) < 1.7:
                places[atoms] += 0.5 * away
        return places

    def _minimised(self, positions: np.ndarray) -> tuple[np.ndarray, float] | tuple[None, float]:
        mol = with_conformer(self.mol, positions)
        if self._radii is not None and not self._pushed_together(mol):
            return None, 0.0
        force_field = rdForceFieldHelpers.MMFFGetMoleculeForceField(mol, self._properties, ignoreInterfragInteractions=False)
        force_field.Initialize()
        # A structure that lies at its minimum leaves no direction to go, which RDKit raises.
        with contextlib.suppress(RuntimeError):
            force_field.Minimize(maxIts=_FREE_STEPS)
        energy = force_field.CalcEnergy()
        return (mol.GetConformer().GetPositions(), energy) if np.isfinite(energy) else (None, 0.0)

    def _pushed_together(self, mol: Chem.Mol) -> bool:
        """Minimise inside of the wall: atoms beyond it are drawn back to the nearest point of the ellipsoid."""
        conformer = mol.GetConformer()
        places = conformer.GetPositions()
        places = places - places.mean(axis=0)
        conformer.SetPositions(places)
        force_field = rdForceFieldHelpers.MMFFGetMoleculeForceField(mol, self._properties, ignoreInterfragInteractions=False)
        force_field.Initialize()
        for index, place in enumerate(places):
            beyond = float(np.sqrt(((place / self._radii) ** 2).sum()))
            if beyond > 1:
                wall = force_field.AddExtraPoint(*(place / beyond), fixed=True) - 1
                force_field.MMFFAddDistanceConstraint(index, wall, False, 0.0, 0.5, _WALL_CONSTANT)
        try:
            force_field.Minimize(maxIts=_RESTRAINED_STEPS)
        except RuntimeError:
            return False
        return bool(np.isfinite(conformer.GetPositions()).all())

    def _keep(self, positions: np.ndarray | None, energy: float) -> None:
        if positions is None or not self.is_sound(positions):
            return
        lowest = min((one.energy for one in self.minima), default=energy)
        if energy > lowest + self.window:
            return
        for one in self.minima:
            if abs(one.energy - energy) < _SAME_ENERGY and self._distance(one.positions, positions) < self.rmsd:
                if energy < one.energy:
                    one.positions, one.energy = positions, energy
                return
        self.minima.append(_Minimum(positions, energy))

    def _distance(self, first: np.ndarray, second: np.ndarray) -> float:
        """Root mean square distance (Angstrom) of the heavy atoms after superposition, equal atoms exchanged."""
        heavy = [atom.GetIdx() for atom in self.mol.GetAtoms() if atom.GetAtomicNum() > 1]
        if len(heavy) != self._without_hydrogens.GetNumAtoms():
            heavy = list(range(self.mol.GetNumAtoms()))
        mol = self._without_hydrogens if len(heavy) == self._without_hydrogens.GetNumAtoms() else self.mol
        return float(rdMolAlign.GetBestRMS(with_conformer(mol, first[heavy]), with_conformer(mol, second[heavy]), maxMatches=1000))


def _torsions(mol: Chem.Mol) -> list[tuple[int, int, int, int]]:
    """Four atoms for each rotatable bond."""
    found = []
    for i, j in mol.GetSubstructMatches(_ROTATABLE):
        ends = []
        for here, there in ((i, j), (j, i)):
            neighbours = [atom.GetIdx() for atom in mol.GetAtomWithIdx(here).GetNeighbors() if atom.GetIdx() != there]
            ends.append(neighbours[0] if neighbours else None)
        if None not in ends:
            found.append((ends[0], i, j, ends[1]))
    return found


def _rotation(generator: np.random.Generator) -> np.ndarray:
    """A rotation matrix, all orientations alike."""
    matrix, upper = np.linalg.qr(generator.standard_normal((3, 3)))
    matrix = matrix * np.sign(np.diag(upper))
    return matrix if np.linalg.det(matrix) > 0 else matrix[:, [1, 0, 2]]
