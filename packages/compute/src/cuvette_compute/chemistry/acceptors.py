"""Hydrogen-bond acceptors of a molecule and the group of each, as the calibration of pKBHX names them."""

from __future__ import annotations

from dataclasses import dataclass

from rdkit import Chem

# Tried in order; the first atom of the pattern is the acceptor. None: an acceptor of a group that has no line.
_GROUPS = [
    (name, Chem.MolFromSmarts(text))
    for name, text in (
        (None, "[OX1]~[#7](~[OX1])"),  # nitro
        (None, "[OX1]=[#7]"),  # nitroso
        ("N-oxide", "[OX1-][#7+]"),
        ("Carbonyl", "[OX1]=[#6X3]"),
        ("Chalcogen oxide", "[OX1]~[S,Se]"),
        ("Pnictogen oxide", "[OX1]~[P,As]"),
        (None, "[SX1]=[#6]"),  # thiocarbonyl
        ("Nitrile", "[NX1]#[CX2]"),
        ("Aromatic N", "[nX2]"),
        (None, "[NX2]=[#7,#8,#15,#16]"),
        ("Imine", "[NX2]=[#6X3]"),
        ("Amine", "[NX3;!a;+0;!$(N[#6X3]=[O,S,N]);!$(N[#6X2]#N);!$(N[S,P]=O);!$(N=*);!$(N[#8])]"),
        (None, "[o]"),
        ("Ether/Alcohol", "[OX2;!a;+0;!$(O[#6X3]=[O,S]);!$(O~[!#6;!#1])]"),
        ("Divalent S", "[SX2;!a;+0;!$(S[#6X3]=[O,S]);!$(S~[!#6;!#1])]"),
        (None, "[FX1]"),
    )
]


@dataclass(frozen=True)
class Acceptor:
    """An atom (0-based) that takes hydrogen bonds, and its group; None for a group outside the calibration."""

    atom: int
    group: str | None


def acceptors(mol: Chem.Mol) -> list[Acceptor]:
    """The acceptors in the order of the atoms. Oxygen of esters and acids beside the carbonyl, and nitrogen of amides, are none."""
    found: dict[int, str | None] = {}
    for group, pattern in _GROUPS:
        for match in mol.GetSubstructMatches(pattern, uniquify=False, maxMatches=10000):
            found.setdefault(match[0], group)
    return [Acceptor(atom, found[atom]) for atom in sorted(found)]
