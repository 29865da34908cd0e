"""Solubility in water at 25 °C by the ESOL equation: log S in log10(mol/L) of the neutral molecule.

ESOL is Delaney's linear equation (2004, 10.1021/ci034243x): log S = 0.16 - 0.63 cLogP - 0.0062 MW + 0.066 RB - 0.74 AP. It was fitted to
Daylight's cLogP, which is not here. Two of its forms are: with Crippen's logP and the coefficients that P. Walters refitted to it
("solubility", MIT), and with Delaney's own coefficients and the logP of `partition` in place of Daylight's.
MW is the molar mass, RB the rotatable bonds, AP the share of aromatic atoms among the heavy ones.
"""

from __future__ import annotations

import rdkit
from rdkit import Chem
from rdkit.Chem import rdMolDescriptors

from ..calculations.levels import provenance
from ..chemistry.perceive import average_mass
from ..errors import MethodNotAvailable
from ..methods.applicability import foreign_elements, limits
from ..properties import logp as partition
from ..runtime.job import Job
from ..runtime.notes import message
from ..schemas.knowledge import knowledge
from . import Result
from .smiles_input import read_smiles, structure_record

_WORDS = {
    "esol_crippen": "The ESOL equation (Delaney 2004) is used with the coefficients refitted to Crippen's logP. ",
    "esol_environments": "The ESOL equation is used with Delaney's coefficients (2004), fitted to Daylight's logP, and with our logP. ",
}
_OF_THE_SET = {
    "esol_crippen": "to which it was fitted.",
    "esol_environments": "to which the coefficients were fitted; the logP of many of them are in the fit of our logP.",
}


def log_solubility(mol: Chem.Mol, method: str = "esol_crippen") -> float:
    """log10 of the solubility in mol/L in water at 25 °C by one of the methods. Hydrogens must be implicit."""
    heavy = mol.GetNumHeavyAtoms()
    aromatic = sum(atom.GetIsAromatic() for atom in mol.GetAtoms()) / heavy if heavy else 0.0
    log_p = rdMolDescriptors.CalcCrippenDescriptors(mol)[0] if method == "esol_crippen" else partition.log_p(mol)
    by = knowledge()["calibrations"]["esol"][method]
    bonds = rdMolDescriptors.CalcNumRotatableBonds(mol)
    known = by["constant"] + by["log_p"] * log_p + by["mass"] * average_mass(mol)
    return known + by["rotatable_bonds"] * bonds + by["aromatic_share"] * aromatic


# Relative volumes by row of the periodic table, and what raises the density, each by a share (Girolami 1994, 10.1021/ed071p962).
_VOLUMES = ((1, 1.0), (2, 1.0), (10, 2.0), (18, 4.0), (36, 5.0), (54, 7.5))
_DENSER = tuple(
    (Chem.MolFromSmarts(text), share)
    for text, share in (
        ("[OX2H]", 0.1),  # alcohols and carboxylic acids
        ("[NX3;!H0;!$(N[CX3]=O)]", 0.1),  # primary and secondary amines
        ("[NX3][CX3]=O", 0.1),  # amides
        ("[SX3]=O", 0.1),
        ("[SX4](=O)=O", 0.2),
    )
)
_MOST_DENSER = 0.3


def pure_concentration(mol: Chem.Mol) -> float:
    """Concentration (mol/L) of a compound in itself, from its density at room temperature by Girolami's method (10.1021/ed071p962).

    His densities are about 5 % off, 0.02 in the logarithm. Takes a molecule with implicit or explicit hydrogens.
    """
    volume = sum(next((size for last, size in _VOLUMES if atom.GetAtomicNum() <= last), 9.0) for atom in Chem.AddHs(mol).GetAtoms())
    rings = mol.GetRingInfo()
    alone = [rings.NumAtomRings(index) for index in range(mol.GetNumAtoms())]
    fused = [any(alone[index] > 1 for index in ring) for ring in rings.AtomRings()]
    share = sum(0.075 if one else 0.1 for one in fused)
    share += sum(part * len(mol.GetSubstructMatches(pattern)) for pattern, part in _DENSER)
    # g/mL is M / (5 V): the molar mass cancels.
    return 1000 * (1 + min(share, _MOST_DENSER)) / (5 * volume)


def outside_the_set(mol: Chem.Mol) -> list[str]:
    """In which respects a molecule is none of those that the equation was fitted to, in words."""
    found = []
    _, most = limits("solubility", "esol_crippen")["heavyAtoms"]
    strange = foreign_elements("solubility", "esol_crippen", mol)
    if strange:
        found.append(f"it has {', '.join(strange)}")
    if Chem.GetFormalCharge(mol):
        found.append("it is charged")
    if mol.GetNumHeavyAtoms() > most:
        found.append(f"it has {mol.GetNumHeavyAtoms()} heavy atoms, the largest of the set {most}")
    return found


def warm_up() -> None:
    """Read parameters and calibrations once, before any job."""
    for method in _WORDS:
        log_solubility(Chem.MolFromSmiles("CO"), method)
    knowledge()


def run(job: Job) -> Result:
    """Compute log S in water; raises MethodNotAvailable for the trained models, InputError for a SMILES that cannot be read."""
    method = job.data.get("solubility_method")
    if method not in _WORDS:
        raise MethodNotAvailable(f"The solubility method {method!r} is not available on this worker.", field="solubility_method")
    mol = read_smiles(job)
    value, strange = round(log_solubility(mol, method), 4), outside_the_set(mol)
    stage = {"name": "ESOL", "method": method, "engine": "rdkit", "engine_version": rdkit.__version__, "count_in": 1, "count_out": 1}
    solvents, temperatures = job.data["solvents"], job.data["temperatures"]
    count = len(temperatures)
    measured = knowledge()["accuracy"][f"solubility/{method}"]
    # The error of the equation says nothing of compounds that it was not fitted to.
    error = None if strange else measured["rmse"]
    return Result(
        {"solubilities": {solvent: {"solubilities": [value] * count, "uncertainties": [error] * count} for solvent in solvents}},
        provenance(job, [stage], [], structure=structure_record(job, mol)),
        [
            message(
                "info",
                "Error of the Method",
                f"{_WORDS[method]}The ± is its RMSE of {measured['rmse']} log units on the {measured['size']} compounds of Delaney's set, "
                f"{_OF_THE_SET[method]}",
            ),
        ],
    )
