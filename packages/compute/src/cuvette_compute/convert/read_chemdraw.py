"""Reading drawings of ChemDraw (CDXML, CDX) and reactions (RXN)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdChemReactions

from ..chemistry.embed import molecule_from_mol, quick_structure
from ..errors import ComputeError
from .entries import check_number_of_molecules, entry_of
from .errors import ConvertError

_CDX_START = b"VjCD0100"


def read_cdxml(lines: list[str], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The molecules of a ChemDraw drawing; those of a reaction in their order. One that cannot be read fails alone."""
    text = "\n".join(lines)
    if "<CDXML" not in text:
        raise ConvertError("The file is no CDXML: it has no <CDXML> element.", line=1)
    return _entries(_drawn(text, Chem.CDXMLFormat.CDXML), name, failed)


def read_cdx(lines: list[str], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same from the binary form, whose bytes are given in base64."""
    try:
        content = base64.b64decode("".join(lines), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ConvertError("A CDX file is binary: give its bytes in base64.", line=1) from error
    if not content.startswith(_CDX_START):
        raise ConvertError("The file is no CDX: it does not begin as ChemDraw's files do.", line=1)
    return _entries(_drawn(content, Chem.CDXMLFormat.CDX), name, failed)


def _drawn(content: str | bytes, form: Chem.CDXMLFormat) -> list[Chem.Mol]:
    params = Chem.CDXMLParserParams()
    params.format = form
    # Each molecule is checked by itself, so that a mistake in one is named and leaves the others.
    params.sanitize = False
    params.removeHs = False
    try:
        return [mol for mol in Chem.MolsFromCDXML(content, params) if mol is not None and mol.GetNumAtoms() > 0]
    except (ValueError, RuntimeError) as error:
        raise ConvertError("The ChemDraw file cannot be read. Save it anew, or save it as MOL or SDF.", line=1) from error


def read_rxn(lines: list[str], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The molecules of a reaction (RXN, V2000 or V3000): reactants, products, agents, named by what they are."""
    try:
        reaction = rdChemReactions.ReactionFromRxnBlock("\n".join(lines), sanitize=False)
    except (ValueError, RuntimeError) as error:
        raise ConvertError("The RXN file cannot be read.", line=1) from error
    roles: list[tuple[str, Callable[[], Any]]] = [
        ("reactant", reaction.GetReactants),
        ("product", reaction.GetProducts),
        ("agent", reaction.GetAgents),
    ]
    entries = []
    for role, templates in roles:
        mols = [_plain(template) for template in templates()]
        entries += _entries(mols, f"{name}, {role}", failed)
    return entries


def _plain(template: Chem.Mol) -> Chem.Mol:
    """The molecule of a template of a reaction, without the numbers that tie its atoms to the other side."""
    mol = Chem.MolFromMolBlock(Chem.MolToMolBlock(template, kekulize=False), sanitize=False, removeHs=False)
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    return mol


def _entries(mols: list[Chem.Mol], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    check_number_of_molecules([1] * len(mols))
    entries = []
    for number, mol in enumerate(mols, 1):
        called = f"{name} {number}" if len(mols) > 1 else name
        try:
            entries.append(_entry(mol, called))
        except ComputeError as error:
            failed.append({"line": 1, "detail": f"{called}: {error.message}", "position": None})
        except ConvertError as error:
            failed.append({"line": 1, "detail": f"{called}: {error.detail}", "position": None})
    return entries


def _entry(mol: Chem.Mol, name: str) -> dict[str, Any]:
    """A drawing with hydrogens and a geometry; a structure that has coordinates in space keeps its own."""
    for problem in Chem.DetectChemistryProblems(mol):
        raise ConvertError(problem.Message())
    if any(atom.GetAtomicNum() == 0 for atom in mol.GetAtoms()):
        raise ConvertError("It has an abbreviation or a placeholder that is no element. Expand it in the drawing.")
    Chem.SanitizeMol(mol)
    conformer = mol.GetConformer() if mol.GetNumConformers() else None
    if conformer is not None and np.abs(conformer.GetPositions()[:, 2]).max() > 1e-3:
        Chem.AssignStereochemistryFrom3D(mol)
        mol = Chem.AddHs(mol, addCoords=True)
        smiles = Chem.MolToSmiles(Chem.RemoveHs(mol))
        return entry_of(name, molecule_from_mol(mol, mol.GetConformer().GetPositions()), smiles, 1)
    Chem.AssignChiralTypesFromBondDirs(mol)
    Chem.AssignStereochemistry(mol, cleanIt=True, force=True)
    molecule = quick_structure(Chem.RemoveHs(mol))
    return entry_of(name, molecule, molecule.smiles, 1)
