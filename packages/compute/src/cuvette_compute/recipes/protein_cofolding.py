"""Structure of proteins, nucleic acids and ligands together, by Boltz or Chai-1 where a server has them; our own checks after.

Scores are those that the program wrote; one that is not a number ends the job. The pose of the ligand is relaxed with ff14SB and GAFF2.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from rdkit import Chem

from ..binding_dynamics.ambertools import GASTEIGER, LigandParameters, parametrize
from ..binding_dynamics.ligand import PlacedLigand, placed_ligand
from ..binding_dynamics.refine import REACH, REFINEMENT, refine
from ..calculations.levels import level_of, provenance
from ..chemistry.ensemble import is_achiral
from ..docking.checks import failed_checks, posebusters_version
from ..docking.receptor import pdb_text
from ..errors import ComputeError, InputError, MethodNotAvailable, RandomError, ResourceError
from ..models import boltz, chai
from ..models.cofolding import Assembly, Prediction, assembly_of
from ..proteins.fixer import versions
from ..proteins.options import Options
from ..proteins.structure import take
from ..runtime.job import Job, now_iso
from ..runtime.notes import message
from ..runtime.places import BOLTZ, CHAI
from ..sequences.lookup import can_search, lookup
from ..structures.molecule import Molecule
from . import Result
from .conformer_structure import Structure
from .docking import conformers_of, strains_of

_MODELS = {"boltz_2": (boltz, BOLTZ, "Boltz-2"), "boltz_1": (boltz, BOLTZ, "Boltz-1"), "chai_1r": (chai, CHAI, "Chai-1")}
_OF_THE_JOB = (MethodNotAvailable, ResourceError, RandomError)
# Conformers that the strain is counted from.
_CONFORMERS = {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn_ff", "num_initial_confs": 100, "max_confs": 10}


def run(job: Job) -> Result:
    """Fold the parts together. Raises MethodNotAvailable with what this server lacks, InputError for what cannot be folded."""
    data = {**job.data, "model": job.data.get("model") or "boltz_2"}
    if data["model"] not in _MODELS:
        raise InputError(f"The model {data['model']!r} is not known.", field="model")
    module, program, title = _MODELS[data["model"]]
    try:
        module.check(data)
    except MethodNotAvailable as error:
        raise MethodNotAvailable(error.reason, field="model") from error
    assembly, started = assembly_of(data), now_iso()
    messages: list[dict[str, str]] = []
    alignments, stages = _alignments(job, assembly, data, messages)
    job.progress(f"Folding with {title}", 0, 1, 0.1)

    def fold() -> list[dict[str, Any]]:
        directory = job.new_directory("cofolding")
        files = {name: str(directory / f"{name}.csv") for name in alignments}
        for name, text in alignments.items():
            (directory / f"{name}.csv").write_text(text, "utf-8")
        more = (files,) if module is boltz else ()
        return [vars(one) for one in module.predict(job, assembly, data, *more, directory)]

    asked = {key: data.get(key) for key in sorted(data) if key not in ("messages", "cofolding_results")}
    predictions = [Prediction(**one) for one in job.step("prediction", [asked, alignments, job.seed], fold)]
    stages.append(
        {"name": "Co-folding", "method": data["model"], "engine": program.name, "engine_version": "not reported", "count_in": 1,
         "count_out": len(predictions)},
    )  # fmt: skip
    samples = [_sample(job, index, one) for index, one in enumerate(predictions)]
    job.partial(_values(samples))
    ligands = assembly.of("ligand")
    if ligands:
        chosen = data.get("ligand_binding_affinity_index")
        part = assembly.part("ligand", int(chosen) if chosen is not None else 0, "ligand_binding_affinity_index")
        for index, (one, sample) in enumerate(zip(predictions, samples, strict=True)):
            with job.share(0.6 + 0.4 * index / len(samples), 0.6 + 0.4 * (index + 1) / len(samples)):
                _Pose(job, data, index, one, sample, messages, stages).judge(part.name, part.text)
            job.partial(_values(samples))
    record = provenance(job, stages, [], model=title)
    return Result(_values(samples), {**record, "seed": job.seed, "started_at": started}, messages)


def _values(samples: list[dict[str, Any]]) -> dict[str, Any]:
    """The result: the first sample in the data itself, and all of them in a list where there are several."""
    return {**samples[0], "cofolding_results": samples if len(samples) > 1 else None}


def _sample(job: Job, index: int, prediction: Prediction) -> dict[str, Any]:
    uuid = job.protein(f"Predicted structure {index + 1}", prediction.structure)
    return {
        "predicted_structure_uuid": uuid, "scores": prediction.scores, "lddt": prediction.lddt, "affinity_score": prediction.affinity,
        "pose": None, "posebusters_valid": None, "posebusters_failed": None, "strain": None, "predicted_refined_structure_uuid": None,
    }  # fmt: skip


def _alignments(
    job: Job, assembly: Assembly, data: dict[str, Any], messages: list[dict[str, str]]
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Rows of related sequences for each protein chain as Boltz reads them, searched in this server's own databases."""
    proteins = assembly.of("protein")
    if data["model"] == "chai_1r" or not proteins:
        return {}, []
    if not data.get("use_msa_server", True):
        body = "Each protein was folded from its own sequence alone, without related sequences; this lowers the accuracy."
        messages.append(message("warning", "No Alignment", body))
        return {}, []
    if not can_search():
        raise MethodNotAvailable(
            "An alignment needs sequence databases on this server (CUVETTE_SEQUENCE_DATABASES). Switch the MSA server off to fold without.",
            field="use_msa_server",
        )
    source = lookup(job)
    found, total = {}, 0
    for index, part in enumerate(proteins):
        job.progress(f"Searching relatives of chain {part.name}", index, len(proteins), 0.1 * index / len(proteins))
        rows = job.step(f"alignment/{index}", [part.text, source.inputs], lambda part=part: source.search(part.text))
        total += len(rows)
        # Chains are not paired: the key -1.
        found[part.name] = "key,sequence\n" + "".join(f"-1,{row}\n" for row in [part.text, *(one["row"] for one in rows)])
    stage = {**source.stage, "count_in": len(proteins), "count_out": total}
    return found, [stage]


