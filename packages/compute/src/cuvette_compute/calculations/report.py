"""The Calculation record of a stage, finished or under way: molecules, properties, messages, provenance."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import engines
from ..chemistry.identity import connectivity_change, reference_bonds, stereo_change
from ..methods.settings import method_title
from ..runtime.job import Job
from ..runtime.notes import message, message_of_caveat, messages_of_calculation
from ..structures.molecule import Molecule
from ..vibrations.normal_modes import Mode
from ..vibrations.thermochemistry import FLIP_BELOW, Thermochemistry
from .logfile import calculation_log
from .stage import Outcome, Stage

# Frequencies want a geometry at least this well converged (Hartree/Angstrom): the numbers of the mode "careful".
_TIGHT_MAXIMUM, _TIGHT_RMS = 9e-4, 6e-4

# Cells thinner than this (Angstrom) get a warning: their bands are not flat.
_SMALL_CELL = 8.0

# Statuses of a calculation.
_RUNNING, _COMPLETED, _FAILED = 1, 2, 3


def tightly_converged(record: dict[str, Any]) -> bool:
    """Whether the geometry is good enough for frequencies."""
    norms = np.linalg.norm(np.array(record["frames"][-1]["gradient"]), axis=1)
    return bool(norms.max() < _TIGHT_MAXIMUM and np.sqrt(np.mean(norms**2)) < _TIGHT_RMS)


def report(job: Job, stage: Stage, molecule: Molecule, record, modes, corrections) -> Outcome:
    """Build and send the Calculation of a finished stage."""
    connectivity, stereo = _changes(stage, molecule)
    messages = _messages(stage, record, modes, corrections, connectivity, stereo)
    calculation = _whole(stage, record, modes, corrections, connectivity, stereo, messages)
    uuid = _send(job, stage, calculation)
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
        energy + corrections.thermal_enthalpy if corrections else None,
        messages,
    )


def report_unfinished(job: Job, stage: Stage, molecule: Molecule, record) -> None:
    """Send the Calculation of a stage whose frequencies are still to come: everything but them."""
    connectivity, stereo = _changes(stage, molecule)
    messages = _messages(stage, record, None, None, connectivity, stereo)
    _send(job, stage, _whole(stage, record, None, None, connectivity, stereo, messages) | {"status": _RUNNING})


def report_steps(job: Job, stage: Stage, record: dict[str, Any]) -> None:
    """Send the Calculation of an optimization under way. The record has its steps so far, seconds, host and start."""
    unknown = {"ended_at": None, "convergence": None, "point": {"charges": None, "bond_orders": None}}
    frames = _frames(stage, record)
    _send(job, stage, _calculation(stage, record | unknown, frames, None, None, None, []) | {"status": _RUNNING, "logfile": None})


def _send(job: Job, stage: Stage, calculation: dict[str, Any]) -> str:
    """Send a calculation, and only then its name in the item's data: there it must never stand for nothing."""
    uuid = job.calculation(stage.calculation_name or stage.name, calculation)
    if stage.result_key:
        job.partial({stage.result_key: uuid})
    return uuid


