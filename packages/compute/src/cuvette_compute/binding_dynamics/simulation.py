"""Trajectories of a solvated protein by OpenMM: minimized once, each equilibrated by itself, in blocks of frames.

A later attempt goes on after the last block.
Constant temperature by Langevin dynamics (middle scheme, 10.1021/acs.jpca.9b02771) and constant pressure by a Monte Carlo barostat.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..errors import ConvergenceError, InputError
from ..proteins.fixer import _load
from ..runtime.job import Job
from ..runtime.notes import message
from .packing import pack_floats, pack_frames, unpack_floats, unpack_frames
from .platforms import context_of, fastest, seconds_per_step, set_state
from .structure import bonds_of
from .system import ANCHOR, Model, Settings, build_system, half_constant

MOST_FRAMES = 1000
# Coordinates that a trajectory keeps at most: 100 MB of 32-bit numbers.
MOST_NUMBERS = 25_000_000
MINIMIZATION = 500
# kcal/(mol Å²) on all heavy atoms while the water settles.
_ANCHOR = 10.0
_CHECKPOINT_SECONDS = 60.0
_SHORTEST, _LONGEST = 0.1, 5.0
_LONG_DAYS = 1.0


def settings_of(data: dict[str, Any]) -> Settings:
    """The settings that a job's data have. Raises InputError for a time step that does not work."""
    given = {key: data[key] for key in Settings.__dataclass_fields__ if data.get(key) is not None}
    if "protein_restraint_cutoff" in data:
        given["protein_restraint_cutoff"] = data["protein_restraint_cutoff"]
    settings = Settings(**given)
    if not _SHORTEST <= settings.timestep_fs <= _LONGEST:
        words = f"The time step is between {_SHORTEST:g} and {_LONGEST:g} fs; this is {settings.timestep_fs:g} fs."
        raise InputError(words, field="timestep_fs")
    return settings


@dataclass(frozen=True)
class Plan:
    """What is run: steps of a trajectory, and the frames that are kept of them."""

    trajectories: int
    equilibration_steps: int
    steps: int
    frames: int
    interval: int


class FrameAnalysis(Protocol):
    """What frames are looked at with; positions in Å."""

    def laid_on_start(self, frame: np.ndarray) -> np.ndarray:
        """A frame moved onto the start."""
        ...

    def take(self, frames: np.ndarray) -> None:
        """Add frames that were laid on the start (count x atoms x 3)."""
        ...


