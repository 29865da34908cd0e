"""Docking of many compounds into one box: the receptor once, then each compound by itself, as a step that is kept.

Compounds need nothing from each other. They share the job's cores, or the machines of a cluster (`runtime/parallel.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from rdkit import Chem

from ..calculations.levels import provenance
from ..chemistry.embed import quick_structure
from ..chemistry.smiles import SmilesError, parse
from ..docking.agreement import MANY_LIGANDS, search_until_agreed
from ..docking.box import Box, box_messages, check_ligand_fits, read_box
from ..docking.ligand import check_ligand, ligand_pdbqt, poses_from_pdbqt
from ..docking.receptor import Receptor, job_protein, prepare_receptor
from ..docking.search import Search, Settings, read_settings, seed_of, vina_version
from ..errors import ComputeError, InputError, MethodNotAvailable, ResourceError
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import Crew
from ..structures.molecule import Molecule
from . import Result

# More failed compounds than these are counted, not named.
_NAMED = 20
# The lists of results so far are sent whole.
_SECONDS_BETWEEN_PARTIALS = 3.0


@dataclass(frozen=True)
class Shared:
    """What all compounds of a job have in common: the receptor (PDBQT), the box, and how Vina searches."""

    receptor: str
    box: Box
    settings: Settings

    def inputs(self, seed: int, smiles: Any) -> dict[str, Any]:
        """What the result of a compound depends on."""
        return {"receptor": self.receptor, "box": self.box.to_json(), "settings": vars(self.settings), "seed": seed, "smiles": smiles}


def run(job: Job) -> Result:
    """Dock the compounds; what is wrong with one costs its row alone. Raises InputError for protein, pocket and settings."""
    compounds = job.data.get("initial_smiles_list") or []
    if not compounds:
        raise InputError("Batch docking needs compounds.", field="initial_smiles_list")
    box, settings = read_box(job.data.get("pocket")), read_settings(job.data.get("docking_settings"))
    protein = job_protein(job, "target")
    job.progress("Preparing the protein", 0, len(compounds), 0.0)
    receptor = Receptor(**job.step("receptor", [protein, box.to_json(), "with reference"], lambda: vars(prepare_receptor(protein, box))))
    shared = Shared(receptor.pdbqt, box, settings)
    so_far = _SoFar(job, len(compounds))
    for index, done in _docked(job, shared, compounds):
        so_far.take(index, done)
    best_scores, reasons = so_far.column("score"), so_far.column("reason")
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
    return Result(so_far.data(len(compounds)), {**record, "seed": job.seed}, messages)


class _SoFar:
    """The results of a job's compounds as they come, and what is sent of them meanwhile: those before which none is missing."""

    def __init__(self, job: Job, count: int) -> None:
        self._job = job
        self._done: list[dict[str, Any] | None] = [None] * count
        self.poses: list[str | None] = [None] * count
        self._ready, self._sent = 0, time.monotonic()

    def take(self, index: int, done: dict[str, Any]) -> None:
        """Keep what a compound gave."""
        self._done[index] = done
        self.poses[index] = _report_pose(self._job, index, done["pose"]) if done["pose"] else None
        before = self._ready
        while self._ready < len(self._done) and self._done[self._ready] is not None:
            self._ready += 1
        whole = self._ready == len(self._done)
        if self._ready > before and (before == 0 or whole or time.monotonic() - self._sent > _SECONDS_BETWEEN_PARTIALS):
            self._sent = time.monotonic()
            self._job.partial(self.data(self._ready))

    def column(self, key: str) -> list[Any]:
        """One key of all compounds, None for those that are not done."""
        return [done[key] if done else None for done in self._done]

    def data(self, count: int) -> dict[str, Any]:
        """The keys of the item's data for the first compounds."""
        columns = {"best_scores": self.column("score"), "best_poses": self.poses, "failures": self.column("reason")}
        return {key: values[:count] for key, values in {**columns, "search_agreements": self.column("agreement")}.items()}


def _docked(job: Job, shared: Shared, compounds: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """What each compound gave, as it comes; first those that an earlier attempt stored."""
    items = list(enumerate(compounds))
    named = {key.split("/")[1] for key in job.steps if key.startswith("compound/")}
    stored = {
        index for index, smiles in items if str(index) in named and job.has_step(f"compound/{index}", shared.inputs(job.seed, smiles))
    }
    for index in sorted(stored):
        yield index, dock_compound(shared, job, items[index])
    missing = [item for item in items if item[0] not in stored]
    crew = Crew(job, partial(dock_compound, shared), "Docking", "vina", things="ligands")
    if job.helpers is None or len(missing) < 2:
        for done, item in enumerate(missing, len(stored)):
            job.progress(f"Docking compound {item[0] + 1} of {len(items)}", done, len(items))
            yield item[0], dock_compound(shared, job, item)
        return
    near = len(missing) <= job.threads
    tasks = [crew.begin(item, near=near) for item in missing]
    for task in crew.finished(tasks, before=len(stored)):
        yield task.item[0], task.result


def dock_compound(shared: Shared, job: Job, item: tuple[int, Any]) -> dict[str, Any]:
    """Dock one compound, given with its place: its best score and pose, how far the searches agree, or the reason why there is none."""
    index, smiles = item
    return job.step(f"compound/{index}", shared.inputs(job.seed, smiles), lambda: _best_pose(shared, job, smiles))


def _best_pose(shared: Shared, job: Job, smiles: Any) -> dict[str, Any]:
    settings = shared.settings
    try:
        mol, molecule = _ligand(smiles, shared.box, job.seed)
        text = ligand_pdbqt(mol, molecule.positions, "initial_smiles_list")
        found, agreement = search_until_agreed(
            mol, MANY_LIGANDS, settings.exhaustiveness, settings.extend_search,
            lambda numbers, each: [_poses(_search_of(shared, job, number, text).dock(text, each), mol) for number in numbers],
        )  # fmt: skip
    except (MethodNotAvailable, ResourceError):
        raise
    except ComputeError as error:
        return {"score": None, "pose": None, "agreement": None, "reason": error.message}
    best = min((pose for poses in found for pose in poses), key=lambda pose: pose["score"], default=None)
    if best is None:
        return {"score": None, "pose": None, "agreement": None, "reason": "AutoDock Vina found no pose in the pocket."}
    # The ligand as it lies in the pocket, so that an attempt that goes on need not build it again.
    placed = {**molecule.at(best["positions"]).to_json(), "smiles": Chem.MolToSmiles(Chem.RemoveHs(mol))}
    return {"score": best["score"], "pose": placed, "agreement": agreement.to_json(), "reason": None}


# The first searches of a job, which have maps for every ligand, in the process that computes them. A job has one receptor.
_kept: dict[tuple[Shared, int, int], Search] = {}


def _search_of(shared: Shared, job: Job, number: int, text: str) -> Search:
    """A search by its number. The first ones are kept; further ones are rare, and serve one ligand (`text`)."""
    key = (shared, job.seed, number)
    if key in _kept:
        return _kept[key]
    several = number < MANY_LIGANDS.searches
    where = job.new_directory("vina")
    search = Search(shared.receptor, shared.box, shared.settings, seed_of(job.seed, number), job.threads, where, None if several else text)
    if several:
        if any(other != shared for other, _, _ in _kept):
            _kept.clear()
        _kept[key] = search
    return search


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
