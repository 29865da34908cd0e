"""Names of the atoms of acetyl (ACE) and N-methylamide (NME): programs write their own, force fields know those of the PDB alone."""

from __future__ import annotations

import math
from typing import Any

Atom = dict[str, Any]

_CAPS = frozenset({"ACE", "NME", "NMA"})
# Å; a hydrogen on nitrogen has 1.01, the methyl's hydrogens are 2 away from it.
_BOND_TO_HYDROGEN = 1.3


def with_standard_names(name: str, atoms: list[Atom]) -> list[Atom]:
    """The atoms of a residue with the names of the PDB where it is a cap that names them otherwise (C1, C2, H2_1); all others as they are.

    The atoms are known by element and distance; a cap with other atoms than its own stays as it is.
    """
    if name not in _CAPS:
        return atoms
    heavy = sorted(_element(atom) for atom in atoms if _element(atom) != "H")
    if heavy != (["C", "C", "O"] if name == "ACE" else ["C", "N"]):
        return atoms
    names = {str(atom.get("name") or atom.get("element") or "") for atom in atoms}
    if names >= ({"C", "O", "CH3"} if name == "ACE" else {"N"}) and (name == "ACE" or names & {"C", "CH3"}):
        return atoms
    return _acetyl(atoms) if name == "ACE" else _methylamide(atoms)


def _element(atom: Atom) -> str:
    element = str(atom.get("element") or "").upper()
    return "H" if element == "D" else element


def _distance(one: Atom, other: Atom) -> float:
    return math.dist([one[axis] for axis in "xyz"], [other[axis] for axis in "xyz"])


def _acetyl(atoms: list[Atom]) -> list[Atom]:
    oxygen = next(atom for atom in atoms if _element(atom) == "O")
    carbons = sorted((atom for atom in atoms if _element(atom) == "C"), key=lambda atom: _distance(atom, oxygen))
    return _named(atoms, {id(oxygen): "O", id(carbons[0]): "C", id(carbons[1]): "CH3"})


def _methylamide(atoms: list[Atom]) -> list[Atom]:
    nitrogen = next(atom for atom in atoms if _element(atom) == "N")
    names = {id(nitrogen): "N", id(next(atom for atom in atoms if _element(atom) == "C")): "C"}
    for atom in atoms:
        if _element(atom) == "H" and _distance(atom, nitrogen) < _BOND_TO_HYDROGEN:
            names[id(atom)] = "H"
            break
    return _named(atoms, names)


def _named(atoms: list[Atom], names: dict[int, str]) -> list[Atom]:
    """Copies with these names; the hydrogens without one are those of the methyl group."""
    methyl = (f"H{number}" for number in range(1, len(atoms) + 1))
    return [{**atom, "name": names.get(id(atom)) or next(methyl)} for atom in atoms]
