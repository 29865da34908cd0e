"""The ligand inside a protein structure: found by its residue name, its bonds and hydrogens from the SMILES that was given with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import AllChem, rdDetermineBonds

from ..errors import InputError
from ..proteins.structure import Entry, atom_name, is_hydrogen, take

# Å; a heavy atom of the ligand this near to one of the protein is bound to it (S-C 1.8, C-N 1.5).
_BONDED = 1.95


@dataclass
class PlacedLigand:
    """A molecule with all hydrogens, its positions (Å), the names of its atoms, and the residue that it was."""

    mol: Chem.Mol
    positions: np.ndarray
    names: list[str]
    entry: Entry
    messages: list[str]


def find_ligand(pdb: dict[str, Any], residue_name: str, smiles: str, field: str) -> PlacedLigand:
    """The ligand of a structure. Raises InputError where it is not there, is bound to the protein, or is not what the SMILES says."""
    entries = take(pdb).entries
    wanted = residue_name.strip().upper()
    named = [entry for entry in entries if entry.name.upper() == wanted]
    if not named:
        present = sorted({entry.name for entry in entries if entry.place in ("non_polymer", "branched")})
        listed = f"it has {', '.join(present[:12])}" if present else "it has no ligand at all: dock one first, or take a structure with one"
        raise InputError(f"The protein has no ligand with the residue name {residue_name}; {listed}.", field=field)
    entry = named[0]
    if entry.place == "polymer":
        raise InputError(
            f"{entry.name} {entry.key} is part of a chain. Peptides and modified residues are not ligands here; small molecules are.",
            field=field,
        )
    messages = [f"Of {len(named)} residues {entry.name}, {entry.key} was taken."] if len(named) > 1 else []
    found = placed_ligand(entry, entries, smiles, field)
    found.messages[:0] = messages
    return found


def placed_ligand(entry: Entry, entries: list[Entry], smiles: str, field: str, smiles_field: str = "initial_smiles") -> PlacedLigand:
    """The ligand that a residue is, with the bonds of a SMILES; `entries` are all residues. Raises InputError as `find_ligand`."""
    heavy = [atom for atom in entry.atoms if not is_hydrogen(atom)]
    places = np.array([[atom["x"], atom["y"], atom["z"]] for atom in heavy], dtype=float).reshape(-1, 3)
    _check_free(entry, places, entries, field)
    bare = _connected(heavy, places, entry, field)
    mol = _with_orders(bare, smiles, entry, smiles_field)
    whole = Chem.AddHs(mol, addCoords=True)
    messages = _stereo_messages(whole, smiles)
    names = [atom_name(atom) for atom in heavy]
    names += [f"H{number}" for number in range(1, whole.GetNumAtoms() - len(names) + 1)]
    return PlacedLigand(whole, np.array(whole.GetConformer().GetPositions()), names, entry, messages)


def _check_free(entry: Entry, places: np.ndarray, entries: list[Entry], field: str) -> None:
    for other in entries:
        if other is entry or other.place == "water":
            continue
        at = np.array([[atom["x"], atom["y"], atom["z"]] for atom in other.atoms if not is_hydrogen(atom)], dtype=float).reshape(-1, 3)
        if not len(at):
            continue
        nearest = float(np.linalg.norm(at[:, None] - places[None], axis=2).min())
        if nearest < _BONDED:
            what = "is bound covalently to" if other.place == "polymer" else "touches"
            raise InputError(
                f"The ligand {entry.name} {entry.key} {what} {other.name} {other.key} ({nearest:.2f} Å). Covalent ligands are not covered.",
                field=field,
            )


def _connected(heavy: list[dict[str, Any]], places: np.ndarray, entry: Entry, field: str) -> Chem.Mol:
    """The heavy atoms with single bonds by their distances."""
    editable = Chem.RWMol()
    for atom in heavy:
        editable.AddAtom(Chem.Atom(str(atom["element"]).capitalize()))
    conformer = Chem.Conformer(len(heavy))
    for index, place in enumerate(places):
        conformer.SetAtomPosition(index, [float(value) for value in place])
    editable.AddConformer(conformer)
    mol = editable.GetMol()
    try:
        rdDetermineBonds.DetermineConnectivity(mol, useHueckel=False)
    except (ValueError, RuntimeError) as error:
        raise InputError(f"The bonds of the ligand {entry.name} cannot be read: {error}", field=field) from error
    if len(Chem.GetMolFrags(mol)) > 1:
        raise InputError(f"The ligand {entry.name} {entry.key} is broken into pieces: atoms of it are missing.", field=field)
    return mol


def _with_orders(bare: Chem.Mol, smiles: str, entry: Entry, field: str) -> Chem.Mol:
    """The structure's atoms with the bond orders and charges of the SMILES."""
    template = Chem.MolFromSmiles(smiles)
    if template is None:
        raise InputError("The SMILES of the ligand cannot be read.", field=field)
    if len(Chem.GetMolFrags(template)) > 1:
        raise InputError("The ligand's SMILES has several parts; give the one that is in the protein.", field=field)
    template = Chem.RemoveAllHs(template)
    if template.GetNumAtoms() != bare.GetNumAtoms():
        raise InputError(
            f"The ligand {entry.name} {entry.key} has {bare.GetNumAtoms()} heavy atoms in the structure and {template.GetNumAtoms()} in "
            "the SMILES; they must be the same molecule.",
            field=field,
        )
    try:
        mol = AllChem.AssignBondOrdersFromTemplate(template, bare)
    except ValueError:
        raise InputError(
            f"The SMILES is not the molecule that the structure has as {entry.name} {entry.key}: their bonds differ.",
            field=field,
        ) from None
    for atom in mol.GetAtoms():
        # Reading bonds by distances left every open valence a radical; it is a hydrogen.
        atom.SetNoImplicit(False)
        atom.SetNumRadicalElectrons(0)
    Chem.SanitizeMol(mol)
    Chem.AssignStereochemistryFrom3D(mol)
    return mol


def _stereo_messages(mol: Chem.Mol, smiles: str) -> list[str]:
    """Return what the structure has otherwise than the SMILES says."""
    asked = Chem.MolFromSmiles(smiles)
    if mol.GetSubstructMatch(asked, useChirality=True):
        return []
    return ["The ligand in the structure has another stereochemistry than the SMILES; what is in the structure was simulated."]