class Runs:
    """The trajectories of a job on their way. A type says with what frames are looked at, and what is reported of a trajectory."""

    advice = "Simulate less."

    def __init__(self, job: Job, model: Model, settings: Settings, plan: Plan) -> None:
        self.job, self.model, self.settings, self.plan = job, model, settings, plan
        topology, self.system = build_system(model, settings, barostat_seed=self.seed(0))
        self.bonds = bonds_of(topology, model.shown)
        job.progress("Minimizing", 0, 1, 0.03)
        # A short time step: nothing is relaxed yet.
        self.speed, lines = fastest(self.system, model.positions, model.box, 0.01, job.threads)
        self.minimized = np.array(job.step("minimized", self.inputs(), self._minimize))
        self.start = self.minimized[: model.shown]
        for line in lines:
            job.log(line)
        self.trajectories: list[dict[str, Any]] = []
        self._temperatures: list[float] = []

    def inputs(self) -> list[Any]:
        return [vars(self.settings), pack_floats(self.model.positions)]

    def seed(self, number: int) -> int:
        return (self.job.seed * 1009 + number * 101 + self.job.attempt) % (2**31 - 1) + 1

    def _minimize(self) -> list[list[float]]:
        openmm, _, unit, _ = _load()
        context = context_of(self.system, openmm.VerletIntegrator(0.001), self.speed.name, self.speed.properties)
        set_state(context, self.model.positions, self.model.box)
        context.setParameter(ANCHOR, half_constant(_ANCHOR))
        openmm.LocalEnergyMinimizer.minimize(context, 10.0, MINIMIZATION)
        state = context.getState(getPositions=True, getEnergy=True)
        energy = state.getPotentialEnergy().value_in_unit(unit.kilocalorie_per_mole)
        if not np.isfinite(energy) or energy > 1e6:
            raise ConvergenceError(
                "The complex cannot be relaxed: atoms lie on top of one another. Start from another pose, or remove what clashes with it."
            )
        return np.round(state.getPositions(asNumpy=True).value_in_unit(unit.angstrom), 4).tolist()

    def degrees(self) -> int:
        """Degrees of freedom that carry heat."""
        openmm, *_ = _load()
        drift = any(isinstance(force, openmm.CMMotionRemover) for force in self.system.getForces())
        return 3 * len(self.model.positions) - self.system.getNumConstraints() - (3 if drift else 0)

    def nanoseconds(self, steps: int) -> float:
        return steps * self.settings.timestep_fs * 1e-6

    def context(self, number: int) -> Any:
        """A context of the dynamics, with the random numbers of a trajectory."""
        openmm, _, unit, _ = _load()
        integrator = openmm.LangevinMiddleIntegrator(
            self.settings.temperature * unit.kelvin,
            1 / (self.settings.langevin_timescale_ps * unit.picosecond),
            self.settings.timestep_fs * unit.femtosecond,
        )
        integrator.setRandomNumberSeed(self.seed(number + 1))
        return context_of(self.system, integrator, self.speed.name, self.speed.properties)

    def _seconds_per_step(self) -> float:
        """As the dynamics does it: warm, by its own integrator and time step, frames with what is looked up in them."""
        openmm, _, unit, _ = _load()
        context = self.context(0)
        set_state(context, self.minimized, self.model.box)
        context.setVelocitiesToTemperature(self.settings.temperature * unit.kelvin, self.seed(0))
        context.setParameter(ANCHOR, half_constant(_ANCHOR))
        try:
            step = seconds_per_step(context)
        except openmm.OpenMMException:
            # A simulation that flies apart is reported where it runs.
            return self.speed.seconds_per_step
        analysis = self.analysis()
        started = time.perf_counter()
        now = context.getState(getPositions=True, getEnergy=True)
        frame = np.array(now.getPositions(asNumpy=True).value_in_unit(unit.angstrom)[: self.model.shown])
        analysis.take(analysis.laid_on_start(frame)[None])
        return step + (time.perf_counter() - started) / self.plan.interval

    def estimate(self) -> list[dict[str, str]]:
        """How fast it goes and how long it takes, as a message that is there from the beginning."""
        per_day = replace(self.speed, seconds_per_step=self._seconds_per_step()).ns_per_day(self.settings.timestep_fs)
        total = self.plan.trajectories * self.nanoseconds(self.plan.steps + self.plan.equilibration_steps)
        days = total / per_day
        minutes = f"{days * 1440:.0f} minutes" if days * 1440 >= 1.5 else "a minute"
        takes = f"{days:.1f} days" if days >= _LONG_DAYS else f"{days * 24:.1f} hours" if days > 1 / 24 else minutes
        body = f"About {per_day:.3g} ns a day on OpenMM's platform {self.speed.name}: {total:g} ns take about {takes}."
        self.job.log(body)
        if days < _LONG_DAYS:
            return [message("info", "Speed", body)]
        warning = message("warning", "This Takes Days", f"{body} {self.advice}")
        # A person shall read it now, and not when the days are over; the end brings it once more with the other messages.
        self.job.progress(f"Takes about {takes} ({per_day:.3g} ns a day)", 0, 1, 0.04)
        return [warning]

    def all(self) -> None:
        """Run each trajectory, or what an earlier attempt left of it."""
        count = self.plan.trajectories
        for number in range(count):
            with self.job.share(0.04 + 0.96 * number / count, 0.04 + 0.96 * (number + 1) / count):
                Trajectory(self, number).run()

    def analysis(self) -> FrameAnalysis:
        """A new analysis of the frames of one trajectory."""
        raise NotImplementedError

    def record(self, analysis: Any, energies: list[float], final: bool) -> dict[str, Any]:
        """What is reported of a trajectory besides its identifier; `energies` are potential energies of its frames in kJ/mol."""
        raise NotImplementedError

    def report(self, number: int, analysis: FrameAnalysis, energies: list[float], final: bool) -> None:
        """Tell what a trajectory shows so far."""
        uuid = self.job.calculation_uuid(f"trajectory/{number}")
        self.trajectories[number:] = [{"uuid": uuid, **self.record(analysis, energies, final)}]
        self.job.partial({"trajectories": self.trajectories})

    def temperature_message(self) -> list[dict[str, str]]:
        """The mean temperature of the frames, where some were simulated in this attempt."""
        if not self._temperatures:
            return []
        mean = float(np.mean(self._temperatures))
        body = f"The mean temperature is {mean:.1f} K; {self.settings.temperature:g} K was asked for."
        return [message("info", "Temperature", body)]

    def took_temperature(self, kelvin: float) -> None:
        self._temperatures.append(kelvin)


