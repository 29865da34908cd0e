"""Hydrogen-bond acceptors of a molecule and the group of each, as the calibration of pKBHX names them."""

from __future__ import annotations

from dataclasses import dataclass

from rdkit import Chem

_AMINE = "[NX3;!a;+0;!$(N[#6X3]=[O,S,N]);!$(N[#6X2]#N);!$(N[S,P]=O);!$(N=*);!$(N[#8])"
_ETHER = "[OX2;!a;+0;!$(O[#6X3]=[O,S]);!$(O~[!#6;!#1])"
# Beside an aromatic ring or a double bond the lone pair is drawn into it.
_UNSATURATED = "[c,n,o,s,$([CX3]=[#6,#7])]"
_BESIDE = "[#7,$([#8X2]),$([#16X2])]"

# Tried in order; the first atom of the pattern is the acceptor. None: an acceptor of a class that has no line.
_GROUPS = [
    (name, Chem.MolFromSmarts(text))
    for name, text in (
        (None, "[OX1]~[#7](~[OX1])"),  # nitro
        (None, "[OX1]=[#7]"),  # nitroso
        ("N-oxide", "[OX1-][n+]"),
        (None, "[OX1-][#7+]"),  # oxides of amines, nitrones
        ("Lactone", "[OX1]=[#6X3;!$([#6]~[#7])]@[#8]"),
        ("Urea/Carbamate", f"[OX1]=[#6X3](~{_BESIDE})~{_BESIDE}"),
        ("Amide", "[OX1]=[#6X3]~[#7]"),
        ("Ester", "[OX1]=[#6X3][#8X2]"),
        ("Ring carbonyl", "[OX1]=c"),  # pyranones, tropone, cyclopropenones
        ("Ketone/Aldehyde", "[OX1]=[#6X3]([#6,#1])[#6,#1]"),
        (None, "[OX1]=[#6X3]"),  # acid halides, thioesters
        ("Chalcogen oxide", "[OX1]~[S,Se]"),
        ("Pnictogen oxide", "[OX1]~[P,As;H0;!$(*[F,Cl,Br,I])]"),
        ("Pnictogen oxide with H, halogen", "[OX1]~[P,As]"),
        (None, "[SX1]=[#6]"),  # thiocarbonyl
        ("Nitrile", "[NX1]#[CX2]"),
        ("Aromatic N", "[nX2]"),
        (None, "[NX2]=[#7,#8,#15,#16]"),
        ("Amidine", "[NX2]=[#6X3][#7]"),
        ("Imine", "[NX2]=[#6X3]"),
        (None, "[NX3H3]"),  # ammonia
        ("Aromatic amine", f"{_AMINE};$(N{_UNSATURATED})]"),
        ("Primary amine", f"{_AMINE};H2]"),
        ("Secondary amine", f"{_AMINE};H1]"),
        ("Tertiary amine", f"{_AMINE};H0]"),
        (None, "[o]"),
        (None, "[OX2H2]"),  # water
        ("Alcohol", f"{_ETHER};H1]"),
        ("Aromatic ether", f"{_ETHER};$(O{_UNSATURATED})]"),
        ("Ether", f"{_ETHER}]"),
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
