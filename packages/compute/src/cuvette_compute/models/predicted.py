"""Structures and scores that programs wrote: mmCIF into core's shape `Pdb`, and numbers that are numbers."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

from ..errors import ComputeError

_LETTERS = re.compile(r"[^A-Za-z0-9]")


def read_structure(path: Path, title: str) -> dict[str, Any]:
    """A predicted structure; B factors are the program's (pLDDT from 0 to 100). Raises ComputeError where it cannot be read."""
    import gemmi

    try:
        structure = gemmi.read_structure(str(path))
        structure.setup_entities()
        model = structure[0]
    except (RuntimeError, ValueError, IndexError) as error:
        raise ComputeError(f"The structure that was written ({path.name}) cannot be read.", detail=str(error)) from error
    polymer: dict[str, Any] = {}
    others: dict[str, Any] = {}
    serial = 0
    for chain in model:
        for residue in chain:
            atoms = {}
            hetero = residue.entity_type != gemmi.EntityType.Polymer
            for atom in residue:
                serial += 1
                element = atom.element.name
                if not all(math.isfinite(value) for value in (atom.pos.x, atom.pos.y, atom.pos.z, atom.b_iso)):
                    raise ComputeError(f"The structure that was written ({path.name}) has coordinates that are not numbers.")
                atoms[str(serial)] = {
                    "x": round(atom.pos.x, 3), "y": round(atom.pos.y, 3), "z": round(atom.pos.z, 3), "element": element,
                    "name": None if atom.name == element else atom.name, "charge": None, "occupancy": None, "alt_loc": None,
                    "anisotropy": None, "bvalue": round(atom.b_iso, 2), "is_hetatm": True if hetero else None,
                }  # fmt: skip
            key = f"{chain.name}.{residue.seqid.num}{residue.seqid.icode.strip()}"
            if hetero:
                while key in others:
                    key += "X"
                others[key] = {"name": residue.name, "full_name": None, "internal_id": chain.name, "polymer": chain.name, "atoms": atoms}
                continue
            own = polymer.setdefault(chain.name, {"internal_id": chain.name, "helices": [], "strands": [], "sequence": "", "residues": {}})
            own["residues"][key] = {"name": residue.name, "full_name": None, "atoms": atoms, "number": len(own["residues"]) + 1}
            own["sequence"] += gemmi.find_tabulated_residue(residue.name).one_letter_code.upper().strip() or "X"
    if serial == 0:
        raise ComputeError(f"The structure that was written ({path.name}) holds no atoms.")
    empty = {"code": None, "title": title, "authors": [], "classification": None, "deposition_date": None, "keywords": []}
    return {
        "description": empty,
        "experiment": {"expression_system": None, "missing_residues": [], "source_organism": None, "technique": None},
        "geometry": {"assemblies": [], "crystallography": {"space_group": None, "unit_cell": None}},
        "quality": {"resolution": None, "rfree": None, "rvalue": None},
        "models": [{"polymer": polymer, "non_polymer": others, "branched": {}, "water": {}}],
    }


def number(value: Any, name: str, program: str) -> float:
    """A score as a finite number. Raises ComputeError: a score that is none is never shown as one."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = math.nan
    if isinstance(value, bool) or not math.isfinite(found):
        raise ComputeError(f"{program} wrote a {name} that is not a number ({value!r}); its prediction cannot be used.")
    return found


def only(found: list[Path], what: str, program: str) -> Path:
    """The one file of its kind. Raises ComputeError where the program wrote none."""
    if not found:
        raise ComputeError(f"{program} ended without an error and wrote no {what}.")
    return sorted(found)[0]


def chain_name(index: int) -> str:
    """Names of chains by their place: A to Z, then AA, AB ..."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[index] if index < 26 else letters[index // 26 - 1] + letters[index % 26]


def plain(text: str) -> str:
    """A name of letters and digits alone."""
    return _LETTERS.sub("", text)
