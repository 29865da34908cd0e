"""Conformers that are searched once (of each tautomer, where these are asked for), with a free energy in each of several solvents.

G(conformer, solvent) = E + [E(solvent) - E(gas)] + (G - E), in Hartree: E by the chain's last level in the gas phase, the bracket by an
implicit model at the same geometry, the last term by the optimization's frequencies where they were asked for. Weights are
g exp(-G/RT) / sum at 298.15 K. The free energy of all conformers together in a solvent is -RT ln sum g exp(-G/RT); a difference of two
solvents is a free energy of transfer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calculations.calculation import compute_stage
from ..calculations.levels import Level, chain_levels, check_levels, level_of, provenance
from ..calculations.stage import Stage
from ..chemistry.ensemble import WEIGHT_TEMPERATURE, boltzmann_weights
from ..chemistry.shapes import radius_of_gyration, surface
from ..engines import engine_for
from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable, ResourceError
from ..methods.settings import level_of_theory, method_title
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..units import GAS_CONSTANT_IN_KCAL_PER_MOLE_KELVIN, KCAL_PER_HARTREE
from . import Result
from .conformer_clustering import clustered
from .conformer_generation import generate
from .conformer_search import Conformer, Search, optimize_together
from .conformer_structure import Structure, check_limits, generator_settings, read_structure
from .tautomers import check_tautomers, enumerated

# The most plausible tautomers by RDKit's score, the given one among them.
_MOST_TAUTOMERS = 8
_TAUTOMERS = (
    "Which tautomer prevails rests on the energies of {method}, which are several kcal/mol off for some pairs of tautomers. "
    "Compare with a Tautomers workflow, whose method is fitted to measured ones."
)
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
    structure = read_structure(job)
    generator = generator_settings(data)
    check_limits(structure, generator, data)
    levels = _in_gas(chain_levels(data))
    solvation = _solvation(data, levels[-1])
    check_levels([*levels, *solvation.levels], structure.molecule)
    forms, messages = _forms(structure, bool(data.get("enumerate_tautomers")))
    with job.share(0.0, 0.7):
        searched = _searched(job, forms, generator, levels)
    messages = [*messages, *searched.messages]
    tasks = [
        _Task(number, search.structure, conformer.positions, conformer.energy, solvation)
        for number, (search, conformer) in enumerate(searched.sound)
    ]
    with job.share(0.7, 1.0):
        found = each(job, _in_solvents, tasks, "Computing conformers in the solvents", "solvents", things="conformers")
    kept = [(*pair, energies) for pair, energies in zip(searched.sound, found, strict=True) if isinstance(energies, dict)]
    if not kept:
        raise ConvergenceError(f"No conformer could be computed in the solvents: {found[0]}")
    if len(kept) < len(tasks):
        reason = next(one for one in found if isinstance(one, str))
        messages.append(message("warning", "Conformers Left Out", f"{len(tasks) - len(kept)} conformers do not count: {reason}"))
    weighed = _Ensemble(kept, [name for name, _ in solvation.solvents])
    record = provenance(
        job,
        [*searched.stages, _row(solvation, len(tasks), len(kept))],
        searched.deviations,
        ranking=searched.ranking,
        structure=structure.record(),
        solvation=weighed.record(str(data.get("final_correction")), solvation),
    )
    caveats = [*_caveats(searched.sound[0][0], len(kept)), *searched.caveats]
    return Result(weighed.data(), {**record, "seed": job.seed}, messages, caveats)


def _forms(structure: Structure, wants_tautomers: bool) -> tuple[list[Structure], list[dict[str, str]]]:
    """The structures that are searched: the given one, and its tautomers where they are asked for; with the messages about them."""
    if not wants_tautomers:
        return [structure], []
    check_tautomers(structure)
    tautomers, messages = enumerated(structure, _MOST_TAUTOMERS)
    _given, *others = tautomers
    return [structure, *(isomer for _, isomers in others for isomer in isomers)], messages


@dataclass(frozen=True)
class _Searched:
    """The sound conformers of all forms, each with its search, and the messages and caveats about them."""

    sound: list[tuple[Search, Conformer]]
    stages: list[dict[str, Any]]
    deviations: list[dict[str, str]]
    ranking: dict[str, Any] | None
    messages: list[dict[str, str]]
    caveats: list[dict[str, Any]]


def _searched(job: Job, forms: list[Structure], generator: dict[str, Any], levels: list[Level]) -> _Searched:
    """Conformers of each form through the chain. What fails for a further form leaves it out; for the given one it is raised."""
    searches, clusters = [], []
    for place, structure in enumerate(forms):
        search = Search(job, structure, generator, levels, prefix="search/" if place == 0 else f"tautomer/{place}/search/")
        pool, told = clustered(job, structure, generate(job, structure, generator))
        searches.append((search, pool))
        clusters += told
    made = _Searched([], [], [], searches[0][1].ranking, [*searches[0][0].messages, *clusters], [])
    words = "Optimizing conformers of the tautomers" if len(forms) > 1 else "Optimizing conformers"
    for (search, pool), (_, conformers) in zip(searches, optimize_together(job, searches, words), strict=True):
        try:
            if isinstance(conformers, ComputeError):
                raise conformers
            sound = search.sound(conformers)
        except ComputeError as error:
            if search is searches[0][0]:
                raise
            text = f"The tautomer {search.structure.smiles_ran} was left out: {error.message} The weights are those of the others."
            made.caveats.append(caveat("changes_number", text, values=["largest_shift"], table="weights"))
            continue
        made.sound.extend((search, conformer) for conformer in sound)
        made.stages.extend([*pool.stages, *search.stages])
        made.deviations.extend([*pool.deviations, *search.deviations])
        made.messages.extend(_left_out(conformers))
    if len(forms) > 1:
        made.caveats.append(caveat("limits_use", _TAUTOMERS.format(method=method_title(levels[-1].settings["method"]))))
    return made


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

    def __init__(self, kept: list[tuple[Search, Conformer, dict[str, float]]], solvents: list[str]) -> None:
        self.solvents = solvents
        searches = list(dict.fromkeys(search for search, _, _ in kept))
        # The conformers of one search follow each other.
        ensembles = [search.ensemble([conformer for own, conformer, _ in kept if own is search], []) for search in searches]
        self.quantity = "G" if all(one["quantity"] == "G" for one in ensembles) else "E"
        degeneracies = [one["degeneracy"] for ensemble in ensembles for one in ensemble["conformers"]]
        energies = np.array([[_gas(conformer, self.quantity) + solvation[name] for name in solvents] for _, conformer, solvation in kept])
        weights = np.array([boltzmann_weights(list(column), degeneracies) for column in energies.T]).T
        order = sorted(range(len(kept)), key=lambda place: (-float(weights[place].max()), place))
        self.conformers = [kept[place][1] for place in order]
        self.structures = [kept[place][0].structure for place in order]
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
                "smiles": self.structures[place].smiles_ran,
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
        values = np.array([_shape(structure, conformer) for structure, conformer in zip(self.structures, self.conformers, strict=True)])
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


def _shape(structure: Structure, conformer: Conformer) -> list[float]:
    """Surface area and polar surface area (Å²), radius of gyration (Å)."""
    area = surface(structure.mol, conformer.positions)
    return [area.total, area.polar, radius_of_gyration(structure.mol, conformer.positions)]


def _gas(conformer: Conformer, quantity: str) -> float:
    value = conformer.free_energy if quantity == "G" else conformer.energy
    assert value is not None
    return value


def _row(solvation: _Solvation, count_in: int, count_out: int) -> dict[str, Any]:
    """What ran in the solvents, for the provenance."""
    level = solvation.solvents[0][1]
    engine = engine_for(level.settings)
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
