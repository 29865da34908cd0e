"""What a molecule is found by: two identities and two fingerprints."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from rdkit import Chem, DataStructs
from rdkit.Chem import rdFingerprintGenerator

from ..chemistry.smiles import SmilesError, parse

BITS = 2048
"""Bits of each fingerprint; the database keeps them as 256 bytes."""
MAX_ATOMS = 500
"""Heavy atoms of a molecule that is still indexed; larger ones are polymers and clusters, which nobody draws."""

_morgan = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=BITS)


def pattern_bits(mol: Chem.Mol) -> DataStructs.ExplicitBitVect:
    """RDKit's pattern fingerprint: a molecule that contains a query has all bits of the query."""
    return Chem.PatternFingerprint(mol, BITS)


def similarity_bits(mol: Chem.Mol) -> DataStructs.ExplicitBitVect:
    """Morgan fingerprint of radius 2 (ECFP4; Rogers and Hahn, J. Chem. Inf. Model. 2010, 50, 742), for Tanimoto coefficients."""
    return _morgan.GetFingerprint(mol)


def digest(smiles: str) -> str:
    """SHA-256 of a canonical SMILES, in hexadecimal: of one length, whatever the molecule."""
    return hashlib.sha256(smiles.encode()).hexdigest()


def plain(mol: Chem.Mol) -> Chem.Mol:
    """The molecule without explicit hydrogens and without atom maps, so that two ways to write it are one molecule."""
    mol = Chem.RemoveHs(mol)
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    return mol


def identities(mol: Chem.Mol) -> tuple[str, str, str]:
    """Canonical SMILES of a molecule as `plain` gives it, and digests of it with and without stereochemistry (isotopes stay)."""
    smiles = Chem.MolToSmiles(mol)
    flat = Chem.Mol(mol)
    Chem.RemoveStereochemistry(flat)
    return smiles, digest(smiles), digest(Chem.MolToSmiles(flat))


def describe(smiles: str) -> dict[str, Any] | None:
    """
    How a molecule enters the index: `smiles` (canonical), `identity` and `skeleton` (hexadecimal SHA-256, with and without
    stereochemistry), `pattern` and `similarity` (fingerprints, 256 bytes in base64). None for a SMILES that cannot be read or is too large.
    """
    try:
        mol = plain(parse(smiles))
    except (SmilesError, ValueError, RuntimeError):
        return None
    if not 0 < mol.GetNumAtoms() <= MAX_ATOMS:
        return None
    # Fingerprints are those of the SMILES that is kept, which searches read.
    canonical, identity, skeleton = identities(mol)
    kept = Chem.MolFromSmiles(canonical)
    if kept is None:
        return None
    return {
        "smiles": canonical,
        "identity": identity,
        "skeleton": skeleton,
        "pattern": text_of(pattern_bits(kept)),
        "similarity": text_of(similarity_bits(kept)),
    }


def text_of(bits: DataStructs.ExplicitBitVect) -> str:
    """A fingerprint as base64."""
    return base64.b64encode(DataStructs.BitVectToBinaryText(bits)).decode()
