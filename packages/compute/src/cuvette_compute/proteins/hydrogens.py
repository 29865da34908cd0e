"""Hydrogens of the input that no residue can hold, and what the hydrogens of the result say about protonation."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

from .structure import Entry, atom_name, is_hydrogen

# Å; the longest bond to hydrogen in a biomolecule, S-H, is 1.34.
LONGEST_BOND = 1.5


@cache
def _known_names() -> dict[str, set[str]]:
    """Names of the hydrogens of each standard residue in all its variants, from OpenMM's own table."""
    import openmm.app

    tree = ElementTree.parse(Path(str(openmm.app.__file__)).parent / "data" / "hydrogens.xml")
    return {
        residue.attrib["name"]: {hydrogen.attrib["name"] for hydrogen in residue.findall("H")}
        for residue in tree.getroot().findall("Residue")
    }


def _too_far(atom: dict[str, Any], heavy: list[dict[str, Any]]) -> bool:
    place = [float(atom[axis]) for axis in "xyz"]
    return all(math.dist(place, [float(other[axis]) for axis in "xyz"]) > LONGEST_BOND for other in heavy)


def loose_hydrogens(entry: Entry) -> list[dict[str, Any]]:
    """Hydrogens of a residue that lie on no heavy atom of it, or on the very place of another one."""
    heavy = [atom for atom in entry.atoms if not is_hydrogen(atom)]
    seen: list[list[float]] = []
    loose = []
    for atom in entry.atoms:
        if not is_hydrogen(atom):
            continue
        place = [float(atom[axis]) for axis in "xyz"]
        if _too_far(atom, heavy) or any(math.dist(place, other) < 0.3 for other in seen):
            loose.append(atom)
        else:
            seen.append(place)
    return loose


def is_unknown_name(residue: str, name: str) -> bool:
    """Whether a standard residue has no hydrogen of this name; residues that OpenMM does not know have any."""
    known = _known_names().get(residue)
    return known is not None and name not in known


def protonation(name: str, atoms: set[str], disulfide: bool) -> str | None:
    """The state of a side chain that can change, as text; None for residues with one state only."""
    if name == "HIS":
        both = "HD1" in atoms, "HE2" in atoms
        return {
            (True, True): "protonated at both nitrogens (+1)",
            (True, False): "neutral, hydrogen on Nδ1",
            (False, True): "neutral, hydrogen on Nε2",
        }.get(both, "without a hydrogen on the ring's nitrogens (-1)")
    if name == "ASP":
        return "protonated (neutral)" if atoms & {"HD1", "HD2"} else None
    if name == "GLU":
        return "protonated (neutral)" if atoms & {"HE1", "HE2"} else None
    if name == "LYS":
        return None if "HZ1" in atoms and "HZ2" in atoms and "HZ3" in atoms else "deprotonated (neutral)"
    if name == "CYS":
        return "disulfide" if disulfide else None if "HG" in atoms else "deprotonated (-1)"
    if name == "TYR":
        return None if "HH" in atoms else "deprotonated (-1)"
    return None


def hydrogens_of(entry: Entry) -> int:
    """How many hydrogens an entry has."""
    return sum(1 for atom in entry.atoms if is_hydrogen(atom))


def name_of(entry: Entry, atom: dict[str, Any]) -> str:
    """An atom for the report: "HD1 of HIS A.29"."""
    return f"{atom_name(atom)} of {entry.name} {entry.key}"
