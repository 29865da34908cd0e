"""Basic calculation: one molecule, one level of theory, the chosen tasks. Energies in Hartree, distances in Angstrom.

The result is one calculation; its molecules are the trajectory, the last one carries the properties.
"""

from __future__ import annotations

from ..calculations.calculation import run_stage
from ..calculations.stage import Stage, require_convergence
from ..chemistry.perceive import mol_from_molecule
from ..engines import engine_for
from ..errors import InputError
from ..methods.settings import canonical, complete_settings, level_of_theory, method_title
from ..runtime.job import Job, host_name, now_iso
from ..structures.molecule import molecule_from_json
from . import Result


def run(job: Job) -> Result:
    """Run the tasks of one calculation; raises ConvergenceError (with the steps kept) when a geometry does not converge."""
    data = job.data
    if data.get("initial_molecule") is None:
        raise InputError("A basic calculation needs a molecule.", field="initial_molecule")
    molecule = molecule_from_json(data["initial_molecule"], periodic=True)
    requested = data.get("settings")
    if isinstance(requested, dict) and not requested.get("tasks") and data.get("tasks"):
        requested = {**requested, "tasks": data["tasks"]}
    mode = canonical(data.get("mode"))
    settings = complete_settings(requested, "settings", None if mode == "manual" else mode)
    engine = engine_for(settings)
    mol = mol_from_molecule(molecule) if "optimize" in settings["tasks"] or engine.name == "rdkit" else None
    title = method_title(settings["method"]) + ": " + ", ".join(settings["tasks"])
    stage = Stage(
        "calculation",
        "the molecule",
        molecule,
        settings,
        requested or {},
        mol,
        calculation_title=title,
        result_key="calculation_uuid",
        sends_transition_orbitals=True,
    )
    outcome = run_stage(job, stage)
    require_convergence(outcome)
    provenance = {
        "stages": [
            {
                "name": title,
                "method": settings["method"],
                "level": level_of_theory(settings),
                "engine": engine.name,
                "engine_version": engine.version(),
                "count_in": 1,
                "count_out": 1,
                "seconds": round(outcome.seconds, 3),
            }
        ],
        "deviations": outcome.calculation["provenance"]["deviations"],
        "seed": None,
        "host": host_name(),
        "started_at": job.started_at,
        "ended_at": now_iso(),
    }
    return Result({"calculation_uuid": outcome.uuid}, provenance, outcome.messages)
