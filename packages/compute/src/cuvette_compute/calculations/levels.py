"""Levels of theory in turn on one molecule: optimizations, then a single point. What most recipes are made of.

A recipe makes its levels once (`chain_levels` from the stored chain, or `Level` by hand), refuses what cannot run with `check_levels`,
runs each piece (a spin state, a fragment, an ion) with `run_levels`, and writes down what ran with `level_rows` and `provenance`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rdkit import Chem

from .. import engines
from ..chemistry.perceive import mol_from_molecule
from ..errors import ComputeError, ConvergenceError, MethodNotAvailable, ResourceError
from ..methods.settings import complete_settings, level_of_theory, method_title, multistage_chain
from ..runtime.job import Job, host_name, now_iso
from ..structures.molecule import Molecule
from .calculation import run_stage
from .report import deviations
from .springs import Springs
from .stage import Outcome, Stage, check_stage


@dataclass(frozen=True)
class Level:
    """One level of theory with its tasks: the completed settings, those asked for, and where they are in the item's data."""

    settings: dict[str, Any]
    requested: dict[str, Any]
    field_path: str

    def through(self, engine: str) -> Level:
        """The same level through this engine, whichever was asked for: where a recipe needs more than energies and forces."""
        return replace(self, settings={**self.settings, "engine": engine})

    @property
    def optimizes(self) -> bool:
        return "optimize" in self.settings["tasks"]

    @property
    def title(self) -> str:
        """The method and what it does: "GFN2-xTB optimization"."""
        words = "optimization" if self.optimizes else "single point"
        if "frequencies" in self.settings["tasks"]:
            words += " with frequencies"
        return f"{method_title(self.settings['method'])} {words}"


@dataclass
class LevelsResult:
    """What came out of the levels on one molecule. A level that failed has no calculation that counts, and none runs after it."""

    outcomes: list[Outcome]
    # One for each level; None for the level that failed and those after it.
    uuids: list[str | None]
    failure: str | None = None
    # The reason as an error, for a recipe that has no other piece.
    error: ComputeError | None = None
    # Energy of the last level with the correction of the level that computed frequencies, Hartree; None where none did.
    free_energy: float | None = None
    enthalpy: float | None = None

    @property
    def energy(self) -> float:
        """Energy of the last level in Hartree."""
        return self.outcomes[-1].energy

    @property
    def molecule(self) -> Molecule:
        return self.outcomes[-1].molecule

    @property
    def messages(self) -> list[dict[str, str]]:
        return [message for outcome in self.outcomes for message in outcome.messages]


@dataclass(frozen=True)
class Piece:
    """One molecule on which levels run, under a name that is unique in the job; the title names it in a sentence ("the cation")."""

    name: str
    title: str
    molecule: Molecule
    levels: tuple[Level, ...]
    mol: Chem.Mol | None = None
    seed: int | None = None
    # Held during the optimizations.
    springs: Springs | None = None


def level_of(value: Any, field_path: str, tasks: list[str] | None = None, mode: str | None = None) -> Level:
    """A level from stored settings; `tasks` replaces theirs, `mode` counts where they have none. Raises InputError."""
    requested = value if isinstance(value, dict) else {}
    return Level(complete_settings({**requested, "tasks": tasks} if tasks else value, field_path, mode), requested, field_path)


def chain_levels(data: dict[str, Any], key: str = "multistage_opt_settings") -> list[Level]:
    """The levels of a stored chain; frequencies run with the last optimization. `key` is empty where the chain is in the data
    themselves.
    """
    given = data if not key else (data.get(key) or {})
    path = f"{key}." if key else ""
    chain = multistage_chain({**data, "multistage_opt_settings": given}, key)
    optimizations, single = chain["optimization_settings"], chain["singlepoint_settings"]
    if chain["frequencies"] and optimizations and "frequencies" not in optimizations[-1]["tasks"]:
        optimizations[-1]["tasks"] = [*optimizations[-1]["tasks"], "frequencies"]
    asked = given.get("optimization_settings") or []
    levels = [
        Level(settings, asked[index] if index < len(asked) else settings, f"{path}optimization_settings.{index}")
        for index, settings in enumerate(optimizations)
    ]
    if single:
        levels.append(Level(single, given.get("singlepoint_settings") or single, f"{path}singlepoint_settings"))
    return levels


def check_levels(levels: list[Level] | tuple[Level, ...], molecule: Molecule) -> None:
    """Refuse methods, solvents, elements, spins and tasks that this worker cannot do, before anything runs. Raises InputError."""
    for index in range(len(levels)):
        check_stage(_stage(Piece("check", "the molecule", molecule, tuple(levels)), index, molecule, report_progress=False))


