"""Molecular dynamics of a ligand in its protein: does the pose hold?

ff14SB (10.1021/acs.jctc.5b00255), TIP3P water and ions, the ligand in GAFF2 with AM1-BCC charges, by OpenMM on its fastest platform. The
protein may be cut around the ligand, and restrained beyond a distance. The complex is minimized; each trajectory is equilibrated by itself
(heavy atoms held during the first half) and then run at constant temperature (Langevin, middle scheme) and pressure (Monte Carlo).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..binding_dynamics.ambertools import LigandParameters, ambertools_version, directory_of_programs, parametrize
from ..binding_dynamics.analysis import CONTACT_DISTANCE, LEAST_OCCUPANCY, Analysis
from ..binding_dynamics.ligand import PlacedLigand, find_ligand
from ..binding_dynamics.packing import pack_floats, pack_frames, unpack_floats, unpack_frames
from ..binding_dynamics.platforms import context_of, fastest, seconds_per_step, set_state
from ..binding_dynamics.solute import solute_of
from ..binding_dynamics.structure import bonds_of, structure_of
from ..binding_dynamics.system import ANCHOR, FORCE_FIELD_NAME, Model, Settings, build_system, half_constant, restrained_atoms, solvate
from ..calculations.levels import provenance
from ..docking.receptor import job_protein
from ..errors import ConvergenceError, InputError, ResourceError
from ..proteins.fixer import _load, versions
from ..proteins.options import Options
from ..proteins.structure import is_hydrogen, take
from ..runtime.job import Job, now_iso
from ..runtime.notes import caveat, message
from . import Result

_MOST_FRAMES = 1000
# Steps from frame to frame at least: neighbouring ones tell nothing new.
_LEAST_INTERVAL = 10
# Coordinates that a trajectory keeps at most: 100 MB of 32-bit numbers.
_MOST_NUMBERS = 25_000_000
# kcal/(mol Å²) on all heavy atoms while the water settles.
_ANCHOR = 10.0
_MINIMIZATION = 500
_CHECKPOINT_SECONDS = 60.0
_MOST_ATOMS = 250_000
_SHORTEST, _LONGEST = 0.1, 5.0
_LONG_DAYS = 1.0


@dataclass(frozen=True)
class _Plan:
    """What is run: steps of a trajectory, and the frames that are kept of them."""

    trajectories: int
    equilibration_steps: int
    steps: int
    frames: int
    interval: int


def run(job: Job) -> Result:
    """Run the dynamics. Raises MethodNotAvailable without AmberTools, InputError for what cannot be simulated."""
    directory_of_programs()
    smiles = str(job.data.get("initial_smiles") or "")
    if not smiles:
        raise InputError("The ligand's SMILES is needed: a structure does not tell bond orders and charges.", field="initial_smiles")
    settings, started = _settings(job.data), now_iso()
    pdb = job_protein(job, "protein", "protein_uuid")
    name = str(job.data.get("ligand_residue_name") or "LIG")
    ligand = find_ligand(pdb, name, smiles, "ligand_residue_name")
    messages = [message("warning", "The Ligand", text) for text in ligand.messages]
    parameters = _parameters(job, ligand)
    caveats = []
    if parameters.guessed:
        body = f"GAFF2 has no good parameters for {', '.join(parameters.guessed[:8])}; they were guessed and may be far off."
        caveats.append(caveat("changes_number", body))
    prune = job.data.get("protein_prune_cutoff")
    model, notes = _model(job, pdb, ligand, parameters, settings, prune)
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


def _settings(data: dict[str, Any]) -> Settings:
    """The job's settings. Raises InputError for a time step that does not work."""
    given = {key: data[key] for key in Settings.__dataclass_fields__ if data.get(key) is not None}
    if "protein_restraint_cutoff" in data:
        given["protein_restraint_cutoff"] = data["protein_restraint_cutoff"]
    settings = Settings(**given)
    if not _SHORTEST <= settings.timestep_fs <= _LONGEST:
        words = f"The time step is between {_SHORTEST:g} and {_LONGEST:g} fs; this is {settings.timestep_fs:g} fs."
        raise InputError(words, field="timestep_fs")
    return settings


