"""ADME-Tox properties: physicochemical values by RDKit, and ADMET-AI's 41 endpoints with their percentiles among approved drugs."""

from __future__ import annotations

from typing import Any

import rdkit
from rdkit import Chem
from rdkit.Chem import QED, rdMolDescriptors

from ..calculations.levels import provenance
from ..chemistry.perceive import average_mass
from ..errors import MethodNotAvailable
from ..properties.admet_network import admet_version, known_elements, percentiles, predict
from ..runtime.job import Job
from ..runtime.notes import message
from . import Result
from .smiles_input import read_smiles, structure_record

PERCENTILE_SUFFIX = "_drugbank_approved_percentile"


def physicochemical(mol: Chem.Mol) -> dict[str, float]:
    """The eight physicochemical properties by ADMET-AI's identifiers: Da, log units, counts, QED from 0 to 1, TPSA in Å²."""
    weight, log_p = average_mass(mol), rdMolDescriptors.CalcCrippenDescriptors(mol)[0]
    acceptors, donors = rdMolDescriptors.CalcNumHBA(mol), rdMolDescriptors.CalcNumHBD(mol)
    return {
        "molecular_weight": weight,
        "logP": log_p,
        "hydrogen_bond_acceptors": acceptors,
        "hydrogen_bond_donors": donors,
        # Rules of Lipinski et al. 1997 (10.1016/S0169-409X(96)00423-1) that are met.
        "Lipinski": sum([weight <= 500, log_p <= 5, acceptors <= 10, donors <= 5]),
        "QED": QED.qed(mol),
        "stereo_centers": _stereocentres(mol),
        "tpsa": rdMolDescriptors.CalcTPSA(mol),
    }


def _stereocentres(mol: Chem.Mol) -> int:
    """Atoms that are stereocentres, whether their configuration is given or not.

    RDKit counts only what an assignment has flagged, and a molecule that was sanitized in steps has had none.
    """
    assigned = Chem.Mol(mol)
    Chem.AssignStereochemistry(assigned, cleanIt=True, force=True, flagPossibleStereoCenters=True)
    return rdMolDescriptors.CalcNumAtomStereoCenters(assigned)


def warm_up() -> None:
    """Read networks, tables and parameters once, before any job."""
    mol = Chem.MolFromSmiles("CO")
    values = physicochemical(mol)
    if admet_version() is not None:
        percentiles({**values, **predict(mol)})


def run(job: Job) -> Result:
    """Compute the properties of the method that was chosen; raises MethodNotAvailable where the ADMET-AI wheel is missing."""
    mol = read_smiles(job)
    job.progress("Computing physicochemical properties", 0, 2)
    values = physicochemical(mol)
    messages: list[dict[str, str]] = []
    stages = [_stage("Physicochemical properties", "rdkit_physicochemical", "rdkit", rdkit.__version__)]
    if job.data.get("admet_method") is None:
        installed = admet_version()
        if installed is None:
            raise MethodNotAvailable("The ADMET-AI models are not installed on this worker.", field="admet_method")
        job.progress("Evaluating the ADMET-AI networks", 1, 2)
        values = {**values, **predict(mol)}
        values = {**values, **{f"{name}{PERCENTILE_SUFFIX}": value for name, value in percentiles(values).items()}}
        strange = sorted({atom.GetSymbol() for atom in mol.GetAtoms()} - known_elements())
        if strange:
            body = f"The networks take {', '.join(strange)} for one and the same unknown element."
            messages.append(message("warning", "Outside Calibration", body))
        stages.append(_stage("ADMET-AI networks, evaluated with NumPy", "admet_ai", "admet_ai", installed))
    properties = {name: round(float(value), 6) for name, value in values.items()}
    return Result({"properties": properties}, provenance(job, stages, [], structure=structure_record(job, mol)), messages)


def _stage(name: str, method: str, engine: str, engine_version: str) -> dict[str, Any]:
    return {"name": name, "method": method, "engine": engine, "engine_version": engine_version, "count_in": 1, "count_out": 1}
