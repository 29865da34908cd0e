"""Structures as a search by structure needs them."""

from __future__ import annotations

from typing import Any

from ..structure_search.describe import describe
from ..structure_search.ligands import ligand_smiles
from ..structure_search.query import whole_molecule as read_whole
from .smiles import items_of


def describe_structures(content: dict[str, Any]) -> dict[str, Any]:
    """How each SMILES of a request enters the index (`describe`)."""
    return {"molecules": [describe(text) for text in items_of(content, "smiles")]}


def whole_molecule(content: dict[str, Any]) -> dict[str, Any]:
    """A molecule that others are to be the same as, or similar to."""
    return read_whole(content.get("smiles"))


def ligands_to_smiles(content: dict[str, Any]) -> dict[str, Any]:
    """SMILES of residues of a protein structure (`ligand_smiles`); None for what is no ligand, or fits no structure."""
    return {"smiles": [ligand_smiles(residue) if isinstance(residue, dict) else None for residue in items_of(content, "residues")]}
