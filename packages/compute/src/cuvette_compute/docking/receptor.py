"""A protein made ready for docking: hydrogens by PDBFixer, atom types by meeko, cofactors and metals typed by their elements."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ..errors import InputError, MethodNotAvailable
from ..proteins.options import Options
from ..proteins.structure import Entry, atom_name, has_hydrogens, is_hydrogen, take
from ..runtime.notes import message
from .box import Box, check_in_protein

# A heterogen with an atom this near (Å) to the centre of the box is where the ligand shall go.
_AT_CENTRE = 3.0
# Å between heavy atoms of a heterogen and of a residue that are bonded.
_BONDED = 1.95
# Å around the box within which the scoring function feels an atom (Vina's cutoff).
_FELT = 8.0
# Å around the box within which residues get atom types: those at the edge of the cut, whose neighbours are missing, are not felt.
_TYPED = 20.0
# Å between C and N of neighbours in a chain: farther apart, residues are missing between them.
_PEPTIDE = 2.5
# The residue at which meeko stopped.
_UNREADABLE = re.compile(r"corresponding to key (\S+:\d+)")
_MOST_UNREADABLE = 20
_RESIDUES_PER_CHAIN = 9000
_CHAINS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
# AutoDock's types of heavy atoms that bonds do not decide; oxygen takes hydrogen bonds in whatever group it is.
_TYPE_OF_ELEMENT = {
    "C": "C", "O": "OA", "S": "S", "P": "P", "F": "F", "CL": "Cl", "BR": "Br", "I": "I", "SI": "Si", "MG": "Mg", "CA": "Ca",
    "MN": "Mn", "FE": "Fe", "ZN": "Zn",
}  # fmt: skip
# Metals that Vina has no type for, by the one whose radius is nearest: they bind like it in its scoring function.
_METALS = {"NI": "Zn", "CO": "Fe", "CU": "Zn", "CD": "Ca", "HG": "Ca", "NA": "Ca", "K": "Ca", "LI": "Mg"}


@dataclass
class Receptor:
    """The receptor as Vina reads it, as PDB text for the checks of poses, and what was done to it."""

    pdbqt: str
    pdb: str
    messages: list[dict[str, str]]
    software: dict[str, str]
    structure: dict[str, Any]
    """as it was prepared, in core's shape `Pdb`"""
    reference: list[dict[str, Any]]
    """the ligands that were taken out of the pocket (`reference.py`): `name`, `symbols` and `positions` (Å) of their heavy atoms"""


def job_protein(job: Any, *keys: str) -> dict[str, Any]:
    """The protein of a job: the structure in its data, or that of the platform's protein whose identifier is there.

    `keys` are the keys of the data in the order in which they count. Raises InputError where there is none.
    """
    for key in keys:
        given = job.data.get(key)
        if isinstance(given, dict):
            return given
        if isinstance(given, str) and given:
            found = job.proteins.get(given)
            if found is None:
                raise InputError("The protein no longer exists, or you have no access to it. Choose it again.", field=key)
            return found
    raise InputError("Docking needs a protein.", field=keys[-1])


def uploaded_ligands(job: Any, box: Box, *keys: str) -> list[dict[str, Any]]:
    """The ligands (as `Receptor.reference`) that were in the pocket before the job's protein was prepared; none where it was not.

    A preparation takes ligands out, and what stays keeps its place: a pose can still be compared with them. `keys` as of `job_protein`.
    """
    given = next((job.data[key] for key in keys if job.data.get(key)), None)
    if not isinstance(given, str):
        return []
    model = job.uploaded_heterogens.get(given) or {}
    return [
        _reference(key, record)
        for place in ("non_polymer", "branched")
        for key, record in (model.get(place) or {}).items()
        if _stands_at_centre(record, box)
    ]


