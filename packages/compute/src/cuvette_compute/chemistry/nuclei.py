"""Which nuclei of a molecule are one in a spectrum: those that symmetry, free rotation or the flip of a ring turns into each other.

Two nuclei are the same when marking either of them as an isotope gives the same molecule or its mirror image. So the hydrogens of a
methyl group and of a cyclohexane are one each, and those of a CH2 beside a stereocentre, of a terminal =CH2, and the two methyl groups
of a dimethylamide (whose C-N bond turns slowly) are not.
"""

from __future__ import annotations

import numpy as np
from rdkit import Chem
from rdkit.Geometry import Point3D

_AMIDE = Chem.MolFromSmarts("[NX3;+0;!$(N(C=O)C=O)]-!@[CX3;+0;!$(C([#7])[#7])]=[OX1,SX1]")
_MARK = {1: 2, 6: 13}


def nucleus_keys(mol: Chem.Mol, positions: np.ndarray) -> dict[int, str]:
    """A key for each hydrogen and carbon (counted from 0); nuclei with the same key share a shift.

    `mol` has explicit hydrogens and `positions` (n x 3) are in Å. The keys of several conformers of a molecule can be compared: a place
    keeps its key where the numbers of two hydrogens are exchanged.
    """
    plain = Chem.Mol(mol)
    Chem.RemoveStereochemistry(plain)
    ranks = list(Chem.CanonicalRankAtoms(plain, breakTies=False, includeChirality=False))
    frame = _with_stiff_amides(mol)
    pictures = [_placed(frame, positions), _placed(frame, positions * np.array([-1.0, 1.0, 1.0]))]
    return {
        atom.GetIdx(): _key(atom, ranks, pictures) if ranks.count(ranks[atom.GetIdx()]) > 1 else f"{ranks[atom.GetIdx()]}"
        for atom in mol.GetAtoms()
        if atom.GetAtomicNum() in _MARK
    }


def equivalent_groups(keys: dict[int, str]) -> list[list[int]]:
    """The nuclei of each key, in the order of their first atoms."""
    groups: dict[str, list[int]] = {}
    for atom, key in sorted(keys.items()):
        groups.setdefault(key, []).append(atom)
    return list(groups.values())


def _key(atom: Chem.Atom, ranks: list[int], pictures: list[Chem.Mol]) -> str:
    """The rank of a nucleus and the molecule with it marked, whichever of that and its mirror image comes first in the alphabet."""
    marked = []
    for picture in pictures:
        copy = Chem.Mol(picture)
        copy.GetAtomWithIdx(atom.GetIdx()).SetIsotope(_MARK[atom.GetAtomicNum()])
        Chem.AssignStereochemistryFrom3D(copy, replaceExistingTags=True)
        marked.append(Chem.MolToSmiles(copy))
    return f"{ranks[atom.GetIdx()]} {min(marked)}"


def _with_stiff_amides(mol: Chem.Mol) -> Chem.Mol:
    """The molecule with its amides written as [O-]-C=[N+], so that the places beside a C-N bond that turns slowly are two."""
    stiff = Chem.RWMol(mol)
    for nitrogen, carbon, oxygen in mol.GetSubstructMatches(_AMIDE):
        stiff.GetBondBetweenAtoms(nitrogen, carbon).SetBondType(Chem.BondType.DOUBLE)
        stiff.GetBondBetweenAtoms(carbon, oxygen).SetBondType(Chem.BondType.SINGLE)
        stiff.GetAtomWithIdx(nitrogen).SetFormalCharge(1)
        stiff.GetAtomWithIdx(oxygen).SetFormalCharge(-1)
    try:
        Chem.SanitizeMol(stiff)
    except ValueError:
        return Chem.Mol(mol)
    return stiff.GetMol()


def _placed(mol: Chem.Mol, positions: np.ndarray) -> Chem.Mol:
    placed = Chem.Mol(mol)
    placed.RemoveAllConformers()
    conformer = Chem.Conformer(mol.GetNumAtoms())
    for index, position in enumerate(positions):
        conformer.SetAtomPosition(index, Point3D(*(float(x) for x in position)))
    placed.AddConformer(conformer, assignId=True)
    return placed
