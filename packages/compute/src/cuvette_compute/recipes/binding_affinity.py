"""The interaction energy of a ligand with the pocket around it, by a semiempirical method in water: E(complex) - E(pocket) - E(ligand).

The pose is relaxed with the residues around it (ff14SB, GAFF2) where AmberTools is here; then the pocket is cut out, its ends are closed by
acetyl and methylamide, water is left out, and three single points are computed at this geometry. Entropy and what it costs to deform
ligand and pocket are not in it. PM6-D3H4X by MOPAC, or GFN2-xTB (10.1021/acs.jctc.8b01176) with ALPB.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rdkit import Chem

from ..binding_dynamics.ambertools import GASTEIGER, LigandParameters, has_ambertools, parametrize
from ..binding_dynamics.ligand import PlacedLigand, find_ligand
from ..binding_dynamics.preparation import without
from ..binding_dynamics.refine import REFINEMENT, refine
from ..binding_dynamics.solute import Solute, solute_of
from ..binding_dynamics.structure import structure_of
from ..binding_dynamics.system import check_residues, force_field, topology_of
from ..calculations.levels import provenance
from ..chemistry.perceive import mol_from_molecule
from ..docking.complexes import placed_pose
from ..docking.receptor import job_protein
from ..engines import Request, engine_of, single_point
from ..engines.programs.mopac_program import mopac_version, pm6_energy
from ..errors import ComputeError, InputError, MethodNotAvailable, ResourceError
from ..proteins.options import Options
from ..proteins.prepare import prepare
from ..runtime.job import Job
from ..runtime.notes import message
from ..structures.elements import NUMBERS
from ..structures.molecule import Molecule, molecule_from_json
from ..units import KCAL_PER_HARTREE
from . import Result

_SETTINGS = "binding_affinity_settings"
_LEVEL = f"{_SETTINGS}.multistage_opt_settings.singlepoint_settings"
_MOST_ATOMS = 1500
_RADIUS = 6.0


@dataclass(frozen=True)
class _Level:
    """How the three energies are computed."""

    method: str
    title: str
    engine: str
    version: str


def run(job: Job) -> Result:
    """Compute the interaction energies; raises InputError for what has no pocket, MethodNotAvailable for a method that is not here."""
    settings = job.data.get(_SETTINGS) or {}
    if settings.get("settings_type", "single_point_energy") != "single_point_energy":
        raise MethodNotAvailable("Only single-point energies of the pocket are computed here.", field=f"{_SETTINGS}.settings_type")
    level, deviations = _level(settings)
    radius = float(settings.get("truncation_radius") or _RADIUS)
    pdb = job_protein(job, "protein")
    ligands, bare = _ligands(job.data, pdb)
    messages = [message("warning", "The Ligand", text) for ligand in ligands for text in ligand.messages]
    job.progress("Preparing the protein", 0, 1, 0.0)
    prepared = job.step("prepared", bare, lambda: _prepared(bare))
    results: list[dict[str, Any] | None] = []
    sizes: list[list[int]] = []
    for index, ligand in enumerate(ligands):
        try:
            with job.share(0.1 + 0.9 * index / len(ligands), 0.1 + 0.9 * (index + 1) / len(ligands)):
                found, atoms, notes = _one(job, level, radius, prepared, ligand, index)
        except (MethodNotAvailable, ResourceError):
            raise
        except ComputeError as error:
            if len(ligands) == 1:
                raise
            messages.append(message("warning", f"Ligand {index + 1} Failed", error.message))
            results.append(None)
            sizes.append([])
            continue
        results.append(found)
        sizes.append(atoms)
        messages += [note for note in notes if note not in messages]
        job.partial({"binding_affinity_results": results})
    messages.append(message("warning", "No Accuracy Is Known", _no_accuracy(level)))
    relaxed = [{"name": "Relaxation", "method": REFINEMENT, "engine": "openmm", "count_in": len(ligands), "count_out": len(ligands)}]
    done = sum(one is not None for one in results)
    energies = {"name": "Interaction energy", "method": level.method, "engine": level.engine, "engine_version": level.version}
    stages = [*(relaxed if has_ambertools() else []), {**energies, "count_in": len(ligands), "count_out": done}]
    record = provenance(job, stages, deviations, pocket_atoms=sizes, truncation_radius=radius)
    return Result({"binding_affinity_results": results}, record, messages)


def _no_accuracy(level: _Level) -> str:
    return (
        f"This is an interaction energy by {level.title} in water, not a free energy of binding: entropy and the deformation of ligand and "
        "pocket are not in it, and no accuracy is known for it. Compare ligands of one series only."
    )


def _level(settings: dict[str, Any]) -> tuple[_Level, list[dict[str, str]]]:
    """The method of the energies, and what it does otherwise than asked."""
    asked = ((settings.get("multistage_opt_settings") or {}).get("singlepoint_settings")) or {}
    method, model = asked.get("method") or "pm6_d3h4x", (asked.get("solvent_settings") or {}).get("model")
    if method == "pm6_d3h4x":
        deviation = {"what": "COSMO was used", "reason": "MOPAC has no COSMO2.", "kind": "solvent"}
        return _Level(method, "PM6-D3H4X", "mopac", mopac_version()), [deviation] if model == "cosmo2" else []
    if method != "gfn2_xtb":
        raise MethodNotAvailable(f"The method {method} is not offered for pockets; choose PM6-D3H4X or GFN2-xTB.", field=f"{_LEVEL}.method")
    engine = engine_of(method, f"{_LEVEL}.method")
    return _Level(method, "GFN2-xTB", engine.name, engine.version()), []


def _ligands(data: dict[str, Any], pdb: dict[str, Any]) -> tuple[list[PlacedLigand], dict[str, Any]]:
    """The ligands in their places, and the protein without them. Raises InputError."""
    name = data.get("ligand_residue_name")
    if name:
        smiles = [one for one in data.get("ligand_smiles") or [] if one]
        if len(smiles) != 1:
            raise InputError("Give one SMILES of the ligand: a structure does not tell bond orders and charges.", field="ligand_smiles")
        ligand = find_ligand(pdb, str(name), str(smiles[0]), "ligand_residue_name")
        return [ligand], without(pdb, ligand)
    given = data.get("ligand_structures") or []
    if not given:
        raise InputError("A ligand is needed: its residue name, or structures that lie in the protein.", field="ligand_residue_name")
    return [_placed(one, index, pdb) for index, one in enumerate(given)], pdb


def _placed(given: dict[str, Any], index: int, pdb: dict[str, Any]) -> PlacedLigand:
    molecule = molecule_from_json(given)
    mol = mol_from_molecule(molecule)
    if len(Chem.GetMolFrags(mol)) > 1:
        raise InputError("A ligand has several separate parts; give the one that is bound.", field=f"ligand_structures.{index}")
    return placed_pose(mol, molecule.positions, pdb)


def _prepared(bare: dict[str, Any]) -> dict[str, Any]:
    """The protein with its hydrogens and ions, without water and without other ligands."""
    return prepare(bare, replace(Options(), remove_heterogens=False, keep_waters=False), lambda *_: None)[0]


def _one(
    job: Job, level: _Level, radius: float, prepared: dict[str, Any], ligand: PlacedLigand, index: int
) -> tuple[dict[str, Any], list[int], list[dict[str, str]]]:
    """The interaction energy of one ligand, how many atoms pocket and ligand have, and messages about it."""
    notes: list[dict[str, str]] = []
    job.progress(f"Relaxing ligand {index + 1}", 0, 4)
    if has_ambertools():
        smiles = Chem.MolToSmiles(Chem.RemoveHs(ligand.mol))
        stored = job.step(
            f"relaxed/{index}", [prepared, smiles, ligand.positions.round(3).tolist()], lambda: _relaxed(job, prepared, ligand)
        )
        ligand.positions = np.array(stored["positions"])
        prepared = without(stored["structure"], ligand)
        notes.append(message("info", "The Pose Was Relaxed", f"With the residues around it ({REFINEMENT})."))
    else:
        notes.append(message("warning", "The Pose Was Not Relaxed", "AmberTools is not installed: this is the pose as it is."))
    whole = solute_of(prepared, ligand, radius)
    if whole.near:
        names = ", ".join(whole.near[:8])
        notes.append(message("warning", "Residues Were Taken Out", f"The force field does not know {names}, which stand in the pocket."))
    pocket = Solute([one for one in whole.residues if one.place in ("polymer", "ion")], [], [])
    first = _pocket_molecule(pocket)
    second = _ligand_molecule(ligand)
    if len(first) + len(second) > _MOST_ATOMS:
        words = f"The pocket has {len(first)} atoms, and at most {_MOST_ATOMS} are computed with the ligand; choose a smaller radius."
        raise InputError(words, field=f"{_SETTINGS}.truncation_radius")
    numbers, places = (np.concatenate([getattr(one, what) for one in (first, second)]) for what in ("numbers", "positions"))
    together = Molecule(numbers, places, first.charge + second.charge, 1)
    energies = []
    for number, (name, molecule) in enumerate((("complex", together), ("pocket", first), ("ligand", second))):
        job.progress(f"Energy of the {name} of ligand {index + 1} ({len(molecule)} atoms, {level.title})", number + 1, 4)
        inputs = [level.method, molecule.to_json()]
        energies.append(job.step(f"energy/{index}/{name}", inputs, lambda molecule=molecule: _energy(job, level, molecule)))
    energy = (energies[0] - energies[1] - energies[2] + _constant_of_water(job, level)) * KCAL_PER_HARTREE
    solute = Solute([*pocket.residues, *(one for one in whole.residues if one.place == "ligand")], [], [])
    places = np.array([place for residue in solute.residues for place in residue.positions])
    structure = structure_of(solute, places, prepared, f"Ligand {index + 1} in its pocket")
    given = job.data.get("protein")
    uuid = job.protein(f"Ligand {index + 1} in its pocket", structure, given if isinstance(given, str) and given else None)
    found = {"binding_affinity": round(energy, 3), "pose": _report_pose(job, level, second, ligand, index), "complex_pdb": uuid}
    return found, [len(first), len(second)], notes


def _relaxed(job: Job, prepared: dict[str, Any], ligand: PlacedLigand) -> dict[str, Any]:
    directory = job.new_directory("gaff2")
    parameters: LigandParameters = parametrize(ligand.mol, ligand.positions, directory, "ligand_smiles", charges=GASTEIGER)
    done = refine(prepared, ligand, parameters, job.threads, "Relaxed pose")
    return {"positions": done.positions.tolist(), "structure": done.structure}


def _pocket_molecule(pocket: Solute) -> Molecule:
    """Residues and ions as one molecule; its charge is that of the force field, whose residues have whole charges."""
    topology = topology_of(pocket, [], [])
    field = force_field(None, [], [])
    check_residues(field, topology, pocket)
    system = field.createSystem(topology)
    forces = next(force for force in system.getForces() if force.getName() == "NonbondedForce")
    charge = sum(forces.getParticleParameters(index)[0]._value for index in range(system.getNumParticles()))
    numbers = np.array([NUMBERS[element] for residue in pocket.residues for element in residue.elements])
    places = np.array([place for residue in pocket.residues for place in residue.positions])
    return Molecule(numbers, places, round(charge), 1)


def _ligand_molecule(ligand: PlacedLigand) -> Molecule:
    numbers = np.array([atom.GetAtomicNum() for atom in ligand.mol.GetAtoms()])
    return Molecule(numbers, np.asarray(ligand.positions), Chem.GetFormalCharge(ligand.mol), 1)


def _energy(job: Job, level: _Level, molecule: Molecule) -> float:
    """Energy in water in Hartree."""
    if level.method == "pm6_d3h4x":
        return pm6_energy(molecule, job.new_directory("mopac"), job.threads, in_water=True)
    engine = engine_of(level.method)
    water = {"solvent": "water", "model": "alpb"}
    request = Request(level.method, molecule, job.new_directory(level.method), job.threads, water)
    engine.check(request, _LEVEL)
    return single_point(engine.calculator(request), molecule, gradient=False).energy


def _constant_of_water(job: Job, level: _Level) -> float:
    """What the model of water adds to every solute, in Hartree: two separate ones have it twice, the complex once.

    ALPB has such a constant (10.1021/acs.jctc.1c00471), which would make molecules attract each other at any distance. It is found from two
    molecules of water that are far apart, where nothing else is left.
    """
    if level.method == "pm6_d3h4x":
        return 0.0
    water = Molecule(np.array([8, 1, 1]), np.array([[0.0, 0.0, 0.117], [0.0, 0.757, -0.469], [0.0, -0.757, -0.469]]))
    apart = np.array([0.0, 0.0, 1000.0])
    places = np.concatenate([water.positions, water.positions + apart])
    two = Molecule(np.concatenate([water.numbers, water.numbers]), places)
    return 2 * _energy(job, level, water) - _energy(job, level, two)


def _report_pose(job: Job, level: _Level, molecule: Molecule, ligand: PlacedLigand, index: int) -> str:
    """Send the calculation of a pose: the ligand as it lies in the pocket."""
    record = {**molecule.to_json(), "smiles": Chem.MolToSmiles(Chem.RemoveHs(ligand.mol))}
    return job.calculation(
        f"pose/{index}",
        {
            "name": f"Ligand {index + 1}",
            "status": 2,
            "tasks": [],
            "molecules": [record],
            "engine": level.engine,
            "messages": [],
            "json_format": "09072023",
        },
    )
