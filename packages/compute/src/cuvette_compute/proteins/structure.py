"""The dictionary shape of a protein (core's `Pdb`), taken apart for PDBFixer.

Everything that PDBFixer reads goes through mmCIF text written here: it has no column widths, so no structure is too large for it.
Each residue gets a running number of `FIRST_NUMBER` or more instead of its own; residues that PDBFixer builds get numbers below, so
the two are never mistaken for one another, and what was there keeps its name, number, insertion code and B factors.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from .caps import with_standard_names

# PDBFixer numbers what it builds modulo this.
FIRST_NUMBER = 10_000
_KEY = re.compile(r"^(?P<chain>.*)\.(?P<number>-?\d+)(?P<insertion>[A-Za-z]?)$")

Atom = dict[str, Any]


@dataclass
class Entry:
    """A residue, ligand or water of the input with the atoms that are kept."""

    place: str
    """polymer, non_polymer, branched or water"""
    chain: str
    key: str
    name: str
    atoms: list[Atom]
    record: dict[str, Any]
    label: str = ""
    """Name of the OpenMM chain that it goes into."""

    @property
    def number(self) -> int | None:
        found = _KEY.match(self.key)
        return int(found["number"]) if found else None

    @property
    def insertion(self) -> str:
        found = _KEY.match(self.key)
        return found["insertion"] if found else ""


@dataclass
class Taken:
    """The first model of a structure: its residues in order, and what was left out while reading."""

    entries: list[Entry]
    alternate_locations: int = 0
    models: int = 0
    deuterium: int = 0
    by_number: dict[int, Entry] = field(default_factory=dict)

    def of(self, place: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.place == place]


def atom_name(atom: Atom) -> str:
    """An atom's name; it is null where it equals the element."""
    return str(atom.get("name") or atom.get("element") or "X")


def is_hydrogen(atom: Atom) -> bool:
    return str(atom.get("element") or "").upper() in ("H", "D")


def has_hydrogens(entries: list[Entry]) -> bool:
    """Whether residues have their hydrogens, as those of a prepared structure have: far more than the polar ones alone."""
    hydrogens = sum(is_hydrogen(atom) for entry in entries for atom in entry.atoms)
    return hydrogens >= 0.3 * sum(not is_hydrogen(atom) for entry in entries for atom in entry.atoms)


def _best_location(atoms: list[Atom]) -> tuple[list[Atom], int]:
    """One position for each atom of a residue: those of the alternate location with the most occupancy, the first letter where equal."""
    letters: dict[str, float] = {}
    for atom in atoms:
        if letter := atom.get("alt_loc"):
            letters[letter] = letters.get(letter, 0.0) + float(1.0 if atom.get("occupancy") is None else atom["occupancy"])
    if not letters:
        return atoms, 0
    order = sorted(letters, key=lambda letter: (-letters[letter], letter))
    rank = {letter: place for place, letter in enumerate(order, start=1)}
    best: dict[str, Atom] = {}
    for atom in atoms:
        name = atom_name(atom)
        held = best.get(name)
        if held is None or rank.get(atom.get("alt_loc") or "", 0) < rank.get(held.get("alt_loc") or "", 0):
            best[name] = atom
    chosen = list(best.values())
    return [{**atom, "alt_loc": None} for atom in chosen], len(atoms) - len(chosen)


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > 1e5:
        raise InputError(f"An atom of {where} has no usable coordinates.", field="data")
    return float(value)


def take(pdb: dict[str, Any]) -> Taken:
    """The residues of the first model. Raises InputError where there is no chain to prepare or a coordinate is not a number."""
    models = pdb.get("models") or []
    if not models or not isinstance(models[0], dict):
        raise InputError("The structure holds no atoms.", field="data")
    model = models[0]
    taken = Taken(entries=[], models=len(models) - 1)

    def add(place: str, chain: str, key: str, record: dict[str, Any]) -> None:
        atoms, dropped = _best_location(list((record.get("atoms") or {}).values()))
        taken.alternate_locations += dropped
        for atom in atoms:
            for axis in "xyz":
                _number(atom.get(axis), key)
        if atoms:
            name = str(record.get("name") or "UNK")
            taken.entries.append(Entry(place, chain, key, name, with_standard_names(name, atoms), record))

    for chain, polymer in (model.get("polymer") or {}).items():
        for key, residue in (polymer.get("residues") or {}).items():
            add("polymer", chain, key, residue)
    if not taken.entries:
        raise InputError("The structure holds no chain of a protein or nucleic acid, so there is nothing to prepare.", field="data")
    for place in ("non_polymer", "branched", "water"):
        for key, record in (model.get(place) or {}).items():
            add(place, str(record.get("polymer") or record.get("internal_id") or ""), key, record)
    return taken


def drop_deuterium(taken: Taken) -> None:
    """Take deuterium out: the force fields know hydrogen alone."""
    for entry in taken.entries:
        kept = [atom for atom in entry.atoms if str(atom.get("element") or "").upper() != "D"]
        taken.deuterium += len(entry.atoms) - len(kept)
        entry.atoms = kept
    taken.entries = [entry for entry in taken.entries if entry.atoms]


def number_entries(taken: Taken) -> None:
    """Give each residue its running number and its OpenMM chain: a chain each for polymers and ligands, one for all waters."""
    taken.by_number = {}
    polymers: dict[str, str] = {}
    for index, entry in enumerate(taken.entries):
        if entry.place == "polymer":
            entry.label = polymers.setdefault(entry.chain, f"P{len(polymers)}")
        else:
            entry.label = "W" if entry.place == "water" else f"L{index}"
        taken.by_number[FIRST_NUMBER + index] = entry


_COLUMNS = (
    "group_PDB id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id label_entity_id label_seq_id "
    "pdbx_PDB_ins_code Cartn_x Cartn_y Cartn_z occupancy B_iso_or_equiv auth_seq_id auth_comp_id auth_asym_id auth_atom_id "
    "pdbx_PDB_model_num"
).split()


def _quoted(text: str) -> str:
    """A value of mmCIF; names with a prime (O5') need quotes. What neither quote can hold is not a name of an atom or residue."""
    cleaned = re.sub(r"[\s\"]", "", text) or "X"
    return f'"{cleaned}"'


def to_mmcif(taken: Taken) -> str:
    """The kept residues as mmCIF for OpenMM's reader."""
    lines = ["data_structure", "#", "loop_", *(f"_atom_site.{column}" for column in _COLUMNS)]
    serial = 0
    for number, entry in taken.by_number.items():
        residue = _quoted(entry.name)
        for atom in entry.atoms:
            serial += 1
            element = str(atom.get("element") or "X").capitalize()
            name = _quoted(atom_name(atom))
            place = " ".join(repr(float(atom[axis])) for axis in "xyz")
            lines.append(
                f"ATOM {serial} {_quoted(element)} {name} . {residue} {entry.label} 1 {number} . {place} 1.0 0.0 "
                f"{number} {residue} {entry.label} {name} 1"
            )
    return "\n".join([*lines, "#", ""])
