"""Solubility in water at 25 °C by the ESOL equation: log S in log10(mol/L) of the neutral molecule.

ESOL is Delaney's linear equation (2004, 10.1021/ci034243x): log S = 0.16 - 0.63 cLogP - 0.0062 MW + 0.066 RB - 0.74 AP. It was fitted to
Daylight's cLogP, which is not here. Two of its forms are: with Crippen's logP and the coefficients that P. Walters refitted to it
("solubility", MIT), and with Delaney's own coefficients and the logP of `partition` in place of Daylight's.
MW is the molar mass, RB the rotatable bonds, AP the share of aromatic atoms among the heavy ones.
"""

from __future__ import annotations

import rdkit
from rdkit import Chem
from rdkit.Chem import Crippen, Descriptors, rdMolDescriptors

from .. import partition
from ..errors import MethodNotAvailable
from ..job import Job
from ..knowledge import knowledge
from ..levels import provenance
from ..smiles_input import read_smiles, structure_record
from ..stage import message
from . import Result

# Constant, and the coefficients of logP, MW, RB and AP.
_COEFFICIENTS = {
    "esol_crippen": (
        0.26121066137801696,
        -0.7416739523408995,
        -0.0066138847738667125,
        0.003451545565957996,
        -0.42624840441316975,
    ),
    "esol_environments": (0.16, -0.63, -0.0062, 0.066, -0.74),
}
_WORDS = {
    "esol_crippen": "The ESOL equation (Delaney 2004) is used with the coefficients refitted to Crippen's logP. ",
    "esol_environments": "The ESOL equation is used with Delaney's coefficients (2004), fitted to Daylight's logP, and with our logP. ",
}
_OF_THE_SET = {
    "esol_crippen": "to which it was fitted.",
    "esol_environments": "to which the coefficients were fitted; the logP of many of them are in the fit of our logP.",
}
# What Delaney's 1128 compounds are made of.
_ELEMENTS, _MOST_HEAVY_ATOMS = {1, 6, 7, 8, 9, 15, 16, 17, 35, 53}, 55


def log_solubility(mol: Chem.Mol, method: str = "esol_crippen") -> float:
    """log10 of the solubility in mol/L in water at 25 °C by one of the methods. Hydrogens must be implicit."""
    heavy = mol.GetNumHeavyAtoms()
    aromatic = sum(atom.GetIsAromatic() for atom in mol.GetAtoms()) / heavy if heavy else 0.0
    log_p = Crippen.MolLogP(mol) if method == "esol_crippen" else partition.log_p(mol)
    constant, of_log_p, of_mass, of_bonds, of_share = _COEFFICIENTS[method]
    bonds = rdMolDescriptors.CalcNumRotatableBonds(mol)
    return constant + of_log_p * log_p + of_mass * Descriptors.MolWt(mol) + of_bonds * bonds + of_share * aromatic


def outside_the_set(mol: Chem.Mol) -> list[str]:
    """In which respects a molecule is none of those that the equation was fitted to, in words."""
    found = []
    strange = sorted({atom.GetSymbol() for atom in mol.GetAtoms() if atom.GetAtomicNum() not in _ELEMENTS})
    if strange:
        found.append(f"it has {', '.join(strange)}")
    if Chem.GetFormalCharge(mol):
        found.append("it is charged")
    if mol.GetNumHeavyAtoms() > _MOST_HEAVY_ATOMS:
        found.append(f"it has {mol.GetNumHeavyAtoms()} heavy atoms, the largest of the set {_MOST_HEAVY_ATOMS}")
    return found


def _not_fitted(strange: list[str]) -> str:
    text = "; ".join(strange)
    return f"{text[0].upper()}{text[1:]}. The equation was not fitted to such molecules."


def warm_up() -> None:
    """Read parameters and calibrations once, before any job."""
    for method in _COEFFICIENTS:
        log_solubility(Chem.MolFromSmiles("CO"), method)
    knowledge()


def run(job: Job) -> Result:
    """Compute log S in water; raises MethodNotAvailable for the trained models, InputError for a SMILES that cannot be read."""
    method = job.data.get("solubility_method")
    if method not in _COEFFICIENTS:
        raise MethodNotAvailable(f"The solubility method {method!r} is not available on this worker.", field="solubility_method")
    mol = read_smiles(job)
    value, strange = round(log_solubility(mol, method), 4), outside_the_set(mol)
    stage = {"name": "ESOL", "method": method, "engine": "rdkit", "engine_version": rdkit.__version__, "count_in": 1, "count_out": 1}
    solvents, temperatures = job.data["solvents"], job.data["temperatures"]
    count = len(temperatures)
    measured = knowledge()["accuracy"][f"solubility/{method}"]
    # Of what the equation was not fitted to its error says nothing.
    error = None if strange else measured["rmse"]
    return Result(
        {"solubilities": {solvent: {"solubilities": [value] * count, "uncertainties": [error] * count} for solvent in solvents}},
        provenance(job, [stage], [], structure=structure_record(job, mol)),
        [
            *([message("warning", "Outside Calibration", _not_fitted(strange))] if strange else []),
            message(
                "info",
                "Error of the Method",
                f"{_WORDS[method]}The ± is its RMSE of {measured['rmse']} log units on the {measured['size']} compounds of Delaney's set, "
                f"{_OF_THE_SET[method]}",
            ),
        ],
    )
