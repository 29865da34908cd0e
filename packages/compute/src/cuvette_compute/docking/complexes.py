"""A pose in its protein: the complex as a structure, and the pose relaxed with the residues around it."""

from __future__ import annotations

from typing import Any

import numpy as np
from rdkit import Chem

from ..binding_dynamics.ligand import PlacedLigand
from ..proteins.rebuild import _new_atom
from ..proteins.structure import Entry
from ..structures.points import triple

RESIDUE = "LIG"
"""the residue name of the ligand, by which a later dynamics finds it"""


def ligand_names(symbols: list[str]) -> list[str]:
    """Names of atoms: the element and its number, each once."""
    counts: dict[str, int] = {}
    names = []
    for symbol in symbols:
        counts[symbol] = counts.get(symbol, 0) + 1
        names.append(f"{symbol}{counts[symbol]}")
    return names


def _free_chain(pdb: dict[str, Any]) -> str:
    model = pdb["models"][0]
    taken = {
        *model.get("polymer", {}),
        *(key.rsplit(".", 1)[0] for place in ("non_polymer", "branched", "water") for key in model.get(place, {})),
    }
    return next(letter for letter in "LXYZABCDEFGHIJKMNOPQRSTUVWabcdefghijklmnopqrstuvwxyz0123456789" if letter not in taken)


def placed_pose(mol: Chem.Mol, positions: np.ndarray, receptor: dict[str, Any]) -> PlacedLigand:
    """A pose as the ligand of a receptor, in a chain of its own."""
    chain = _free_chain(receptor)
    symbols = [atom.GetSymbol() for atom in mol.GetAtoms()]
    record = {"name": RESIDUE, "full_name": None, "internal_id": chain, "polymer": chain}
    entry = Entry("non_polymer", chain, f"{chain}.1", RESIDUE, [], record)
    return PlacedLigand(mol, np.asarray(positions), ligand_names(symbols), entry, [])


def complex_of(receptor: dict[str, Any], ligand: PlacedLigand, title: str) -> dict[str, Any]:
    """The prepared receptor with the ligand in it, in core's shape `Pdb`."""
    model = receptor["models"][0]
    serial = 0
    for place in ("polymer", "non_polymer", "branched", "water"):
        for one in (model.get(place) or {}).values():
            groups = one.get("residues", {}).values() if place == "polymer" else [one]
            serial = max([serial, *(int(number) for group in groups for number in group["atoms"])])
    atoms = {}
    for name, atom, place in zip(ligand.names, ligand.mol.GetAtoms(), ligand.positions, strict=True):
        serial += 1
        atoms[str(serial)] = {**_new_atom(name, atom.GetSymbol(), triple(place)), "is_hetatm": True}
    added = {ligand.entry.key: {**ligand.entry.record, "atoms": atoms}}
    models = [{**model, "non_polymer": {**(model.get("non_polymer") or {}), **added}}]
    return {**receptor, "description": {**(receptor.get("description") or {}), "title": title}, "models": models}
