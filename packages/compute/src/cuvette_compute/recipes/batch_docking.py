"""Docking of many compounds into one box: the receptor once, the compounds one after the other, each a step that is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from rdkit import Chem

from ..calculations.levels import provenance
from ..chemistry.embed import quick_structure
from ..chemistry.smiles import SmilesError, parse
from ..docking.agreement import MANY_LIGANDS, search_until_agreed
from ..docking.box import box_messages, check_ligand_fits, read_box
from ..docking.ligand import check_ligand, ligand_pdbqt, poses_from_pdbqt
from ..docking.receptor import Receptor, job_protein, prepare_receptor
from ..docking.search import Search, read_settings, seed_of, vina_version
from ..errors import ComputeError, InputError, MethodNotAvailable, ResourceError
from ..runtime.job import Job
from ..runtime.notes import message
from ..structures.molecule import Molecule
from . import Result

# More failed compounds than these are counted, not named.
_NAMED = 20


def run(job: Job) -> Result:
    """Dock the compounds; what is wrong with one costs its row alone. Raises InputError for protein, pocket and settings."""
    compounds = job.data.get("initial_smiles_list") or []
    if not compounds:
        raise InputError("Batch docking needs compounds.", field="initial_smiles_list")
    box, settings = read_box(job.data.get("pocket")), read_settings(job.data.get("docking_settings"))
    protein = job_protein(job, "target")
    job.progress("Preparing the protein", 0, len(compounds), 0.0)
    receptor = Receptor(**job.step("receptor", [protein, box.to_json(), "with reference"], lambda: vars(prepare_receptor(protein, box))))
    kept: dict[int, Search] = {}

    def search_of(number: int, text: str) -> Search:
        """A search by its number. The first ones have maps for every ligand and are kept; further ones are rare, and serve one ligand."""
        if number >= MANY_LIGANDS.searches:
            return Search(receptor.pdbqt, box, settings, seed_of(job.seed, number), job.threads, job.new_directory("vina"), text)
        if number not in kept:
            kept[number] = Search(receptor.pdbqt, box, settings, seed_of(job.seed, number), job.threads, job.new_directory("vina"))
        return kept[number]

    def dock(smiles: Any) -> dict[str, Any]:
        try:
            mol, molecule = _ligand(smiles, box, job.seed)
            text = ligand_pdbqt(mol, molecule.positions, "initial_smiles_list")
            found, agreement = search_until_agreed(
                mol, MANY_LIGANDS, settings.exhaustiveness, settings.extend_search,
                lambda numbers, each: [_poses(search_of(number, text).dock(text, each), mol) for number in numbers],
            )  # fmt: skip
            best = min((pose for poses in found for pose in poses), key=lambda pose: pose["score"], default=None)
        except (MethodNotAvailable, ResourceError):
            raise
        except ComputeError as error:
            return {"score": None, "pose": None, "agreement": None, "reason": error.message}
        if best is None:
            return {"score": None, "pose": None, "agreement": None, "reason": "AutoDock Vina found no pose in the pocket."}
        # The ligand as it lies in the pocket, so that an attempt that goes on need not build it again.
        placed = {**molecule.at(best["positions"]).to_json(), "smiles": Chem.MolToSmiles(Chem.RemoveHs(mol))}
        return {"score": best["score"], "pose": placed, "agreement": agreement.to_json(), "reason": None}

    shared = {"receptor": receptor.pdbqt, "box": box.to_json(), "settings": vars(settings), "seed": job.seed}
    best_scores: list[float | None] = []
    agreements: list[dict[str, Any] | None] = []
    poses: list[str | None] = []
    reasons: list[str | None] = []
    for index, smiles in enumerate(compounds):
        job.progress(f"Docking compound {index + 1} of {len(compounds)}", index, len(compounds))
        done = job.step(f"compound/{index}", {**shared, "smiles": smiles}, lambda smiles=smiles: dock(smiles))
        best_scores.append(done["score"])
        agreements.append(done["agreement"])
        poses.append(_report_pose(job, index, done["pose"]) if done["pose"] else None)
        reasons.append(done["reason"])
        job.partial({"best_scores": best_scores, "best_poses": poses, "failures": reasons, "search_agreements": agreements})
    job.progress("Docking", len(compounds), len(compounds))
    failed = [f"Compound {index + 1}: {reason}" for index, reason in enumerate(reasons) if reason]
    if all(score is None for score in best_scores):
        raise InputError(f"None of the compounds could be docked. {' '.join(failed[:_NAMED])}", field="initial_smiles_list")
    messages = [*box_messages(box), *receptor.messages]
    if failed:
        more = f" And {len(failed) - _NAMED} more." if len(failed) > _NAMED else ""
        messages.append(message("warning", "Compounds That Were Not Docked", " ".join(failed[:_NAMED]) + more))
    stage = {
        "name": "AutoDock Vina docking", "method": settings.scoring_function, "engine": "vina", "engine_version": vina_version(),
        "count_in": len(compounds), "count_out": len(compounds) - len(failed),
    }  # fmt: skip
    record = provenance(job, [stage], [], receptor=receptor.software)
    data = {"best_scores": best_scores, "best_poses": poses, "failures": reasons, "search_agreements": agreements}
    return Result(data, {**record, "seed": job.seed}, messages)


def _poses(found: dict[str, Any], mol: Chem.Mol) -> list[dict[str, Any]]:
    """Return what a search found as poses: `score` and `positions` in the order of the molecule's atoms."""
    if not found["scores"]:
        return []
    places = poses_from_pdbqt(found["poses"], mol)
    return [{"score": score, "positions": place} for score, place in zip(found["scores"], places, strict=True)]


def _report_pose(job: Job, index: int, molecule: dict[str, Any]) -> str:
    """Send the calculation of a compound's best pose: the ligand as it lies in the pocket."""
    return job.calculation(
        f"pose/{index}",
        {"name": f"Compound {index + 1}, best pose", "status": 2, "tasks": [], "molecules": [molecule], "engine": "vina", "messages": [],
         "json_format": "09072023"},
    )  # fmt: skip


def _ligand(smiles: Any, box: Any, seed: int) -> tuple[Chem.Mol, Molecule]:
    """A compound as it is written, with its hydrogens, and one geometry built for it. Raises InputError with the reason of its row."""
    try:
        mol = parse(smiles)
    except SmilesError as error:
        raise InputError(f"the SMILES cannot be read: {error.detail}.") from None
    whole = Chem.AddHs(mol)
    molecule = quick_structure(mol, seed) if len(Chem.GetMolFrags(whole)) == 1 else None
    if molecule is None:
        raise InputError("it consists of several molecules; give the part that you mean.")
    check_ligand(molecule, whole, "initial_smiles_list")
    check_ligand_fits(box, [molecule.positions[np.flatnonzero(molecule.numbers > 1)]], "pocket")
    return whole, molecule
