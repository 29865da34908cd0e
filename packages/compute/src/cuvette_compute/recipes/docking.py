"""Docking of one ligand into a box of a protein: conformers, AutoDock Vina, PoseBusters, and the strain of each pose.

Strain is the energy of the pose, relaxed under springs on its heavy atoms, above the lowest conformer, both with GFN2-xTB in water (ALPB).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rdkit import Chem

from ..binding_dynamics.ambertools import GASTEIGER, MISSING, LigandParameters, has_ambertools, parametrize
from ..binding_dynamics.refine import REACH, REFINEMENT, refine
from ..calculations.levels import Level, Piece, check_levels, level_of, level_rows, provenance, run_levels
from ..calculations.springs import Springs
from ..chemistry.embed import quick_structure
from ..docking.agreement import ONE_LIGAND, Agreement, distance, found_by, search_until_agreed
from ..docking.box import Box, box_messages, check_ligand_fits, read_box
from ..docking.checks import failed_checks, posebusters_version
from ..docking.complexes import complex_of, placed_pose
from ..docking.ligand import check_ligand, flexibility_messages, ligand_pdbqt, poses_from_pdbqt, ring_shapes
from ..docking.receptor import Receptor, job_protein, prepare_receptor, uploaded_ligands
from ..docking.reference import reference_caveats, taken_out_caveats
from ..docking.search import Search, Settings, read_settings, seed_of, vina_version
from ..errors import ComputeError, InputError, MethodNotAvailable, ResourceError
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import each
from ..structures.molecule import Molecule
from ..structures.points import triple
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_generation import generate
from .conformer_search import Search as ConformerSearch
from .conformer_structure import Structure, check_limits, generator_settings, read_structure

# kcal/mol/Å²; the default of the strain workflow.
_SPRING = 5.0
# Å; poses nearer to one another in heavy-atom RMSD are one: Vina's own default.
_SAME_POSE = 1.0
_OF_THE_JOB = (MethodNotAvailable, ResourceError)


@dataclass
class Conformers:
    """Starting points of the docking (Å), the calculations of the conformers, and the lowest energy (Hartree) where they were searched."""

    positions: list[np.ndarray]
    uuids: list[str]
    lowest: float | None
    stages: list[dict[str, Any]]
    messages: list[dict[str, str]]


def warm_up() -> None:
    """Load what every docking needs by judging a small molecule, before any job."""
    import vina  # noqa: F401

    mol = Chem.AddHs(Chem.MolFromSmiles("CCO"))
    positions = quick_structure(Chem.MolFromSmiles("CCO"), 1).positions
    ligand_pdbqt(mol, positions)
    with TemporaryDirectory() as directory:
        protein = Path(directory, "protein.pdb")
        protein.write_text("ATOM      1  C   GLY A   1       4.500   0.000   0.000  1.00  0.00           C\nEND\n", "utf-8")
        failed_checks(mol, [positions], protein)


def run(job: Job) -> Result:
    """Dock the ligand. Raises InputError for what cannot be docked."""
    structure = read_structure(job)
    field = "initial_molecule" if structure.given_geometry else "initial_smiles"
    check_ligand(structure.molecule, structure.mol, field)
    box, settings = read_box(job.data.get("pocket")), read_settings(job.data.get("docking_settings"))
    protein = job_protein(job, "target", "target_uuid")
    level = level_of(
        {"method": "gfn2_xtb", "mode": "rapid", "solvent_settings": {"solvent": "water", "model": "alpb"}}, "do_optimization", ["optimize"]
    )
    job.progress("Preparing the protein", 0, 1, 0.0)
    receptor = Receptor(**job.step("receptor", [protein, box.to_json(), "with reference"], lambda: vars(prepare_receptor(protein, box))))
    messages = [*structure.messages, *box_messages(box), *receptor.messages]
    with job.share(0.05, 0.45):
        conformers = conformers_of(job, structure, level)
    messages += conformers.messages
    heavy = np.flatnonzero(structure.molecule.numbers > 1)
    check_ligand_fits(box, [positions[heavy] for positions in conformers.positions], "pocket")
    messages += flexibility_messages(ligand_pdbqt(structure.mol, conformers.positions[0], field))
    job.partial({"conformers": conformers.uuids})
    with job.share(0.45, 0.75):
        poses, agreement = _dock(job, structure, receptor, box, settings, conformers.positions, field)
    if not poses:
        raise InputError(
            "AutoDock Vina found no pose in the pocket. Make the pocket larger, or check whether it is filled.", field="pocket"
        )
    job.partial({"search_agreement": agreement.to_json()})
    taken_out = [] if receptor.reference else uploaded_ligands(job, box, "target", "target_uuid")
    caveats = reference_caveats(structure.mol, poses[0]["positions"], receptor.reference or taken_out)
    differently = _refine(job, structure, receptor, poses, messages) if job.data.get("do_pose_refinement") else []
    scores = [
        {"pose": _report_pose(job, structure, index, pose), "complex_pdb": _report_complex(job, structure, receptor, index, pose),
         "score": pose["score"], "found_by": pose["found_by"], "posebusters_valid": None, "posebusters_failed": None, "strain": None}
        for index, pose in enumerate(poses)
    ]  # fmt: skip
    job.partial({"scores": scores})
    _check(job, structure, receptor, poses, scores)
    rows: list[dict[str, Any]] = []
    if conformers.lowest is not None:
        with job.share(0.8, 1.0):
            rows, notes = strains_of(
                job, structure, level, conformers.lowest, poses, scores, on_pose=lambda: job.partial({"scores": scores})
            )
        messages += notes
    stages = [
        *conformers.stages,
        {"name": "AutoDock Vina docking", "method": settings.scoring_function, "engine": "vina", "engine_version": vina_version(),
         "count_in": len(conformers.positions), "count_out": len(poses)},
        {"name": "PoseBusters checks", "method": "posebusters", "engine": "posebusters", "engine_version": posebusters_version(),
         "count_in": len(poses), "count_out": len([one for one in scores if one["posebusters_valid"]])},
        *rows,
    ]  # fmt: skip
    record = provenance(job, stages, differently, structure=structure.record(), receptor=receptor.software)
    data = {"conformers": conformers.uuids, "scores": scores, "search_agreement": agreement.to_json()}
    return Result(data, {**record, "seed": job.seed}, messages, [*caveats, *taken_out_caveats(taken_out)])


def conformers_of(job: Job, structure: Structure, level: Level, prefix: str = "conformers/") -> Conformers:
    """Where the docking starts: searched conformers, or the ligand as it was given (optimized where that is asked for)."""
    start = structure.molecule if structure.given_geometry else _built(structure, job.seed)
    if not job.data.get("do_csearch"):
        return _single(job, structure, level, start)
    generator = generator_settings({"conf_gen_settings": job.data.get("conformer_gen_settings") or {}})
    check_limits(structure, generator, {})
    check_levels([level], structure.molecule)
    pool = generate(job, structure, generator)
    search = ConformerSearch(job, structure, generator, [level], prefix=prefix)
    try:
        sound = search.sound(search.optimize(pool))
    except _OF_THE_JOB:
        raise
    except ComputeError as error:
        body = f"{error.message} Docking started from unoptimized conformers, and the strain is unknown."
        return Conformers(pool.positions, [], None, pool.stages, [message("warning", "Conformers Could Not Be Optimized", body)])
    found = [conformer.positions for conformer in sound]
    places = ring_shapes(structure.mol, found)
    uuids = [conformer.uuids[-1] for conformer in sound]
    return Conformers([found[place] for place in places], uuids, sound[0].energy, [*pool.stages, *search.stages], [])


def _built(structure: Structure, seed: int) -> Molecule:
    """A first geometry in a force field, in the structure's atom order."""
    return structure.molecule.at(quick_structure(Chem.RemoveHs(structure.mol), seed).positions)


