"""The interaction energy of two molecules, taken apart into electrostatics, exchange, induction and dispersion: SAPT0 by psi4.

Parker, Burns, Parrish, Ryno, Sherrill 2014, 10.1063/1.4867135. Both molecules keep the geometry that they have in the complex.
"""

from __future__ import annotations

import os
from dataclasses import asdict

import numpy as np
from rdkit import Chem

from ..calculations.levels import provenance
from ..chemistry.perceive import bonded_pairs, mol_from_molecule
from ..engines.programs.psi4_program import psi4_path, psi4_version
from ..engines.programs.psi4_sapt import sapt0
from ..errors import InputError, MethodNotAvailable
from ..runtime.job import Job
from ..structures.molecule import Molecule, molecule_from_json
from ..units import KCAL_PER_HARTREE
from . import Result

# psi4 gets this part of the machine's memory, and at most this much (MB).
_PART, _MOST_MB = 0.5, 16_000
_FRAGMENT = "fragment1_indices"


def run(job: Job) -> Result:
    """Compute the terms; raises InputError for fragments that are bonded or open-shell, MethodNotAvailable where psi4 is not installed."""
    psi4_path()
    settings = job.data.get("energy_decomposition_settings") or {}
    if (settings.get("method") or "sapt0") != "sapt0":
        raise MethodNotAvailable("Only SAPT0 is computed here.", field="energy_decomposition_settings.method")
    basis_set = str((settings.get("basis_set") or {}).get("name") or "jun-cc-pVDZ")
    if job.data.get("initial_molecule") is None:
        raise InputError("The two molecules are needed with their coordinates.", field="initial_molecule")
    molecule = molecule_from_json(job.data["initial_molecule"])
    first, second = fragments(molecule, [int(index) for index in job.data.get(_FRAGMENT) or []])
    job.progress(f"Computing SAPT0/{basis_set}", 0, 1)
    inputs = [first.to_json(), second.to_json(), basis_set]
    terms = job.step("sapt0", inputs, lambda: asdict(sapt0(first, second, basis_set, job.new_directory("psi4"), job.threads, _memory_mb())))
    result = {
        f"{key}_interaction_energy": round(terms[name] * KCAL_PER_HARTREE, 4)
        for key, name in (
            ("total", "total"),
            ("electrostatic", "electrostatics"),
            ("exchange", "exchange"),
            ("dispersion", "dispersion"),
            ("induction", "induction"),
        )
    }
    stage = {
        "name": "SAPT0",
        "method": f"SAPT0/{basis_set}",
        "engine": "psi4",
        "engine_version": psi4_version(),
        "count_in": 1,
        "count_out": 1,
    }
    record = provenance(job, [stage], [], fragment_charges=[first.charge, second.charge])
    return Result({"energy_decomposition_result": {**result, "result_type": "sapt0"}}, record)


def fragments(molecule: Molecule, first: list[int]) -> tuple[Molecule, Molecule]:
    """The two molecules, the first one by its atoms counted from 1, each with its own charge. Raises InputError."""
    count = len(molecule)
    wrong = [index for index in first if not 1 <= index <= count]
    if wrong:
        raise InputError(f"The molecule has {count} atoms; there is no atom {wrong[0]}.", field=_FRAGMENT)
    own = {index - 1 for index in first}
    if not own or len(own) == count:
        raise InputError("Each of the two fragments needs an atom.", field=_FRAGMENT)
    if molecule.multiplicity != 1:
        raise InputError("SAPT0 is computed for closed shells here; the multiplicity must be 1.", field="initial_molecule.multiplicity")
    bonds = sorted(bonded_pairs(molecule.numbers, molecule.positions))
    crossing = [pair for pair in bonds if (pair[0] in own) != (pair[1] in own)]
    if crossing:
        a, b = (molecule.atom_name(index) for index in crossing[0])
        raise InputError(f"{a} and {b} are bonded but belong to different fragments; SAPT0 needs two separate molecules.", field=_FRAGMENT)
    charges = _formal_charges(molecule)
    return _part(molecule, sorted(own), charges), _part(molecule, [index for index in range(count) if index not in own], charges)


def _formal_charges(molecule: Molecule) -> np.ndarray:
    """Formal charge of each atom. Raises InputError where the total does not tell how it is divided."""
    mol: Chem.Mol = mol_from_molecule(molecule)
    charges = np.array([atom.GetFormalCharge() for atom in mol.GetAtoms()])
    if charges.sum() != molecule.charge:
        raise InputError("The charges of the two fragments cannot be told from the structure.", field="initial_molecule.charge")
    return charges


def _part(molecule: Molecule, atoms: list[int], charges: np.ndarray) -> Molecule:
    numbers, charge = molecule.numbers[atoms], int(charges[atoms].sum())
    if (int(numbers.sum()) - charge) % 2:
        words = f"A fragment has {int(numbers.sum()) - charge} electrons, an odd number; SAPT0 is computed for closed shells here."
        raise InputError(words, field=_FRAGMENT)
    return Molecule(numbers, molecule.positions[atoms], charge, 1)


def _memory_mb() -> int:
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**20
    return int(min(_MOST_MB, max(500, _PART * whole)))
