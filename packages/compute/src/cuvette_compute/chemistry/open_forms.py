"""Conformers of a protonation form for pKa: the lowest that do not fold a charged group onto another group of the molecule.

A continuum solvent gives an intramolecular hydrogen bond to a charge all of its energy and forgets that water offers such bonds to the
open form as well; GFN2-xTB in ALPB water prefers the folded cation of an amino alcohol or a diamine by 3 to 8 kcal/mol, which is 1 to 3
units of pKa (ethanolamine 10.2, triethanolamine 10.3, 1,3-diaminopropane 14.2 where 9.5, 7.8 and 10.6 are measured). Such conformers are
left out for the nitrogen of aliphatic amines; where no open conformer is found the least folded ones are taken.
"""

from __future__ import annotations

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdForceFieldHelpers

from ..structures.molecule import Molecule
from .embed import embed, minimise, molecule_from_mol

# An amine's nitrogen, with a proton more or not; not the one of an amide, an aniline, a sulfonamide or an amidine.
_AMINE = Chem.MolFromSmarts("[NX3,NX4+;!$(N~[#6X3]);!$(N~[!#6;!#1]);!$(N[CX2])]")
# More conformers are embedded (so many times) and optimized (so many more) where an amine has something to fold onto.
_TIMES_TRIED, _MORE_KEPT = 2, 2
# Å between a hydrogen and what accepts it. In an open form of an amino alcohol it is more than 3.5.
_CONTACT = 2.5


def folds(form: Chem.Mol, positions: np.ndarray) -> int:
    """How many intramolecular hydrogen bonds the amine nitrogens of a form take part in at these positions (n x 3, Å).

    Counted are those from a protonated amine to uncharged nitrogen, oxygen or sulfur, and those from N–H and O–H to an uncharged amine.
    Contacts to charged groups are not: a zwitterion holds its charges together in water too.
    """
    amines = {match[0] for match in form.GetSubstructMatches(_AMINE)}
    if not amines:
        return 0
    acceptors = [atom.GetIdx() for atom in form.GetAtoms() if atom.GetAtomicNum() in (7, 8, 16) and atom.GetFormalCharge() == 0]
    count = 0
    for bond in form.GetBonds():
        hydrogen, donor = sorted((bond.GetBeginAtom(), bond.GetEndAtom()), key=lambda atom: atom.GetAtomicNum())
        if hydrogen.GetAtomicNum() != 1 or donor.GetAtomicNum() not in (7, 8):
            continue
        cation = donor.GetFormalCharge() > 0 and donor.GetIdx() in amines
        if not cation and donor.GetFormalCharge() != 0:
            continue
        for place in acceptors:
            if place != donor.GetIdx() and (cation or place in amines):
                count += np.linalg.norm(positions[hydrogen.GetIdx()] - positions[place]) < _CONTACT
    return int(count)


def open_geometries(form: Chem.Mol, tried: int, kept: int, seed: int) -> list[Molecule]:
    """The `kept` least folded geometries of `tried`, those by their MMFF94 energy; in order of embedding where MMFF94 lacks a group.

    Where an amine can fold, twice as many are tried and two more kept: few of the open ones are the lowest of their kind.
    """
    polar = sum(atom.GetAtomicNum() in (7, 8, 16) for atom in form.GetAtoms())
    if polar > 1 and form.HasSubstructMatch(_AMINE):
        tried, kept = tried * _TIMES_TRIED, kept + _MORE_KEPT
    embedded = embed(form, tried, seed)
    conformers = list(embedded.GetConformers())
    known = rdForceFieldHelpers.MMFFHasAllMoleculeParams(embedded)
    energies = minimise(embedded, 1, 500) if known else np.zeros(len(conformers))
    order = sorted(range(len(conformers)), key=lambda place: (folds(form, conformers[place].GetPositions()), energies[place]))
    smiles = Chem.MolToSmiles(Chem.RemoveHs(form))
    return [molecule_from_mol(form, conformers[place].GetPositions(), smiles) for place in order[:kept]]
