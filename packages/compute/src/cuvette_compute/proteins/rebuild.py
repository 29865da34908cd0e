"""The prepared structure in the dictionary shape: what was there keeps its place, name, number and B factors."""

from __future__ import annotations

from typing import Any

from . import fixer as pdbfixer
from .gaps import _ONE, Gap
from .hydrogens import protonation
from .structure import FIRST_NUMBER, Atom, Entry, Taken, atom_name


def _new_atom(name: str, element: str, place: tuple[float, float, float]) -> Atom:
    return {
        **_place(place),
        "element": element,
        "name": None if name == element else name,
        "charge": None,
        "occupancy": None,
        "alt_loc": None,
        "anisotropy": None,
        "bvalue": 0.0,
        "is_hetatm": None,
    }


def _place(place: tuple[float, float, float]) -> dict[str, float]:
    """Å to three decimals, as a PDB file has them."""
    return {axis: round(value, 3) for axis, value in zip("xyz", place, strict=True)}


def _atoms(residue: Any, entry: Entry | None, places: list[tuple[float, float, float]]) -> list[Atom]:
    """Atoms of a residue; one that was there and did not move is the input's own record."""
    by_name = {atom_name(atom): atom for atom in entry.atoms} if entry else {}
    by_place = {(round(atom["x"], 3), round(atom["y"], 3), round(atom["z"], 3)): atom for atom in entry.atoms} if entry else {}
    hetatm = entry.atoms[0].get("is_hetatm") if entry else None
    atoms = []
    for atom in residue.atoms():
        x, y, z = places[atom.index]
        element = atom.element.symbol if atom.element is not None else "X"
        old = by_place.get((round(x, 3), round(y, 3), round(z, 3))) or by_name.get(atom.name)
        if old is None:
            # A water's or ligand's hydrogens are written as the rest of it is; an atom of a chain is an ATOM.
            new = _new_atom(atom.name, element, (x, y, z))
            atoms.append({**new, "is_hetatm": hetatm if entry and entry.place != "polymer" else None})
            continue
        moved = abs(old["x"] - x) + abs(old["y"] - y) + abs(old["z"] - z) > 2e-3
        named = {**old, "name": None if atom.name == old.get("element") else atom.name}
        atoms.append({**named, **_place((x, y, z)), "anisotropy": None} if moved else named)
    return atoms


def _numbered(atoms: list[Atom], serial: int) -> tuple[dict[str, Atom], int]:
    return {str(serial + index): atom for index, atom in enumerate(atoms, start=1)}, serial + len(atoms)


def rebuild(pdb: dict[str, Any], taken: Taken, fixer: Any, built: dict[tuple[int, int], Gap], report: dict[str, Any]) -> dict[str, Any]:
    """The structure with one model; counts and protonation go into the report.

    Its `added_hydrogens` comes as the number that was there before.
    """
    places = pdbfixer.positions_in_angstrom(fixer)
    model = pdb["models"][0]
    labels = {entry.label: entry.chain for entry in taken.of("polymer")}
    disulfides = {
        residue for one, other in fixer.topology.bonds() if one.name == other.name == "SG" for residue in (one.residue, other.residue)
    }
    polymer: dict[str, Any] = {}
    others: dict[str, dict[str, Any]] = {"non_polymer": {}, "branched": {}, "water": {}}
    waiting: dict[str, list[str]] = {}
    for _, gap in sorted(built.items()):
        waiting.setdefault(gap.chain, []).extend(gap.keys)
    replaced = {one["residue"]: one["to"] for one in report["replaced_residues"]}
    serial = hydrogens = 0
    states: list[dict[str, str]] = []
    renamed: list[dict[str, str]] = []
    for residue in fixer.topology.residues():
        number = int(residue.id)
        entry = taken.by_number[number] if number >= FIRST_NUMBER else None
        atoms = _atoms(residue, entry, places)
        hydrogens += sum(1 for atom in residue.atoms() if atom.element is not None and atom.element.symbol == "H")
        numbered, serial = _numbered(atoms, serial)
        if entry and entry.key not in replaced and residue.name != entry.name:
            renamed.append({"residue": entry.key, "from": entry.name, "to": residue.name})
        if entry and entry.place != "polymer":
            others[entry.place][entry.key] = {**entry.record, "name": residue.name, "atoms": numbered}
            continue
        chain = entry.chain if entry else labels[residue.chain.id]
        key = entry.key if entry else waiting[chain].pop(0)
        own = polymer.setdefault(chain, {**model["polymer"][chain], "residues": {}})
        if key in replaced:
            for atom in atoms:
                atom["is_hetatm"] = None
        record = entry.record if entry and key not in replaced else {"full_name": None}
        own["residues"][key] = {**record, "name": residue.name, "atoms": numbered, "number": len(own["residues"]) + 1}
        names = {atom.name for atom in residue.atoms()}
        state = protonation(residue.name, names, residue in disulfides)
        if state:
            states.append({"residue": key, "name": residue.name, "state": state})
    _correct_sequences(polymer, report)
    report["renamed_residues"] = renamed
    report["protonation"] = states if report["options"]["add_hydrogens"] else []
    report["after"] = {
        "atoms": serial,
        "hydrogens": hydrogens,
        "residues": sum(len(one["residues"]) for one in polymer.values()),
        "heterogens": len(others["non_polymer"]) + len(others["branched"]),
        "waters": len(others["water"]),
    }
    report["added_hydrogens"] = hydrogens - report["added_hydrogens"]
    return {**pdb, "models": [{**model, "polymer": polymer, **others}], "experiment": _experiment(pdb, report)}


def _correct_sequences(polymer: dict[str, Any], report: dict[str, Any]) -> None:
    """Where a chain's sequence is that of its residues one by one, replaced residues get their letter."""
    if not report["replaced_residues"]:
        return
    for chain in polymer.values():
        letters = "".join(_ONE.get(str(residue["name"]), "X") for residue in chain["residues"].values())
        sequence = str(chain.get("sequence") or "")
        places = [i for i in range(len(sequence) - len(letters) + 1) if _fits(sequence[i : i + len(letters)], letters)]
        if len(places) == 1:
            start = places[0]
            chain["sequence"] = sequence[:start] + letters + sequence[start + len(letters) :]


def _fits(sequence: str, letters: str) -> bool:
    return all(a == b or a == "X" for a, b in zip(sequence, letters, strict=True))


def _experiment(pdb: dict[str, Any], report: dict[str, Any]) -> dict[str, Any]:
    """The experiment without the missing residues that were built."""
    experiment = pdb.get("experiment") or {}
    built = {one["residue"] for one in report["built_residues"]}
    missing = [one for one in experiment.get("missing_residues") or [] if not (isinstance(one, dict) and one.get("id") in built)]
    return {**experiment, "missing_residues": missing}
