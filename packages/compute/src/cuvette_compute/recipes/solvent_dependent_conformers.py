"""Conformers that are searched once, with a free energy in each of several solvents.

G(conformer, solvent) = E + [E(solvent) - E(gas)] + (G - E), in Hartree: E by the chain's last level in the gas phase, the bracket by an
implicit model at the same geometry, the last term by the optimization's frequencies where they were asked for. Weights are
g exp(-G/RT) / sum at 298.15 K. The free energy of all conformers together in a solvent is -RT ln sum g exp(-G/RT); a difference of two
solvents is a free energy of transfer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..calculations.calculation import compute_stage
from ..calculations.levels import Level, chain_levels, check_levels, level_of, provenance
from ..calculations.stage import Stage
from ..chemistry.ensemble import WEIGHT_TEMPERATURE, boltzmann_weights
from ..chemistry.shapes import radius_of_gyration, representatives, surface
from ..engines import engine_of
from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable, ResourceError
from ..methods.settings import level_of_theory, method_title
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import each
from ..units import GAS_CONSTANT_IN_KCAL_PER_MOLE_KELVIN, KCAL_PER_HARTREE
from . import Result
from .conformer_generation import Pool, generate
from .conformer_search import Conformer, Search
from .conformer_structure import Structure, check_limits, generator_settings, read_structure

# By correction: the method of its energies (None: that of the last level) and the solvent model.
_CORRECTIONS: dict[str, tuple[str | None, str]] = {
    "CPCMX": ("gfn2_xtb", "cpcmx"),
    "gfn2_alpb_solvation": ("gfn2_xtb", "alpb"),
    "dft_cpcm_solvation": (None, "cpcm"),
    "dft_smd_solvation": (None, "SMD"),
}


@dataclass(frozen=True)
class _Solvation:
    """The levels of the solvation: in the gas phase (None where it is the level of the energy itself) and in each solvent, in order."""

    gas: Level | None
    solvents: tuple[tuple[str, Level], ...]

    @property
    def levels(self) -> list[Level]:
        return [*([self.gas] if self.gas else []), *(level for _, level in self.solvents)]


@dataclass(frozen=True)
class _Task:
    """One conformer whose solvation is computed."""

    number: int
    structure: Structure
    positions: np.ndarray
    energy: float
    solvation: _Solvation


def run(job: Job) -> Result:
    """Search, then weigh in each solvent. Raises InputError, ConvergenceError, MethodNotAvailable."""
    data = job.data
    if data.get("enumerate_tautomers"):
        raise InputError("Tautomers are not enumerated; submit each of them.", field="enumerate_tautomers")
    structure = read_structure(job)
    generator = generator_settings(data)
    check_limits(structure, generator, data)
    levels = _in_gas(chain_levels(data))
    solvation = _solvation(data, levels[-1])
    check_levels([*levels, *solvation.levels], structure.molecule)
    search = Search(job, structure, generator, levels, prefix="search/")
    with job.share(0.0, 0.7):
        pool, clustered = _clustered(job, structure, generate(job, structure, generator))
        conformers = search.optimize(pool)
    sound = search.sound(conformers)
    messages = [*search.messages, *clustered, *_left_out(conformers)]
    tasks = [_Task(number, structure, conformer.positions, conformer.energy, solvation) for number, conformer in enumerate(sound)]
    with job.share(0.7, 1.0):
        found = each(job, _in_solvents, tasks, "Computing conformers in the solvents", "solvents")
    kept = [(conformer, energies) for conformer, energies in zip(sound, found, strict=True) if isinstance(energies, dict)]
    if not kept:
        raise ConvergenceError(f"No conformer could be computed in the solvents: {found[0]}")
    if len(kept) < len(sound):
        reason = next(one for one in found if isinstance(one, str))
        messages.append(message("warning", "Conformers Left Out", f"{len(sound) - len(kept)} conformers do not count: {reason}"))
    weighed = _Ensemble(search, kept, [name for name, _ in solvation.solvents])
    record = provenance(
        job,
        [*pool.stages, *search.stages, _row(solvation, len(tasks), len(kept))],
        [*pool.deviations, *search.deviations],
        ranking=pool.ranking,
        structure=structure.record(),
        solvation=weighed.record(str(data.get("final_correction")), solvation),
    )
    return Result(weighed.data(), {**record, "seed": job.seed}, messages, _caveats(search, len(kept)))


def _in_gas(levels: list[Level]) -> list[Level]:
    """The chain with an energy in the gas phase at its end: where there is no single point, that of the last optimization's method."""
    last = levels[-1]
    if not last.optimizes:
        if last.settings["solvent_settings"]:
            raise InputError(
                "The single point is computed in the gas phase, for the solvation is added for each solvent.",
                field=f"{last.field_path}.solvent_settings",
            )
        return levels
    if not last.settings["solvent_settings"]:
        return levels
    return [*levels, level_of({**last.requested, "solvent_settings": None}, last.field_path, ["energy"])]


