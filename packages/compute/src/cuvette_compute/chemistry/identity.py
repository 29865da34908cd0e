"""Whether a molecule is still the same one after an optimization: bonds and stereo against the input's."""

from __future__ import annotations

from typing import Any

import numpy as np
from rdkit import Chem

from ..structures.elements import covalent_radius
from ..structures.molecule import Molecule
from .perceive import bonded_pairs, with_conformer

# A bond of the input is broken beyond this multiple of the covalent radii; a new one has formed below the other. The gap between
# them keeps long bonds and short contacts from counting as reactions.
_BROKEN_FACTOR = 1.35
_FORMED_FACTOR = 1.15


def reference_bonds(molecule: Molecule, mol: Chem.Mol | None = None) -> set[tuple[int, int]]:
    """The bonds to compare with: those of the structure if one is known, else those perceived from the coordinates."""
    if mol is not None and mol.GetNumBonds():
        ends = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in mol.GetBonds()]
        return {(min(pair), max(pair)) for pair in ends}
    return bonded_pairs(molecule.numbers, molecule.positions)


def connectivity_change(molecule: Molecule, positions: np.ndarray, bonds: set[tuple[int, int]]) -> dict[str, Any]:
    """{"changed": bool, "detail": "bond C3-O5 broke" or None} for the geometry `positions`."""
    radii = np.array([covalent_radius(int(z)) for z in molecule.numbers])
    pairs = np.array(sorted(bonds), dtype=int).reshape(-1, 2)
    first, second = pairs.T
    broken = np.linalg.norm(positions[first] - positions[second], axis=1) > _BROKEN_FACTOR * (radii[first] + radii[second])
    changes = [f"bond {molecule.atom_name(i)}-{molecule.atom_name(j)} broke" for i, j in pairs[broken].tolist()]
    for i, j in sorted(bonded_pairs(molecule.numbers, positions, _FORMED_FACTOR) - bonds):
        changes.append(f"bond {molecule.atom_name(i)}-{molecule.atom_name(j)} formed")
    return {"changed": bool(changes), "detail": "; ".join(changes[:6]) or None}


def stereo_labels(mol: Chem.Mol, positions: np.ndarray) -> dict[str, str]:
    """Labels of all stereocentres and double bonds as the geometry has them: {"C7": "R", "C2=C3": "E"}."""
    copy = with_conformer(mol, positions)
    try:
        Chem.AssignStereochemistryFrom3D(copy)
        Chem.AssignStereochemistry(copy, cleanIt=True, force=True)
    except (ValueError, RuntimeError):
        return {}
    labels = {_name(copy, atom.GetIdx()): atom.GetProp("_CIPCode") for atom in copy.GetAtoms() if atom.HasProp("_CIPCode")}
    for bond in copy.GetBonds():
        if bond.GetBondType() == Chem.BondType.DOUBLE and bond.GetStereo() in (Chem.BondStereo.STEREOE, Chem.BondStereo.STEREOZ):
            name = f"{_name(copy, bond.GetBeginAtomIdx())}={_name(copy, bond.GetEndAtomIdx())}"
            labels[name] = "E" if bond.GetStereo() == Chem.BondStereo.STEREOE else "Z"
    return labels


def _name(mol: Chem.Mol, index: int) -> str:
    return f"{mol.GetAtomWithIdx(index).GetSymbol()}{index + 1}"


def stereo_change(mol: Chem.Mol | None, before: np.ndarray, after: np.ndarray) -> dict[str, Any]:
    """{"changed": bool, "detail": "C7 changed from R to S" or None} between two geometries of one structure."""
    if mol is None:
        return {"changed": None, "detail": "not compared: no bond structure is known"}
    return compare_labels(stereo_labels(mol, before), stereo_labels(mol, after))


def compare_labels(first: dict[str, str], second: dict[str, str]) -> dict[str, Any]:
    """Centres whose label differs. A centre that only one of both geometries shows counts as changed too."""
    changes = [
        f"{name} changed from {first.get(name, 'undefined')} to {second.get(name, 'undefined')}"
        for name in sorted(first.keys() | second.keys())
        if first.get(name) != second.get(name)
    ]
    return {"changed": bool(changes), "detail": "; ".join(changes[:6]) or None}