class _Pose:
    """The ligand of a predicted structure: refined, judged, and its strain."""

    def __init__(
        self, job: Job, data: dict[str, Any], index: int, prediction: Prediction, sample: dict[str, Any],
        messages: list[dict[str, str]], stages: list[dict[str, Any]],
    ) -> None:  # fmt: skip
        self.job, self.data, self.index = job, data, index
        self.prediction, self.sample, self.messages, self.stages = prediction, sample, messages, stages

    @property
    def _name(self) -> str:
        return f"Pose {self.index + 1}"

    def judge(self, chain: str, smiles: str) -> None:
        """Find the ligand, relax it where that is asked for, and judge it; a failure is reported and leaves its value unknown."""
        entries = take(self.prediction.structure).entries
        entry = next((one for one in entries if one.place == "non_polymer" and one.chain == chain), None)
        try:
            if entry is None:
                raise ComputeError(f"the predicted structure has no ligand in chain {chain}")
            ligand = placed_ligand(entry, entries, smiles, "initial_smiles_list", "initial_smiles_list")
        except ComputeError as error:
            self._unknown("Is Not Judged", error)
            return
        if self.data.get("do_pose_refinement"):
            ligand = self._refined(ligand)
        self.sample["pose"] = self.job.calculation(
            f"pose/{self.index}",
            {
                "name": self._name,
                "status": 2,
                "tasks": [],
                "molecules": [_molecule(ligand).to_json()],
                "engine": _MODELS[self.data["model"]][1].name,
                "messages": [],
                "json_format": "09072023",
            },
        )
        self._posebusters(ligand, [one for one in entries if one.place == "polymer"])
        if self.data.get("compute_strain") and self.sample["predicted_refined_structure_uuid"]:
            self._strain(ligand, smiles)

    def _unknown(self, title: str, error: ComputeError) -> None:
        reason = error.message
        self.messages.append(message("warning", f"{self._name} {title}", f"{reason[0].upper()}{reason[1:].rstrip('.')}."))

    def _refined(self, ligand: PlacedLigand) -> PlacedLigand:
        """The ligand after the relaxation with the residues around it; as it was where that cannot be done."""
        from ..proteins.prepare import prepare

        job = self.job
        job.progress(f"Refining pose {self.index + 1}", 0, 1, 0.0)

        def work() -> dict[str, Any]:
            positions = ligand.positions
            stored = job.step(
                f"ligand-parameters/{self.index}",
                [Chem.MolToSmiles(ligand.mol), positions.round(3).tolist()],
                lambda: parametrize(ligand.mol, positions, job.new_directory("gaff2"), "initial_smiles_list", charges=GASTEIGER).to_json(),
            )
            first = self.prediction.structure["models"][0]
            bare = {**first, "non_polymer": {key: one for key, one in first["non_polymer"].items() if key != ligand.entry.key}}
            options = replace(Options(), remove_heterogens=False)
            prepared, _ = prepare({**self.prediction.structure, "models": [bare]}, options, lambda *_: None)
            title = "Predicted structure, refined around the ligand"
            found = refine(prepared, ligand, LigandParameters(**stored), job.threads, title)
            return {"positions": found.positions.tolist(), "moved": found.moved, "structure": found.structure}

        try:
            found = job.step(f"refined/{self.index}", [self.prediction.structure, ligand.positions.round(3).tolist()], work)
        except _OF_THE_JOB[1:]:
            raise
        except ComputeError as error:
            self._unknown("Was Not Refined", error)
            return ligand
        name = f"Predicted structure {self.index + 1}, refined"
        self.sample["predicted_refined_structure_uuid"] = job.protein(name, found["structure"], self.sample["predicted_structure_uuid"])
        body = f"The ligand and the residues within {REACH:g} Å of it were relaxed; the ligand moved by {found['moved']:.2f} Å."
        self.messages.append(message("info", f"{self._name} Was Refined", body))
        if self.index == 0:
            self.stages.append(
                {"name": "Pose refinement", "method": REFINEMENT, "engine": "openmm",
                 "engine_version": versions()["OpenMM"], "count_in": 1, "count_out": 1},
            )  # fmt: skip
        return replace(ligand, positions=np.array(found["positions"]))

    def _posebusters(self, ligand: PlacedLigand, polymer: list[Any]) -> None:
        job = self.job

        def work() -> list[str]:
            path = job.new_directory("posebusters") / "protein.pdb"
            path.write_text(pdb_text(polymer), "utf-8")
            return failed_checks(ligand.mol, [ligand.positions], path)[0]

        try:
            failed = job.step(f"posebusters/{self.index}", [self.prediction.structure, ligand.positions.round(3).tolist()], work)
        except _OF_THE_JOB[1:]:
            raise
        except ComputeError as error:
            self._unknown("Was Not Checked", error)
            return
        self.sample["posebusters_valid"], self.sample["posebusters_failed"] = not failed, failed
        if self.index == 0:
            self.stages.append(
                {"name": "PoseBusters checks", "method": "posebusters", "engine": "posebusters", "engine_version": posebusters_version(),
                 "count_in": 1, "count_out": 1},
            )  # fmt: skip

    def _strain(self, ligand: PlacedLigand, smiles: str) -> None:
        molecule = _molecule(ligand)
        structure = Structure(ligand.mol, molecule, True, smiles, smiles, "as in the prediction", is_achiral(ligand.mol), 1)
        settings = {"method": "gfn2_xtb", "mode": "rapid", "solvent_settings": {"solvent": "water", "model": "alpb"}}
        level = level_of(settings, "compute_strain", ["optimize"])
        searching = replace(self.job, data={**self.data, "do_csearch": True, "conformer_gen_settings": _CONFORMERS})
        pose, score = {"positions": ligand.positions}, {"strain": None}
        try:
            conformers = conformers_of(searching, structure, level, f"strain/{self.index}/")
            if conformers.lowest is None:
                raise ComputeError("the conformers could not be optimized")
            _, notes = strains_of(searching, structure, level, conformers.lowest, [pose], [score], f"strain/{self.index}/pose")
        except _OF_THE_JOB[1:]:
            raise
        except ComputeError as error:
            self._unknown("Has an Unknown Strain", error)
            return
        self.messages += notes
        self.sample["strain"] = score["strain"]


def _molecule(ligand: PlacedLigand) -> Molecule:
    numbers = np.array([atom.GetAtomicNum() for atom in ligand.mol.GetAtoms()])
    return Molecule(numbers, np.array(ligand.positions), Chem.GetFormalCharge(ligand.mol), 1)
