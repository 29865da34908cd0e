"""One level of theory on one molecule: optimization, single point, frequencies; and the Calculation record of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rdkit import Chem

from . import engines
from .chemistry.identity import connectivity_change, reference_bonds, stereo_change
from .chemistry.symmetry import rotational_symmetry_number
from .engines import SinglePoint, bond_order_list
from .errors import ConvergenceError, InputError, MethodNotAvailable
from .hessian import finite_difference_hessian
from .job import Job, host_name, now_iso
from .logfile import calculation_log
from .molecule import Molecule
from .optimize import Optimization, optimize
from .protocol import finite
from .settings import check_constraints, method_title
from .thermochemistry import FLIP_BELOW, Thermochemistry, thermochemistry
from .vibrations import Mode, normal_modes

# Frequencies want a geometry at least this well converged (Hartree/Angstrom): the numbers of the mode "careful".
_TIGHT_MAXIMUM, _TIGHT_RMS = 9e-4, 6e-4


@dataclass
class Stage:
    """What is to be done: a molecule at a level of theory, under a name that is unique in the job."""

    name: str
    title: str
    molecule: Molecule
    settings: dict[str, Any]
    requested: dict[str, Any]
    mol: Chem.Mol | None = None
    field_path: str = "settings"
    calculation_name: str = ""
    calculation_title: str = ""
    report_progress: bool = True
    seed: int | None = None
    words: str | None = None


@dataclass
class Outcome:
    """What came out of a stage."""

    molecule: Molecule
    energy: float
    converged: bool
    reason: str | None
    calculation: dict[str, Any]
    uuid: str
    connectivity: dict[str, Any]
    stereo: dict[str, Any]
    seconds: float
    free_energy: float | None = None
    messages: list[dict[str, str]] = field(default_factory=list)


def message(kind: str, title: str, body: str) -> dict[str, str]:
    """A Message: type error, warning or info."""
    return {"type": kind, "title": title, "body": body}


def check_stage(stage: Stage) -> None:
    """Refuse tasks and constraints that cannot be honoured, before any work is done."""
    settings, path = stage.settings, stage.field_path
    engine = engines.engine_of(settings["method"], f"{path}.method")
    title = method_title(settings["method"])
    if "spin_density" in settings["tasks"]:
        raise MethodNotAvailable(f"Spin densities are not available with {title} on this server.", field=f"{path}.tasks")
    if "stress" in settings["tasks"]:
        raise MethodNotAvailable("A stress tensor needs a periodic cell, which this server cannot compute.", field=f"{path}.tasks")
    if settings["basis_set"]:
        name = settings["basis_set"].get("name") if isinstance(settings["basis_set"], dict) else settings["basis_set"]
        raise InputError(f"{title} has its own basis; the basis set {name} cannot be chosen.", field=f"{path}.basis_set")
    if settings["opt_settings"]["transition_state"] and settings["opt_settings"]["constraints"]:
        raise InputError(
            "A transition-state optimization cannot hold constraints; remove one of the two.", field=f"{path}.opt_settings.constraints"
        )
    check_constraints(settings["opt_settings"]["constraints"], stage.molecule, f"{path}.opt_settings.constraints")
    engine.check(
        engines.Request(settings["method"], stage.molecule, None, solvent_settings=settings["solvent_settings"]),  # type: ignore[arg-type]
        path,
    )


def run_stage(job: Job, stage: Stage) -> Outcome:
    """Do the stage's tasks, send its calculation and return what came out.

    A geometry that does not converge is an outcome with `converged` false, not an exception.
    """
    check_stage(stage)
    settings = stage.settings
    tasks = settings["tasks"]
    wants_modes = "frequencies" in tasks or "hessian" in tasks
    optimizing = "optimize" in tasks
    inputs = {"molecule": stage.molecule.to_json(), "settings": _physics(settings)}
    with job.share(0.0, (0.35 if optimizing else 0.05) if wants_modes else 1.0):
        record = job.step(f"{stage.name}/{'optimize' if optimizing else 'energy'}", inputs, lambda: _first_part(job, stage, inputs))
    molecule = stage.molecule.at(np.array(record["frames"][-1]["positions"]))
    modes: list[Mode] | None = None
    corrections: Thermochemistry | None = None
    started = time.perf_counter()
    if wants_modes and record["converged"]:
        with job.share(0.35 if optimizing else 0.05, 1.0):
            modes, corrections = _vibrations(job, stage, molecule, record)
    record["seconds"] += time.perf_counter() - started
    return _report(job, stage, molecule, record, modes, corrections)


def _physics(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings that change a geometry or an energy."""
    names = ("method", "mode", "solvent_settings", "opt_settings", "scf_settings", "corrections")
    return {name: settings[name] for name in names}


