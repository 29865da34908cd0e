"""Classes of one-electron couples by what takes or gives the electron, as the calibration of redox potentials has them."""

from __future__ import annotations

from rdkit import Chem

DONOR, OTHER_ACCEPTOR = "donor", "other acceptor"
# The nitro group takes the electron before a carbonyl group does.
_NITRO = Chem.MolFromSmarts("[NX3+](=O)[O-]")
_ACCEPTORS = (
    ("quinone", Chem.MolFromSmarts("O=[#6;r6]1[#6]=,:[#6][#6](=O)[#6]=,:[#6]1")),
    ("aromatic ketone", Chem.MolFromSmarts("[OX1]=[#6X3]([#6])c1ccccc1")),
)


def couple_class(mol: Chem.Mol, couple: str) -> str:
    """The class of the couple ("oxidation" or "reduction") of a neutral molecule.

    Quinones are 1,4-quinones with six-membered rings, anthraquinones among them; aromatic ketones carry their carbonyl group on a benzene
    ring. All oxidations are of one class, "donor".
    """
    if couple == "oxidation":
        return DONOR
    if not mol.HasSubstructMatch(_NITRO):
        for name, pattern in _ACCEPTORS:
            if mol.HasSubstructMatch(pattern):
                return name
    return OTHER_ACCEPTOR