def _single(job: Job, structure: Structure, level: Level, start: Any) -> Conformers:
    if not job.data.get("do_optimization"):
        return Conformers([start.positions], [], None, [], [])
    done = run_levels(job, Piece("ligand", "the ligand", start, (level,), structure.mol))
    if done.failure:
        body = f"{done.failure[0].upper()}{done.failure[1:]}. Docking started from the unoptimized structure."
        return Conformers([start.positions], [], None, [], [message("warning", "The Ligand Was Not Optimized", body)])
    return Conformers([done.molecule.positions], [done.outcomes[-1].uuid], None, level_rows([level], [done]), done.messages)


@dataclass(frozen=True)
class _Task:
    """One search: every starting point of the ligand docked with a seed of its own."""

    number: int
    exhaustiveness: int
    texts: tuple[str, ...]
    mol: Chem.Mol
    receptor: str
    box: Box
    settings: Settings


def _search(job: Job, task: _Task) -> list[dict[str, Any]]:
    """The poses of one search: `score` and `positions`."""
    searches: list[Search] = []
    seed = seed_of(job.seed, task.number)

    def dock(text: str) -> dict[str, Any]:
        # Reading the receptor and computing its maps takes seconds, and a resumed job may need neither.
        if not searches:
            searches.append(Search(task.receptor, task.box, task.settings, seed, job.threads, job.new_directory("vina"), text))
        return searches[0].dock(text, task.exhaustiveness)

    found: list[dict[str, Any]] = []
    for index, text in enumerate(task.texts):
        job.progress(f"Docking, search {task.number + 1}", index, len(task.texts))
        inputs = {
            "receptor": task.receptor, "ligand": text, "box": task.box.to_json(), "settings": vars(task.settings),
            "exhaustiveness": task.exhaustiveness, "seed": seed,
        }  # fmt: skip
        done = job.step(f"dock/{task.number}/{index}", inputs, lambda text=text: dock(text))
        if done["scores"]:
            positions = poses_from_pdbqt(done["poses"], task.mol)
            found += [{"score": score, "positions": place} for score, place in zip(done["scores"], positions, strict=True)]
    return found