def prepare_receptor(pdb: dict[str, Any], box: Box) -> Receptor:
    """The receptor of a docking. Raises InputError for a structure that cannot be used, MethodNotAvailable without meeko."""
    from ..proteins.prepare import prepare

    taken = take(pdb)
    heavy = [[atom["x"], atom["y"], atom["z"]] for entry in taken.of("polymer") for atom in entry.atoms if not is_hydrogen(atom)]
    check_in_protein(box, np.array(heavy, dtype=float).reshape(-1, 3))
    messages: list[dict[str, str]] = []
    pdb, reference, bonded = _without_ligand(pdb, box, np.array(heavy, dtype=float).reshape(-1, 3))
    if reference:
        body = f"{', '.join(one['name'] for one in reference)} was at the centre of the pocket and was removed from the protein."
        messages.append(message("info", "Room for the Ligand", body))
    if bonded:
        body = (
            f"{', '.join(bonded)} was bonded to a residue of the pocket. Docking here makes no bond to the protein, so it does "
            "not find the pose of a covalent ligand."
        )
        messages.append(message("warning", "The Ligand of the Structure Is Covalent", body))
    # A structure that has its hydrogens was prepared; they stay where they are.
    bare = not has_hydrogens(taken.of("polymer"))
    options = replace(Options(), remove_heterogens=False, optimize_hydrogens=bare, protonate_by_pka=bare)
    prepared, report = prepare(pdb, options, lambda *_: None, with_pka=bare)
    messages += _preparation_messages(report)
    entries = take(prepared).entries
    polymer, others = [one for one in entries if one.place == "polymer"], [one for one in entries if one.place != "polymer"]
    messages += _gap_messages(polymer, box)
    # meeko takes seconds for a hundred residues, and Vina feels nothing that is far from the box.
    typed, unknown = _typed_by_meeko([one for one in polymer if box.near(_positions(one), _TYPED).any()])
    others = [one for one in [*others, *unknown] if one.place != "water"]
    lines = [*typed, *(line for one in others for line in _typed_by_element(one))]
    near = [f"{one.name} {one.key}" for one in others if box.near(_positions(one), _FELT).any()]
    if near:
        listed = ", ".join(near[:8]) + (f" and {len(near) - 8} more" if len(near) > 8 else "")
        body = f"{listed}: kept in the receptor, with atom types by element alone, so their hydrogen bonds are only roughly known."
        messages.append(message("warning", "Unusual Residues Near the Pocket", body))
    text = pdb_text([*polymer, *[one for one in others if one not in unknown]])
    return Receptor("\n".join([*lines, "TER", ""]), text, messages, {**report["software"], **_meeko_version()}, prepared, reference)


def _meeko_version() -> dict[str, str]:
    from importlib.metadata import version

    return {"meeko": version("meeko")}


def _without_ligand(pdb: dict[str, Any], box: Box, polymer: np.ndarray) -> tuple[dict[str, Any], list[dict[str, Any]], list[str]]:
    """The structure without organic heterogens at the centre of the box, those heterogens, and the names of those bonded to a residue.

    `polymer` holds the places (Å) of the heavy atoms of all residues.
    """
    model = pdb["models"][0]
    dropped: list[dict[str, Any]] = []
    bonded: list[str] = []
    changed = dict(model)
    for place in ("non_polymer", "branched"):
        kept = {}
        for key, record in (model.get(place) or {}).items():
            if _stands_at_centre(record, box):
                one = _reference(key, record)
                dropped.append(one)
                if np.linalg.norm(np.array(one["positions"])[:, None] - polymer[None], axis=2).min() < _BONDED:
                    bonded.append(one["name"])
            else:
                kept[key] = record
        changed[place] = kept
    return {**pdb, "models": [changed, *pdb["models"][1:]]}, dropped, bonded