def _changes(stage: Stage, molecule: Molecule) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the stage did to connectivity and stereochemistry."""
    if "optimize" not in stage.settings["tasks"]:
        return {"changed": False, "detail": None}, {"changed": False, "detail": None}
    return (
        connectivity_change(stage.molecule, molecule.positions, reference_bonds(stage.molecule, stage.mol)),
        stereo_change(stage.mol, stage.molecule.positions, molecule.positions),
    )


def _frames(stage: Stage, record) -> list[dict[str, Any]]:
    return [
        stage.molecule.at(np.array(frame["positions"])).to_json(energy=frame["energy"], gradient=frame["gradient"], calculation_index=index)
        for index, frame in enumerate(record["frames"])
    ]


def _whole(stage: Stage, record, modes, corrections, connectivity, stereo, messages) -> dict[str, Any]:
    """The Calculation of a stage whose geometry and properties are there."""
    frames = _frames(stage, record)
    frames[-1] |= _final_properties(record, modes, corrections)
    calculation = _calculation(stage, record, frames, corrections, connectivity, stereo, messages)
    calculation["status"] = _COMPLETED if record["converged"] else _FAILED
    calculation["logfile"] = calculation_log(calculation)
    return calculation


def _calculation(stage: Stage, record, frames, corrections, connectivity, stereo, messages) -> dict[str, Any]:
    settings, engine = stage.settings, engines.engine_for(stage.settings)
    ran = {**settings, "engine": engine.name}
    return {
        "name": stage.calculation_title or stage.title,
        "settings": ran,
        "tasks": settings["tasks"],
        "molecules": frames,
        "elapsed": round(record["seconds"], 3),
        "engine": engine.name,
        "messages": messages_of_calculation(messages),
        "json_format": "09072023",
        "bond_orders": record["point"]["bond_orders"],
        "provenance": _provenance(stage, engine, ran, record, corrections, connectivity, stereo),
    }


def _final_properties(record, modes: list[Mode] | None, corrections: Thermochemistry | None) -> dict[str, Any]:
    point = record["point"]
    properties: dict[str, Any] = {
        "dipole": point["dipole"],
        "mulliken_charges": point["charges"],
        "mulliken_spin_densities": point.get("spin_densities"),
        "homo_lumo_gap": point["homo_lumo_gap"],
        "scf_iterations": point["scf_iterations"],
        "scf_completed": True,
        "elapsed": round(record["seconds"], 3),
        "stress": point.get("stress"),
        "velocities": record.get("velocities"),
        "vibrational_modes": None if modes is None else [mode.to_json() for mode in modes],
        "zero_point_energy": None,
        "thermal_energy_corr": None,
        "thermal_enthalpy_corr": None,
        "thermal_free_energy_corr": None,
    }
    if point.get("spin_squared") is not None:
        properties["spin_squared"] = point["spin_squared"]
    properties |= point.get("excited_states") or {}
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
    engine = engines.engine_for(stage.settings)
    # A recipe that needs one engine asks for it in place of the person.
    asked = stage.requested.get("engine") or stage.settings["engine"]
    found = []
    if asked and asked != engine.name:
        title = method_title(stage.settings["method"])
        reason = f"This worker runs {title} through {engine.name}; the method is the same."
        found.append({"kind": "engine", "what": f"engine {engine.name} instead of {asked}", "reason": reason})
    if stage.tightened_from:
        what = f"convergence careful instead of {stage.tightened_from}"
        reason = "Frequencies follow the optimization, and they need a tightly converged geometry."
        found.append({"kind": "convergence", "what": what, "reason": reason})
    return found


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
        "deviations": deviations(stage) + (record["point"].get("deviations") or []),
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
    found += cell_messages(stage.molecule)
    if connectivity["changed"]:
        found.append(_changed("Connectivity changed", f"The optimization changed the molecule: {connectivity['detail']}.", stage))
    if stereo["changed"]:
        found.append(_changed("Stereochemistry changed", f"The optimization changed the stereochemistry: {stereo['detail']}.", stage))
    if "dipole" in tasks and record["point"]["dipole"] is None:
        found.append(message("info", "No dipole", f"{title} through this engine gives no dipole moment."))
    if corrections:
        found += _frequency_messages(stage, modes, corrections)
    return found


def _changed(title: str, body: str, stage: Stage) -> dict[str, str]:
    """What an optimization changed: the numbers are those of another molecule, except where a transition state was looked for."""
    if stage.settings["opt_settings"]["transition_state"]:
        return message("warning", title, body)
    return message_of_caveat("changes_number", f"{body} The numbers are those of the structure that it ended at.", title)


def cell_messages(molecule: Molecule) -> list[dict[str, str]]:
    """A small cell needs more than one point of the Brillouin zone, and there is only one."""
    cell = molecule.cell
    shortest = float(cell.heights.min()) if cell else _SMALL_CELL
    if shortest >= _SMALL_CELL:
        return []
    body = (
        f"The cell is {shortest:.1f} Å thin in one direction, and only the Γ point is sampled. Energies and pressures of such a cell are "
        f"rough; repeat it until it measures {_SMALL_CELL:g} Å or more."
    )
    return [message("warning", "Small Cell", body)]


def _frequency_messages(stage: Stage, modes: list[Mode], corrections: Thermochemistry) -> list[dict[str, str]]:
    found = []
    if not corrections.record["geometry_converged"]:
        found.append(
            message_of_caveat(
                "limits_use",
                "The frequencies were computed at a geometry whose gradient is larger than the mode careful allows "
                f"({_TIGHT_MAXIMUM:g} Hartree/Å): low frequencies and the free energy are unreliable. "
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
