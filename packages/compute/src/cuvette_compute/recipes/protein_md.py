"""Molecular dynamics of a protein in water: how its shape, its contacts and what is bound to it change.

ff14SB (10.1021/acs.jctc.5b00255), TIP3P water and ions, a small molecule in GAFF2 with AM1-BCC charges, by OpenMM on its fastest
platform. With `hydrogen_mass` mass moves from heavy atoms to their hydrogens, which allows a time step of 4 fs (10.1021/ct5010406).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..binding_dynamics.ambertools import LigandParameters, ambertools_version, directory_of_programs
from ..binding_dynamics.clusters import Clusters, distances, greedy, k_means, medoid
from ..binding_dynamics.ligand import PlacedLigand, find_ligand, placed_ligand
from ..binding_dynamics.preparation import ligand_parameters, solvated
from ..binding_dynamics.protein_analysis import RESIDUE_DISTANCE, Binder, ProteinAnalysis
from ..binding_dynamics.simulation import MOST_FRAMES, MOST_NUMBERS, Plan, Runs, settings_of
from ..binding_dynamics.structure import structure_of
from ..binding_dynamics.superposition import all_laid_on, rmsd_to
from ..binding_dynamics.system import FORCE_FIELD_NAME, Settings, restrained_atoms
from ..calculations.levels import provenance
from ..docking.receptor import job_protein
from ..errors import InputError, MethodNotAvailable
from ..proteins.fixer import versions
from ..proteins.structure import take
from ..runtime.job import Job, now_iso
from ..runtime.notes import caveat, message
from ..units import KJ_PER_MOL_IN_HARTREE
from . import Result

_WITHOUT_LIGAND = "ff14SB, TIP3P water"
_FORCE_FIELDS = {"protein_ff": "ff14sb", "water_ff": "tip3p"}


def run(job: Job) -> Result:
    """Run the dynamics. Raises InputError for what cannot be simulated, MethodNotAvailable for a force field that is not here."""
    data = job.data
    for key, known in _FORCE_FIELDS.items():
        if (data.get(key) or known) != known:
            raise MethodNotAvailable(f"The force field {data[key]} is not available on this worker; choose {known}.", field=key)
    if data.get("random_seed"):
        job.seed = int(data["random_seed"])
    settings, started = settings_of({"protein_restraint_cutoff": None, **data}), now_iso()
    pdb = job_protein(job, "protein")
    ligand, messages = _ligand(data, pdb)
    binder = _binder(data, pdb, ligand)
    parameters, caveats = None, []
    if ligand is not None:
        directory_of_programs()
        parameters = ligand_parameters(job, ligand)
        if parameters.guessed:
            body = f"GAFF2 has no good parameters for {', '.join(parameters.guessed[:8])}; they were guessed and may be far off."
            caveats.append(caveat("changes_number", body))
    model, notes = solvated(job, pdb, ligand, parameters, settings, None)
    messages += notes
    plan = _plan(data, settings, model.shown)
    runs = _Runs(job, model, settings, plan, binder, _sampled(data, settings, plan))
    uuid = job.protein(_title(pdb), structure_of(model.solute, runs.start, pdb, "Minimized protein"), _ancestor(data))
    job.partial({"minimized_protein_uuid": uuid, "bonds": runs.bonds})
    messages += runs.estimate()
    runs.all()
    messages += runs.temperature_message()
    record = provenance(
        job, _stages(parameters, plan), [], platform=runs.speed.name, atoms=len(model.positions), frames=plan.frames,
        box=model.box.round(3).tolist(), restrained_atoms=len(restrained_atoms(model, settings.protein_restraint_cutoff)),
        residue_names=runs.residue_names, residue_contacts=runs.residue_contacts, native_contacts=runs.native_contacts,
        contact_distance=RESIDUE_DISTANCE,
    )  # fmt: skip
    found = {"minimized_protein_uuid": uuid, "bonds": runs.bonds, "trajectories": runs.trajectories}
    return Result(found, {**record, "seed": job.seed, "started_at": started}, messages, caveats)


def _stages(parameters: LigandParameters | None, plan: Plan) -> list[dict[str, Any]]:
    count = plan.trajectories
    dynamics = {
        "name": "Molecular dynamics",
        "method": _WITHOUT_LIGAND if parameters is None else FORCE_FIELD_NAME,
        "engine": "openmm",
        "engine_version": versions()["OpenMM"],
        "count_in": count,
        "count_out": count,
    }
    if parameters is None:
        return [dynamics]
    version = ambertools_version()
    ligand = {"name": "Ligand parameters", "method": "gaff2_am1bcc", "engine": "ambertools", "engine_version": version}
    return [{**ligand, "count_in": 1, "count_out": 1}, dynamics]


def _ancestor(data: dict[str, Any]) -> str | None:
    given = data.get("protein")
    return given if isinstance(given, str) and given else None


def _title(pdb: dict[str, Any]) -> str:
    code = (pdb.get("description") or {}).get("code")
    return f"{code or 'Protein'}, minimized"


def _ligand(data: dict[str, Any], pdb: dict[str, Any]) -> tuple[PlacedLigand | None, list[dict[str, str]]]:
    """The small molecule that is simulated, and messages about it. Those with null for a SMILES are ions and water."""
    given = {str(key): smiles for key, smiles in (data.get("small_molecules") or {}).items() if smiles}
    if not given:
        return None, []
    if len(given) > 1:
        words = f"At most one small molecule is simulated here; small_molecules has SMILES of {', '.join(given)}."
        raise InputError(words, field="small_molecules")
    (name, smiles) = next(iter(given.items()))
    field = "small_molecules"
    if name.isdecimal():
        entries = take(pdb).entries
        others = [entry for entry in entries if entry.place == "non_polymer"]
        if int(name) >= len(others):
            raise InputError(f"The protein has {len(others)} residues that are no polymer; there is none of the place {name}.", field=field)
        found = placed_ligand(others[int(name)], entries, str(smiles), field, field)
    else:
        found = find_ligand(pdb, name, str(smiles), field)
    return found, [message("warning", "The Ligand", text) for text in found.messages]


def _binder(data: dict[str, Any], pdb: dict[str, Any], ligand: PlacedLigand | None) -> Binder:
    """What the data call the binder. Raises InputError for chains that are not there and residues that are not simulated."""
    given = data.get("binder") or {}
    chains = tuple(str(chain) for chain in given.get("chain_ids") or ())
    residues = given.get("small_molecule_residues") or []
    present = {entry.chain for entry in take(pdb).of("polymer")}
    missing = [chain for chain in chains if chain not in present]
    if missing:
        words = f"The protein has no chain {', '.join(missing)}; it has {', '.join(sorted(present))}."
        raise InputError(words, field="binder.chain_ids")
    if chains and set(chains) >= present:
        raise InputError("The binder has every chain of the protein; nothing is left that it binds to.", field="binder.chain_ids")
    if residues and ligand is None:
        words = f"Give the SMILES of {residues[0]} in small_molecules: a structure does not tell bond orders and charges."
        raise InputError(words, field="binder.small_molecule_residues")
    return Binder(chains, bool(residues))


def _plan(data: dict[str, Any], settings: Settings, shown: int) -> Plan:
    per_ns = 1e6 / settings.timestep_fs
    steps = max(1, round(float(data.get("simulation_time_ns") or 10) * per_ns))
    most = max(1, min(MOST_FRAMES, MOST_NUMBERS // (3 * shown)))
    asked = round(float(data.get("frame_save_interval_ps") or 10) * 1000 / settings.timestep_fs)
    interval = min(steps, max(1, asked, -(-steps // most)))
    frames = steps // interval
    return Plan(
        trajectories=int(data.get("num_trajectories") or 1),
        equilibration_steps=max(2, round(float(data.get("equilibration_time_ns") or 0.5) * per_ns)),
        steps=frames * interval,
        frames=frames,
        interval=interval,
    )


def _sampled(data: dict[str, Any], settings: Settings, plan: Plan) -> int:
    """By how many frames the surface is computed; 0 for never."""
    asked = data.get("analysis_interval_ps")
    if not asked:
        return 0
    return max(1, round(float(asked) * 1000 / settings.timestep_fs / plan.interval))


class _Runs(Runs):
    """Trajectories of a protein."""

    advice = "Simulate less, or a part of the protein."

    def __init__(self, job: Job, model: Any, settings: Settings, plan: Plan, binder: Binder, sampled: int) -> None:
        super().__init__(job, model, settings, plan)
        self._binder, self._sampled = binder, sampled
        self._clustering = job.data.get("clustering")
        self.residue_names: list[str] = []
        self.residue_contacts: list[list[dict[str, Any]]] = []
        self.native_contacts: list[list[float]] = []

    def analysis(self) -> ProteinAnalysis:
        return ProteinAnalysis(self.model, self.minimized, self._binder, self._sampled)

    def record(self, analysis: ProteinAnalysis, energies: list[float], final: bool) -> dict[str, Any]:
        traces = analysis.traces()
        told: dict[str, Any] = {
            "protein_rmsd": np.round(rmsd_to(traces, traces[0]), 3).tolist() if traces.size else [],
            "rmsf": np.round(fluctuations(traces), 3).tolist() if traces.size else [],
            "isotropic_radius_of_gyration": list(analysis.radii),
            "sasa": list(analysis.surfaces) if self._sampled else [],
            "polar_sasa": list(analysis.polar_surfaces) if self._sampled else [],
            "potential_energy": [round(energy * KJ_PER_MOL_IN_HARTREE, 6) for energy in energies[: len(analysis.radii)]],
            "binder_rmsd": list(analysis.binder_rmsd),
        }
        if not final:
            return told
        self.residue_names = analysis.alpha_residues
        self.residue_contacts.append(analysis.residue_contacts())
        self.native_contacts.append(list(analysis.native))
        told["contacts"] = analysis.contacts()
        if traces.size:
            matrix = distances(traces)
            told["median_structure_frame_index"] = medoid(matrix)
            clusters = self._clusters(traces, matrix)
            if clusters is not None:
                told |= {"cluster_indices_by_frame": clusters.of_frames, "cluster_centroid_indices": clusters.centroids}
        return told

    def _clusters(self, traces: np.ndarray, matrix: np.ndarray) -> Clusters | None:
        asked = self._clustering
        if not asked:
            return None
        if asked.get("settings_type") == "kmeans":
            return k_means(traces, matrix, int(asked.get("num_clusters") or 10), self.job.seed)
        return greedy(matrix, float(asked.get("cutoff_angstrom") or 2.0))


def fluctuations(traces: np.ndarray) -> np.ndarray:
    """Root-mean-square fluctuation of each atom about its mean (Å), frames (count x atoms x 3) laid on the first one, then on the mean."""
    mean = all_laid_on(traces, traces[0]).mean(axis=0)
    laid = all_laid_on(traces, mean)
    return np.sqrt(((laid - laid.mean(axis=0)) ** 2).sum(axis=2).mean(axis=0))
