"""What is simulated besides water: the protein's residues in fragments with closed ends, ions, and the ligand, as plain data."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from ..errors import InputError
from ..proteins.structure import Entry, atom_name, is_hydrogen, take
from .ligand import PlacedLigand

# Å; a peptide bond has 1.33.
_PEPTIDE = 2.0
_DISULFIDE = 2.5
# Gaps of this many residues between kept ones are kept too: two caps need room.
_FILLED = 2
# Single atoms that ff14SB's companion files for TIP3P have.
_IONS = {"NA", "CL", "K", "MG", "CA", "ZN", "LI", "RB", "CS", "BR", "F", "I", "MN", "FE2", "CU", "CO", "NI", "CD"}


@dataclass
class Residue:
    """A residue with its atoms: names, elements, and positions in Å."""

    place: str
    """polymer, ion, ligand or water"""
    fragment: int
    chain: str
    key: str
    name: str
    names: list[str]
    elements: list[str]
    positions: list[list[float]]
    record: dict[str, Any] = field(default_factory=dict)

    def of(self, name: str) -> np.ndarray | None:
        """The position of an atom; None where it is not there."""
        return self.place_of(name) if name in self.names else None

    def place_of(self, name: str) -> np.ndarray:
        """The position of an atom that is there; raises ValueError for one that is not."""
        return np.array(self.positions[self.names.index(name)])

    def add(self, name: str, element: str, place: np.ndarray) -> None:
        self.names.append(name)
        self.elements.append(element)
        self.positions.append([round(float(value), 4) for value in place])

    def heavy(self) -> np.ndarray:
        rows = [place for place, element in zip(self.positions, self.elements, strict=True) if element != "H"]
        return np.array(rows, dtype=float).reshape(-1, 3)


@dataclass
class Solute:
    """The residues in the order of the atoms: protein, ions, ligand; then the waters of the crystal."""

    residues: list[Residue]
    left_out: list[str]
    """names of what the force field does not know and was taken out"""
    near: list[str]
    """of these, those near the ligand"""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Solute:
        return cls([Residue(**one) for one in value["residues"]], value["left_out"], value["near"])


def solute_of(prepared: dict[str, Any], ligand: PlacedLigand | None, prune: float | None) -> Solute:
    """The prepared protein, without its ligand, and the ligand where there is one. `prune` (Å) keeps only residues this near to it."""
    entries = take(prepared).entries
    at = np.empty((0, 3)) if ligand is None else ligand.positions[[atom.GetAtomicNum() > 1 for atom in ligand.mol.GetAtoms()]]
    fragments: list[list[Residue]] = []
    for chain in dict.fromkeys(entry.chain for entry in entries if entry.place == "polymer"):
        fragments += _fragments([entry for entry in entries if entry.place == "polymer" and entry.chain == chain], at, prune)
    if not fragments and prune is None:
        raise InputError("The structure has no chain of a protein or nucleic acid.", field="protein")
    if not fragments:
        raise InputError(f"No residue lies within {prune:g} Å of the ligand; the protein is not around it.", field="protein_prune_cutoff")
    residues: list[Residue] = []
    for number, fragment in enumerate(fragments):
        for residue in fragment:
            residue.fragment = number
            residues.append(residue)
    _unique_keys(residues)
    ions, waters, left_out, near = [], [], [], []
    for entry in entries:
        if entry.place == "polymer":
            continue
        distance = float(np.linalg.norm(_heavy(entry)[:, None] - at[None], axis=2).min(initial=np.inf))
        if prune is not None and distance > prune:
            continue
        if entry.place == "water":
            if len(entry.atoms) == 3:
                waters.append(_residue("water", entry))
        elif len(entry.atoms) == 1 and entry.name.upper() in _IONS:
            ions.append(_residue("ion", entry))
        else:
            left_out.append(f"{entry.name} {entry.key}")
            if distance < 6.0:
                near.append(f"{entry.name} {entry.key}")
    placed = [] if ligand is None else [_ligand_residue(ligand)]
    return Solute([*residues, *ions, *placed, *waters], left_out, near)


def _ligand_residue(ligand: PlacedLigand) -> Residue:
    return Residue(
        "ligand",
        0,
        ligand.entry.chain,
        ligand.entry.key,
        ligand.entry.name,
        _unique(ligand.names),
        [atom.GetSymbol() for atom in ligand.mol.GetAtoms()],
        [[round(float(value), 4) for value in row] for row in ligand.positions],
        {key: value for key, value in ligand.entry.record.items() if key != "atoms"},
    )


def _heavy(entry: Entry) -> np.ndarray:
    rows = [[atom["x"], atom["y"], atom["z"]] for atom in entry.atoms if not is_hydrogen(atom)]
    return np.array(rows, dtype=float).reshape(-1, 3)


def _residue(place: str, entry: Entry) -> Residue:
    names, elements, positions = [], [], []
    for atom in entry.atoms:
        names.append(atom_name(atom))
        element = str(atom["element"]).capitalize()
        elements.append("H" if element == "D" else element)
        positions.append([float(atom[axis]) for axis in "xyz"])
    record = {key: value for key, value in entry.record.items() if key != "atoms"}
    return Residue(place, 0, entry.chain, entry.key, entry.name, names, elements, positions, record)


def _unique(names: list[str]) -> list[str]:
    """Names of atoms, each once."""
    seen: set[str] = set()
    found = []
    for name in names:
        number, one = 0, name
        while one in seen:
            number += 1
            one = f"{name[:2]}{number}x"
        seen.add(one)
        found.append(one)
    return found


def _bonded(one: Residue, other: Residue) -> bool:
    """Whether the second residue follows the first in the chain."""
    for last, first in (("C", "N"), ("O3'", "P")):
        a, b = one.of(last), other.of(first)
        if a is not None and b is not None and np.linalg.norm(a - b) < _PEPTIDE:
            return True
    return False


def _fragments(chain: list[Entry], ligand: np.ndarray, prune: float | None) -> list[list[Residue]]:
    """The runs of bonded residues of a chain that are kept, their cut ends closed by ACE and NME."""
    residues = [_residue("polymer", entry) for entry in chain]
    protein = all(residue.of("CA") is not None or residue.name in ("ACE", "NME", "NMA") for residue in residues)
    if prune is None or not protein:
        kept = [True] * len(residues)
    else:
        kept = [bool(np.linalg.norm(one.heavy()[:, None] - ligand[None], axis=2).min() <= prune) for one in residues]
        if not any(kept):
            return []
        _fill(kept)
    runs: list[list[int]] = []
    for index, keep in enumerate(kept):
        if not keep:
            continue
        if runs and runs[-1][-1] == index - 1 and _bonded(residues[index - 1], residues[index]):
            runs[-1].append(index)
        else:
            runs.append([index])
    found = []
    for run in runs:
        first, last = run[0], run[-1]
        before = residues[first - 1] if first > 0 else None
        after = residues[last + 1] if last + 1 < len(residues) else None
        fragment = [residues[index] for index in run]
        if protein and before is not None and fragment[0].name != "ACE":
            fragment.insert(0, _acetyl(before if _bonded(before, residues[first]) else None, residues[first]))
        if protein and after is not None and fragment[-1].name not in ("NME", "NMA") and fragment[-1].of("OXT") is None:
            fragment.append(_methylamide(after if _bonded(residues[last], after) else None, residues[last]))
        found.append(fragment)
    return found


def _fill(kept: list[bool]) -> None:
    """Keep what lies in short gaps between kept residues."""
    inside = [index for index, keep in enumerate(kept) if keep]
    for one, other in pairwise(inside):
        if 1 < other - one <= _FILLED + 1:
            for index in range(one + 1, other):
                kept[index] = True


def _direction(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """From b to a, of length 1."""
    return (a - b) / np.linalg.norm(a - b)


def placed_by(a: np.ndarray, b: np.ndarray, c: np.ndarray, length: float, angle: float, torsion: float) -> np.ndarray:
    """The point at a distance (Å) from c, with the angle to b and the torsion about b-c from a (degrees)."""
    axis = _direction(c, b)
    normal = np.cross(b - a, axis)
    normal /= np.linalg.norm(normal)
    other = np.cross(normal, axis)
    theta, phi = np.radians(angle), np.radians(torsion)
    return c + length * (-np.cos(theta) * axis + np.sin(theta) * np.cos(phi) * other + np.sin(theta) * np.sin(phi) * normal)


def _methyl(residue: Residue, a: np.ndarray, b: np.ndarray, carbon: str, hydrogens: tuple[str, str, str]) -> None:
    """Hydrogens of a methyl group whose carbon hangs on b, which hangs on a."""
    at = residue.place_of(carbon)
    for name, torsion in zip(hydrogens, (60.0, 180.0, 300.0), strict=True):
        residue.add(name, "H", placed_by(a, b, at, 1.09, 109.5, torsion))


def _acetyl(before: Residue | None, after: Residue) -> Residue:
    """ACE before a residue: from the residue that was there where it is known, else by the geometry of a peptide."""
    cap = Residue("polymer", 0, after.chain, before.key if before else _shifted(after.key, -1), "ACE", [], [], [])
    nitrogen, alpha, carbon = after.of("N"), after.of("CA"), after.of("C")
    if nitrogen is None or alpha is None or carbon is None:
        raise InputError(
            f"{after.name} {after.key} lacks atoms of its backbone also after the preparation; take it out of the structure.",
            field="protein_uuid",
        )
    if before is not None and {"CA", "C", "O"} <= set(before.names):
        carbonyl, oxygen, methyl = before.place_of("C"), before.place_of("O"), before.place_of("CA")
    else:
        carbonyl = placed_by(carbon, alpha, nitrogen, 1.335, 121.7, _torsion_of_hydrogen(after) - 180.0)
        oxygen = placed_by(alpha, nitrogen, carbonyl, 1.229, 122.9, 0.0)
        methyl = placed_by(alpha, nitrogen, carbonyl, 1.522, 116.6, 180.0)
    cap.add("C", "C", carbonyl)
    cap.add("O", "O", oxygen)
    cap.add("CH3", "C", methyl)
    _methyl(cap, nitrogen, carbonyl, "CH3", ("H1", "H2", "H3"))
    return cap


def _torsion_of_hydrogen(residue: Residue) -> float:
    """Torsion C-CA-N-H in degrees; 120 where there is no such hydrogen, so that phi, which is 180 away from it, is -60."""
    hydrogen = next((name for name in ("H", "HN", "H1") if name in residue.names), None)
    if hydrogen is None:
        return 120.0
    a, b, c, d = (residue.place_of(name) for name in ("C", "CA", "N", hydrogen))
    first, axis, last = b - a, c - b, d - c
    normal, other = np.cross(first, axis), np.cross(axis, last)
    return float(np.degrees(np.arctan2(np.dot(np.cross(normal, other), axis / np.linalg.norm(axis)), np.dot(normal, other))))


def _methylamide(after: Residue | None, before: Residue) -> Residue:
    """NME after a residue: from the residue that was there where it is known, else by the geometry of a peptide."""
    cap = Residue("polymer", 0, before.chain, after.key if after else _shifted(before.key, 1), "NME", [], [], [])
    alpha, carbon, oxygen = before.of("CA"), before.of("C"), before.of("O")
    if alpha is None or carbon is None or oxygen is None:
        raise InputError(
            f"{before.name} {before.key} lacks atoms of its backbone also after the preparation; take it out of the structure.",
            field="protein_uuid",
        )
    if after is not None and {"N", "CA"} <= set(after.names):
        nitrogen, methyl = after.place_of("N"), after.place_of("CA")
    else:
        outward = -(_direction(alpha, carbon) + _direction(oxygen, carbon))
        nitrogen = carbon + 1.335 * outward / np.linalg.norm(outward)
        methyl = placed_by(alpha, carbon, nitrogen, 1.449, 121.9, 180.0)
    cap.add("N", "N", nitrogen)
    away = -(_direction(carbon, nitrogen) + _direction(methyl, nitrogen))
    cap.add("H", "H", nitrogen + 1.01 * away / np.linalg.norm(away))
    cap.add("C", "C", methyl)
    _methyl(cap, carbon, nitrogen, "C", ("H1", "H2", "H3"))
    return cap


_KEY = re.compile(r"^(.*)\.(-?\d+)([A-Za-z]?)$")


def _shifted(key: str, by: int) -> str:
    found = _KEY.match(key)
    return f"{found[1]}.{int(found[2]) + by}" if found else f"{key}.{by}"


def _unique_keys(residues: list[Residue]) -> None:
    """Keys of caps that another residue has get an insertion letter."""
    taken: set[str] = {residue.key for residue in residues if residue.name not in ("ACE", "NME")}
    for residue in residues:
        if residue.name not in ("ACE", "NME"):
            continue
        letters = iter("XYZWVUTS")
        key = residue.key
        while key in taken:
            key = f"{residue.key.rstrip('XYZWVUTS')}{next(letters)}"
        residue.key = key
        taken.add(key)
