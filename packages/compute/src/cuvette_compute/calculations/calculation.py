"""One level of theory on one molecule: optimization, single point, frequencies; and the Calculation record of it."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np

from .. import engines
from ..chemistry.symmetry import rotational_symmetry_number
from ..engines import SinglePoint, bond_order_list
from ..methods.settings import check_constraints, method_title
from ..optimization.optimize import Frame, Optimization, optimize
from ..runtime.job import Job, host_name, now_iso
from ..runtime.protocol import finite
from ..structures.molecule import Molecule
from ..vibrations.hessian import hessian_of
from ..vibrations.normal_modes import Mode, normal_modes
from ..vibrations.thermochemistry import Thermochemistry, thermochemistry
from .report import report, report_unfinished, tightly_converged
from .springs import WithSprings
from .stage import Outcome, Stage, check_stage
from .transition_orbitals import send_transition_orbitals
from .under_way import StepsSoFar, frame_record


def run_stage(job: Job, stage: Stage) -> Outcome:
    """Do the stage's tasks, send its calculation and return what came out.

    A geometry that does not converge is an outcome with `converged` false, not an exception.
    """
    record = compute_stage(job, stage)
    return report_stage(job, stage, record)


def compute_stage(job: Job, stage: Stage) -> dict[str, Any]:
    """The optimization or the single point of a stage, kept as a step of the job; its calculation is not sent yet."""
    check_stage(stage)
    inputs: dict[str, Any] = {"molecule": stage.molecule.to_json(), "settings": physics(stage.settings)}
    if stage.springs:
        inputs["springs"] = stage.springs.to_json()
    optimizing = "optimize" in stage.settings["tasks"]
    with job.share(0.0, _share_of_first(stage)):
        return job.step(f"{stage.name}/{'optimize' if optimizing else 'energy'}", inputs, lambda: _first_part(job, stage, inputs))


def _wants_modes(stage: Stage) -> bool:
    return "frequencies" in stage.settings["tasks"] or "hessian" in stage.settings["tasks"]


def _share_of_first(stage: Stage) -> float:
    """The part of a stage's time that goes into what comes before its frequencies."""
    if not _wants_modes(stage):
        return 1.0
    return 0.35 if "optimize" in stage.settings["tasks"] else 0.05


def report_stage(job: Job, stage: Stage, record: dict[str, Any]) -> Outcome:
    """The frequencies of a stage, where they are asked for, and its calculation, which is sent."""
    molecule = stage.molecule.at(np.array(record["frames"][-1]["positions"]))
    modes: list[Mode] | None = None
    corrections: Thermochemistry | None = None
    started = time.perf_counter()
    if _wants_modes(stage) and record["converged"]:
        # Frequencies can take hours: what is there before them outlives a stop.
        report_unfinished(job, stage, molecule, record)
        with job.share(_share_of_first(stage), 1.0):
            modes, corrections = _vibrations(job, stage, molecule, record)
    record["seconds"] += time.perf_counter() - started
    return report(job, stage, molecule, record, modes, corrections)


