"""Conformers of an analogue on the pose of a reference: what the two molecules share keeps the place that it has in the pose.

The shared core is the largest common substructure (RDKit's FMCS). Conformers are embedded with its atoms at the places of the reference
(ETKDGv3) and relaxed with MMFF94, where it has parameters, else UFF, the core tethered to those places.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdDistGeom, rdFMCS, rdForceFieldHelpers, rdMolAlign
from rdkit.Geometry import Point3D

from ..errors import InputError

# Fewer atoms do not say how a molecule is turned.
_FEWEST = 4
_SECONDS = 10
# Ways to lay a symmetric analogue on the reference that are tried.
_MOST_WAYS = 12
_MOST_MATCHES = 500
# kcal/mol/Å² of each tether; RDKit's own constrained embedding has the same.
_TETHER = 100.0
_ITERATIONS = 500


@dataclass(frozen=True)
class Core:
    """Atoms of an analogue (keys) that are atoms of the reference (values), in each way that the two can be laid on each other."""

    ways: tuple[dict[int, int], ...]

    @property
    def size(self) -> int:
        """Heavy atoms of the core."""
        return len(self.ways[0])


def _heavy(mol: Chem.Mol) -> tuple[Chem.Mol, list[int]]:
    """The molecule without hydrogens, and the places of its atoms in the whole one."""
    return Chem.RemoveAllHs(mol), [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() > 1]


def common_core(reference: Chem.Mol, mol: Chem.Mol) -> Core:
    """The core of an analogue and the reference, both with explicit hydrogens. Raises InputError where they share too little."""
    (bare_reference, places), (bare, own) = _heavy(reference), _heavy(mol)
    found = rdFMCS.FindMCS([bare_reference, bare], ringMatchesRingOnly=True, completeRingsOnly=True, timeout=_SECONDS)
    if found.numAtoms < _FEWEST:
        raise InputError(f"it shares {found.numAtoms} heavy atoms with the reference, and a core needs {_FEWEST} or more.")
    pattern = Chem.MolFromSmarts(found.smartsString)
    ranks = list(Chem.CanonicalRankAtoms(bare, breakTies=False))
    ways: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
    for match in bare.GetSubstructMatches(pattern, uniquify=True, maxMatches=_MOST_MATCHES):
        for other in bare_reference.GetSubstructMatches(pattern, uniquify=False, maxMatches=_MOST_MATCHES):
            # Ways that differ by a symmetry of the analogue alone give the same poses.
            signature = tuple(sorted((there, ranks[here]) for here, there in zip(match, other, strict=True)))
            way = {own[here]: places[there] for here, there in zip(match, other, strict=True)}
            ways.setdefault(signature, way)
    return Core(tuple(way for _, way in sorted(ways.items())[:_MOST_WAYS]))


def core_rmsd(reference: np.ndarray, positions: np.ndarray, way: dict[int, int]) -> float:
    """RMSD (Å) of the core's heavy atoms in a pose from their places in the reference; nothing is laid over anything."""
    apart = positions[list(way)] - reference[list(way.values())]
    return float(np.sqrt((apart**2).sum(axis=1).mean()))


def conformers_on(reference: Chem.Mol, mol: Chem.Mol, core: Core, count: int, seed: int) -> list[tuple[np.ndarray, dict[int, int]]]:
    """Conformers of the analogue on the reference, about `count` in all, each with the way that it lies. Raises InputError.

    `reference` has a conformer; positions are in Å.
    """
    each = max(1, math.ceil(count / len(core.ways)))
    found: list[tuple[np.ndarray, dict[int, int]]] = []
    for way in core.ways:
        whole = Chem.Mol(mol)
        for number in _embedded(reference, whole, way, each, seed):
            _relax(reference, whole, way, number)
            found.append((np.array(whole.GetConformer(number).GetPositions()), way))
    if not found:
        raise InputError("no conformer could be built on the core of the reference.")
    return found


def _embedded(reference: Chem.Mol, mol: Chem.Mol, way: dict[int, int], count: int, seed: int) -> list[int]:
    """Conformers with the core's shape, laid on the reference; their numbers."""
    at = reference.GetConformer()
    parameters = rdDistGeom.ETKDGv3()
    parameters.randomSeed = seed
    parameters.useRandomCoords = True
    # RDKit's types declare the method as a plain function.
    rdDistGeom.EmbedParameters.SetCoordMap(parameters, {here: Point3D(*at.GetAtomPosition(there)) for here, there in way.items()})
    numbers = list(rdDistGeom.EmbedMultipleConfs(mol, count, parameters))
    for number in numbers:
        rdMolAlign.AlignMol(mol, reference, prbCid=number, atomMap=list(way.items()))
    return numbers


def _relax(reference: Chem.Mol, mol: Chem.Mol, way: dict[int, int], number: int) -> None:
    """Minimize a conformer with each atom of the core tethered to its place in the reference."""
    at = reference.GetConformer()
    properties = rdForceFieldHelpers.MMFFGetMoleculeProperties(mol)
    if properties is not None:
        field = rdForceFieldHelpers.MMFFGetMoleculeForceField(mol, properties, confId=number)
        tether = field.MMFFAddDistanceConstraint
    else:
        field = rdForceFieldHelpers.UFFGetMoleculeForceField(mol, confId=number)
        tether = field.UFFAddDistanceConstraint
    for here, there in way.items():
        point = field.AddExtraPoint(*at.GetAtomPosition(there), fixed=True) - 1
        tether(point, here, False, 0.0, 0.0, _TETHER)
    field.Initialize()
    field.Minimize(maxIts=_ITERATIONS)
