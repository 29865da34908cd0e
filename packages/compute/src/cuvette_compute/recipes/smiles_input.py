"""The structure of a job that is given as SMILES only."""

from __future__ import annotations

from typing import Any

from rdkit import Chem

from ..chemistry.smiles import SmilesError, parse
from ..errors import InputError
from ..runtime.job import Job


def read_smiles(job: Job) -> Chem.Mol:
    """The molecule of `initial_smiles` with implicit hydrogens; raises InputError with field and character."""
    try:
        return parse(job.data.get("initial_smiles"))
    except SmilesError as error:
        raise InputError(f"The SMILES cannot be used: {error.detail}.", field="initial_smiles") from None


def structure_record(job: Job, mol: Chem.Mol) -> dict[str, Any]:
    """Return what was given and what ran, for the provenance."""
    return {"smiles_input": job.data.get("initial_smiles"), "smiles_ran": Chem.MolToSmiles(mol), "stereo": None}
