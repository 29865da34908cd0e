"""The octanol-water partition coefficient of an uncharged molecule: by Crippen's atom types or by our fit to atom environments.

Wildman and Crippen 1999, 10.1021/ci990307l, as RDKit has it; `properties/logp.py` for the fit.
"""

from __future__ import annotations

import rdkit
from rdkit import Chem
from rdkit.Chem import rdMolDescriptors

from ..calculations.levels import provenance
from ..errors import MethodNotAvailable
from ..properties import logp as partition
from ..runtime.job import Job
from ..runtime.notes import caveat
from . import Result
from .smiles_input import read_smiles, structure_record

METHODS = {
    "crippen": lambda mol: float(rdMolDescriptors.CalcCrippenDescriptors(mol)[0]),
    partition.METHOD: partition.log_p,
}
"""What a molecule with implicit hydrogens has by each method, in log10 units."""


def warm_up() -> None:
    """Read the parameters once, before any job."""
    for method in METHODS.values():
        method(Chem.MolFromSmiles("CO"))


def run(job: Job) -> Result:
    """Compute logP; raises MethodNotAvailable for the trained models and COSMO-RS, InputError for a SMILES that cannot be read."""
    method = job.data.get("logp_method")
    if method not in METHODS:
        raise MethodNotAvailable(f"The logP method {method!r} is not available on this worker.", field="logp_method")
    mol = read_smiles(job)
    caveats = []
    if _zwitterion(mol):
        text = "The molecule is drawn with separate charges. Both methods were fitted to uncharged molecules; draw its uncharged form."
        caveats.append(caveat("changes_number", text, values=["logp"], table="logp"))
    stage = {"name": "logP", "method": method, "engine": "rdkit", "engine_version": rdkit.__version__, "count_in": 1, "count_out": 1}
    record = provenance(job, [stage], [], structure=structure_record(job, mol))
    return Result({"logp": round(METHODS[method](mol), 4)}, record, caveats=caveats)


def _zwitterion(mol: Chem.Mol) -> bool:
    """Whether a charged atom has no neighbour of the opposite charge: a nitro group or an N-oxide is no zwitterion."""
    return any(
        atom.GetFormalCharge() and not any(atom.GetFormalCharge() * other.GetFormalCharge() < 0 for other in atom.GetNeighbors())
        for atom in mol.GetAtoms()
    )