def _dock(
    job: Job, structure: Structure, receptor: Receptor, box: Box, settings: Settings, starts: list[np.ndarray], field: str
) -> tuple[list[dict[str, Any]], Agreement]:
    """Different poses of all searches, lowest score first (`score`, `positions`, `found_by`), and how far the searches agree."""
    mol = structure.mol
    texts = tuple(ligand_pdbqt(mol, start, field) for start in starts)

    begun = 0.0

    def search(numbers: range, exhaustiveness: int) -> list[list[dict[str, Any]]]:
        nonlocal begun
        tasks = [_Task(number, exhaustiveness, texts, mol, receptor.pdbqt, box, settings) for number in numbers]
        # How many more searches it takes is not known: each round has half of what is left of the share.
        start, begun = begun, (begun + 1) / 2
        with job.share(start, begun):
            return each(job, _search, tasks, f"Docking, searches {numbers.start + 1} to {numbers.stop}", "docking", things="searches")

    searches, agreement = search_until_agreed(mol, ONE_LIGAND, settings.exhaustiveness, settings.extend_search, search)
    kept: list[dict[str, Any]] = []
    for pose in sorted((pose for found in searches for pose in found), key=lambda pose: pose["score"]):
        if len(kept) < settings.max_poses and all(distance(mol, pose["positions"], other["positions"]) >= _SAME_POSE for other in kept):
            kept.append({**pose, "found_by": found_by(mol, pose, searches)})
    return kept, agreement


def _report_pose(job: Job, structure: Structure, index: int, pose: dict[str, Any]) -> str:
    """Send the calculation of a pose: the ligand as it lies in the pocket; it has no energy of a quantum-chemical method."""
    return job.calculation(
        f"pose/{index}",
        {
            "name": f"Pose {index + 1}",
            "status": 2,
            "tasks": [],
            "molecules": [{**structure.molecule.at(pose["positions"]).to_json(), "smiles": Chem.MolToSmiles(Chem.RemoveHs(structure.mol))}],
            "engine": "vina",
            "messages": [],
            "json_format": "09072023",
        },
    )


def _report_complex(job: Job, structure: Structure, receptor: Receptor, index: int, pose: dict[str, Any]) -> str:
    """Make the complex of a pose a protein of the project: the refined one, else the receptor with the pose in it."""
    title = f"Pose {index + 1} in its protein"
    made = pose.get("complex") or complex_of(receptor.structure, placed_pose(structure.mol, pose["positions"], receptor.structure), title)
    given = job.data.get("target_uuid")
    return job.protein(f"{title}{', refined' if pose.get('complex') else ''}", made, given if isinstance(given, str) and given else None)


