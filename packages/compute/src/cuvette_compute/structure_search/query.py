"""Reading what somebody looks for: a SMARTS or a drawn molecule, and a molecule as a whole."""

from __future__ import annotations

from typing import Any

from rdkit import Chem, rdBase

from ..chemistry.smiles import SmilesError, parse
from ..errors import InputError
from .describe import identities, plain, similarity_bits, text_of

MAX_CHARACTERS = 2000
MAX_ATOMS = 200
"""Atoms of a query; a drawn molecule has fewer."""


def read_substructure(text: Any, field: str = "substructure") -> Chem.Mol:
    """
    A query from SMARTS. A molecule that is written in Kekulé form ("C1=CC=CC=C1") is read as the aromatic one that chemists mean by it,
    and hydrogens that are written as atoms are counted at their neighbours. Raises InputError.
    """
    text = text.strip() if isinstance(text, str) else ""
    if not text:
        raise InputError("Draw a structure, or write a SMARTS.", field=field)
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"The SMARTS has {len(text)} characters; at most {MAX_CHARACTERS} are searched for.", field=field)
    rdBase.DisableLog("rdApp.error")
    query = Chem.MolFromSmarts(text, mergeHs=True)
    if query is None:
        raise InputError(_why_not(text), field=field)
    if not 0 < query.GetNumAtoms() <= MAX_ATOMS:
        raise InputError(f"The SMARTS has {query.GetNumAtoms()} atoms; a search takes 1 to {MAX_ATOMS}.", field=field)
    drawn = Chem.MolFromSmiles(text)
    if drawn is not None and _aromatic(drawn) > _aromatic(Chem.MolFromSmiles(text, sanitize=False)):
        query = Chem.MolFromSmarts(Chem.MolToSmiles(drawn))
    # What looks at rings asks for the rings of the query too.
    query.UpdatePropertyCache(strict=False)
    Chem.GetSymmSSSR(query)
    return query


def _aromatic(mol: Chem.Mol) -> int:
    return sum(atom.GetIsAromatic() for atom in mol.GetAtoms())


def _why_not(text: str) -> str:
    """Return why a text is no SMARTS; a text without signs of a SMARTS gets the SMILES reader's reason, with its place."""
    if not set(text) & set("$;,!~&?"):
        try:
            parse(text)
        except SmilesError as error:
            return f"The structure cannot be read: {error.detail}."
    return "The SMARTS cannot be read. Check its brackets and ring numbers."


def whole_molecule(text: Any) -> dict[str, Any]:
    """
    A molecule that others are to be the same as, or similar to: its canonical SMILES, digests, fingerprint, and whether it says
    anything about stereochemistry. Raises InputError.
    """
    try:
        mol = plain(parse(text))
    except SmilesError as error:
        raise InputError(f"The structure cannot be read: {error.detail}.", field="smiles") from error
    smiles, identity, skeleton = identities(mol)
    return {
        "smiles": smiles,
        "identity": identity,
        "skeleton": skeleton,
        "has_stereo": identity != skeleton,
        "similarity": text_of(similarity_bits(Chem.MolFromSmiles(smiles))),
    }