def _stands_at_centre(record: dict[str, Any], box: Box) -> bool:
    """Whether an organic heterogen is where the ligand shall go."""
    atoms = list((record.get("atoms") or {}).values())
    at = np.array([[atom["x"], atom["y"], atom["z"]] for atom in atoms], dtype=float).reshape(-1, 3)
    organic = any(str(atom["element"]).upper() == "C" for atom in atoms)
    return organic and bool(np.linalg.norm(at - np.array(box.centre), axis=1).min() <= _AT_CENTRE)


def _reference(key: str, record: dict[str, Any]) -> dict[str, Any]:
    """A heterogen as a ligand to compare poses with: its name, and the elements and places (Å) of its heavy atoms."""
    heavy = [atom for atom in record["atoms"].values() if not is_hydrogen(atom)]
    return {
        "name": f"{record.get('name') or 'UNK'} {key}",
        "symbols": [str(atom["element"]).capitalize() for atom in heavy],
        "positions": [[atom["x"], atom["y"], atom["z"]] for atom in heavy],
    }


def _preparation_messages(report: dict[str, Any]) -> list[dict[str, str]]:
    parts = []
    if report["added_hydrogens"]:
        parts.append(f"hydrogens were placed at pH {report['options']['add_hydrogen_ph']:g}")
    if report["built_residues"]:
        parts.append(f"{len(report['built_residues'])} missing residues were built")
    if report["added_atoms"]:
        parts.append(f"missing atoms were added to {len(report['added_atoms'])} residues")
    if report["replaced_residues"]:
        parts.append(f"{len(report['replaced_residues'])} modified residues were replaced by standard ones")
    if report["removed"]["waters"]:
        parts.append(f"{report['removed']['waters']} waters were taken out")
    if report["removed"]["models"]:
        parts.append(f"of {report['removed']['models'] + 1} models the first was taken")
    if report["removed"]["alternate_locations"]:
        parts.append("of alternate locations the most occupied were kept")
    if not parts:
        return []
    body = "; ".join(parts)
    return [message("info", "The Protein Was Prepared", f"{body[0].upper()}{body[1:]}.")]


def _gap_messages(polymer: list[Entry], box: Box) -> list[dict[str, str]]:
    """Where residues are missing so near the box that they may belong to the pocket."""
    found = []
    for one, other in pairwise(polymer):
        ends = [np.array([[atom[axis] for axis in "xyz"] for atom in entry.atoms if atom_name(atom) == name], dtype=float)
                for entry, name in ((one, "C"), (other, "N"))]  # fmt: skip
        if one.chain != other.chain or not all(len(end) for end in ends):
            continue
        apart = float(np.linalg.norm(ends[0][0] - ends[1][0]))
        if apart > _PEPTIDE and box.near(np.concatenate(ends), _FELT).any():
            found.append(f"between {one.name} {one.key} and {other.name} {other.key}")
    if not found:
        return []
    listed = ", ".join(found[:4]) + (f" and at {len(found) - 4} more places" if len(found) > 4 else "")
    body = f"Residues are missing {listed}. They may belong to the pocket, and poses may lie where they would be."
    return [message("warning", "The Chain Is Broken at the Pocket", body)]


def _positions(entry: Entry) -> np.ndarray:
    return np.array([[atom["x"], atom["y"], atom["z"]] for atom in entry.atoms], dtype=float)


def _pdb_line(serial: int, name: str, residue: str, chain: str, number: int, atom: dict[str, Any]) -> str:
    element = str(atom["element"]).capitalize()
    padded = f" {name:<3}" if len(element) == 1 and len(name) < 4 else f"{name:<4}"
    place = f"{atom['x']:8.3f}{atom['y']:8.3f}{atom['z']:8.3f}"
    head = f"ATOM  {serial % 100000:5d} {padded[:4]} {residue[:3]:>3} {chain}{number:4d}"
    return f"{head}    {place}{1.0:6.2f}{0.0:6.2f}          {element:>2}"


