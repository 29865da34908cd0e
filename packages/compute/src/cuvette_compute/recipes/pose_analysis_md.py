"""Molecular dynamics of a ligand in its protein: does the pose hold?

ff14SB (10.1021/acs.jctc.5b00255), TIP3P water and ions, the ligand in GAFF2 with AM1-BCC charges, by OpenMM on its fastest platform. The
protein may be cut around the ligand, and restrained beyond a distance. The complex is minimized; each trajectory is equilibrated by itself
(heavy atoms held during the first half) and then run at constant temperature (Langevin, middle scheme) and pressure (Monte Carlo).
"""

from __future__ import annotations

from typing import Any

from ..binding_dynamics.ambertools import ambertools_version, directory_of_programs
from ..binding_dynamics.analysis import CONTACT_DISTANCE, LEAST_OCCUPANCY, Analysis
from ..binding_dynamics.ligand import find_ligand
from ..binding_dynamics.preparation import ligand_parameters, solvated
from ..binding_dynamics.simulation import MOST_FRAMES, MOST_NUMBERS, Plan, Runs, settings_of
from ..binding_dynamics.structure import structure_of
from ..binding_dynamics.system import FORCE_FIELD_NAME, Settings, restrained_atoms
from ..calculations.levels import provenance
from ..docking.receptor import job_protein
from ..errors import InputError
from ..proteins.fixer import versions
from ..runtime.job import Job, now_iso
from ..runtime.notes import caveat, message
from . import Result

# Steps from frame to frame at least: neighbouring ones tell nothing new.
_LEAST_INTERVAL = 10


def run(job: Job) -> Result:
    """Run the dynamics. Raises MethodNotAvailable without AmberTools, InputError for what cannot be simulated."""
    directory_of_programs()
    smiles = str(job.data.get("initial_smiles") or "")
    if not smiles:
        raise InputError("The ligand's SMILES is needed: a structure does not tell bond orders and charges.", field="initial_smiles")
    settings, started = settings_of(job.data), now_iso()
    pdb = job_protein(job, "protein", "protein_uuid")
    name = str(job.data.get("ligand_residue_name") or "LIG")
    ligand = find_ligand(pdb, name, smiles, "ligand_residue_name")
    messages = [message("warning", "The Ligand", text) for text in ligand.messages]
    parameters = ligand_parameters(job, ligand)
    caveats = []
    if parameters.guessed:
        body = f"GAFF2 has no good parameters for {', '.join(parameters.guessed[:8])}; they were guessed and may be far off."
        caveats.append(caveat("changes_number", body))
    prune = job.data.get("protein_prune_cutoff")
    model, notes = solvated(job, pdb, ligand, parameters, settings, prune)
    messages += notes
    plan = _plan(job.data, settings, model.shown)
    runs = _Runs(job, model, settings, plan)
    uuid = job.protein(_title(job, pdb, name), structure_of(model.solute, runs.start, pdb, "Minimized complex"), _ancestor(job))
    job.partial({"minimized_protein_uuid": uuid, "bonds": runs.bonds})
    messages += runs.estimate()
    runs.all()
    messages += runs.run_messages()
    stages = [
        {"name": "Ligand parameters", "method": "gaff2_am1bcc", "engine": "ambertools", "engine_version": ambertools_version(),
         "count_in": 1, "count_out": 1},
        {"name": "Molecular dynamics", "method": FORCE_FIELD_NAME, "engine": "openmm", "engine_version": versions()["OpenMM"],
         "count_in": plan.trajectories, "count_out": plan.trajectories},
    ]  # fmt: skip
    record = provenance(
        job, stages, [], platform=runs.speed.name, atoms=len(model.positions), frames=plan.frames, box=model.box.round(3).tolist(),
        restrained_atoms=len(restrained_atoms(model, settings.protein_restraint_cutoff)), contact_distance=CONTACT_DISTANCE,
        least_occupancy=LEAST_OCCUPANCY,
    )  # fmt: skip
    data = {"minimized_protein_uuid": uuid, "bonds": runs.bonds, "trajectories": runs.trajectories}
    return Result(data, {**record, "seed": job.seed, "started_at": started}, messages, caveats)


def _ancestor(job: Job) -> str | None:
    given = job.data.get("protein_uuid")
    return given if isinstance(given, str) and given else None


def _title(job: Job, pdb: dict[str, Any], name: str) -> str:
    code = (pdb.get("description") or {}).get("code")
    return f"{code or 'Complex'} with {name}, minimized"


def _plan(data: dict[str, Any], settings: Settings, shown: int) -> Plan:
    per_ns = 1e6 / settings.timestep_fs
    steps = max(1, round(float(data.get("simulation_time_ns") or 10) * per_ns))
    frames = max(1, min(MOST_FRAMES, steps // _LEAST_INTERVAL, MOST_NUMBERS // (3 * shown)))
    interval = max(1, round(steps / frames))
    frames = max(1, steps // interval)
    return Plan(
        trajectories=int(data.get("num_trajectories") or 4),
        equilibration_steps=max(2, round(float(data.get("equilibration_time_ns") or 1) * per_ns)),
        steps=frames * interval,
        frames=frames,
        interval=interval,
    )


class _Runs(Runs):
    """Trajectories of a ligand in its protein: how far it moves, and which contacts last."""

    advice = "Cut the protein off around the ligand, or simulate less."

    def analysis(self) -> Analysis:
        return Analysis(self.model, self.minimized)

    def record(self, analysis: Analysis, energies: list[float], final: bool) -> dict[str, Any]:
        return {"ligand_rmsd": list(analysis.rmsd), "contacts": analysis.contacts() if final else []}

    def run_messages(self) -> list[dict[str, str]]:
        """The mean temperature, and what counts as a contact."""
        contacts = message(
            "info",
            "Contacts",
            f"A contact is a pair of heavy atoms within {CONTACT_DISTANCE:g} Å; those of at least {LEAST_OCCUPANCY:.0%} of the frames "
            "are listed. Frames are aligned to the start by the protein's alpha carbons before the RMSD of the ligand is computed.",
        )
        return [contacts, *self.temperature_message()]
