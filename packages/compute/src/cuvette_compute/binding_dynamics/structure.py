"""The simulated protein with its ligand in core's shape `Pdb`, and its bonds by the atoms' places in it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..proteins.rebuild import _new_atom
from ..structures.points import triple
from .solute import Solute

_ONE = {
    "ALA": "A", "ARG": "R", "ASN": "N", "ASP": "D", "CYS": "C", "GLN": "Q", "GLU": "E", "GLY": "G", "HIS": "H", "ILE": "I", "LEU": "L",
    "LYS": "K", "MET": "M", "PHE": "F", "PRO": "P", "SER": "S", "THR": "T", "TRP": "W", "TYR": "Y", "VAL": "V",
}  # fmt: skip


def structure_of(solute: Solute, positions: np.ndarray, source: dict[str, Any], title: str) -> dict[str, Any]:
    """Protein, ions and ligand at these positions (Å); `source` is the structure that they come from. Water is left out.

    Atoms have serial numbers in the order of the simulation, from 1.
    """
    model = (source.get("models") or [{}])[0]
    polymer: dict[str, Any] = {}
    others: dict[str, Any] = {}
    index = 0
    for residue in solute.residues:
        if residue.place == "water":
            continue
        atoms = {}
        for name, element in zip(residue.names, residue.elements, strict=True):
            place = triple(positions[index])
            index += 1
            atoms[str(index)] = {**_new_atom(name, element, place), "is_hetatm": None if residue.place == "polymer" else True}
        if residue.place != "polymer":
            record = {"full_name": None, "internal_id": residue.chain, "polymer": residue.chain, **residue.record}
            others[residue.key] = {**record, "name": residue.name, "atoms": atoms}
            continue
        chain = polymer.setdefault(
            residue.chain,
            {"internal_id": residue.chain, **(model.get("polymer") or {}).get(residue.chain, {}), "residues": {}},
        )
        record = {"full_name": None, **residue.record}
        chain["residues"][residue.key] = {**record, "name": residue.name, "atoms": atoms, "number": len(chain["residues"]) + 1}
    for chain in polymer.values():
        # The letters of what is there: the protein may be cut, and caps were added.
        chain["sequence"] = "".join(_ONE.get(residue["name"], "X") for residue in chain["residues"].values())
        for kind in ("helices", "strands"):
            kept = [[key for key in keys if key in chain["residues"]] for keys in chain.get(kind) or []]
            chain[kind] = [keys for keys in kept if keys]
    return {
        "description": {**(source.get("description") or {}), "title": title},
        "experiment": {**(source.get("experiment") or {}), "missing_residues": []},
        "geometry": {"assemblies": [], "crystallography": {"space_group": None, "unit_cell": None}},
        "quality": source.get("quality") or {"resolution": None, "rfree": None, "rvalue": None},
        "models": [{"polymer": polymer, "non_polymer": others, "branched": {}, "water": {}}],
    }


def bonds_of(topology: Any, shown: int) -> list[list[int]]:
    """Bonded pairs among the atoms that are shown, counted from 0."""
    return sorted(sorted((a.index, b.index)) for a, b in topology.bonds() if a.index < shown and b.index < shown)
