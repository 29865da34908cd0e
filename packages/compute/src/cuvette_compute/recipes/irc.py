"""Intrinsic reaction coordinate: the path of steepest descent from a transition state to both sides, each point a calculation."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from rdkit import Chem

from .. import engines
from ..calculations.calculation import (
    compute_stage,
    modes_and_corrections,
    physics,
    report_stage,
    run_stage,
    single_point_record,
    stage_hessian,
)
from ..calculations.levels import Level, level_deviations, level_of, provenance
from ..calculations.report import report
from ..calculations.stage import Outcome, Stage, check_stage
from ..chemistry.perceive import mol_from_molecule, perceived_smiles
from ..errors import ComputeError, InputError, MethodNotAvailable, ResourceError
from ..methods.settings import level_of_theory, method_title
from ..optimization.downhill import quadratic_step, updated_hessian
from ..runtime.job import Job, now_iso
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..structures.molecule import Molecule, molecule_from_json
from ..units import ANGSTROM_PER_BOHR, KCAL_PER_HARTREE
from ..vibrations.normal_modes import Mode
from . import Result

# A mode below this (1/cm) counts as imaginary; the noise of numerical frequencies makes smaller ones.
_IMAGINARY = 50.0
# Where the largest and the mean gradient of the atoms (Hartree/bohr) are below these the path has come to a minimum.
_FLAT_MAXIMUM, _FLAT_RMS = 4.5e-4, 3e-4
# A start whose gradient (Hartree/Angstrom) is above this is no stationary point of the method.
_STATIONARY = 5e-3
# A step after which the energy is higher is halved this many times.
_HALVINGS = 4
_SIDES = ("forward", "backward")
# The named values that depend on the saddle.
_BARRIERS = ["barrier_forward", "barrier_backward"]


@dataclass(frozen=True)
class Side:
    """One side of the path: where it begins, and the Cartesian direction of the imaginary mode on this side (length 1)."""

    name: str
    start: Molecule
    energy: float
    gradient: np.ndarray
    hessian: np.ndarray
    direction: np.ndarray
    level: Level
    mol: Chem.Mol
    step_size: float
    most_steps: int


@dataclass(frozen=True)
class SideEnd:
    """What came out of a side: its calculations from the transition state on, and how it ended."""

    name: str
    uuids: list[str]
    positions: np.ndarray
    energy: float
    ended: str
    seconds: float
    # How far the last point of the path lies above the minimum optimized from it (kcal/mol); None where the path came there itself.
    above_minimum: float | None = None


def run(job: Job) -> Result:
    """Follow the path to both sides; raises InputError for a structure that is no transition state."""
    molecule = molecule_from_json(job.data.get("initial_molecule"))
    if len(molecule) < 2:
        raise InputError("One atom has no reaction path; give a transition state.", field="initial_molecule")
    preopt = bool(job.data.get("preopt", True))
    level = level_of(job.data.get("settings"), "settings", ["optimize" if preopt else "gradient", "frequencies"], job.data.get("mode"))
    level.settings["opt_settings"]["transition_state"] = True
    step_size, most_steps = float(job.data.get("step_size", 0.05)), int(job.data.get("max_irc_steps", 30))
    if not 0.001 <= step_size <= 0.1:
        raise InputError(f"The step size is between 0.001 and 0.1 Å; this is {step_size:g} Å.", field="step_size")
    if most_steps < 1:
        raise InputError("At least one step must be taken to each side.", field="max_irc_steps")
    mol = mol_from_molecule(molecule)
    with job.share(0.0, 0.5):
        outcome, modes, hessian = _transition_state(job, molecule, mol, level)
    caveats = _refuse_or_warn(outcome, modes, preopt)
    gradient = np.array(outcome.calculation["molecules"][-1]["gradient"])
    direction = modes[0].displacements / np.linalg.norm(modes[0].displacements)
    # The sign of a mode is arbitrary: forward is where its largest component is positive.
    direction = direction * np.sign(direction.reshape(-1)[np.argmax(np.abs(direction.round(6)))])
    sides = [
        Side(name, outcome.molecule, outcome.energy, gradient, hessian, sign * direction, level, mol, step_size, most_steps)
        for name, sign in zip(_SIDES, (1.0, -1.0), strict=True)
    ]
    with job.share(0.5, 1.0):
        ends = each(job, follow, sides, "Following the path to both sides", "irc")
    messages = _about_ends(outcome, ends)
    caveats += unfinished_caveats(ends)
    engine = engines.engine_for(level.settings)
    row = {
        "name": f"{method_title(level.settings['method'])} intrinsic reaction coordinate",
        "method": level.settings["method"],
        "level": level_of_theory(level.settings),
        "engine": engine.name,
        "engine_version": engine.version(),
        "count_in": 1,
        "count_out": sum(len(end.uuids) for end in ends),
        "seconds": round(outcome.seconds + sum(end.seconds for end in ends), 3),
    }
    found = provenance(job, [row], level_deviations([level], molecule), optimizations=int(preopt))
    data = {"starting_TS": outcome.uuid} | {f"irc_{end.name}": end.uuids for end in ends}
    return Result(data, found, messages, caveats)


def _transition_state(job: Job, molecule: Molecule, mol: Chem.Mol, level: Level) -> tuple[Outcome, list[Mode], np.ndarray]:
    """The transition state with its modes and its Hessian (Hartree/bohr^2), optimized first where the level says so."""
    stage = Stage(
        name="transition-state",
        title="the transition state",
        molecule=molecule,
        settings=level.settings,
        requested=level.requested,
        mol=mol,
        field_path="settings",
        calculation_title="Transition State",
        result_key="starting_TS",
    )
    check_stage(stage)
    with job.share(0.0, 0.7):
        record = compute_stage(job, stage)
    if not record["converged"]:
        report(job, stage, molecule.at(np.array(record["frames"][-1]["positions"])), record, None, None)
        raise InputError(
            f"The transition state could not be optimized: {record['reason']}. Start closer to the transition state: take the highest "
            "point of a scan, or run a double-ended TS search between the two sides.",
            field="initial_molecule",
        )
    found = molecule.at(np.array(record["frames"][-1]["positions"]))
    with job.share(0.7, 1.0):
        hessian, dipoles = stage_hessian(job, stage, found, record)
    modes, corrections = modes_and_corrections(stage, found, record, hessian, dipoles)
    return report(job, stage, found, record, modes, corrections), modes, hessian


def _refuse_or_warn(outcome: Outcome, modes: list[Mode], preopt: bool) -> list[dict[str, Any]]:
    """Raise InputError without an imaginary mode; caveats for a start that is doubtful."""
    imaginary = [mode.frequency for mode in modes if mode.frequency < -_IMAGINARY]
    if not imaginary:
        advice = (
            "Start closer to the transition state: take the highest point of a scan, or run a double-ended TS search between the two sides."
            if preopt
            else "Switch on “Optimize the transition state first”, or give the result of a transition-state optimization."
        )
        lowest = modes[0].frequency
        written = f"{lowest:.0f}" if lowest >= 0 else f"{-lowest:.0f}i"
        subject = "The structure that the optimization found" if preopt else "The structure"
        raise InputError(
            f"{subject} has no imaginary frequency (the lowest is {written} cm⁻¹), so it is not a transition state and no path leads "
            f"down from it. {advice}",
            field="initial_molecule",
        )
    caveats = []
    if len(imaginary) > 1:
        listed = ", ".join(f"{-frequency:.0f}i" for frequency in imaginary[:5])
        body = f"The structure has {len(imaginary)} imaginary frequencies ({listed} cm⁻¹). The path follows the first one."
        caveats.append(caveat("changes_number", body, values=_BARRIERS))
    largest = float(np.linalg.norm(np.array(outcome.calculation["molecules"][-1]["gradient"]), axis=1).max())
    if largest > _STATIONARY:
        body = (
            f"The largest gradient of the start is {largest:.3f} Hartree/Å: it is not a stationary point of this method, and the path does "
            "not begin on the saddle. Switch on “Optimize the transition state first”."
        )
        caveats.append(caveat("changes_number", body, values=_BARRIERS))
    return caveats


def follow(job: Job, side: Side) -> SideEnd:
    """Follow one side until a minimum, or for the most steps asked for. A step that an engine cannot do ends the side."""
    calculator = engines.calculator(side.level.settings, side.start, job, mol=side.mol, field_path=side.level.field_path)
    molecule, energy, gradient, hessian = side.start, side.energy, side.gradient, side.hessian
    uuids: list[str] = []
    seconds, ended = 0.0, "limit"
    for number in range(1, side.most_steps + 1):
        below = (energy - side.energy) * KCAL_PER_HARTREE
        job.progress(f"Following the path {side.name}, step {number} ({below:.1f} kcal/mol)", number - 1, side.most_steps)
        inputs = {
            "positions": np.round(molecule.positions, 8).tolist(),
            "direction": np.round(side.direction, 4).tolist(),
            "step_size": side.step_size,
            "settings": physics(side.level.settings),
        }
        point = _Point(side, calculator, molecule, energy, gradient, hessian)
        try:
            record = job.step(f"{side.name}/{number}", inputs, lambda point=point, number=number: point.next(first=number == 1))
        except (MethodNotAvailable, ResourceError):
            raise
        except ComputeError as error:
            ended = f"failed: {error.message}"
            break
        seconds += record["seconds"]
        if not record["frames"]:
            ended = "uphill"
            break
        before, slope = molecule.positions, gradient
        frame = record["frames"][-1]
        molecule, energy, gradient = molecule.at(np.array(frame["positions"])), float(frame["energy"]), np.array(frame["gradient"])
        hessian = updated_hessian(hessian, molecule.positions - before, gradient - slope)
        uuids.append(_send(job, side, number, molecule, record))
        job.partial({f"irc_{side.name}": list(uuids)})
        if _flat(gradient):
            ended = "minimum"
            break
    above = None
    if ended in ("limit", "uphill"):
        end = _optimized_end(job, side, molecule)
        if end is not None:
            above, ended = (energy - end.energy) * KCAL_PER_HARTREE, "optimized"
            molecule, energy = end.molecule, end.energy
            seconds += end.seconds
            uuids.append(end.uuid)
            job.partial({f"irc_{side.name}": list(uuids)})
    job.progress(f"Following the path {side.name}, done after {len(uuids)} steps", 1, 1)
    return SideEnd(side.name, uuids, molecule.positions, energy, ended, seconds, above)


def _optimized_end(job: Job, side: Side, molecule: Molecule) -> Outcome | None:
    """The minimum below the last point of a side that did not come there; None where the optimization fails."""
    options = {**side.level.settings["opt_settings"], "transition_state": False}
    stage = Stage(
        name=f"{side.name}/end",
        title=f"the {side.name} end",
        molecule=molecule,
        settings={**side.level.settings, "tasks": ["optimize"], "opt_settings": options},
        requested=side.level.requested,
        mol=side.mol,
        field_path=side.level.field_path,
        calculation_title=f"IRC {side.name.capitalize()} End, Optimized",
        words=f"Optimizing the {side.name} end of the path",
    )
    try:
        outcome = run_stage(job, stage)
    except (MethodNotAvailable, ResourceError):
        raise
    except ComputeError:
        return None
    return outcome if outcome.converged else None


def _flat(gradient: np.ndarray) -> bool:
    norms = np.linalg.norm(gradient, axis=1) * ANGSTROM_PER_BOHR
    return bool(norms.max() < _FLAT_MAXIMUM and np.sqrt(np.mean(norms**2)) < _FLAT_RMS)


@dataclass(frozen=True)
class _Point:
    """A point of the path, from which the next one is found."""

    side: Side
    calculator: Any
    molecule: Molecule
    energy: float
    gradient: np.ndarray
    hessian: np.ndarray

    def next(self, *, first: bool) -> dict[str, Any]:
        """The record of the next point; without frames where the energy rises however short the step."""
        started_at, started = now_iso(), time.perf_counter()
        length, hessian = self.side.step_size, self.hessian
        for _ in range(_HALVINGS + 1):
            shift = length * self.side.direction if first else quadratic_step(self.molecule, self.gradient, hessian, length)
            trial = self.molecule.at(np.round(self.molecule.positions + shift, 8))
            point = engines.single_point(self.calculator, trial)
            if round(point.energy, 9) < self.energy:
                return single_point_record(trial, point, started_at, time.perf_counter() - started)
            hessian = updated_hessian(hessian, shift, point.gradient - self.gradient)
            length = min(length, float(np.linalg.norm(shift))) / 2
        return {"frames": [], "seconds": time.perf_counter() - started}


def _send(job: Job, side: Side, number: int, molecule: Molecule, record: dict[str, Any]) -> str:
    """Send the calculation of a point; its uuid."""
    stage = Stage(
        name=f"{side.name}/{number}",
        title=f"step {number} {side.name}",
        molecule=molecule,
        settings={**side.level.settings, "tasks": ["energy", "gradient"]},
        requested=side.level.requested,
        mol=side.mol,
        field_path=side.level.field_path,
        calculation_title=f"IRC {side.name.capitalize()} Step {number}",
    )
    return report_stage(job, stage, dict(record)).uuid


def _about_ends(outcome: Outcome, ends: list[SideEnd]) -> list[dict[str, str]]:
    """Return what the ends are, how far they lie below the saddle, and which were optimized or failed."""
    sentences = []
    for end in ends:
        depth = (outcome.energy - end.energy) * KCAL_PER_HARTREE
        try:
            what = perceived_smiles(outcome.molecule.at(end.positions))
        except InputError:
            what = "a structure without a plain Lewis formula"
        sentences.append(f"{end.name.capitalize()}: {what}, {depth:.2f} kcal/mol below the transition state")
    found = [message("info", "Ends of the Path", f"{'; '.join(sentences)}. These are the barriers from either side.")]
    for end in ends:
        steps = f"{len(end.uuids)} step{'' if len(end.uuids) == 1 else 's'}"
        if end.ended == "optimized":
            body = (
                f"The path {end.name} was followed for {len(end.uuids) - 1} steps, to {end.above_minimum:.1f} kcal/mol above a minimum; "
                "its last structure was optimized to that minimum, which is the end of the path here."
            )
            found.append(message("info", "End Optimized", body))
        elif end.ended.startswith("failed"):
            body = f"The path {end.name} ended after {steps}: {end.ended.removeprefix('failed: ')}"
            found.append(message("error", "Path Failed", body))
    return found


def unfinished_caveats(ends: list[SideEnd]) -> list[dict[str, Any]]:
    """Return caveats for sides that did not come to a minimum: their barrier is too small, and the energy of the reaction is wrong."""
    found = []
    for end in ends:
        steps = f"{len(end.uuids)} step{'' if len(end.uuids) == 1 else 's'}"
        if end.ended == "limit":
            body = f"The path {end.name} has not come to a minimum after {steps}. Allow more steps, or optimize its last structure."
        elif end.ended == "uphill":
            body = f"After {steps} {end.name} the energy no longer falls. Optimize the last structure to come to the minimum."
        elif end.ended.startswith("failed"):
            body = f"The path {end.name} failed after {steps}, before it came to a minimum."
        else:
            continue
        # The path begins at the end backward: the barrier forward is the one from there.
        barrier = "barrier_forward" if end.name == "backward" else "barrier_backward"
        found.append(caveat("changes_number", body, values=[barrier, "reaction_energy"]))
    return found
