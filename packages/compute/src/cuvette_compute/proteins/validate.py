"""Whether a force field has parameters for every residue of a structure, unchanged."""

from __future__ import annotations

from typing import Any

from . import fixer as pdbfixer
from .structure import FIRST_NUMBER, number_entries, take, to_mmcif


def validate_force_field(pdb: dict[str, Any], skip: list[str]) -> dict[str, Any]:
    """The residues without a template, but for names and keys in `skip`. Raises InputError where the structure cannot be read."""
    taken = take(pdb)
    skipped = {name.strip().upper() for name in skip}
    taken.entries = [entry for entry in taken.entries if entry.name.upper() not in skipped and entry.key.upper() not in skipped]
    number_entries(taken)
    report: dict[str, Any] = {"force_field": pdbfixer.FORCE_FIELD_NAME, "skipped": sorted(skipped), "residues": []}
    if taken.entries:
        fixer = pdbfixer.open_fixer(to_mmcif(taken), 0)
        for residue in pdbfixer.unmatched(fixer):
            entry = taken.by_number.get(int(residue.id))
            heavy = all(atom.element is None or atom.element.symbol != "H" for atom in residue.atoms())
            known = residue.name in fixer.templates or residue.name == "HOH"
            reason = "has no hydrogens" if heavy and known else "lacks atoms or has atoms too many" if known else "is not known"
            report["residues"].append(
                {"residue": entry.key if entry and int(residue.id) >= FIRST_NUMBER else "", "name": residue.name, "reason": reason}
            )
    return {**report, "valid": not report["residues"], "software": pdbfixer.versions()}