class Trajectory:
    """One replicate: equilibration, then frames in blocks; after each block its state is kept for a later attempt."""

    def __init__(self, runs: Runs, number: int) -> None:
        self.runs, self.number = runs, number
        self.job, self.plan, self.settings = runs.job, runs.plan, runs.settings
        self.analysis = runs.analysis()
        self.shown = runs.model.shown
        self._path = self.job.new_directory(f"trajectory-{number}")
        self._inputs = [*runs.inputs(), vars(self.plan), self.job.seed]
        self._done, self._blocks, self._sent = 0, 0, 0
        self._energies: list[float] = []
        self._degrees = runs.degrees()

    @property
    def _words(self) -> str:
        return f"Trajectory {self.number + 1} of {self.plan.trajectories}"

    def run(self) -> None:
        self._frames = (self._path / "frames").open("wb")
        try:
            kept = self.job.kept(f"trajectory/{self.number}", self._inputs) or {}
            self._energies = list(kept.get("energies") or [])
            for _ in range(int(kept.get("blocks") or 0)):
                self._take(unpack_frames(self.job.kept(f"frames/{self.number}/{self._blocks}", self._inputs), self.shown))
                self._blocks += 1
            if self._done < self.plan.frames:
                self._simulate(kept)
            self._send(final=True)
        finally:
            self._frames.close()
        self.runs.report(self.number, self.analysis, self._energies, final=True)

    def _simulate(self, kept: dict[str, Any]) -> None:
        _, _, unit, _ = _load()
        context = self.runs.context(self.number)
        if kept:
            self.job.log(f"{self._words}: continues after frame {self._done}, with other random numbers than in one run")
            set_state(context, *(unpack_floats(kept[key]).reshape(-1, 3) for key in ("positions", "box", "velocities")))
        else:
            self._equilibrate(context)
        integrator = context.getIntegrator()
        waiting: list[np.ndarray] = []
        last = time.monotonic()
        begun, steps_before = last, self._done * self.plan.interval
        while self._done + len(waiting) < self.plan.frames:
            self._step(integrator, self.plan.interval)
            now = context.getState(getPositions=True, getEnergy=True)
            frame = np.array(now.getPositions(asNumpy=True).value_in_unit(unit.angstrom)[: self.shown])
            self._check(frame)
            waiting.append(self.analysis.laid_on_start(frame))
            self._energies.append(round(now.getPotentialEnergy().value_in_unit(unit.kilojoule_per_mole), 3))
            kelvin = 2 * now.getKineticEnergy() / (self._degrees * unit.MOLAR_GAS_CONSTANT_R)
            self.runs.took_temperature(kelvin.value_in_unit(unit.kelvin))
            made = self._done + len(waiting)
            self._tell(made, (made * self.plan.interval - steps_before), time.monotonic() - begun)
            if time.monotonic() - last > _CHECKPOINT_SECONDS or made == self.plan.frames:
                self._keep(context, waiting)
                waiting, last = [], time.monotonic()

    def _tell(self, made: int, steps: int, seconds: float) -> None:
        nanoseconds = self.runs.nanoseconds
        speed = nanoseconds(steps) / max(seconds, 1e-9) * 86_400
        whole = nanoseconds(self.plan.steps)
        words = f"{self._words}: {nanoseconds(made * self.plan.interval):.3g} of {whole:.3g} ns, {speed:.3g} ns a day"
        share = self.plan.equilibration_steps / (self.plan.equilibration_steps + self.plan.steps)
        self.job.progress(words, made, self.plan.frames, share + (1 - share) * made / self.plan.frames)

    def _step(self, integrator: Any, steps: int) -> None:
        openmm, *_ = _load()
        try:
            integrator.step(steps)
        except openmm.OpenMMException as error:
            raise self._blown_up(str(error)) from error

    def _blown_up(self, detail: str) -> ConvergenceError:
        shorter = "a shorter time step" if self.settings.timestep_fs > 1 else "a prepared protein"
        return ConvergenceError(f"{self._words} became unstable: atoms flew apart. Try {shorter}.", detail=detail)

    def _check(self, frame: np.ndarray) -> None:
        if not np.isfinite(frame).all():
            raise self._blown_up("positions that are not numbers")

    def _equilibrate(self, context: Any) -> None:
        """Half of the time with all heavy atoms of the solute held, half without."""
        _, _, unit, _ = _load()
        steps = self.plan.equilibration_steps
        share = steps / (steps + self.plan.steps)
        set_state(context, self.runs.minimized, self.runs.model.box)
        context.setVelocitiesToTemperature(self.settings.temperature * unit.kelvin, self.runs.seed(self.number))
        context.setParameter(ANCHOR, half_constant(_ANCHOR))
        done = 0
        while done < steps:
            if done >= steps // 2:
                context.setParameter(ANCHOR, 0.0)
            piece = min(max(50, steps // 50), steps - done)
            self._step(context.getIntegrator(), piece)
            done += piece
            self.job.progress(f"{self._words}: equilibrating", done, steps, share * done / steps)
        context.setParameter(ANCHOR, 0.0)
        self._check(_state(context)["positions"])

    def _keep(self, context: Any, waiting: list[np.ndarray]) -> None:
        """Store a block of frames, and the state after it."""
        text = pack_frames(np.array(waiting))
        self.job.keep(f"frames/{self.number}/{self._blocks}", self._inputs, text)
        self._blocks += 1
        self._take(unpack_frames(text, self.shown))
        state = {key: pack_floats(value) for key, value in _state(context).items()} if self._done < self.plan.frames else {}
        self.job.keep(f"trajectory/{self.number}", self._inputs, {"blocks": self._blocks, "energies": self._energies, **state})
        if self._done >= 2 * self._sent:
            self._send(final=False)

    def _take(self, frames: np.ndarray) -> None:
        self.analysis.take(frames)
        self._frames.write(np.ascontiguousarray(frames, dtype="<f4").tobytes())
        self._done += len(frames)

    def _send(self, *, final: bool) -> None:
        """Hand the frames so far to the item: whole files, each with twice as many frames as the one before, and the last one."""
        if self._done == 0 or (final and self._sent == self._done):
            return
        self._frames.flush()
        path = Path(self._frames.name)
        if self._done < self.plan.frames:
            copy = self._path / f"frames-{self._done}"
            copy.write_bytes(path.read_bytes())
            path = copy
        self._sent = self._done
        details: dict[str, Any] = {"replicate": self.number, "num_atoms": self.shown, "num_frames": self._done}
        details["frame_interval_fs"] = self.plan.interval * self.settings.timestep_fs
        self.job.file(f"trajectory-{self.number}", "trajectory", path, **details)
        self.runs.report(self.number, self.analysis, self._energies, final=False)


def _state(context: Any) -> dict[str, np.ndarray]:
    """Positions (Å), velocities (Å/ps) and box (Å) of a context."""
    _, _, unit, _ = _load()
    state = context.getState(getPositions=True, getVelocities=True)
    return {
        "positions": np.array(state.getPositions(asNumpy=True).value_in_unit(unit.angstrom)),
        "velocities": np.array(state.getVelocities(asNumpy=True).value_in_unit(unit.angstrom / unit.picosecond)),
        "box": np.array(state.getPeriodicBoxVectors(asNumpy=True).value_in_unit(unit.angstrom)),
    }