def _refine(
    job: Job, structure: Structure, receptor: Receptor, poses: list[dict[str, Any]], messages: list[dict[str, str]]
) -> list[dict[str, str]]:
    """Relax each pose with the residues around it; what was done otherwise than asked, with its reason."""
    what = "Poses were not refined with the surrounding residues"
    if not has_ambertools():
        return [{"what": what, "reason": f"{MISSING} AutoDock Vina relaxes each pose in its scoring function."}]
    moved: list[float] = []
    try:
        stored = job.step(
            "ligand-parameters",
            [Chem.MolToSmiles(structure.mol), [atom.GetAtomicNum() for atom in structure.mol.GetAtoms()]],
            lambda: parametrize(
                structure.mol, poses[0]["positions"], job.new_directory("gaff2"), "do_pose_refinement", charges=GASTEIGER
            ).to_json(),
        )
        for index, pose in enumerate(poses):
            job.progress(f"Refining pose {index + 1} of {len(poses)}", index, len(poses), 0.75)
            ligand = placed_pose(structure.mol, pose["positions"], receptor.structure)

            def work(ligand=ligand, index=index) -> dict[str, Any]:
                title = f"Pose {index + 1} in its protein, refined"
                done = refine(receptor.structure, ligand, LigandParameters(**stored), job.threads, title)
                return {"positions": done.positions.tolist(), "moved": done.moved, "structure": done.structure}

            done = job.step(f"refined/{index}", [receptor.pdb, pose["positions"].tolist(), stored], work)
            pose["positions"], pose["complex"] = np.array(done["positions"]), done["structure"]
            moved.append(done["moved"])
    except ResourceError:
        raise
    except ComputeError as error:
        return [{"what": what if not moved else "Not all poses were refined", "reason": error.message}]
    body = (
        f"Each pose and the residues within {REACH:g} Å of it were relaxed ({REFINEMENT}); the ligand moved by up to {max(moved):.2f} Å. "
        "The scores are those of AutoDock Vina before."
    )
    messages.append(message("info", "Poses Were Refined", body))
    return []


def _check(job: Job, structure: Structure, receptor: Receptor, poses: list[dict[str, Any]], scores: list[dict[str, Any]]) -> None:
    """Judge the poses by PoseBusters; sets `posebusters_valid`, and `posebusters_failed` with the names of the checks that fail."""
    job.progress("Checking the poses with PoseBusters", 0, 1, 0.75)

    def judge() -> list[list[str]]:
        path = job.new_directory("posebusters") / "protein.pdb"
        path.write_text(receptor.pdb, "utf-8")
        return failed_checks(structure.mol, [pose["positions"] for pose in poses], path)

    failures = job.step("posebusters", [receptor.pdb, [pose["positions"].tolist() for pose in poses]], judge)
    for failed, score in zip(failures, scores, strict=True):
        score["posebusters_valid"], score["posebusters_failed"] = not failed, failed
    job.partial({"scores": scores})


def strains_of(
    job: Job,
    structure: Structure,
    level: Level,
    lowest: float,
    poses: list[dict[str, Any]],
    scores: list[dict[str, Any]],
    prefix: str = "strain",
    on_pose: Callable[[], None] = lambda: None,
) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Set the strain of each pose (kcal/mol); one that cannot be computed stays unknown, with its reason."""
    results, notes = [], []
    atoms = tuple(int(index) for index in np.flatnonzero(structure.molecule.numbers > 1))
    for index, (pose, score) in enumerate(zip(poses, scores, strict=True)):
        places = tuple(triple(pose["positions"][atom]) for atom in atoms)
        molecule = structure.molecule.at(pose["positions"])
        piece = Piece(f"{prefix}/{index}", f"pose {index + 1}", molecule, (level,), structure.mol, springs=Springs(atoms, places, _SPRING))
        with job.share(index / len(poses), (index + 1) / len(poses)):
            done = run_levels(job, piece)
        results.append(done)
        if done.failure or done.outcomes[-1].connectivity["changed"]:
            reason = done.failure or "its bonds changed during the relaxation"
            notes.append(message("warning", f"Strain of Pose {index + 1} Is Unknown", f"{reason[0].upper()}{reason[1:]}."))
            continue
        score["strain"] = round((done.energy - lowest) * KCAL_PER_HARTREE, 4)
        on_pose()
    return level_rows([level], results), notes
