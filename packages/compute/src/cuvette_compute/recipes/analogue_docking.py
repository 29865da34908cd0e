"""Docking of analogues on the pose of a reference: what they share with it stays in its place, the rest is built and scored in the pocket.

Each analogue gets conformers on its core (`docking/core.py`), which AutoDock Vina scores where they lie, or after a local optimization of
its own. The RMSD of a pose is that of its core from the reference. Nothing is searched: a pose whose core lies elsewhere is not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from rdkit import Chem

from ..calculations.levels import provenance
from ..chemistry.embed import molecule_from_mol
from ..chemistry.perceive import with_conformer
from ..chemistry.smiles import SmilesError, parse
from ..docking.agreement import distance
from ..docking.box import LONGEST_EDGE, Box
from ..docking.checks import failed_checks, posebusters_version
from ..docking.complexes import complex_of, placed_pose
from ..docking.core import common_core, conformers_on, core_rmsd
from ..docking.ligand import check_ligand, ligand_pdbqt, poses_from_pdbqt
from ..docking.receptor import Receptor, job_protein, prepare_receptor
from ..docking.search import Search, Settings, read_settings, vina_version
from ..errors import ComputeError, InputError, MethodNotAvailable, ResourceError
from ..runtime.job import Job
from ..runtime.notes import message
from ..structures.points import triple
from . import Result
from .conformer_structure import Structure, read_structure

# Å around the conformers that Vina's maps reach.
_MARGIN = 5.0
# Å; poses nearer to one another in heavy-atom RMSD are one.
_SAME_POSE = 1.0
# The exhaustiveness of a submission that chose none.
_USUAL_EXHAUSTIVENESS = 8
_NAMED = 20


@dataclass
class _Analogue:
    """An analogue with its conformers on the core (Å), each with its way to lie on it; or the reason why it has none."""

    smiles: str
    mol: Chem.Mol | None
    conformers: list[tuple[np.ndarray, dict[int, int]]]
    reason: str | None = None

    @property
    def core(self) -> int:
        return len(self.conformers[0][1]) if self.conformers else 0


def run(job: Job) -> Result:
    """Dock the analogues; what is wrong with one costs its own poses alone. Raises InputError for reference, protein and settings."""
    data = job.data
    smiles = _listed(data)
    settings = read_settings({**(data.get("docking_settings") or {}), "extend_search": False})
    structure = read_structure(job)
    check_ligand(structure.molecule, structure.mol, "initial_molecule")
    reference = with_conformer(structure.mol, structure.molecule.positions)
    protein = job_protein(job, "protein")
    count = _whole(data, "num_conformers_per_analogue", 20, 1000)
    analogues = []
    for number, text in enumerate(smiles):
        job.progress(f"Building analogue {number + 1} of {len(smiles)} on the reference", number, len(smiles), 0.0)
        inputs = [structure.molecule.to_json(), text, count, job.seed]
        made = job.step(f"conformers/{number}", inputs, lambda text=text: _built(reference, text, count, job.seed))
        analogues.append(_read(made))
    built = [one for one in analogues if one.mol is not None]
    if not built:
        raise InputError(f"None of the analogues could be built on the reference. {' '.join(_failures(analogues))}", field="analogues")
    box = _box(structure, built)
    job.progress("Preparing the protein", 0, 1, 0.2)
    receptor = Receptor(**job.step("receptor", [protein, box.to_json(), "with reference"], lambda: vars(prepare_receptor(protein, box))))
    scores = _dock(job, structure, receptor, box, settings, analogues)
    failed = _failures(analogues)
    messages = [*structure.messages, *receptor.messages]
    if failed:
        more = f" And {len(failed) - _NAMED} more." if len(failed) > _NAMED else ""
        messages.append(message("warning", "Analogues Without a Pose", " ".join(failed[:_NAMED]) + more))
    poses = [one for own in scores["analogue_scores"].values() for one in own]
    stages = [
        {"name": "Conformers on the core", "method": "etkdg", "engine": "rdkit", "count_in": len(analogues),
         "count_out": sum(len(one.conformers) for one in built)},
        {"name": f"AutoDock Vina {'local optimization' if data.get('run_local_optimization') else 'scoring'}",
         "method": settings.scoring_function, "engine": "vina", "engine_version": vina_version(),
         "count_in": sum(len(one.conformers) for one in built), "count_out": len(poses)},
        {"name": "PoseBusters checks", "method": "posebusters", "engine": "posebusters", "engine_version": posebusters_version(),
         "count_in": len(poses), "count_out": len([one for one in poses if one["posebusters_valid"]])},
    ]  # fmt: skip
    different = []
    if settings.exhaustiveness != _USUAL_EXHAUSTIVENESS:
        what, reason = "The exhaustiveness was not used.", "Poses are built on the core; nothing is searched."
        different.append({"what": what, "reason": reason})
    record = provenance(job, stages, different, structure=structure.record(), receptor=receptor.software, pocket=box.to_json())
    return Result(scores, {**record, "seed": job.seed}, messages)


def _listed(data: dict[str, Any]) -> list[str]:
    smiles = data.get("analogues")
    if not isinstance(smiles, list) or not smiles or not all(isinstance(one, str) for one in smiles):
        raise InputError("Analogue docking needs a list of SMILES.", field="analogues")
    if len(set(smiles)) < len(smiles):
        raise InputError("Each analogue may stand in the list once.", field="analogues")
    return smiles


def _whole(data: dict[str, Any], name: str, default: int, most: int) -> int:
    value = data.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise InputError(f"{name} must be a whole number from 1 to {most}, not {value!r}.", field=name)
    return value


def _built(reference: Chem.Mol, smiles: str, count: int, seed: int) -> dict[str, Any]:
    """The conformers of an analogue on the core, as a record that can be stored."""
    try:
        mol = Chem.AddHs(parse(smiles))
        check_ligand(molecule_from_mol(mol, np.zeros((mol.GetNumAtoms(), 3))), mol, "analogues")
        found = conformers_on(reference, mol, common_core(reference, mol), count, seed)
    except SmilesError as error:
        return {"smiles": smiles, "conformers": [], "ways": [], "reason": f"the SMILES cannot be read: {error.detail}."}
    except (MethodNotAvailable, ResourceError):
        raise
    except ComputeError as error:
        return {"smiles": smiles, "conformers": [], "ways": [], "reason": error.message}
    return {
        "smiles": smiles,
        "conformers": [np.round(positions, 4).tolist() for positions, _ in found],
        "ways": [[[int(here), int(there)] for here, there in way.items()] for _, way in found],
        "reason": None,
    }


def _read(made: dict[str, Any]) -> _Analogue:
    conformers = [(np.array(positions), dict(way)) for positions, way in zip(made["conformers"], made["ways"], strict=True)]
    mol = Chem.AddHs(parse(made["smiles"])) if conformers else None
    return _Analogue(made["smiles"], mol, conformers, made["reason"])


def _failures(analogues: list[_Analogue]) -> list[str]:
    return [f"{one.smiles}: {one.reason}" for one in analogues if one.reason]


def _box(structure: Structure, analogues: list[_Analogue]) -> Box:
    """The box around the reference and all conformers, with a margin. Raises InputError for one that is too large."""
    heavy = np.flatnonzero(structure.molecule.numbers > 1)
    places = np.concatenate([structure.molecule.positions[heavy], *(positions for one in analogues for positions, _ in one.conformers)])
    low, high = places.min(axis=0) - _MARGIN, places.max(axis=0) + _MARGIN
    if (high - low).max() > LONGEST_EDGE:
        raise InputError(f"The analogues reach farther than a box of {LONGEST_EDGE:g} Å holds.", field="analogues")
    return Box(triple(np.round((low + high) / 2, 3)), triple(np.round(high - low, 3)))


def _dock(job: Job, structure: Structure, receptor: Receptor, box: Box, settings: Settings, analogues: list[_Analogue]) -> dict[str, Any]:
    """Score, choose and check the poses of each analogue, sent as they are known; what the item stores."""
    relaxed, strict = bool(job.data.get("run_local_optimization")), bool(job.data.get("require_posebusters"))
    path = job.new_directory("posebusters") / "protein.pdb"
    path.write_text(receptor.pdb, "utf-8")
    searches: list[Search] = []

    def judge(one: _Analogue) -> list[dict[str, Any]]:
        if not searches:
            searches.append(Search(receptor.pdbqt, box, settings, job.seed, job.threads, job.new_directory("vina")))
        return _poses(searches[0], one, structure.molecule.positions, settings.max_poses, relaxed)

    def work(one: _Analogue) -> list[dict[str, Any]]:
        poses = judge(one)
        assert one.mol is not None
        failures = failed_checks(one.mol, [np.array(pose["positions"]) for pose in poses], path) if poses else []
        return [{**pose, "failed": failed} for pose, failed in zip(poses, failures, strict=True)]

    names = job.data.get("analogue_names") or []
    stored: dict[str, Any] = {"analogue_scores": {}, "core_atoms": {}, "failures": {}}
    for number, one in enumerate(analogues):
        job.progress(f"Docking analogue {number + 1} of {len(analogues)}", number, len(analogues), 0.3)
        kept: list[dict[str, Any]] = []
        if one.mol is not None:
            inputs = [receptor.pdbqt, box.to_json(), vars(settings), relaxed, one.smiles, list(one.conformers[0][1].items())]
            found = job.step(f"analogue/{number}", [*inputs, job.seed, len(one.conformers)], lambda one=one: work(one))
            kept = [pose for pose in found if not (strict and pose["failed"])]
            if not kept:
                one.reason = "no pose passes the checks of PoseBusters." if found else "AutoDock Vina scored no pose."
        title = names[number] if number < len(names) and names[number] else f"Analogue {number + 1}"
        stored["analogue_scores"][one.smiles] = [
            _report(job, one, receptor, (number, place), title, pose) for place, pose in enumerate(kept)
        ]
        stored["core_atoms"][one.smiles] = one.core
        if one.reason:
            stored["failures"][one.smiles] = one.reason
        job.partial(stored)
    return stored


def _poses(search: Search, one: _Analogue, reference: np.ndarray, most: int, relaxed: bool) -> list[dict[str, Any]]:
    """Different poses of an analogue, lowest score first: `score`, `positions`, and `rmsd` of the core (Å)."""
    assert one.mol is not None
    judged = []
    for positions, way in one.conformers:
        done = search.judge(ligand_pdbqt(one.mol, positions, "analogues"), relaxed)
        at = poses_from_pdbqt(done["pose"], one.mol)[0] if done["pose"] else positions
        judged.append({"score": done["score"], "positions": at, "rmsd": core_rmsd(reference, at, way)})
    kept: list[dict[str, Any]] = []
    for pose in sorted(judged, key=lambda pose: pose["score"]):
        if len(kept) < most and all(distance(one.mol, pose["positions"], other["positions"]) >= _SAME_POSE for other in kept):
            kept.append(pose)
    return [{"score": pose["score"], "positions": np.round(pose["positions"], 4).tolist(), "rmsd": round(pose["rmsd"], 3)} for pose in kept]


def _report(job: Job, one: _Analogue, receptor: Receptor, place: tuple[int, int], title: str, pose: dict[str, Any]) -> dict[str, Any]:
    """Send a pose's calculation, and of the best pose its complex; the score that the item stores."""
    assert one.mol is not None
    number, index = place
    positions = np.array(pose["positions"])
    molecule = {**molecule_from_mol(one.mol, positions, one.smiles).to_json(), "smiles": one.smiles, "name": title}
    uuid = job.calculation(
        f"pose/{number}/{index}",
        {"name": f"{title}, pose {index + 1}", "status": 2, "tasks": [], "molecules": [molecule], "engine": "vina", "messages": [],
         "json_format": "09072023"},
    )  # fmt: skip
    complex_uuid = None
    if index == 0:
        # A complex is as large as the protein: the best pose of each analogue has one.
        given = job.data.get("protein")
        made = complex_of(receptor.structure, placed_pose(one.mol, positions, receptor.structure), f"{title} in its protein")
        complex_uuid = job.protein(f"{title} in its protein", made, given if isinstance(given, str) and given else None)
    return {
        "pose": uuid, "complex_pdb": complex_uuid, "score": pose["score"], "posebusters_valid": not pose["failed"],
        "posebusters_failed": pose["failed"], "strain": None, "rmsd": pose["rmsd"],
    }  # fmt: skip
