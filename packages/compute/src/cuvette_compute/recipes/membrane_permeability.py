"""Permeation of membranes by PyPermm, a Python version of PerMM (Lomize and Pogozheva 2019, 10.1021/acs.jcim.9b00225).

The molecule stays as rigid as it is given, at pH 7.4 and 298 K in a DOPC bilayer of 30 Å. Permeabilities are intrinsic: log10 of cm/s.
"""

from __future__ import annotations

from typing import Any

from ..calculations.levels import provenance
from ..chemistry.embed import quick_structure
from ..errors import InputError, MethodNotAvailable
from ..properties.permeation import pypermm_version, run_permm
from ..runtime.job import Job
from ..runtime.notes import message
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule, molecule_from_json
from . import Result
from .smiles_input import read_smiles, structure_record

ELEMENTS = frozenset({1, 6, 7, 8, 9, 16, 17, 35, 53})
"""Elements that PerMM has parameters for"""
_KEYS = {
    "caco_2_logP": "logP_Caco2",
    "blm_logP": "logP_BLM",
    "pampa_logP": "logP_PAMPA",
    "plasma_logP": "logP_plasma",
    "bbb_logP": "logP_BBB",
}


def run(job: Job) -> Result:
    """Compute the permeabilities; raises MethodNotAvailable without PyPermm, InputError for elements that it does not know."""
    field = "membrane_permeability_method"
    method = job.data.get(field)
    if method != "pypermm":
        raise MethodNotAvailable(f"The method {method!r} is not available on this worker; choose pypermm.", field=field)
    version = pypermm_version()
    molecule, record, messages = _structure(job)
    for index, number in enumerate(molecule.numbers):
        if int(number) not in ELEMENTS:
            words = f"PerMM has no parameters for {SYMBOLS[int(number)]} (atom {molecule.atom_name(index)})."
            raise InputError(words, field=f"initial_molecule.atoms.{index}" if job.data.get("initial_molecule") else "initial_smiles")
    job.progress("Moving the molecule through the membrane", 0, 1)
    found = job.step("permm", molecule.to_json(), lambda: run_permm(molecule))
    values: dict[str, Any] = {key: round(found[name], 3) for key, name in _KEYS.items()}
    values["energy_profile"] = [[round(z, 3), round(energy, 3)] for z, energy in zip(found["z"], found["energies"], strict=True)]
    stage = {"name": "Permeation", "method": "pypermm", "engine": "pypermm", "engine_version": version, "count_in": 1, "count_out": 1}
    return Result(values, provenance(job, [stage], [], binding_energy=round(found["E_bind"], 3), **record), messages)


def _structure(job: Job) -> tuple[Molecule, dict[str, Any], list[dict[str, str]]]:
    """The geometry that is given, else one that is built from the SMILES."""
    given = job.data.get("initial_molecule")
    if given is not None:
        return molecule_from_json(given), {}, []
    mol = read_smiles(job)
    body = "The geometry was built from the SMILES (ETKDG, MMFF94); another conformer has another energy in the membrane."
    return quick_structure(mol), {"structure": structure_record(job, mol)}, [message("info", "One Conformer", body)]