def physics(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings that change a geometry or an energy."""
    names = ("method", "mode", "basis_set", "solvent_settings", "opt_settings", "scf_settings", "corrections")
    excited = settings.get("excited_state_settings")
    return {name: settings[name] for name in names} | ({"excited_state_settings": excited} if excited else {})


def _words(stage: Stage, verb: str) -> str:
    return stage.words or f"{verb} {stage.title} with {method_title(stage.settings['method'])}"


def _first_part(job: Job, stage: Stage, inputs: dict[str, Any]) -> dict[str, Any]:
    """The optimization or the single point, as a record that can be stored."""
    started_at, started = now_iso(), time.perf_counter()
    settings = stage.settings
    calculator = engines.calculator(settings, stage.molecule, job, mol=stage.mol, field_path=stage.field_path)
    optimizing = "optimize" in settings["tasks"]
    if stage.springs and optimizing:
        calculator = WithSprings(calculator, stage.springs)
    if optimizing:
        run = _optimize(job, stage, calculator, inputs)
        point = run.final or engines.single_point(calculator, stage.molecule.at(run.frames[-1].positions))
        record = {"converged": run.converged, "reason": run.reason, "convergence": run.convergence, "notes": run.notes}
        stored = [frame_record(_bare(frame, stage)) for frame in run.frames]
    else:
        if stage.report_progress:
            job.progress(_words(stage, "Computing"), 0, 1)
        point = engines.single_point(calculator, stage.molecule, gradient=_wants_gradient(settings))
        if stage.on_solved:
            stage.on_solved(calculator)
        record = {"converged": True, "reason": None, "convergence": None, "notes": []}
        stored = [frame_record(Frame(stage.molecule.positions, point.energy, point.gradient))]
    return record | {
        "frames": stored,
        "point": _point_record(point) | _excited_states(job, stage, calculator, stored[-1]),
        "seconds": time.perf_counter() - started,
        "started_at": started_at,
        "ended_at": now_iso(),
        "host": host_name(),
    }


def _excited_states(job: Job, stage: Stage, calculator, last: dict[str, Any]) -> dict[str, Any]:
    """The excited states at the last geometry, where they are asked for."""
    wanted = stage.settings.get("excited_state_settings")
    if not wanted:
        return {}
    if "optimize" in stage.settings["tasks"]:
        # What the calculator holds may be another step's.
        engines.single_point(calculator, stage.molecule.at(np.array(last["positions"])), gradient=False)
    count = wanted["num_excitations"]
    job.progress(
        f"Computing {count} excited states of {stage.title}" if count > 1 else f"Computing an excited state of {stage.title}", 0, 1
    )
    states = calculator.excited_states(wanted)
    if stage.sends_transition_orbitals:
        send_transition_orbitals(job, calculator, states)
    return {"excited_states": states.to_json()}


def _wants_gradient(settings: dict[str, Any]) -> bool:
    """Whether a single point gives its gradient: where it was asked for, where frequencies follow, and where it costs little."""
    return engines.engine_for(settings).cheap_gradient or bool({"gradient", "frequencies", "hessian"} & set(settings["tasks"]))


def _bare(frame: Frame, stage: Stage) -> Frame:
    """A step without the springs that held it."""
    if stage.springs is None:
        return frame
    gradient = frame.slope() - stage.springs.gradient(frame.positions)
    return Frame(frame.positions, frame.energy - stage.springs.energy(frame.positions), gradient)


def _optimize(job: Job, stage: Stage, calculator, inputs: dict[str, Any]) -> Optimization:
    settings = stage.settings
    limit = settings["opt_settings"]["max_steps"]
    words = _words(stage, "Optimizing")
    if stage.report_progress:
        # The first step of a large molecule takes minutes: report what runs before it.
        job.progress(words, 0, limit, 0.0)

    def on_step(step: int, fraction: float) -> None:
        if stage.report_progress:
            job.progress(words, min(step, limit), limit, fraction)

    show = StepsSoFar(job, stage).offer if stage.shows_steps and stage.springs is None else None
    constraints = check_constraints(settings["opt_settings"]["constraints"], stage.molecule, f"{stage.field_path}.opt_settings.constraints")
    hessian = None
    if settings["opt_settings"]["transition_state"]:
        with job.share(0.0, 0.5):
            tight = engines.calculator(settings, stage.molecule, job, tight=True, mol=stage.mol, field_path=stage.field_path)
            title = f"Hessian for the transition-state search with {method_title(settings['method'])}"
            make = partial(tight_calculator, settings, stage.molecule, stage.mol, stage.field_path)
            hessian, _ = hessian_of(job, f"{stage.name}/start-hessian", stage.molecule, tight, inputs, title, make)
        with job.share(0.5, 1.0):
            return optimize(stage.molecule, calculator, settings, constraints, job.directory, on_step, hessian, show)
    return optimize(stage.molecule, calculator, settings, constraints, job.directory, on_step, on_kept=show)


def _point_record(point: SinglePoint) -> dict[str, Any]:
    def rounded(values, digits: int):
        return None if values is None else (np.round(values, digits) + 0.0).tolist()

    return {
        "dipole": rounded(point.dipole, 6),
        "charges": rounded(point.charges, 6),
        "bond_orders": bond_order_list(point.bond_orders),
        "homo_lumo_gap": None if point.homo_lumo_gap is None else finite(round(point.homo_lumo_gap, 6)),
        "scf_iterations": point.scf_iterations,
        "stress": rounded(point.stress, 10),
        "spin_densities": rounded(point.spin_densities, 6),
        "spin_squared": None if point.spin_squared is None else round(point.spin_squared, 6),
        "deviations": point.deviations,
    }


def single_point_record(molecule: Molecule, point: SinglePoint, started_at: str, seconds: float) -> dict[str, Any]:
    """Return what `report_stage` sends of a single point that a recipe has evaluated itself, at the geometry of the molecule."""
    return {
        "converged": True,
        "reason": None,
        "convergence": None,
        "notes": [],
        "frames": [frame_record(Frame(molecule.positions, point.energy, point.gradient))],
        "point": _point_record(point),
        "seconds": seconds,
        "started_at": started_at,
        "ended_at": now_iso(),
        "host": host_name(),
    }


def _vibrations(job: Job, stage: Stage, molecule: Molecule, record: dict[str, Any]) -> tuple[list[Mode], Thermochemistry]:
    hessian, dipole_derivatives = stage_hessian(job, stage, molecule, record) if len(molecule) > 1 else (np.zeros((3, 3)), None)
    return modes_and_corrections(stage, molecule, record, hessian, dipole_derivatives)


def stage_hessian(job: Job, stage: Stage, molecule: Molecule, record: dict[str, Any]) -> tuple[np.ndarray, np.ndarray | None]:
    """The Hessian (Hartree/bohr^2) and the dipole derivatives (Debye/Angstrom) at the last geometry of a stage."""
    settings = stage.settings
    calculator = engines.calculator(settings, molecule, job, tight=True, mol=stage.mol, field_path=stage.field_path)
    inputs = {"positions": record["frames"][-1]["positions"], "settings": physics(settings)}
    title = f"Frequencies of {stage.title} with {method_title(settings['method'])}"
    make = partial(tight_calculator, settings, molecule, stage.mol, stage.field_path)
    return hessian_of(job, f"{stage.name}/hessian", molecule, calculator, inputs, title, make)


def tight_calculator(settings: dict[str, Any], molecule: Molecule, mol: Any, field_path: str, job: Job) -> Any:
    """The calculator for differences of gradients, made anew in the process of this job; `mol` gives a force field its bonds."""
    return engines.calculator(settings, molecule, job, tight=True, mol=mol, field_path=field_path)


def modes_and_corrections(
    stage: Stage, molecule: Molecule, record: dict[str, Any], hessian: np.ndarray, dipole_derivatives: np.ndarray | None
) -> tuple[list[Mode], Thermochemistry]:
    """Normal modes and thermochemistry of a stage from its Hessian."""
    settings = stage.settings
    modes = normal_modes(molecule, hessian, dipole_derivatives)
    corrections = thermochemistry(
        molecule,
        [round(mode.frequency, 3) for mode in modes],
        settings["thermochem_settings"],
        rotational_symmetry_number(molecule),
        transition_state=settings["opt_settings"]["transition_state"],
        geometry_converged=tightly_converged(record),
    )
    return modes, corrections