def _solvation(data: dict[str, Any], energy: Level) -> _Solvation:
    correction, solvents = data.get("final_correction"), data.get("solvents")
    if correction not in _CORRECTIONS:
        raise MethodNotAvailable(f"The correction {correction} is not available on this worker.", field="final_correction")
    if not isinstance(solvents, list) or not solvents or len(set(solvents)) < len(solvents):
        raise InputError(f"The solvents must be a list of different names, not {solvents!r}.", field="solvents")
    method, model = _CORRECTIONS[correction]
    own = energy.settings if method in (None, energy.settings["method"]) else {"method": method, "mode": "rapid"}
    base = {name: own.get(name) for name in ("method", "mode", "basis_set", "corrections", "scf_settings", "engine") if own.get(name)}
    gas = None if own is energy.settings else level_of(base, "final_correction", ["energy"])
    # An optimization's energy is that of its last geometry: the same level without a solvent.
    in_solvents = tuple(
        (name, level_of({**base, "solvent_settings": {"solvent": name, "model": model}}, f"solvents.{place}", ["energy"]))
        for place, name in enumerate(solvents)
    )
    return _Solvation(gas, in_solvents)


def _clustered(job: Job, structure: Structure, pool: Pool) -> tuple[Pool, list[dict[str, str]]]:
    """The pool with so many conformers of each cluster of similar shapes as the settings say, and a message where that leaves some out."""
    settings = job.data.get("conformer_clustering_settings")
    if not isinstance(settings, dict):
        return pool, []
    names, clusters, of_each = (settings.get(key) for key in ("descriptors", "num_clusters", "conformers_per_cluster"))
    places = representatives(structure.mol, pool.positions, list(names or []), int(clusters or 1), int(of_each or 1), job.seed)
    before, after = len(pool.positions), len(places)
    if after == before:
        return pool, []
    stage = {"name": "Clustering of shapes", "method": "k-means", "engine": "scipy", "count_in": before, "count_out": after}
    body = f"{before} conformers were grouped into {clusters} clusters by shape; up to {of_each} of each, {after} in all, were computed."
    kept = replace(pool, positions=[pool.positions[place] for place in places], stages=[*pool.stages, stage])
    return kept, [message("info", "Conformers Were Clustered", body)]


def _in_solvents(job: Job, task: _Task) -> dict[str, float] | str:
    """Free energy of solvation (Hartree) of a conformer by solvent, or why there is none."""
    molecule = task.structure.molecule.at(task.positions)

    def energy(name: str, level: Level, words: str) -> float:
        stage = Stage(
            f"solvation/{task.number}/{name}",
            f"conformer {task.number + 1}",
            molecule,
            level.settings,
            level.requested,
            mol=task.structure.mol,
            field_path=level.field_path,
            report_progress=False,
            words=words,
        )
        return float(compute_stage(job, stage)["frames"][-1]["energy"])

    levels = task.solvation.solvents
    found: dict[str, float] = {}
    try:
        gas = task.energy if task.solvation.gas is None else energy("gas", task.solvation.gas, "the gas phase")
        for place, (name, level) in enumerate(levels):
            job.progress(f"Computing conformer {task.number + 1} in {name}", place, len(levels))
            found[name] = energy(name, level, name) - gas
    except (MethodNotAvailable, ResourceError):
        raise
    except ComputeError as error:
        return error.message
    return found


