"""Conformer search: ETKDG, MMFF94, ranking, a chain of optimizations, removal of duplicates, Boltzmann weights.

Source of the shape: Wang et al. 2020 (10.1021/acs.jcim.0c00025) for generation, CREST's CREGEN (10.1063/5.0197592) for what makes
two conformers the same. Energies are in Hartree, weights are at 298.15 K and carry degeneracies.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .. import engines
from ..calculation import run_stage
from ..chemistry.ensemble import WEIGHT_TEMPERATURE, Comparer, Entry, boltzmann_weights
from ..chemistry.identity import connectivity_change, reference_bonds, stereo_change
from ..chemistry.symmetry import rotational_symmetry_number
from ..errors import ComputeError, ConvergenceError, InputError
from ..job import Job, host_name, now_iso
from ..levels import Level, chain_levels, check_levels
from ..parallel import each
from ..report import deviations
from ..settings import level_of_theory, method_title
from ..stage import Outcome, Stage, message
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_generation import Pool, generate, screening_thresholds
from .conformer_structure import Structure, check_limits, generator_settings, read_structure

_SECONDS_BETWEEN_PARTIALS = 3.0


@dataclass
class Conformer:
    """A conformer on its way through the stages."""

    index: int
    start: Any
    positions: Any
    outcomes: list[Outcome] = field(default_factory=list)
    energy: float = 0.0
    free_energy: float | None = None
    excluded: str | None = None

    @property
    def uuids(self) -> list[str]:
        return [outcome.uuid for outcome in self.outcomes]


def run(job: Job) -> Result:
    """Run the search; raises InputError for what cannot run, ConvergenceError when no conformer converges."""
    structure = read_structure(job)
    generator = generator_settings(job.data)
    check_limits(structure, generator, job.data)
    search = Search(job, structure, generator, chain_levels(job.data))
    search.check()
    return search.run(generate(job, structure, generator))


def attempt(job: Job, stage: Stage) -> tuple[Outcome | None, str | None]:
    """One level of one conformer, or the reason why it gave nothing."""
    try:
        return run_stage(job, stage), None
    except ConvergenceError as error:
        return None, error.message


class Search:
    """The optimization part of a conformer search; `prefix` begins the names of its steps where a job has several searches."""

    def __init__(self, job: Job, structure: Structure, generator: dict[str, Any], levels: list[Level], prefix: str = "") -> None:
        self.job, self.structure, self.generator, self.levels, self.prefix = job, structure, generator, levels, prefix
        self.bonds = reference_bonds(structure.molecule, structure.mol)
        self.wants_free_energy = any(level.optimizes and "frequencies" in level.settings["tasks"] for level in levels)
        self.stages: list[dict[str, Any]] = []
        self.deviations: list[dict[str, str]] = []
        self.messages = list(structure.messages)
        self._shown = time.perf_counter()

    def check(self) -> None:
        """Refuse methods, solvents, elements and tasks that this worker cannot do, before anything runs."""
        check_levels(self.levels, self.structure.molecule)

    def _stage(self, level: Level, index: int, conformer: Conformer, words: str) -> Stage:
        settings = level.settings
        return Stage(
            name=f"{self.prefix}conformer/{conformer.index}/{index}",
            title=f"conformer {conformer.index + 1}",
            molecule=self.structure.molecule.at(conformer.positions),
            settings=settings,
            requested=level.requested,
            mol=self.structure.mol,
            field_path=level.field_path,
            calculation_title=f"Conformer {conformer.index + 1}: {method_title(settings['method'])} {', '.join(settings['tasks'])}",
            report_progress=False,
            seed=self.job.seed,
            words=words,
        )

    def run(self, pool: Pool) -> Result:
        """The whole search as an item's result."""
        return self._result(pool, self.optimize(pool))

    def optimize(self, pool: Pool) -> list[Conformer]:
        """The candidates through all levels: sound ones and flagged ones (`excluded`)."""
        conformers = [Conformer(i, positions, positions) for i, positions in enumerate(pool.positions)]
        count = len(self.levels)
        for index, level in enumerate(self.levels):
            with self.job.share(0.2 + 0.8 * index / count, 0.2 + 0.8 * (index + 1) / count):
                conformers = self._run_level(index, level, conformers)
        return conformers

    def sound(self, conformers: list[Conformer]) -> list[Conformer]:
        """Those that count, by energy. Raises InputError or ConvergenceError where none is left."""
        kept = sorted((conformer for conformer in conformers if conformer.excluded is None), key=lambda conformer: conformer.energy)
        if not kept:
            raise self._nothing_left(conformers)
        return kept

    def _run_level(self, index: int, level: Level, conformers: list[Conformer]) -> list[Conformer]:
        settings = level.settings
        optimizing = "optimize" in settings["tasks"]
        active = [conformer for conformer in conformers if conformer.excluded is None]
        verb = "Optimizing" if optimizing else "Computing"
        seconds, stage_deviations = 0.0, []
        stages = [self._stage(level, index, conformer, "") for conformer in active]
        ready = None
        if self.job.threads > 1 and len(active) > 1:
            words = f"{verb} conformers with {method_title(settings['method'])}"
            ready = each(self.job, attempt, stages, words, f"conformers-{index}")
        for done, conformer in enumerate(active):
            words = f"{verb} conformer {done + 1} of {len(active)} with {method_title(settings['method'])}"
            if ready is None:
                self.job.progress(words, done, len(active))
            stage = replace(stages[done], words=words)
            with self.job.share(done / len(active), (done + 1) / len(active)):
                outcome = self._take(stage, conformer, *(ready[done] if ready else attempt(self.job, stage)))
            if outcome is not None:
                seconds += outcome.seconds
            stage_deviations = deviations(stage)
            self.job.progress(words, done + 1, len(active))
            if done == len(active) - 1 or time.perf_counter() - self._shown >= _SECONDS_BETWEEN_PARTIALS:
                self._send_partial(settings, [c for c in active if len(c.outcomes) == index + 1 and c.excluded is None])
        kept = self._unique(settings, active) if optimizing else active
        engine = engines.engine_of(settings["method"])
        name = f"{method_title(settings['method'])} {'optimization' if optimizing else 'single point'}"
        self.stages.append(
            {
                "name": name,
                "method": settings["method"],
                "level": level_of_theory(settings),
                "engine": engine.name,
                "engine_version": engine.version(),
                "count_in": len(active),
                "count_out": len([c for c in kept if c.excluded is None]),
                "seconds": round(seconds, 3),
            }
        )
        self.deviations += [d for d in stage_deviations if d not in self.deviations]
        return [*kept, *[conformer for conformer in conformers if conformer not in active]]

    def _take(self, stage: Stage, conformer: Conformer, outcome: Outcome | None, reason: str | None) -> Outcome | None:
        """Keep what one stage of one conformer gave; one that failed is excluded and the others go on."""
        if outcome is None:
            conformer.excluded = "not converged"
            self.job.log(f"{stage.title}: {reason}")
            return None
        conformer.outcomes.append(outcome)
        conformer.energy, conformer.positions = outcome.energy, outcome.molecule.positions
        if outcome.free_energy is not None:
            conformer.free_energy = outcome.free_energy
        elif conformer.free_energy is not None:
            correction = conformer.outcomes[-2].free_energy - conformer.outcomes[-2].energy
            conformer.free_energy = outcome.energy + correction
        if not outcome.converged:
            conformer.excluded = "not converged"
        elif connectivity_change(self.structure.molecule, conformer.positions, self.bonds)["changed"]:
            conformer.excluded = "connectivity changed"
        elif stereo_change(self.structure.mol, conformer.start, conformer.positions)["changed"]:
            conformer.excluded = "stereochemistry changed"
        return outcome

    def _comparer(self, settings: dict[str, Any]) -> Comparer:
        thresholds = screening_thresholds(self.generator, settings["mode"])
        return Comparer(self.structure.molecule, self.structure.mol, self.structure.achiral, thresholds)

    def _unique(self, settings: dict[str, Any], conformers: list[Conformer]) -> list[Conformer]:
        """Sound conformers without duplicates, by energy; flagged ones after them."""
        sound = [c for c in conformers if c.excluded is None]
        comparer = self._comparer(settings)
        by_index = {conformer.index: conformer for conformer in sound}
        kept = comparer.unique([comparer.entry(c.index, c.positions, c.energy) for c in sound])
        flagged = [c for c in conformers if c.excluded is not None and c.outcomes]
        return [*[by_index[entry.index] for entry in kept], *sorted(flagged, key=lambda c: c.energy)]

    def _send_partial(self, settings: dict[str, Any], finished: list[Conformer]) -> None:
        """Show the conformers that this level has so far, which a stopped search keeps; energies of different levels are never mixed."""
        self._shown = time.perf_counter()
        kept = self._unique(settings, finished)
        kept.sort(key=lambda c: c.energy)
        if self.prefix:
            return
        self.job.partial({"conformer_uuids": [c.uuids for c in kept], "energies": [round(c.energy, 9) for c in kept]})

    def _result(self, pool: Pool, conformers: list[Conformer]) -> Result:
        sound = self.sound(conformers)
        flagged = sorted((c for c in conformers if c.excluded is not None and c.outcomes), key=lambda c: c.energy)
        if flagged:
            listed = "; ".join(
                f"{len([c for c in flagged if c.excluded == reason])} {reason}" for reason in sorted({c.excluded for c in flagged})
            )
            self.messages.append(message("warning", "Conformers left out of the weights", f"{listed}. They are listed after the others."))
        for deviation in pool.deviations:
            self.messages.append(
                message("info", "Done differently", f"{deviation['what'][0].upper()}{deviation['what'][1:]}: {deviation['reason']}")
            )
        ordered = [*sound, *flagged]
        data = {"conformer_uuids": [c.uuids for c in ordered], "energies": [round(c.energy, 9) for c in ordered]}
        provenance = {
            "stages": [*pool.stages, *self.stages],
            "ranking": pool.ranking,
            "ensemble": self.ensemble(sound, flagged),
            "deviations": [*pool.deviations, *self.deviations],
            "structure": self.structure.record(),
            "seed": self.job.seed,
            "host": host_name(),
            "started_at": self.job.started_at,
            "ended_at": now_iso(),
        }
        return Result(data, provenance, self.messages)

    def _nothing_left(self, conformers: list[Conformer]) -> ComputeError:
        """Why no conformer is left, as the error to raise."""
        changed = [c for c in conformers if c.excluded in ("connectivity changed", "stereochemistry changed")]
        if len(changed) < len(conformers):
            return ConvergenceError("No conformer came through the optimization: none of the geometries converged.")
        last = changed[0].outcomes[-1]
        what = last.connectivity["detail"] or last.stereo["detail"] or changed[0].excluded
        field = "initial_molecule" if self.structure.given_geometry else "initial_smiles"
        return InputError(
            f"This structure does not keep its bonds or stereochemistry with {method_title(self.levels[0].settings['method'])}: {what}. "
            "Check charge and protonation, or choose a solvent.",
            field=field,
        )

    def _last_optimization(self) -> dict[str, Any]:
        """The level whose geometries are compared: the last optimization, or the single point of a chain without one."""
        optimizations = [level for level in self.levels if level.optimizes]
        return (optimizations[-1] if optimizations else self.levels[-1]).settings

    def ensemble(self, sound: list[Conformer], flagged: list[Conformer]) -> dict[str, Any]:
        comparer = self._comparer(self._last_optimization())
        degeneracies = [comparer.degeneracy(Entry(c.index, c.positions, c.energy)) for c in sound]
        by_free_energy = self.wants_free_energy and all(c.free_energy is not None for c in sound)
        values = [c.free_energy if by_free_energy else c.energy for c in sound]
        weights = boltzmann_weights(values, degeneracies)
        lowest = min(values)
        numbers = [rotational_symmetry_number(self.structure.molecule.at(c.positions)) for c in [*sound, *flagged]]
        records = [
            {"degeneracy": g, "weight": round(w, 6), "relative_energy_kcal": round((x - lowest) * KCAL_PER_HARTREE, 4), "excluded": None}
            for g, w, x in zip(degeneracies, weights, values, strict=True)
        ]
        for conformer in flagged:
            value = conformer.free_energy if by_free_energy else conformer.energy
            relative = None if value is None else round((value - lowest) * KCAL_PER_HARTREE, 4)
            records.append({"degeneracy": 1, "weight": None, "relative_energy_kcal": relative, "excluded": conformer.excluded})
        for entry, number in zip(records, numbers, strict=True):
            entry["symmetry_number"] = number
        return {
            "quantity": "G" if by_free_energy else "E",
            "unit": "Hartree",
            "temperature": WEIGHT_TEMPERATURE,
            "formula": "w_i = g_i exp(-(X_i-X_0)/RT) / sum",
            "screening": asdict(comparer.thresholds),
            "conformers": records,
        }
