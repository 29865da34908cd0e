"""A protein prepared as an item: what is missing is built, ends are capped, what is not wanted goes, hydrogens come at a pH.

The result is a new protein. PDBFixer and OpenMM do the work, PROPKA gives pKa values where it is asked (see `proteins/prepare.py`, which
the preparation of a stored protein shares). Ligands that stay get the hydrogens of their SMILES.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from ..binding_dynamics.ligand import placed_ligand
from ..calculations.levels import provenance
from ..docking.receptor import job_protein
from ..errors import InputError, MethodNotAvailable
from ..proteins.gaps import with_sequences
from ..proteins.options import Further, Options
from ..proteins.prepare import SEED, prepare
from ..proteins.structure import Entry, has_hydrogens, is_hydrogen, take
from ..runtime.job import Job
from ..runtime.notes import message
from ..structures.elements import SYMBOLS
from . import Result

_WATER = {"HOH", "WAT", "DOD"}
# Å from the ligand to each side of its box, and the shortest edge of one.
_EDGE, _SHORTEST = 4.0, 10.0
_ENDS: dict[str | None, Literal["ace_nme", "templates", "open"]] = {"ace_nme": "ace_nme", "terminal_templates": "templates", None: "open"}


def run(job: Job) -> Result:
    """Prepare the protein. Raises InputError for what does not fit the structure, MethodNotAvailable for what is not here."""
    data = job.data
    _check(data)
    given = job_protein(job, "protein")
    pdb = with_sequences(given, data.get("sequence_overrides") or {})
    before = take(pdb)
    kept = _kept(data.get("retain_non_polymer") or {}, before.entries)
    pocket = _pocket(data.get("pocket_ligand"), before.entries)
    held = bool(data.get("retain_protonation")) and has_hydrogens(before.of("polymer"))
    by_pka = data.get("protonation_method") == "propka_3"
    builds = data.get("add_missing_method") is not None
    options = Options(
        find_missing_residues=builds,
        add_missing_atoms=builds,
        replace_nonstandard_residues=not data.get("retain_noncanonical_residues"),
        remove_heterogens=True,
        keep_waters=bool(_WATER & set(data.get("retain_non_polymer") or {})),
        remove_hydrogens=not data.get("retain_protonation"),
        add_hydrogen_ph=float(data["pH"]),
        # The states of a file that has its hydrogens are kept where that was asked for.
        protonate_by_pka=by_pka and not held,
    )
    further = Further(frozenset(kept), _ENDS[data.get("cap_residues")])
    structure, report = prepare(pdb, options, lambda words, percent: job.progress(words, int(percent), 100, percent), True, further)
    completed, told = _with_ligand_hydrogens(structure, kept, report)
    name = str((given.get("description") or {}).get("title") or (given.get("description") or {}).get("code") or "protein")
    uuid = data.get("protein")
    made = job.protein(
        f"{name[:150]}, prepared at pH {options.add_hydrogen_ph:g}", completed, uuid if isinstance(uuid, str) else None, pocket
    )
    messages = [message("warning", "Done Otherwise", f"{one['what']} {one['reason']}") for one in report["deviations"]]
    messages += [message("info", "Ligand", text) for text in told]
    if by_pka and held:
        body = "The structure had its hydrogens, and their states were kept. Switch that off to have PROPKA decide."
        messages.append(message("info", "Protonation Kept", body))
    stages = [
        {"name": "Preparation", "method": "pdbfixer", "engine": "pdbfixer", "engine_version": report["software"]["PDBFixer"]},
        *(
            [{"name": "pKa values", "method": "propka", "engine": "propka", "engine_version": report["software"]["PROPKA"]}]
            if "PROPKA" in report["software"] and options.protonate_by_pka
            else []
        ),
    ]
    record = provenance(job, stages, report["deviations"], preparation={**report, "pocket": pocket})
    return Result({"prepared_protein": made}, {**record, "seed": SEED}, messages)


def _check(data: dict[str, Any]) -> None:
    """Refuse what this worker cannot do. Raises MethodNotAvailable, InputError."""
    if data.get("add_missing_method") not in (None, "pdbfixer"):
        raise MethodNotAvailable("Boltz-2 is not available on this worker; choose PDBFixer.", field="add_missing_method")
    if data.get("protonation_method") not in ("openmm", "propka_3"):
        raise MethodNotAvailable("protonate-utils is not available on this worker; choose OpenMM or PROPKA.", field="protonation_method")
    if data.get("cap_residues") not in _ENDS:
        raise InputError(f"The ends cannot be {data.get('cap_residues')!r}.", field="cap_residues")
    if data.get("cap_residues") == "ace_nme" and data.get("add_missing_method") is None:
        raise InputError("Caps are built with what is missing: choose PDBFixer for that.", field="cap_residues")
    ph = data.get("pH")
    if isinstance(ph, bool) or not isinstance(ph, int | float) or not 0 <= ph <= 14:
        raise InputError(f"The pH must be a number from 0 to 14, not {ph!r}.", field="pH")


def _kept(wanted: dict[str, Any], entries: list[Entry]) -> dict[str, str | None]:
    """Keys of the heterogens that stay, each with the SMILES that its hydrogens come from. Raises InputError."""
    heterogens = [entry for entry in entries if entry.place in ("non_polymer", "branched")]
    kept: dict[str, str | None] = {}
    for name, smiles in wanted.items():
        found = [entry for entry in heterogens if name in (entry.name, entry.key)]
        if name in _WATER or (not found and smiles is None and not _is_key(name)):
            continue
        if not found:
            present = ", ".join(sorted({f"{entry.name} ({entry.key})" for entry in heterogens})) or "none"
            raise InputError(
                f"The structure has no ligand or ion {name}, by its name or by chain and number; it has {present}.",
                field=f"retain_non_polymer.{name}",
            )
        for entry in found:
            heavy = sum(not is_hydrogen(atom) for atom in entry.atoms)
            if heavy > 1 and not smiles:
                raise InputError(
                    f"{entry.name} {entry.key} has {heavy} heavy atoms: give its SMILES, from which its hydrogens come.",
                    field=f"retain_non_polymer.{name}",
                )
            kept[entry.key] = smiles if heavy > 1 else None
    return kept


def _is_key(name: str) -> bool:
    return "." in name or name.isdigit()


def _pocket(wanted: Any, entries: list[Entry]) -> list[list[float]] | None:
    """The box around a ligand, 4 Å to each side and 10 Å or more along each edge (Å): centre and edges. Raises InputError."""
    if wanted is None:
        return None
    heterogens = [entry for entry in entries if entry.place in ("non_polymer", "branched")]
    found = [entry for entry in heterogens if str(wanted) in (entry.name, entry.key)]
    if not found:
        present = ", ".join(sorted({f"{entry.name} ({entry.key})" for entry in heterogens})) or "none"
        raise InputError(f"The structure has no ligand {wanted!r}; it has {present}.", field="pocket_ligand")
    places = np.array([[atom["x"], atom["y"], atom["z"]] for atom in found[0].atoms if not is_hydrogen(atom)], dtype=float)
    low, high = places.min(axis=0) - _EDGE, places.max(axis=0) + _EDGE
    return [np.round((low + high) / 2, 3).tolist(), np.round(np.maximum(high - low, _SHORTEST), 3).tolist()]


def _with_ligand_hydrogens(
    structure: dict[str, Any], kept: dict[str, str | None], report: dict[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """The structure whose kept ligands have the hydrogens of their SMILES in place of those of the file, and the messages about them.

    They go into the report.
    """
    told: list[str] = []
    entries = take(structure).entries
    model = dict(structure["models"][0])
    serial = max(int(number) for number in _serials(model))
    report["kept"] = [{"residue": entry.key, "name": entry.name} for entry in entries if entry.key in kept]
    added: list[dict[str, Any]] = []
    for entry in entries:
        smiles = kept.get(entry.key)
        if smiles is None or entry.place not in ("non_polymer", "branched"):
            continue
        ligand = placed_ligand(entry, entries, smiles, f"retain_non_polymer.{entry.name}", f"retain_non_polymer.{entry.name}")
        told += ligand.messages
        heavy = {number: atom for number, atom in entry.record["atoms"].items() if not is_hydrogen(atom)}
        hydrogens = {}
        for atom, place, name in list(zip(ligand.mol.GetAtoms(), ligand.positions, ligand.names, strict=True))[len(heavy) :]:
            serial += 1
            hydrogens[str(serial)] = _hydrogen(SYMBOLS[atom.GetAtomicNum()], name, place)
        added.append({"residue": entry.key, "name": entry.name, "count": len(hydrogens)})
        report["after"]["hydrogens"] += len(hydrogens) - (len(entry.record["atoms"]) - len(heavy))
        report["after"]["atoms"] += len(hydrogens) - (len(entry.record["atoms"]) - len(heavy))
        model[entry.place] = {**model[entry.place], entry.key: {**entry.record, "atoms": {**heavy, **hydrogens}}}
    report["ligand_hydrogens"] = added
    report["without_hydrogens"] = [
        one for one in report["without_hydrogens"] if not any(one.endswith(f" {line['residue']}") for line in added)
    ]
    return {**structure, "models": [model]}, told


def _serials(model: dict[str, Any]) -> list[str]:
    residues = [one for chain in model["polymer"].values() for one in chain["residues"].values()]
    residues += [one for place in ("non_polymer", "branched", "water") for one in model.get(place, {}).values()]
    return [number for one in residues for number in one["atoms"]]


def _hydrogen(element: str, name: str, place: np.ndarray) -> dict[str, Any]:
    if not all(math.isfinite(value) for value in place):
        raise InputError("A hydrogen of a ligand could not be placed.", field="retain_non_polymer")
    x, y, z = (round(float(value), 3) for value in place)
    return {
        "x": x, "y": y, "z": z, "element": element, "name": None if name == element else name, "charge": None, "occupancy": None,
        "alt_loc": None, "anisotropy": None, "bvalue": 0.0, "is_hetatm": True,
    }  # fmt: skip
