"""Conformer search: ETKDG, MMFF94, ranking, a chain of optimizations, removal of duplicates, Boltzmann weights.

Source of the shape: Wang et al. 2020 (10.1021/acs.jcim.0c00025) for generation, CREST's CREGEN (10.1063/5.0197592) for what makes
two conformers the same. Energies are in Hartree, weights are at 298.15 K and carry degeneracies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any

from .. import engines
from ..calculations.calculation import run_stage
from ..calculations.levels import Level, chain_levels, check_levels
from ..calculations.report import deviations
from ..calculations.stage import Outcome, Stage
from ..chemistry.ensemble import WEIGHT_TEMPERATURE, Comparer, Entry, boltzmann_weights
from ..chemistry.identity import connectivity_change, reference_bonds, stereo_change
from ..chemistry.symmetry import rotational_symmetry_number
from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable, ResourceError
from ..methods.settings import level_of_theory, method_title
from ..runtime.job import Job, host_name, now_iso
from ..runtime.notes import message
from ..runtime.parallel import each
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_caveats import conjugation_caveats
from .conformer_clustering import clustered
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
    pool, told = clustered(job, structure, generate(job, structure, generator))
    search.messages += told
    return search.run(pool)


def attempt(job: Job, stage: Stage) -> tuple[Outcome | None, str | None]:
    """One level of one conformer, or the reason why it gave nothing."""
    try:
        return run_stage(job, stage), None
    except ConvergenceError as error:
        return None, error.message


def candidates(pool: Pool) -> list[Conformer]:
    """The geometries of a pool as conformers that nothing was done to."""
    return [Conformer(index, positions, positions) for index, positions in enumerate(pool.positions)]


def optimize_together(job: Job, searches: list[tuple[Search, Pool]], words: str) -> Iterator[tuple[Search, list[Conformer] | ComputeError]]:
    """Several searches of the same levels, each with its candidates after them (see `Search.optimize`), or with why there are none.

    In turn, one search after the other. With several processes all conformers of a level are one round, so that no core waits for the last
    conformer of each search. What concerns all searches is raised: a method that is missing, memory, disk.
    """
    if job.helpers is None:
        for place, (search, pool) in enumerate(searches):
            with job.share(place / len(searches), (place + 1) / len(searches)):
                yield search, _unless_it_fails(lambda search=search, pool=pool: search.optimize(pool))
        return
    found: list[list[Conformer] | ComputeError] = [candidates(pool) for _, pool in searches]
    count = max((len(search.levels) for search, _ in searches), default=0)
    for index in range(count):
        stages = [
            [] if isinstance(own, ComputeError) else search.stages_of(index, own) for (search, _), own in zip(searches, found, strict=True)
        ]
        with job.share(index / count, (index + 1) / count):
            done = iter(
                each(job, attempt_alone, [stage for own in stages for stage in own], words, f"conformers-{index}", things="conformers")
            )
        for place, (search, _) in enumerate(searches):
            ready = list(islice(done, len(stages[place])))
            failed = next((one for one in ready if isinstance(one, ComputeError)), None)
            own = found[place]
            if not isinstance(own, ComputeError):
                sound = [one for one in ready if not isinstance(one, ComputeError)]
                found[place] = failed or search.take_level(index, own, stages[place], sound)
    yield from ((search, own) for (search, _), own in zip(searches, found, strict=True))


def attempt_alone(job: Job, stage: Stage) -> tuple[Outcome | None, str | None] | ComputeError:
    """`attempt` for one of several searches: what fails concerns its search only."""
    return _unless_it_fails(lambda: attempt(job, stage))


def _unless_it_fails(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except (MethodNotAvailable, ResourceError):
        raise
    except ComputeError as error:
        return error


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

    def caveats(self, conformers: int) -> list[dict[str, Any]]:
        """Return what limits the energies of so many conformers."""
        return conjugation_caveats(self.structure.mol, self.levels[-1].settings["method"], conformers)

    def run(self, pool: Pool) -> Result:
        """The whole search as an item's result."""
        return self._result(pool, self.optimize(pool))

    def optimize(self, pool: Pool) -> list[Conformer]:
        """The candidates through all levels: sound ones and flagged ones (`excluded`)."""
        conformers = candidates(pool)
        count = len(self.levels)
        for index, level in enumerate(self.levels):
            with self.job.share(0.2 + 0.8 * index / count, 0.2 + 0.8 * (index + 1) / count):
                stages, ready = self.stages_of(index, conformers), None
                if self.job.helpers is not None and len(stages) > 1:
                    ready = each(self.job, attempt, stages, self._words(level), f"conformers-{index}", things="conformers")
                conformers = self.take_level(index, conformers, stages, ready)
        return conformers

    @staticmethod
    def _words(level: Level) -> str:
        verb = "Optimizing" if level.optimizes else "Computing"
        return f"{verb} conformers with {method_title(level.settings['method'])}"

    def stages_of(self, index: int, conformers: list[Conformer]) -> list[Stage]:
        """Return what a level has to do, one stage for each conformer that is not excluded."""
        return [self._stage(self.levels[index], index, conformer, "") for conformer in conformers if conformer.excluded is None]

    def sound(self, conformers: list[Conformer]) -> list[Conformer]:
        """Return the conformers that count, by energy. Raises InputError or ConvergenceError where none is left."""
        kept = sorted((conformer for conformer in conformers if conformer.excluded is None), key=lambda conformer: conformer.energy)
        if not kept:
            raise self._nothing_left(conformers)
        return kept

    def take_level(
        self, index: int, conformers: list[Conformer], stages: list[Stage], ready: list[tuple[Outcome | None, str | None]] | None
    ) -> list[Conformer]:
        """The conformers after a level: those that are different, and those that it flagged. `ready` is what its stages gave (`attempt`);
        where that is None, they run here in turn."""
        settings = self.levels[index].settings
        optimizing = "optimize" in settings["tasks"]
        active = [conformer for conformer in conformers if conformer.excluded is None]
        verb = "Optimizing" if optimizing else "Computing"
        seconds, stage_deviations = 0.0, []
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
        engine = engines.engine_for(settings)
        name = f"{method_title(settings['method'])} {'optimization' if optimizing else 'single point'}"
        self.stages.append(
            {
                "name": name,
                "method": settings["method"],
                "level": level_of_theory(settings),
                "optimized": optimizing,
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
            correction = conformer.free_energy - conformer.outcomes[-2].energy
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
                f"{len([c for c in flagged if c.excluded == reason])} {reason}" for reason in sorted({str(c.excluded) for c in flagged})
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
        return Result(data, provenance, self.messages, self.caveats(len(sound)))

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
        free = [c.free_energy for c in sound if c.free_energy is not None]
        by_free_energy = self.wants_free_energy and len(free) == len(sound)
        values = free if by_free_energy else [c.energy for c in sound]
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
