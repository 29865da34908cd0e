"""Molecular dynamics by ASE's integrators over any engine, each saved frame a calculation.

NVE is velocity Verlet, NVT Langevin's thermostat, and NPT, of periodic systems, Langevin's thermostat with Berendsen's barostat.

An optimized structure with random velocities cools to about half their temperature, as half of the energy becomes potential energy. A
random start is therefore thermalized before the first frame: with a strong thermostat, or for NVE by correcting the energy twice.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

import numpy as np
from ase import units

from .. import engines
from ..calculations.calculation import physics, report_stage, single_point_record
from ..calculations.levels import Level, check_levels, level_deviations, level_of, provenance
from ..calculations.report import cell_messages
from ..calculations.stage import Stage
from ..chemistry.perceive import mol_from_molecule
from ..dynamics.barostat import STEPS_BETWEEN, Barostat, pressure
from ..dynamics.motion import (
    Spring,
    Wall,
    at_rest,
    bias_of,
    kinetic_energy,
    mean_temperature_error,
    moving_degrees,
    quasiclassical,
    random_velocities,
    temperature,
)
from ..dynamics.radial_distribution import radial_distribution
from ..engines.evaluator import Evaluator
from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable, ResourceError
from ..methods.settings import canonical, level_of_theory, method_title
from ..runtime.job import Job, now_iso
from ..runtime.notes import caveat, message
from ..structures.molecule import Molecule, molecule_from_json
from ..structures.points import triple
from ..units import KCAL_PER_HARTREE
from . import Result

_FS_IN_ASE = units.fs
# Above this (K) the molecule has come apart and the time step is far too long for it.
_HOTTEST = 10_000.0
# All frames so far are sent with the first ones, and then each time there are this many times as many.
_SENT_AGAIN = 1.05
_LONGEST, _SHORTEST = 5.0, 0.5
# fs: how long a random start is thermalized, and the time scale of its thermostat; what is left of a deviation is e^-6.
_THERMALIZATION, _STRONG = 150.0, 25.0
# Times that the energy of NVE is corrected, each after a part of the thermalization.
_CORRECTIONS = 2
# Share of the temperature by which the mean may be off before it is shown beside the numbers.
_OFF = 0.1


def run(job: Job) -> Result:
    """Run the dynamics; raises InputError for what cannot run, ConvergenceError when it stops before the first frame."""
    molecule = molecule_from_json(job.data.get("initial_molecule"), periodic=True)
    if len(molecule) < 2:
        raise InputError("One atom alone has no motion to follow; give two or more.", field="initial_molecule")
    level = level_of(job.data.get("calc_settings"), "calc_settings", ["energy", "gradient"], job.data.get("mode"))
    level.settings["opt_settings"]["transition_state"] = False
    check_levels([level], molecule)
    return _Dynamics(job, molecule, level, dict(job.data.get("settings") or {})).run()


class _TooHot(Exception):
    """The motion exploded; its text says when."""


class _Dynamics:
    """One run on its way."""

    def __init__(self, job: Job, molecule: Molecule, level: Level, asked: dict[str, Any]) -> None:
        self.job, self.molecule, self.level = job, molecule, level
        self.timestep = float(asked.get("timestep") or 1.0)
        self.steps = int(asked.get("num_steps") or 500)
        self.interval = int(asked.get("save_interval") or 10)
        self.kelvin = float(asked.get("temperature") or 300.0)
        self.timescale = float(asked.get("langevin_thermostat_timescale") or 100.0)
        self.ensemble = canonical(asked.get("ensemble")) or "nvt"
        self.initialization = canonical(asked.get("initialization")) or "random"
        self.asked = asked
        given = asked.get("equilibration_steps")
        automatic = math.ceil(_THERMALIZATION / self.timestep) if self.initialization == "random" else 0
        self.equilibration = automatic if given is None else int(given)
        self._check()
        target = float(asked.get("pressure") or 1.0)
        self.barostat = Barostat(target, float(asked.get("berendsen_barostat_timescale") or 1000.0)) if self.ensemble == "npt" else None
        self.wall, self.springs = _wall(asked.get("confining_constraint"), molecule), _springs(asked.get("constraints"), molecule)
        self.degrees = moving_degrees(molecule, thermostat=self.ensemble != "nve", wall=self.wall is not None)
        self.mol = mol_from_molecule(molecule)
        calculator = engines.calculator(level.settings, molecule, job, mol=self.mol, field_path=level.field_path)
        self.bias = bias_of(self.wall, self.springs)
        self.evaluator = Evaluator(calculator, molecule, self.bias)
        self.frames: list[dict[str, Any]] = []
        self.means: list[float] = []
        self.geometries: list[Molecule] = []
        self.pressures: list[float] = []
        self.seconds, self.sent = 0.0, 0

    def _check(self) -> None:
        if self.ensemble == "npt" and not self.molecule.cell:
            raise InputError("NPT is for periodic systems only; this structure has no cell.", field="settings.ensemble")
        if self.molecule.cell and self.asked.get("confining_constraint"):
            raise InputError("A periodic system takes no confining sphere; remove it.", field="settings.confining_constraint")
        if self.ensemble not in ("nve", "nvt", "npt"):
            raise InputError(f"The ensemble {self.ensemble!r} is not known.", field="settings.ensemble")
        if not _SHORTEST <= self.timestep <= _LONGEST:
            words = f"The time step is between {_SHORTEST:g} and {_LONGEST:g} fs; this is {self.timestep:g} fs."
            raise InputError(words, field="settings.timestep")
        if self.interval > self.steps:
            raise InputError(
                f"No frame would be saved: one every {self.interval} steps, of {self.steps} steps.", field="settings.save_interval"
            )

    def run(self) -> Result:
        stopped = self._run_frames()
        if not self.frames:
            raise ConvergenceError(f"The dynamics stopped before the first frame was saved: {stopped}")
        self.job.partial({"frames": self.frames})
        messages = [*self._temperature_messages(), *cell_messages(self.molecule)]
        if stopped:
            kept = f"{len(self.frames)} of {self.steps // self.interval} frames are kept."
            messages.insert(0, message("error", "Dynamics Stopped", f"{stopped} {kept}"))
        engine = engines.engine_for(self.level.settings)
        row = {
            "name": f"{method_title(self.level.settings['method'])} dynamics, {self.ensemble.upper()}",
            "method": self.level.settings["method"],
            "level": level_of_theory(self.level.settings),
            "engine": engine.name,
            "engine_version": engine.version(),
            "count_in": 1,
            "count_out": len(self.frames),
            "seconds": round(self.seconds, 3),
        }
        found = provenance(self.job, [row], level_deviations([self.level], self.molecule), seed=self.job.seed)
        found["radial_distribution"] = radial_distribution(self.geometries)
        return Result({"frames": self.frames}, found, messages, self._caveats())

    def _run_frames(self) -> str | None:
        """Run all frames; the reason if one could not be reached."""
        count = self.steps // self.interval
        positions, velocities = self._start()
        if self.equilibration:
            try:
                positions, velocities = self._thermalized(positions, velocities)
            except (MethodNotAvailable, ResourceError):
                raise
            except ComputeError as error:
                return f"An energy could not be computed during the thermalization: {error.message}"
            except _TooHot as error:
                return str(error)
        molecule = self.molecule
        span = self.steps * self.timestep
        for index in range(1, count + 1):
            words = f"{self.ensemble.upper()} dynamics, {(index - 1) * self.interval * self.timestep:g} of {span:g} fs"
            if self.frames:
                words += f" ({self.frames[-1]['temperature']:.0f} K)"
            self.job.progress(words, index - 1, count)
            inputs = {
                "positions": positions.tolist(),
                "velocities": velocities.tolist(),
                **({"cell": molecule.cell.to_json()} if molecule.cell else {}),
                "settings": physics(self.level.settings),
                "dynamics": {name: self.asked.get(name) for name in sorted(self.asked)},
                "seed": self.job.seed,
            }
            try:
                start, moving = molecule.at(positions), velocities
                record = self.job.step(f"frame/{index}", inputs, lambda i=index, s=start, v=moving: self._advance(i, s, v))
            except (MethodNotAvailable, ResourceError):
                raise
            except ComputeError as error:
                return f"An energy could not be computed between frames {index - 1} and {index}: {error.message}"
            if record["stopped"]:
                return record["stopped"]
            positions, velocities = np.array(record["positions"]), np.array(record["velocities"])
            if molecule.cell:
                molecule = replace(molecule, cell=replace(molecule.cell, vectors=np.array(record["cell"])))
            self._take(index, record, molecule.at(positions), velocities)
        self.job.progress(f"{self.ensemble.upper()} dynamics, {span:g} of {span:g} fs", count, count)
        return None

    def _start(self) -> tuple[np.ndarray, np.ndarray]:
        """Positions (Angstrom) and velocities (Angstrom/fs) to begin with."""
        given = self.job.data["initial_molecule"]
        generator = np.random.default_rng([self.job.seed, 0])
        if self.initialization == "random":
            # What a thermostat will also turn begins without turning; the thermalization warms that too.
            return self.molecule.positions, random_velocities(self.molecule, self.kelvin, self.degrees, generator)
        if self.initialization == "read":
            velocities = given.get("velocities")
            if not velocities or len(velocities) != len(self.molecule):
                raise InputError("The structure has no velocities to read; choose another start.", field="settings.initialization")
            return self.molecule.positions, np.array(velocities, dtype=float)
        if self.initialization == "quasiclassical":
            modes = given.get("vibrational_modes")
            if not modes:
                raise InputError(
                    "Quasiclassical velocities need the frequencies of the structure; start from a calculation that computed them.",
                    field="settings.initialization",
                )
            positions, velocities = quasiclassical(self.molecule, modes, self.kelvin, generator)
            return positions, at_rest(self.molecule.at(positions), velocities)
        raise InputError(f"The start {self.initialization!r} is not known.", field="settings.initialization")

    def _thermalized(self, positions: np.ndarray, velocities: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Positions (Angstrom) and velocities (Angstrom/fs) after the thermalization. Raises _TooHot where it explodes."""
        words = f"Thermalizing, {self.equilibration * self.timestep:g} fs"
        self.job.progress(words, 0, 1)
        inputs = {
            "positions": positions.tolist(), "velocities": velocities.tolist(), "steps": self.equilibration,
            "settings": physics(self.level.settings), "dynamics": {name: self.asked.get(name) for name in sorted(self.asked)},
            "seed": self.job.seed,
        }  # fmt: skip

        def work() -> dict[str, Any]:
            atoms = self._atoms(self.molecule.at(positions), velocities)
            if self.ensemble == "nve":
                for _ in range(_CORRECTIONS):
                    self._correct_energy(atoms, self._run_steps(atoms, self._verlet(atoms), 1, self.equilibration // _CORRECTIONS))
                moving = at_rest(self.molecule.at(atoms.get_positions()), atoms.get_velocities() * _FS_IN_ASE)
            else:
                rng = np.random.default_rng([self.job.seed, 1, 0])
                self._run_steps(atoms, self._langevin(atoms, min(_STRONG, self.timescale), rng), 1, self.equilibration)
                moving = atoms.get_velocities() * _FS_IN_ASE
            return {"positions": atoms.get_positions().tolist(), "velocities": moving.tolist()}

        done = self.job.step("thermalization", inputs, work)
        return np.array(done["positions"]), np.array(done["velocities"])

    def _correct_energy(self, atoms: Any, temperatures: list[float]) -> None:
        """Add or take the energy by which the mean temperature is off: as much again becomes potential energy."""
        velocities = atoms.get_velocities() * _FS_IN_ASE
        now = temperature(kinetic_energy(self.molecule, velocities), self.degrees)
        if not temperatures or now <= 0:
            return
        # More than there is cannot be taken; the next correction takes the rest.
        wanted = max(now + 2 * (self.kelvin - float(np.mean(temperatures))), 0.05 * now)
        atoms.set_velocities(velocities * math.sqrt(wanted / now) / _FS_IN_ASE)

    def _atoms(self, molecule: Molecule, velocities: np.ndarray) -> Any:
        atoms = molecule.to_ase()
        masses: Any = self.molecule.masses
        atoms.set_masses(masses)
        atoms.set_velocities(velocities / _FS_IN_ASE)
        atoms.calc = self.evaluator
        return atoms

    def _verlet(self, atoms: Any) -> Any:
        from ase.md.verlet import VelocityVerlet

        return VelocityVerlet(atoms, self.timestep * _FS_IN_ASE)

    def _langevin(self, atoms: Any, timescale: float, rng: np.random.Generator) -> Any:
        from ase.constraints import FixCom
        from ase.md.langevin import Langevin

        if self.wall is None:
            atoms.set_constraint(FixCom())
        return Langevin(
            atoms,
            self.timestep * _FS_IN_ASE,
            temperature_K=self.kelvin,
            friction=1.0 / (timescale * _FS_IN_ASE),
            # The sum of the random pushes is taken out by a constraint; ASE's own way of old heats small molecules.
            fixcm=False,
            rng=rng,
        )

    def _run_steps(self, atoms: Any, motion: Any, first: int, count: int, barostat: Barostat | None = None) -> list[float]:
        """Integrate; the temperature after each step. `first` is the number of the first step. Raises _TooHot."""
        temperatures = []
        for step in range(first, first + count):
            motion.run(1)
            kinetic = kinetic_energy(self.molecule, atoms.get_velocities() * _FS_IN_ASE)
            temperatures.append(temperature(kinetic, self.degrees))
            if not math.isfinite(temperatures[-1]) or temperatures[-1] > _HOTTEST:
                hot = f"{temperatures[-1]:.0f} K" if math.isfinite(temperatures[-1]) else "infinite"
                raise _TooHot(
                    f"The temperature rose above {_HOTTEST:,.0f} K ({hot}) at {step * self.timestep:g} fs: the molecule comes apart. "
                    "Optimize the structure first, or take a shorter time step."
                )
            if barostat and step % STEPS_BETWEEN == 0:
                by = barostat.factor(self._pressure(atoms, kinetic), self.timestep)
                atoms.set_cell(atoms.cell.array * by, scale_atoms=True)
        return temperatures

    def _advance(self, index: int, molecule: Molecule, velocities: np.ndarray) -> dict[str, Any]:
        """Integrate to the next saved frame; a record without positions where it grew too hot on the way."""
        started_at, started = now_iso(), time.perf_counter()
        atoms = self._atoms(molecule, velocities)
        rng = np.random.default_rng([self.job.seed, index])
        motion = self._verlet(atoms) if self.ensemble == "nve" else self._langevin(atoms, self.timescale, rng)
        try:
            temperatures = self._run_steps(atoms, motion, (index - 1) * self.interval + 1, self.interval, barostat=self.barostat)
        except _TooHot as error:
            return {"stopped": str(error)}
        kinetic = kinetic_energy(self.molecule, atoms.get_velocities() * _FS_IN_ASE)
        where = atoms.get_positions()
        point = self.evaluator.point(where, atoms.cell.array)
        record = single_point_record(molecule.at(where), point, started_at, time.perf_counter() - started)
        periodic = {"cell": atoms.cell.array.tolist(), "pressure": self._pressure(atoms, kinetic)} if molecule.cell else {}
        return {
            **periodic,
            "stopped": None,
            "positions": where.tolist(),
            "velocities": (atoms.get_velocities() * _FS_IN_ASE).tolist(),
            "kinetic": kinetic,
            "potential": atoms.get_potential_energy() / units.Hartree,
            "mean_temperature": float(np.mean(temperatures)),
            "point": record,
        }

    def _pressure(self, atoms: Any, kinetic: float) -> float:
        """The pressure in atm at the present geometry."""
        virial = float((atoms.positions * self.bias(atoms.positions)[1]).sum()) if self.bias else 0.0
        stress = self.evaluator.point(atoms.positions, atoms.cell.array).stress
        if stress is None:
            raise ComputeError("The engine gave no stress, without which there is no pressure.")
        return pressure(kinetic, stress, atoms.get_volume(), virial)

    def _take(self, index: int, record: dict[str, Any], molecule: Molecule, velocities: np.ndarray) -> None:
        """Send the calculation of a frame, and the list of frames now and then."""
        stage = Stage(
            name=f"frame/{index}",
            title=f"frame {index}",
            molecule=molecule,
            settings=self.level.settings,
            requested=self.level.requested,
            mol=self.mol,
            field_path=self.level.field_path,
            calculation_title=f"Frame {index} at {index * self.interval * self.timestep:g} fs",
            seed=self.job.seed,
        )
        point = record["point"] | {"velocities": np.round(velocities, 6).tolist()}
        self.seconds += point["seconds"]
        outcome = report_stage(self.job, stage, point)
        self.means.append(record["mean_temperature"])
        self.geometries.append(molecule)
        if molecule.cell:
            self.pressures.append(record["pressure"])
        kinetic, potential = record["kinetic"] * KCAL_PER_HARTREE, record["potential"] * KCAL_PER_HARTREE
        self.frames.append(
            {
                "index": index,
                "calculation_uuid": outcome.uuid,
                # A molecule without a cell has neither; the schema needs numbers.
                "pressure": round(self.pressures[-1], 3) if molecule.cell else 0.0,
                "volume": round(molecule.cell.volume, 4) if molecule.cell else 0.0,
                "temperature": round(temperature(record["kinetic"], self.degrees), 3),
                "potential_energy": round(potential, 6),
                "kinetic_energy": round(kinetic, 6),
                "energy": round(potential + kinetic, 6),
            }
        )
        if len(self.frames) >= self.sent * _SENT_AGAIN:
            self.sent = len(self.frames)
            self.job.partial({"frames": list(self.frames)})

    def _temperature_messages(self) -> list[dict[str, str]]:
        """The mean temperature, and the drift where the energy is to be kept."""
        picoseconds = self.interval * self.timestep / 1000
        mean = float(np.mean(self.means))
        body = f"The mean temperature is {mean:.1f} K over {len(self.means) * picoseconds:g} ps"
        if self.ensemble != "nve":
            return [message("info", "Temperature", f"{body}; {self.kelvin:g} K was asked for."), *self._pressure_messages()]
        found = [message("info", "Temperature", f"{body}; the start was for {self.kelvin:g} K."), *self._pressure_messages()]
        if len(self.frames) > 2:
            times = picoseconds * np.arange(len(self.frames))
            slope = float(np.polyfit(times, [frame["energy"] for frame in self.frames], 1)[0])
            drift = slope / KCAL_PER_HARTREE / len(self.molecule)
            found.append(message("info", "Drift of the Energy", f"The total energy drifts by {drift:.1e} Hartree per atom and ps."))
        return found

    def _caveats(self) -> list[dict[str, Any]]:
        """That the dynamics is not equilibrated: a mean temperature that is off, or one that drifts."""
        if self.initialization != "random" and self.ensemble == "nve":
            # The energy of given velocities is what was asked for.
            return []
        span = len(self.means) * self.interval * self.timestep
        mean = float(np.mean(self.means))
        error = mean_temperature_error(self.kelvin, self.degrees, span, self.timescale)
        half = len(self.means) // 2
        early, late = (float(np.mean(part)) for part in (self.means[:half] or self.means, self.means[half:]))
        drifts = abs(late - early) > max(2 * _OFF * self.kelvin, 6 * error)
        if abs(mean - self.kelvin) <= _OFF * self.kelvin and not drifts:
            return []
        text = f"Not equilibrated: the mean temperature is {mean:.0f} K where {self.kelvin:g} K was set"
        if drifts:
            text += f", and it drifts from {early:.0f} K in the first half of the frames to {late:.0f} K in the second. Run longer."
        elif abs(mean - self.kelvin) <= 3 * error:
            text += f". The mean of {span:g} fs of {self.degrees} degrees of freedom varies by {error:.0f} K from run to run: run longer."
        else:
            text += ". Run longer, or thermalize longer before the first frame."
        return [caveat("changes_number", text)]

    def _pressure_messages(self) -> list[dict[str, str]]:
        """The mean pressure and volume of a periodic system; one instant says little, as small cells shake by thousands of atmospheres."""
        if not self.pressures:
            return []
        volumes = [frame["volume"] for frame in self.frames]
        body = f"The mean pressure of the saved frames is {np.mean(self.pressures):.0f} atm (spread {np.std(self.pressures):.0f} atm)"
        if self.barostat and self.molecule.cell:
            body += (
                f"; {self.barostat.target:g} atm was asked for. The volume went from {self.molecule.cell.volume:.1f} to {volumes[-1]:.1f} "
                f"Å³. Berendsen's barostat scales the cell every {STEPS_BETWEEN} steps and keeps mean values, but not the true fluctuations"
            )
        return [message("info", "Pressure", f"{body}.")]


def _wall(given: Any, molecule: Molecule) -> Wall | None:
    """The confining sphere about the centre of mass."""
    if not isinstance(given, dict):
        return None
    radius, constant = float(given.get("confining_radius") or 0), float(given.get("force_constant") or 10.0)
    if radius <= 0 or constant <= 0:
        raise InputError("The confining sphere needs a radius and a force constant above 0.", field="settings.confining_constraint")
    masses = molecule.masses
    centre = masses @ molecule.positions / masses.sum()
    far = np.linalg.norm(molecule.positions - centre, axis=1)
    if float(far.max()) > radius + 1.0:
        index = int(far.argmax())
        raise InputError(
            f"Atom {molecule.atom_name(index)} lies {far[index]:.1f} Å from the centre, outside of the sphere of {radius:g} Å; take a "
            "larger sphere.",
            field="settings.confining_constraint.confining_radius",
        )
    return Wall(radius, constant, triple(centre))


def _springs(given: Any, molecule: Molecule) -> list[Spring]:
    """The springs between pairs of atoms. Raises InputError for atoms that are not there."""
    found = []
    for index, one in enumerate(given or []):
        path = f"settings.constraints.{index}.atoms"
        atoms = [int(atom) for atom in one.get("atoms") or []]
        outside = [atom for atom in atoms if not 1 <= atom <= len(molecule)]
        if outside:
            raise InputError(f"There is no atom {outside[0]}: the molecule has {len(molecule)} atoms.", field=path)
        if len(atoms) != 2 or atoms[0] == atoms[1]:
            raise InputError("A spring joins two different atoms.", field=path)
        found.append(Spring((atoms[0] - 1, atoms[1] - 1), float(one["equilibrium"]), float(one["force_constant"])))
    return found