def _stage(piece: Piece, index: int, molecule: Molecule, *, report_progress: bool) -> Stage:
    level = piece.levels[index]
    verb = "Optimizing" if level.optimizes else "Computing"
    return Stage(
        name=f"{piece.name}/{index}",
        title=piece.title,
        molecule=molecule,
        settings=level.settings,
        requested=level.requested,
        mol=piece.mol,
        field_path=level.field_path,
        calculation_title=f"{piece.title[0].upper()}{piece.title[1:]}: {level.title}",
        report_progress=report_progress,
        seed=piece.seed,
        words=f"{verb} {piece.title} with {method_title(level.settings['method'])}",
        springs=piece.springs if level.optimizes else None,
    )


# Faults that concern the whole job, not only the piece that met them.
_OF_THE_JOB = (MethodNotAvailable, ResourceError)


def run_levels(job: Job, piece: Piece, on_level=None) -> LevelsResult:
    """Run the levels of a piece, each from the geometry of the one before; its calculations are sent as they end.

    A failure (no convergence, an engine that stops) is written in the result and not raised; only what every piece would meet is raised: a
    method that is missing, memory, disk. `on_level` is called after each level with the calculations so far, None for those to come.
    """
    if piece.mol is None and any(level.optimizes or level.settings["method"] == "mmff94" for level in piece.levels):
        piece = replace(piece, mol=mol_from_molecule(piece.molecule))
    outcomes: list[Outcome] = []
    molecule, count = piece.molecule, len(piece.levels)
    with_frequencies: Outcome | None = None
    result = LevelsResult(outcomes, [None] * count)
    for index in range(count):
        with job.share(index / count, (index + 1) / count):
            try:
                outcome = run_stage(job, _stage(piece, index, molecule, report_progress=True))
            except _OF_THE_JOB:
                raise
            except ComputeError as error:
                result.failure, result.error = error.message, error
                return result
        if not outcome.converged:
            result.failure = f"the geometry optimization did not converge: {outcome.reason}"
            result.error = ConvergenceError(
                f"The geometry optimization of {piece.title} did not converge: {outcome.reason}. The steps so far are kept."
            )
            return result
        outcomes.append(outcome)
        result.uuids[index] = outcome.uuid
        molecule = outcome.molecule
        if outcome.free_energy is not None:
            with_frequencies = outcome
        if on_level:
            on_level(list(result.uuids))
    if with_frequencies is not None:
        difference = result.energy - with_frequencies.energy
        if with_frequencies.free_energy is not None:
            result.free_energy = with_frequencies.free_energy + difference
        if with_frequencies.enthalpy is not None:
            result.enthalpy = with_frequencies.enthalpy + difference
    return result


def level_rows(levels: list[Level] | tuple[Level, ...], results: list[LevelsResult]) -> list[dict[str, Any]]:
    """Return what ran, for the item's provenance: one row for each level, over all pieces."""
    rows = []
    for index, level in enumerate(levels):
        engine = engines.engine_for(level.settings)
        done = [result.outcomes[index] for result in results if len(result.outcomes) > index]
        reached = [result for result in results if len(result.outcomes) >= index]
        rows.append(
            {
                "name": level.title,
                "method": level.settings["method"],
                "level": level_of_theory(level.settings),
                # Whether it made a geometry; several single points on one do not follow each other.
                "optimized": level.optimizes,
                "engine": engine.name,
                "engine_version": engine.version(),
                "count_in": len(reached),
                "count_out": len(done),
                "seconds": round(sum(outcome.seconds for outcome in done), 3),
            }
        )
    return rows


def level_deviations(levels: list[Level] | tuple[Level, ...], molecule: Molecule) -> list[dict[str, str]]:
    """Where the levels that ran differ from those asked for, each once."""
    found: list[dict[str, str]] = []
    piece = Piece("check", "the molecule", molecule, tuple(levels))
    for index in range(len(levels)):
        found += [d for d in deviations(_stage(piece, index, molecule, report_progress=False)) if d not in found]
    return found


def provenance(job: Job, stages: list[dict[str, Any]], deviations: list[dict[str, str]], **more: Any) -> dict[str, Any]:
    """The provenance of an item: stages, deviations and whatever its type adds."""
    return {
        "stages": stages,
        "deviations": deviations,
        "seed": None,
        "host": host_name(),
        "started_at": job.started_at,
        "ended_at": now_iso(),
        **more,
    }