def _words(stage: Stage, verb: str) -> str:
    return stage.words or f"{verb} {stage.title} with {method_title(stage.settings['method'])}"


def _first_part(job: Job, stage: Stage, inputs: dict[str, Any]) -> dict[str, Any]:
    """The optimization or the single point, as a record that can be stored."""
    started_at, started = now_iso(), time.perf_counter()
    settings = stage.settings
    calculator = engines.calculator(settings, stage.molecule, job, mol=stage.mol, field_path=stage.field_path)
    optimizing = "optimize" in settings["tasks"]
    if optimizing:
        run = _optimize(job, stage, calculator, inputs)
        point = run.final or engines.single_point(calculator, stage.molecule.at(run.frames[-1].positions))
        record = {"converged": run.converged, "reason": run.reason, "convergence": run.convergence, "notes": run.notes}
        stored = [{"positions": f.positions, "energy": f.energy, "gradient": f.gradient} for f in run.frames]
    else:
        if stage.report_progress:
            job.progress(_words(stage, "Computing"), 0, 1)
        point = engines.single_point(calculator, stage.molecule)
        record = {"converged": True, "reason": None, "convergence": None, "notes": []}
        stored = [{"positions": stage.molecule.positions, "energy": point.energy, "gradient": point.gradient}]
    return record | {
        "frames": [_rounded_frame(frame) for frame in stored],
        "point": _point_record(point),
        "seconds": time.perf_counter() - started,
        "started_at": started_at,
        "ended_at": now_iso(),
        "host": host_name(),
    }


def _optimize(job: Job, stage: Stage, calculator, inputs: dict[str, Any]) -> Optimization:
    settings = stage.settings
    limit = settings["opt_settings"]["max_steps"]
    words = _words(stage, "Optimizing")

    def on_step(step: int, fraction: float) -> None:
        if stage.report_progress:
            job.progress(words, min(step, limit), limit, fraction)

    constraints = check_constraints(settings["opt_settings"]["constraints"], stage.molecule, f"{stage.field_path}.opt_settings.constraints")
    hessian = None
    if settings["opt_settings"]["transition_state"]:
        with job.share(0.0, 0.5):
            tight = engines.calculator(settings, stage.molecule, job, tight=True, mol=stage.mol, field_path=stage.field_path)
            title = f"Hessian for the transition-state search with {method_title(settings['method'])}"
            hessian, _ = finite_difference_hessian(job, f"{stage.name}/start-hessian", stage.molecule, tight, inputs, title)
        with job.share(0.5, 1.0):
            return optimize(stage.molecule, calculator, settings, constraints, job.directory, on_step, hessian)
    return optimize(stage.molecule, calculator, settings, constraints, job.directory, on_step)


def _rounded_frame(frame: dict[str, Any]) -> dict[str, Any]:
    return {
        "positions": (np.round(frame["positions"], 8) + 0.0).tolist(),
        "energy": round(frame["energy"], 9),
        "gradient": (np.round(frame["gradient"], 8) + 0.0).tolist(),
    }


def _point_record(point: SinglePoint) -> dict[str, Any]:
    def rounded(values, digits: int):
        return None if values is None else (np.round(values, digits) + 0.0).tolist()

    return {
        "dipole": rounded(point.dipole, 6),
        "charges": rounded(point.charges, 6),
        "bond_orders": bond_order_list(point.bond_orders),
        "homo_lumo_gap": None if point.homo_lumo_gap is None else finite(round(point.homo_lumo_gap, 6)),
        "scf_iterations": point.scf_iterations,
    }