def _plan(data: dict[str, Any], settings: Settings, shown: int) -> _Plan:
    per_ns = 1e6 / settings.timestep_fs
    steps = max(1, round(float(data.get("simulation_time_ns") or 10) * per_ns))
    frames = max(1, min(_MOST_FRAMES, steps // _LEAST_INTERVAL, _MOST_NUMBERS // (3 * shown)))
    interval = max(1, round(steps / frames))
    frames = max(1, steps // interval)
    return _Plan(
        trajectories=int(data.get("num_trajectories") or 4),
        equilibration_steps=max(2, round(float(data.get("equilibration_time_ns") or 1) * per_ns)),
        steps=frames * interval,
        frames=frames,
        interval=interval,
    )


def _parameters(job: Job, ligand: PlacedLigand) -> LigandParameters:
    job.progress("Computing the charges of the ligand (AM1-BCC)", 0, 1, 0.0)
    inputs = [ligand.mol.GetNumAtoms(), ligand.positions.round(3).tolist(), _bonds(ligand)]
    made = job.step(
        "ligand-parameters",
        inputs,
        lambda: parametrize(ligand.mol, ligand.positions, job.new_directory("ambertools"), "initial_smiles").to_json(),
    )
    return LigandParameters(**made)


def _bonds(ligand: PlacedLigand) -> list[list[int]]:
    return [[bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()] for bond in ligand.mol.GetBonds()]


def _model(
    job: Job, pdb: dict[str, Any], ligand: PlacedLigand, parameters: LigandParameters, settings: Settings, prune: float | None
) -> tuple[Model, list[dict[str, str]]]:
    """The solvated complex, and what a person should know of how it was made."""
    job.progress("Preparing the protein", 0, 1, 0.01)

    def make() -> dict[str, Any]:
        from ..proteins.prepare import prepare

        bare = _without(pdb, ligand)
        atoms = [atom for entry in take(bare).of("polymer") for atom in entry.atoms]
        # A structure that has its hydrogens was prepared; they stay where they are.
        raw = sum(is_hydrogen(atom) for atom in atoms) < 0.3 * sum(not is_hydrogen(atom) for atom in atoms)
        options = replace(Options(), remove_heterogens=False, keep_waters=True, optimize_hydrogens=raw)
        prepared, report = prepare(bare, options, lambda *_: None)
        solute = solute_of(prepared, ligand, prune)
        job.progress("Filling the box with water", 0, 1, 0.02)
        made = solvate(solute, parameters, _bonds(ligand), settings)
        return {"model": made.to_json(), "built": len(report["built_residues"]), "hydrogens": report["added_hydrogens"]}

    inputs = [pdb, ligand.positions.round(3).tolist(), vars(settings), prune, parameters.to_json()]
    found = job.step("system", inputs, make)
    model = Model.from_json(found["model"])
    if len(model.positions) > _MOST_ATOMS:
        size = len(model.positions)
        raise ResourceError(f"The system has {size} atoms, and at most {_MOST_ATOMS} are simulated here. Cut the protein off.")
    notes = []
    if found["built"] or found["hydrogens"]:
        parts = [f"{found['built']} missing residues were built"] if found["built"] else []
        parts += ["hydrogens were placed"] if found["hydrogens"] else []
        body = "; ".join(parts)
        notes.append(message("info", "The Protein Was Prepared", f"{body[0].upper()}{body[1:]}."))
    if model.solute.left_out:
        taken_out = model.solute.left_out
        names = ", ".join(taken_out[:8]) + (f" and {len(taken_out) - 8} more" if len(taken_out) > 8 else "")
        where = (
            f" {', '.join(model.solute.near)} were near the ligand: the pocket is not complete without them." if model.solute.near else ""
        )
        body = f"The force field has no parameters for {names}; they were removed.{where}"
        notes.append(message("warning" if model.solute.near else "info", "Residues Were Taken Out", body))
    if prune is not None and settings.protein_restraint_cutoff is None:
        body = "The protein was cut off and nothing restrains it: its fragments drift apart in a long run."
        notes.append(message("warning", "The Cut Protein Is Free", body))
    return model, notes


def _without(pdb: dict[str, Any], ligand: PlacedLigand) -> dict[str, Any]:
    """The structure without the ligand."""
    first = pdb["models"][0]
    place, key = ligand.entry.place, ligand.entry.key
    kept = {name: record for name, record in (first.get(place) or {}).items() if name != key}
    return {**pdb, "models": [{**first, place: kept}]}


class _Runs:
    """The trajectories of a job on their way."""

    def __init__(self, job: Job, model: Model, settings: Settings, plan: _Plan) -> None:
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
        openmm.LocalEnergyMinimizer.minimize(context, 10.0, _MINIMIZATION)
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
        analysis = Analysis(self.model, self.minimized)
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
        warning = message("warning", "This Takes Days", f"{body} Cut the protein off around the ligand, or simulate less.")
        # A person shall read it now, and not when the days are over; the end brings it once more with the other messages.
        self.job.progress(f"Takes about {takes} ({per_day:.3g} ns a day)", 0, 1, 0.04)
        return [warning]

    def all(self) -> None:
        """Run each trajectory, or what an earlier attempt left of it."""
        count = self.plan.trajectories
        for number in range(count):
            with self.job.share(0.04 + 0.96 * number / count, 0.04 + 0.96 * (number + 1) / count):
                _Trajectory(self, number).run()

    def report(self, number: int, analysis: Analysis, contacts: bool) -> None:
        """Tell what a trajectory shows so far."""
        uuid = self.job.calculation_uuid(f"trajectory/{number}")
        analysed = {"uuid": uuid, "ligand_rmsd": list(analysis.rmsd), "contacts": analysis.contacts() if contacts else []}
        self.trajectories[number:] = [analysed]
        self.job.partial({"trajectories": self.trajectories})

    def run_messages(self) -> list[dict[str, str]]:
        """The mean temperature, and what counts as a contact."""
        found = [
            message(
                "info",
                "Contacts",
                f"A contact is a pair of heavy atoms within {CONTACT_DISTANCE:g} Å; those of at least {LEAST_OCCUPANCY:.0%} of the frames "
                "are listed. Frames are aligned to the start by the protein's alpha carbons before the RMSD of the ligand is computed.",
            )
        ]
        if self._temperatures:
            mean = float(np.mean(self._temperatures))
            body = f"The mean temperature is {mean:.1f} K; {self.settings.temperature:g} K was asked for."
            found.append(message("info", "Temperature", body))
        return found

    def took_temperature(self, kelvin: float) -> None:
        self._temperatures.append(kelvin)


class _Trajectory:
    """One replicate: equilibration, then frames in blocks; after each block its state is kept for a later attempt."""

    def __init__(self, runs: _Runs, number: int) -> None:
        self.runs, self.number = runs, number
        self.job, self.plan, self.settings = runs.job, runs.plan, runs.settings
        self.analysis = Analysis(runs.model, runs.minimized)
        self.shown = runs.model.shown
        self._path = self.job.new_directory(f"trajectory-{number}")
        self._inputs = [*runs.inputs(), vars(self.plan), self.job.seed]
        self._done, self._blocks, self._sent = 0, 0, 0
        self._degrees = runs.degrees()

    @property
    def _words(self) -> str:
        return f"Trajectory {self.number + 1} of {self.plan.trajectories}"

    def run(self) -> None:
        self._frames = (self._path / "frames").open("wb")
        try:
            kept = self.job.kept(f"trajectory/{self.number}", self._inputs) or {}
            for _ in range(int(kept.get("blocks") or 0)):
                self._take(unpack_frames(self.job.kept(f"frames/{self.number}/{self._blocks}", self._inputs), self.shown))
                self._blocks += 1
            if self._done < self.plan.frames:
                self._simulate(kept)
            self._send(final=True)
        finally:
            self._frames.close()
        self.runs.report(self.number, self.analysis, contacts=True)

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
        self.job.keep(f"trajectory/{self.number}", self._inputs, {"blocks": self._blocks, **state})
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
        self.runs.report(self.number, self.analysis, contacts=False)


def _state(context: Any) -> dict[str, np.ndarray]:
    """Positions (Å), velocities (Å/ps) and box (Å) of a context."""
    _, _, unit, _ = _load()
    state = context.getState(getPositions=True, getVelocities=True)
    return {
        "positions": np.array(state.getPositions(asNumpy=True).value_in_unit(unit.angstrom)),
        "velocities": np.array(state.getVelocities(asNumpy=True).value_in_unit(unit.angstrom / unit.picosecond)),
        "box": np.array(state.getPeriodicBoxVectors(asNumpy=True).value_in_unit(unit.angstrom)),
    }
