"""Which conformers are the same: rotational constants, symmetry-aware RMSD, mirror images; and Boltzmann weights."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from rdkit import Chem

from ..schemas.knowledge import knowledge
from ..structures.inertia import principal_moments
from ..structures.molecule import Molecule
from ..units import GAS_CONSTANT_IN_KCAL_PER_MOLE_KELVIN, KCAL_PER_HARTREE

WEIGHT_TEMPERATURE: float = knowledge()["ensemble_temperature"]
_MAX_PERMUTATIONS = 2000
# However many atoms dilute the RMSD, no compared atom may be farther off than this (Angstrom).
_MAX_DEVIATION = 0.75
# By mode: geometries that are converged loosely have energies that differ by this much (kcal/mol) although they are the same.
ENERGY_TOLERANCE_BY_MODE = {"reckless": 1.0, "rapid": 1.0, "careful": 0.1, "meticulous": 0.05, "debug": 0.05}

ROTATIONAL_TOLERANCE_BY_MODE = {"reckless": 0.05, "rapid": 0.05, "careful": 0.02, "meticulous": 0.02, "debug": 0.02}


@dataclass(frozen=True)
class Thresholds:
    """Two conformers are the same below all of these: relative rotational constants, RMSD (Angstrom), energy (kcal/mol)."""

    rotational_constants: float = 0.02
    rmsd: float = 0.25
    energy: float = 0.1


@dataclass
class Entry:
    """A conformer in an ensemble: where it is, its energy (Hartree), and what may merge into it."""

    index: int
    positions: np.ndarray
    energy: float
    moments: np.ndarray = field(default_factory=lambda: np.zeros(3))


class Comparer:
    """Compares conformers of one structure; atoms are the heavy ones and hydrogens that are not on carbon."""

    def __init__(self, molecule: Molecule, mol: Chem.Mol, achiral: bool, thresholds: Thresholds) -> None:
        self.molecule = molecule
        self.achiral = achiral
        self.thresholds = thresholds
        self.atoms = compared_atoms(mol)
        self.permutations = automorphisms(mol, self.atoms)

    def entry(self, index: int, positions: np.ndarray, energy: float) -> Entry:
        return Entry(index, positions, energy, principal_moments(self.molecule.at(positions)))

    def same(self, a: Entry, b: Entry) -> bool:
        """Whether two conformers are one; mirror images are where the molecule is achiral."""
        limits = self.thresholds
        if abs(a.energy - b.energy) * KCAL_PER_HARTREE > limits.energy:
            return False
        scale = np.maximum(np.maximum(a.moments, b.moments), 1e-2)
        if (abs(a.moments - b.moments) / scale > limits.rotational_constants).any():
            return False
        return self.overlap(a.positions, b.positions) or (self.achiral and self.overlap(a.positions, -b.positions))

    def overlap(self, a: np.ndarray, b: np.ndarray) -> bool:
        """Whether two geometries can be laid on each other within the RMSD and the largest deviation."""
        rmsd, deviation = best_superposition(a[self.atoms], b[self.atoms], self.permutations)
        return rmsd < self.thresholds.rmsd and deviation < _MAX_DEVIATION

    def degeneracy(self, entry: Entry) -> int:
        """2 for a conformer of an achiral molecule that is not its own mirror image, else 1."""
        return 2 if self.achiral and not self.overlap(entry.positions, -entry.positions) else 1

    def unique(self, entries: list[Entry]) -> list[Entry]:
        """The lowest of each group of same conformers, by energy."""
        kept: list[Entry] = []
        for entry in sorted(entries, key=lambda e: (e.energy, e.index)):
            if not any(self.same(entry, other) for other in kept):
                kept.append(entry)
        return kept


def compared_atoms(mol: Chem.Mol) -> np.ndarray:
    """Heavy atoms and polar hydrogens; all atoms where that leaves fewer than three."""
    chosen = [
        atom.GetIdx()
        for atom in mol.GetAtoms()
        if atom.GetAtomicNum() != 1 or any(neighbour.GetAtomicNum() != 6 for neighbour in atom.GetNeighbors())
    ]
    return np.array(chosen if len(chosen) >= 3 else range(mol.GetNumAtoms()), dtype=int)


def automorphisms(mol: Chem.Mol, atoms: np.ndarray) -> np.ndarray:
    """All ways to exchange the compared atoms that keep elements and bonds (bond orders and charges apart, so that the two
    oxygens of a carboxylate count as alike)."""
    plain = Chem.RWMol()
    place = {int(atom): i for i, atom in enumerate(atoms)}
    for atom in atoms:
        copy = Chem.Atom(mol.GetAtomWithIdx(int(atom)).GetAtomicNum())
        copy.SetIsotope(mol.GetAtomWithIdx(int(atom)).GetIsotope())
        copy.SetNoImplicit(True)
        plain.AddAtom(copy)
    for bond in mol.GetBonds():
        i, j = place.get(bond.GetBeginAtomIdx()), place.get(bond.GetEndAtomIdx())
        if i is not None and j is not None:
            plain.AddBond(i, j, Chem.BondType.SINGLE)
    graph = plain.GetMol()
    graph.UpdatePropertyCache(strict=False)
    matches = graph.GetSubstructMatches(graph, uniquify=False, useChirality=False, maxMatches=_MAX_PERMUTATIONS)
    return np.array(matches, dtype=int) if matches else np.arange(len(atoms))[None, :]


def best_superposition(a: np.ndarray, b: np.ndarray, permutations: np.ndarray) -> tuple[float, float]:
    """The smallest RMSD over permutations and proper rotations, and the largest atomic deviation there (Angstrom)."""
    a = a - a.mean(axis=0)
    b = b - b.mean(axis=0)
    permuted = b[permutations]
    covariance = np.einsum("pni,nj->pij", permuted, a)
    u, singular, vt = np.linalg.svd(covariance)
    sign = np.sign(np.linalg.det(u) * np.linalg.det(vt))
    overlap = singular[:, 0] + singular[:, 1] + sign * singular[:, 2]
    best = int(np.argmax(overlap))
    correction = np.diag([1.0, 1.0, sign[best] or 1.0])
    rotated = permuted[best] @ (u[best] @ correction @ vt[best])
    deviations = np.linalg.norm(rotated - a, axis=1)
    return float(np.sqrt(np.mean(deviations**2))), float(deviations.max())


def is_achiral(mol: Chem.Mol) -> bool:
    """Whether the structure (with the stereo it has) is the same as its mirror image."""
    from .stereo import mirror_image

    smiles = Chem.MolToSmiles(Chem.RemoveHs(mol))
    return Chem.MolToSmiles(Chem.MolFromSmiles(smiles)) == mirror_image(smiles)


def boltzmann_weights(energies: list[float], degeneracies: list[int], temperature: float = WEIGHT_TEMPERATURE) -> list[float]:
    """w_i = g_i exp(-(X_i - X_0)/RT) / sum, for energies in Hartree."""
    lowest = min(energies, default=0.0)
    rt = GAS_CONSTANT_IN_KCAL_PER_MOLE_KELVIN * temperature
    factors = [
        degeneracy * float(np.exp(-(energy - lowest) * KCAL_PER_HARTREE / rt))
        for energy, degeneracy in zip(energies, degeneracies, strict=True)
    ]
    total = sum(factors)
    return [factor / total for factor in factors]