def _vibrations(job: Job, stage: Stage, molecule: Molecule, record: dict[str, Any]) -> tuple[list[Mode], Thermochemistry]:
    settings = stage.settings
    calculator = engines.calculator(settings, molecule, job, tight=True, mol=stage.mol, field_path=stage.field_path)
    inputs = {"positions": record["frames"][-1]["positions"], "settings": _physics(settings)}
    title = f"Frequencies of {stage.title} with {method_title(settings['method'])}"
    if len(molecule) == 1:
        modes: list[Mode] = []
    else:
        hessian, dipole_derivatives = finite_difference_hessian(job, f"{stage.name}/hessian", molecule, calculator, inputs, title)
        modes = normal_modes(molecule, hessian, dipole_derivatives)
    corrections = thermochemistry(
        molecule,
        [round(mode.frequency, 3) for mode in modes],
        settings["thermochem_settings"],
        rotational_symmetry_number(molecule),
        transition_state=settings["opt_settings"]["transition_state"],
        geometry_converged=_tightly_converged(record),
    )
    return modes, corrections


def _tightly_converged(record: dict[str, Any]) -> bool:
    norms = np.linalg.norm(np.array(record["frames"][-1]["gradient"]), axis=1)
    return bool(norms.max() < _TIGHT_MAXIMUM and np.sqrt(np.mean(norms**2)) < _TIGHT_RMS)


def _report(job: Job, stage: Stage, molecule: Molecule, record, modes, corrections) -> Outcome:
    """Build and send the Calculation."""
    settings, engine = stage.settings, engines.engine_of(stage.settings["method"])
    optimizing = "optimize" in settings["tasks"]
    connectivity: dict[str, Any] = {"changed": False, "detail": None}
    stereo: dict[str, Any] = {"changed": False, "detail": None}
    if optimizing:
        connectivity = connectivity_change(stage.molecule, molecule.positions, reference_bonds(stage.molecule, stage.mol))
        stereo = stereo_change(stage.mol, stage.molecule.positions, molecule.positions)
    messages = _messages(stage, record, modes, corrections, connectivity, stereo)
    frames = [
        stage.molecule.at(np.array(frame["positions"])).to_json(energy=frame["energy"], gradient=frame["gradient"], calculation_index=index)
        for index, frame in enumerate(record["frames"])
    ]
    frames[-1] |= _final_properties(record, modes, corrections)
    ran = {**settings, "engine": engine.name}
    calculation = {
        "name": stage.calculation_title or stage.title,
        "status": 2 if record["converged"] else 3,
        "settings": ran,
        "tasks": settings["tasks"],
        "molecules": frames,
        "elapsed": round(record["seconds"], 3),
        "engine": engine.name,
        "messages": messages,
        "json_format": "09072023",
        "bond_orders": record["point"]["bond_orders"],
        "provenance": _provenance(stage, engine, ran, record, corrections, connectivity, stereo),
    }
    calculation["logfile"] = calculation_log(calculation)
    uuid = job.calculation(stage.calculation_name or stage.name, calculation)
    energy = float(record["frames"][-1]["energy"])
    free_energy = energy + corrections.thermal_free_energy if corrections else None
    return Outcome(
        molecule,
        energy,
        record["converged"],
        record["reason"],
        calculation,
        uuid,
        connectivity,
        stereo,
        record["seconds"],
        free_energy,
        messages,
    )


def _final_properties(record, modes: list[Mode] | None, corrections: Thermochemistry | None) -> dict[str, Any]:
    point = record["point"]
    properties: dict[str, Any] = {
        "dipole": point["dipole"],
        "mulliken_charges": point["charges"],
        "mulliken_spin_densities": None,
        "homo_lumo_gap": point["homo_lumo_gap"],
        "scf_iterations": point["scf_iterations"],
        "scf_completed": True,
        "elapsed": round(record["seconds"], 3),
        "stress": None,
        "velocities": None,
        "vibrational_modes": None if modes is None else [mode.to_json() for mode in modes],
        "zero_point_energy": None,
        "thermal_energy_corr": None,
        "thermal_enthalpy_corr": None,
        "thermal_free_energy_corr": None,
    }
    if corrections:
        properties |= {
            "zero_point_energy": round(corrections.zero_point_energy, 9),
            "thermal_energy_corr": round(corrections.thermal_energy, 9),
            "thermal_enthalpy_corr": round(corrections.thermal_enthalpy, 9),
            "thermal_free_energy_corr": round(corrections.thermal_free_energy, 9),
        }
    return properties