class _Ensemble:
    """Sound conformers with their energies of solvation, and what follows of them in each solvent."""

    def __init__(self, search: Search, kept: list[tuple[Conformer, dict[str, float]]], solvents: list[str]) -> None:
        self.search, self.solvents = search, solvents
        ensemble = search.ensemble([conformer for conformer, _ in kept], [])
        self.quantity = ensemble["quantity"]
        degeneracies = [one["degeneracy"] for one in ensemble["conformers"]]
        energies = np.array([[_gas(conformer, self.quantity) + solvation[name] for name in solvents] for conformer, solvation in kept])
        weights = np.array([boltzmann_weights(list(column), degeneracies) for column in energies.T]).T
        order = sorted(range(len(kept)), key=lambda place: (-float(weights[place].max()), place))
        self.conformers = [kept[place][0] for place in order]
        self.degeneracies = [degeneracies[place] for place in order]
        self.energies, self.weights = energies[order], weights[order]

    def _by_solvent(self, values: Any, digits: int) -> dict[str, float]:
        return {name: round(float(value), digits) for name, value in zip(self.solvents, values, strict=True)}

    def data(self) -> dict[str, Any]:
        """What the item stores."""
        relative = (self.energies - self.energies.min(axis=0)) * KCAL_PER_HARTREE
        conformers = [
            {
                "calculation": conformer.uuids[-1],
                "smiles": self.search.structure.smiles_ran,
                "free_energy_by_solvent": self._by_solvent(self.energies[place], 9),
                "relative_free_energy_by_solvent": self._by_solvent(relative[place], 4),
                "population_by_solvent": self._by_solvent(self.weights[place], 6),
            }
            for place, conformer in enumerate(self.conformers)
        ]
        together = [self._free_energy(column) for column in self.energies.T]
        transfer = [(value - min(together)) * KCAL_PER_HARTREE for value in together]
        return {
            "conformers": conformers,
            "per_solvent_properties": self._properties(),
            "relative_free_energy_by_solvent": self._by_solvent(transfer, 4),
        }

    def _free_energy(self, energies: np.ndarray) -> float:
        """-RT ln sum g exp(-G/RT) in Hartree."""
        thermal = GAS_CONSTANT_IN_KCAL_PER_MOLE_KELVIN * WEIGHT_TEMPERATURE / KCAL_PER_HARTREE
        lowest = float(energies.min())
        total = sum(g * math.exp(-(float(value) - lowest) / thermal) for g, value in zip(self.degeneracies, energies, strict=True))
        return lowest - thermal * math.log(total)

    def _properties(self) -> dict[str, dict[str, float]]:
        """Surface areas (Å²) and radius of gyration (Å) in each solvent, averaged by the weights."""
        mol = self.search.structure.mol
        areas = [surface(mol, conformer.positions) for conformer in self.conformers]
        values = np.array(
            [
                [area.total, area.polar, radius_of_gyration(mol, conformer.positions)]
                for area, conformer in zip(areas, self.conformers, strict=True)
            ]
        )
        names = ("solvent_accessible_surface_area", "polar_solvent_accessible_surface_area", "radius_of_gyration")
        averages = self.weights.T @ values
        return {
            solvent: {name: round(float(value), 3) for name, value in zip(names, row, strict=True)}
            for solvent, row in zip(self.solvents, averages, strict=True)
        }

    def record(self, correction: str, solvation: _Solvation) -> dict[str, Any]:
        """How the weights were made, for the provenance."""
        return {
            "correction": correction,
            "levels": [level_of_theory(level.settings) for level in solvation.levels],
            "quantity": f"{self.quantity} + ΔGsolv",
            "unit": "Hartree",
            "temperature": WEIGHT_TEMPERATURE,
            "formula": "w_i = g_i exp(-(G_i-G_0)/RT) / sum",
            "degeneracies": self.degeneracies,
        }


def _gas(conformer: Conformer, quantity: str) -> float:
    value = conformer.free_energy if quantity == "G" else conformer.energy
    assert value is not None
    return value


def _row(solvation: _Solvation, count_in: int, count_out: int) -> dict[str, Any]:
    """What ran in the solvents, for the provenance."""
    level = solvation.solvents[0][1]
    engine = engine_of(level.settings["method"])
    model = level.settings["solvent_settings"]["model"]
    return {
        "name": f"{method_title(level.settings['method'])} single points in {len(solvation.solvents)} solvents ({model.upper()})",
        "method": level.settings["method"],
        "level": level_of_theory(level.settings),
        "optimized": False,
        "engine": engine.name,
        "engine_version": engine.version(),
        "count_in": count_in,
        "count_out": count_out,
    }


def _left_out(conformers: list[Conformer]) -> list[dict[str, str]]:
    """A message on conformers that the optimization flagged."""
    reasons = [str(conformer.excluded) for conformer in conformers if conformer.excluded is not None]
    if not reasons:
        return []
    return [message("info", "Conformers Left Out", f"{len(reasons)} conformers do not count: {', '.join(sorted(set(reasons)))}.")]


def _caveats(search: Search, conformers: int) -> list[dict[str, Any]]:
    """What is known of the energies' method for this structure: it concerns the weights in all solvents."""
    return [{**one, "values": ["largest_shift"], "table": "weights"} for one in search.caveats(conformers)]
