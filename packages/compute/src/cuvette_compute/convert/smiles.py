"""Conversions between SMILES and molecules."""

from __future__ import annotations

from typing import Any

from ..chemistry.embed import quick_structure
from ..chemistry.perceive import perceived_smiles
from ..chemistry.smiles import parse
from ..chemistry.stereo import inspect
from ..errors import ComputeError
from ..structures.molecule import molecule_from_json
from .errors import ConvertError

MAX_ITEMS = 1000
MAX_ATOMS_TO_EMBED = 1000
MAX_INCHI = 10_000


def items_of(content: dict[str, Any], name: str) -> list[Any]:
    """The list of a request under a name; refuses what is none, and one that is too long."""
    values = content.get(name)
    if not isinstance(values, list):
        raise ConvertError(f"A list of {name} is needed.", field=name)
    if len(values) > MAX_ITEMS:
        raise ConvertError(f"{len(values)} {name} are too many for one request; at most {MAX_ITEMS}.", field=name)
    return values


def inspect_smiles(content: dict[str, Any]) -> dict[str, Any]:
    """Return what each SMILES says, without 3D."""
    return {"results": [inspect(text) for text in items_of(content, "smiles")]}


def inchi_to_smiles(content: dict[str, Any]) -> dict[str, Any]:
    """Return the canonical SMILES of each InChI, null for one that RDKit cannot read."""
    from rdkit import Chem, rdBase

    results: list[str | None] = []
    with rdBase.BlockLogs():
        for text in items_of(content, "inchi"):
            molecule = Chem.MolFromInchi(text) if isinstance(text, str) and len(text) <= MAX_INCHI else None
            results.append(Chem.MolToSmiles(molecule) if molecule is not None else None)
    return {"results": results}


def smiles_to_mols(content: dict[str, Any]) -> dict[str, Any]:
    """Return what each SMILES says and a cleaned-up geometry; a SMILES that cannot be embedded fails alone."""
    return {"results": [_with_geometry(text) for text in items_of(content, "smiles")]}


def _with_geometry(text: Any) -> dict[str, Any]:
    result: dict[str, Any] = {**inspect(text), "molecule": None}
    if result["error"]:
        return result
    if result["atom_count"] > MAX_ATOMS_TO_EMBED:
        detail = f"the molecule has {result['atom_count']} atoms; a geometry is built for at most {MAX_ATOMS_TO_EMBED}"
        return {**result, "error": {"detail": detail, "position": None}}
    try:
        return {**result, "molecule": quick_structure(parse(text)).to_json()}
    except (ComputeError, ValueError, RuntimeError) as error:
        detail = error.message if isinstance(error, ComputeError) else "no geometry could be built from this structure"
        return {**result, "error": {"detail": detail, "position": None}}


def mols_to_smiles(content: dict[str, Any]) -> dict[str, Any]:
    """Canonical SMILES perceived from coordinates; each molecule fails alone."""
    results = []
    for index, value in enumerate(items_of(content, "molecules")):
        try:
            smiles = perceived_smiles(molecule_from_json(value, f"molecules.{index}"))
            results.append({"smiles": smiles, "perceived": True, "error": None})
        except ComputeError as error:
            results.append({"smiles": None, "perceived": False, "error": {"detail": error.message, "field": error.field}})
    return {"results": results}