def deviations(stage: Stage) -> list[dict[str, str]]:
    """Where what ran differs from what was asked for."""
    engine = engines.engine_of(stage.settings["method"])
    asked = stage.settings["engine"]
    if asked and asked != engine.name:
        title = method_title(stage.settings["method"])
        return [
            {
                "what": f"engine {engine.name} instead of {asked}",
                "reason": f"This worker runs {title} through {engine.name}; the method is the same.",
            }
        ]
    return []


def _provenance(stage: Stage, engine, ran, record, corrections, connectivity, stereo) -> dict[str, Any]:
    requested = stage.requested
    return {
        "requested": {
            "method": requested.get("method"),
            "engine": requested.get("engine"),
            "mode": requested.get("mode"),
            "settings": requested,
        },
        "ran": {
            "method": ran["method"],
            "engine": engine.name,
            "engine_version": engine.version(),
            "mode": ran["mode"],
            "settings": ran,
        },
        "deviations": deviations(stage),
        "calibration": None,
        "seed": stage.seed,
        "host": record["host"],
        "started_at": record["started_at"],
        "ended_at": record["ended_at"],
        "convergence": record["convergence"],
        "charge_model": engine.info(ran["method"]).charge_model if record["point"]["charges"] else None,
        "connectivity": connectivity,
        "stereo": stereo,
        "thermochemistry": corrections.record if corrections else None,
    }


def _messages(stage: Stage, record, modes, corrections, connectivity, stereo) -> list[dict[str, str]]:
    found = [message("info", "Optimizer", note) for note in record["notes"]]
    tasks, title = stage.settings["tasks"], method_title(stage.settings["method"])
    if not record["converged"]:
        found.append(message("error", "Not converged", f"The geometry optimization did not converge: {record['reason']}."))
    if connectivity["changed"]:
        found.append(message("warning", "Connectivity changed", f"The optimization changed the molecule: {connectivity['detail']}."))
    if stereo["changed"]:
        found.append(message("warning", "Stereochemistry changed", f"The optimization changed the stereochemistry: {stereo['detail']}."))
    if "dipole" in tasks and record["point"]["dipole"] is None:
        found.append(message("info", "No dipole", f"{title} through this engine gives no dipole moment."))
    if corrections:
        found += _frequency_messages(stage, modes, corrections)
    return found


def _frequency_messages(stage: Stage, modes: list[Mode], corrections: Thermochemistry) -> list[dict[str, str]]:
    found = []
    if not corrections.record["geometry_converged"]:
        found.append(
            message(
                "warning",
                "Geometry not tightly converged",
                "The frequencies were computed at a geometry whose gradient is larger than the mode careful allows "
                f"({_TIGHT_MAXIMUM:g} Hartree/Å); low frequencies and the free energy are unreliable. "
                "Optimize in mode careful or meticulous.",
            )
        )
    imaginary = [mode.frequency for mode in modes if mode.frequency < 0]
    expected = 1 if stage.settings["opt_settings"]["transition_state"] else 0
    if len(imaginary) != expected:
        listed = ", ".join(f"{abs(f):.0f}i" for f in imaginary[:5])
        rule = "A transition state has one imaginary frequency" if expected else "A minimum has no imaginary frequency"
        flipped = len(corrections.record["flipped_modes"])
        extra = f" Taken as real in the thermochemistry: {flipped} below {FLIP_BELOW:.0f}i cm⁻¹." if flipped else ""
        body = f"{rule}; this structure has {len(imaginary)}{f' ({listed} cm⁻¹)' if listed else ''}.{extra}"
        found.append(message("warning", "Imaginary frequencies", body))
    return found


def require_convergence(outcome: Outcome) -> None:
    """Raise ConvergenceError for an outcome that is not converged."""
    if not outcome.converged:
        raise ConvergenceError(
            f"The geometry optimization did not converge: {outcome.reason}. The steps so far are kept. "
            "Start from the last geometry, allow more steps, or choose a looser mode."
        )