def _place(index: int) -> tuple[str, int]:
    """Chain letter and number of a residue by its place in the structure: columns too narrow for the names of some structures."""
    return _CHAINS[index // _RESIDUES_PER_CHAIN % len(_CHAINS)], index % _RESIDUES_PER_CHAIN + 1


def pdb_text(entries: list[Entry | None]) -> str:
    """PDB text of residues, numbered anew one after the other; None takes a number and has no lines."""
    lines, serial = [], 0
    for index, entry in enumerate(entries):
        chain, number = _place(index)
        if entry is None:
            continue
        for atom in entry.atoms:
            serial += 1
            lines.append(_pdb_line(serial, atom_name(atom), entry.name, chain, number, atom))
    return "\n".join([*lines, "END", ""])


def _typed_by_meeko(entries: list[Entry]) -> tuple[list[str], list[Entry]]:
    """PDBQT lines of the residues that meeko has templates for, and the other residues."""
    try:
        from meeko import MoleculePreparation, PDBQTWriterLegacy, Polymer, ResidueChemTemplates
    except ImportError as error:
        raise MethodNotAvailable("Docking needs meeko, and it does not load here.", detail=str(error)) from error
    # It tells at length of each residue without a template; those are typed by element, and the item says so.
    logging.getLogger("meeko").setLevel(logging.ERROR)
    templates = ResidueChemTemplates.create_from_defaults()
    by_name = {f"{chain}:{number}": entry for index, entry in enumerate(entries) for chain, number in [_place(index)]}
    unreadable: list[str] = []
    while True:
        try:
            text = pdb_text([None if name in unreadable else entry for name, entry in by_name.items()])
            polymer = Polymer.from_pdb_string(text, templates, MoleculePreparation(), allow_bad_res=True)
            rigid, _ = PDBQTWriterLegacy.write_string_from_polymer(polymer)
            break
        except Exception as error:
            # meeko stops at a residue whose atoms lie so that its bonds make no sense; the others can still be typed.
            found = _UNREADABLE.search(str(error))
            if not found or found[1] in unreadable or len(unreadable) == _MOST_UNREADABLE:
                # The structure is prepared at this point, so to prepare it is no advice.
                reason = (
                    f"meeko cannot read the prepared protein: {error}. Remove the residue that it names from the structure, or repair it."
                )
                raise InputError(reason, field="target") from error
            unreadable.append(found[1])
    ignored = [by_name[name] for name in [*polymer.get_ignored_monomers(), *unreadable] if name in by_name]
    return [line for line in rigid.splitlines() if line.startswith(("ATOM", "HETATM"))], ignored


def _typed_by_element(entry: Entry) -> list[str]:
    """PDBQT lines of a residue that no template knows. Charges play no part in Vina's scoring functions."""
    heavy = [atom for atom in entry.atoms if not is_hydrogen(atom)]
    places = np.array([[atom["x"], atom["y"], atom["z"]] for atom in heavy], dtype=float).reshape(-1, 3)
    kinds: list[tuple[dict[str, Any], str]] = []
    for index, atom in enumerate(heavy):
        element = str(atom["element"]).upper()
        if element == "N":
            # Three heavy neighbours leave no lone pair to bind to; otherwise it may take a hydrogen bond.
            neighbours = int((np.linalg.norm(places - places[index], axis=1) < 1.7).sum()) - 1
            kinds.append((atom, "N" if neighbours > 2 else "NA"))
        else:
            kinds.append((atom, _TYPE_OF_ELEMENT.get(element) or _METALS.get(element) or "C"))
    for atom in entry.atoms:
        if is_hydrogen(atom) and len(heavy):
            nearest = int(np.linalg.norm(places - [atom["x"], atom["y"], atom["z"]], axis=1).argmin())
            if str(heavy[nearest]["element"]).upper() in ("N", "O"):
                kinds.append((atom, "HD"))
    return [f"{_pdb_line(1, atom_name(atom), entry.name, 'Z', 1, atom)[:66]}    {0.0:6.3f} {kind:<2}" for atom, kind in kinds]
