"""Macroscopic pKa: microstates by proton transfers, their free energies, and what follows by pH.

Each proton transfer has a pKa from GFN2-xTB in ALPB water and the line of its class (`gfn2_alpb_linear`, see `pka`). The free energies of
the microstates are the ones that fit all transfers best (weighted least squares), so that every cycle closes. Weights by pH, macroscopic
pKa, isoelectric point, logD and solubility are sums over them. Equivalent sites are counted once. Temperature 298.15 K.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import rdkit
from rdkit import Chem

from ..calculations.levels import Level, LevelsResult, Piece, check_levels, level_deviations, level_of, level_rows, provenance, run_levels
from ..chemistry.microstates import Step, acids_of, bases_of, is_uncharged, state_key
from ..chemistry.open_forms import folds, open_geometries
from ..chemistry.protonation import elements_outside, nitrogen_acid, nitrogen_acid_text
from ..errors import ConvergenceError, InputError, MethodNotAvailable
from ..properties import logp as partition
from ..properties.bbb_score import bbb_score
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..schemas.knowledge import knowledge
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_structure import Structure, check_size, read_structure
from .solubility import log_solubility, outside_the_set, pure_concentration

METHOD, BBB_METHOD = "gfn2_alpb_linear", "bbb_score"
# Free energy (kcal/mol) of one pK unit at 298.15 K.
PER_PKA = math.log(10) * 8.314462618 * 298.15 / 4184
PH_STEP = 0.1
# The logarithm of an ion's partition coefficient is lower than the neutral form's by this much (Avdeef's "diff 3-4").
ION_STEP = 3.5
# A salt precipitates: solubility rises by this many log units at most.
SALT_STEP = 3.0
_EMBEDDED, _KEPT = 15, 2
# The search: rounds, and which states of each charge are carried on.
_ROUNDS, _BEAM, _WINDOW, _MOST_STATES = 10, 8, 12.0, 60
# Microstates so far above the lowest of their charge (kcal/mol) contribute to a macroscopic pKa: more than its error.
_CONTRIBUTES = 3.0
_NO_LINE = "A group that is outside calibration contributes to this pKa; the line of the nearest class was used for it."
_CURVE_OF_NO_LINE = "Depends on a pKa that is outside calibration, and is off by as much where the molecule is charged."
# Error of a transfer outside the calibration in the fit that closes the cycles: only its weight beside the others depends on it.
_ERROR_OUTSIDE = 2.0


@dataclass
class State:
    """One microstate: its form, its energy (kcal/mol, None where it could not be computed) and its free energy at pH 0."""

    mol: Chem.Mol
    energy: float | None = None
    free_energy: float = 0.0
    result: LevelsResult | None = None
    problem: str | None = None

    @property
    def done(self) -> tuple[LevelsResult, float]:
        """The result of a state that was computed, and its energy (kcal/mol). Raises ValueError for one that was not."""
        if self.result is None or self.energy is None:
            raise ValueError("the state was not computed")
        return self.result, self.energy

    @property
    def charge(self) -> int:
        return Chem.GetFormalCharge(self.mol)

    @property
    def smiles(self) -> str:
        return Chem.MolToSmiles(Chem.RemoveHs(self.mol))


@dataclass
class Search:
    """The states by key, the proton transfers between them, and all results."""

    states: dict[str, State]
    steps: dict[tuple[str, str], Step] = field(default_factory=dict)
    results: list[LevelsResult] = field(default_factory=list)
    truncated: bool = False

    def computed(self) -> dict[str, State]:
        return {key: state for key, state in self.states.items() if state.energy is not None}


def run(job: Job) -> Result:
    """Search the microstates, fit their free energies, and derive the curves. Raises InputError, ConvergenceError, MethodNotAvailable."""
    data = job.data
    if data.get("macropka_method") != METHOD:
        raise MethodNotAvailable("This method needs trained models (Starling) that this worker does not have.", field="macropka_method")
    if data["compute_solvation_energy"] and data.get("bbb_method") != BBB_METHOD:
        raise MethodNotAvailable("A probability of Kp,uu needs a fitted model that this worker does not have.", field="bbb_method")
    structure = read_structure(job)
    check_size(structure, "macropka")
    _check(structure, data)
    mol = Chem.Mol(structure.mol)
    mol.RemoveAllConformers()
    water = level_of(
        {"method": "gfn2_xtb", "solvent_settings": {"model": "alpb", "solvent": "water"}},
        "macropka_method",
        ["energy", "optimize"],
        "rapid",
    )
    check_levels([water], structure.molecule)
    search = _search(job, mol, water)
    rows = level_rows([water], search.results)
    deviations = level_deviations([water], structure.molecule)
    messages = [*structure.messages, *_search_messages(search)]
    states = sorted(_within(search, data["min_charge"], data["max_charge"]), key=lambda state: (-state.charge, state.free_energy))
    if not states:
        raise ConvergenceError("No microstate with a charge in the range could be computed.")
    results, more, caveats = _derived(states, data)
    messages += more
    caveats += _acid_caveats(search, states, results)
    if data["compute_solvation_energy"]:
        form, energy, row = _solvation(job, states)
        pka = _pka_of_the_score(results["pKa_values"])
        results |= {"solvation_energy": energy, "bbb_score": round(bbb_score(Chem.RemoveHs(form.mol), pka), 4)}
        rows.append(row)
        used = "no pKa, for none was found" if pka is None else f"the macroscopic pKa {pka:.2f}"
        body = f"Solvation energy and BBB score are those of {form.smiles}; the score was computed with {used}. It is not a probability."
        messages.append(message("info", "BBB Score", body))
    log_p = {"name": "logP from atom environments", "method": partition.METHOD, "engine": "rdkit", "engine_version": rdkit.__version__}
    rows.append({**log_p, "count_in": len(states), "count_out": len(states)})
    record = provenance(job, rows, deviations, structure=structure.record())
    record["seed"] = job.seed
    return Result(results, record, messages, caveats)


def _check(structure: Structure, data: dict[str, Any]) -> None:
    if structure.molecule.multiplicity != 1:
        raise InputError(
            f"Macroscopic pKa takes closed-shell molecules; this one has multiplicity {structure.molecule.multiplicity}.",
            field="initial_smiles",
        )
    if structure.fragments > 1:
        raise InputError(
            f"Macroscopic pKa takes one molecule; this structure has {structure.fragments} separate ones.", field="initial_smiles"
        )
    if data["min_pH"] >= data["max_pH"]:
        raise InputError(f"The highest pH ({data['max_pH']}) must be above the lowest ({data['min_pH']}).", field="max_pH")
    if data["min_charge"] > data["max_charge"]:
        raise InputError(f"The highest charge ({data['max_charge']}) must be above the lowest ({data['min_charge']}).", field="max_charge")


def _search(job: Job, mol: Chem.Mol, level: Level) -> Search:
    """Rounds of proton transfers from the given form; each round carries on the low states of each charge."""
    given = Chem.GetFormalCharge(mol)
    low, high = min(given, job.data["min_charge"]), max(given, job.data["max_charge"])
    search = Search({state_key(mol): State(mol)})
    new = list(search.states)
    for turn in range(_ROUNDS):
        with job.share(turn / _ROUNDS, (turn + 1) / _ROUNDS):
            _compute(job, search, new, level, turn)
        if turn == 0 and not search.computed():
            raise ConvergenceError(f"The molecule itself could not be optimized: {search.states[new[0]].problem}.")
        fit(search)
        new = _expand(search, new, low, high)
        if not new:
            break
    return search


def _expand(search: Search, fresh: list[str], low: int, high: int) -> list[str]:
    """The states next to the low ones among the fresh ones, that were not seen before."""
    computed = search.computed()
    new: list[str] = []
    for key in fresh:
        if key not in computed or not _is_low(computed, key):
            continue
        for found, (form, step) in {**bases_of(computed[key].mol), **acids_of(computed[key].mol)}.items():
            if not low <= Chem.GetFormalCharge(form) <= high:
                continue
            if found not in search.states:
                if len(search.states) >= _MOST_STATES:
                    search.truncated = True
                    continue
                search.states[found] = State(form)
                new.append(found)
            search.steps.setdefault((step.acid, step.base), step)
    return new


def _is_low(computed: dict[str, State], key: str) -> bool:
    same = sorted(state.free_energy for state in computed.values() if state.charge == computed[key].charge)
    mine = computed[key].free_energy
    return mine <= same[0] + _WINDOW and mine <= same[min(_BEAM, len(same)) - 1]


def _compute(job: Job, search: Search, keys: list[str], level: Level, turn: int) -> None:
    """The energy of the lowest open conformer of each state, by GFN2-xTB in water."""
    pieces, owners = [], []
    for number, key in enumerate(keys):
        form = search.states[key].mol
        for molecule in open_geometries(form, _EMBEDDED, _KEPT, job.seed):
            name = f"round/{turn}/{number}/{len(pieces)}"
            pieces.append(Piece(name, f"the microstate {search.states[key].smiles}", molecule, (level,), form))
            owners.append(key)
    results = each(
        job, run_levels, pieces, f"Optimizing {len(keys)} microstates of round {turn + 1}", f"round-{turn}", things="microstates"
    )
    search.results += results
    for key in keys:
        mine = [result for result, owner in zip(results, owners, strict=True) if owner == key]
        sound = [result for result in mine if result.failure is None and not result.outcomes[-1].connectivity["changed"]]
        state = search.states[key]
        if sound:
            state.result = min(sound, key=lambda result: (folds(state.mol, result.molecule.positions), result.energy))
            state.energy = state.result.energy * KCAL_PER_HARTREE
        else:
            changed = [result.outcomes[-1].connectivity["detail"] for result in mine if result.failure is None]
            state.problem = f"it changed its bonds ({changed[0]})" if changed else (mine[0].failure or "it failed")


def fit(search: Search) -> None:
    """Set the free energies at pH 0: those that fit the pKa of all transfers best, each with the error of its class; the lowest is 0."""
    computed = search.computed()
    places = {key: place for place, key in enumerate(computed)}
    rows, right = [], []
    for step in search.steps.values():
        if step.acid not in places or step.base not in places:
            continue
        weight = 1 / (step.line.error if math.isfinite(step.line.error) else _ERROR_OUTSIDE)
        row = np.zeros(len(places))
        row[places[step.base]], row[places[step.acid]] = weight, -weight
        rows.append(row)
        right.append(weight * PER_PKA * step.line(computed[step.base].done[1] - computed[step.acid].done[1]))
    if not rows:
        return
    solved = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0]
    for state, value in zip(computed.values(), solved - solved.min(), strict=True):
        state.free_energy = float(value)


def _within(search: Search, low: int, high: int) -> list[State]:
    """The computed states that a chain of computed transfers joins with the given form, with charges in the range."""
    computed = search.computed()
    reached, todo = set(), [next(iter(computed))]
    while todo:
        key = todo.pop()
        reached.add(key)
        for acid, base in search.steps:
            for here, there in ((acid, base), (base, acid)):
                if here == key and there in computed and there not in reached:
                    todo.append(there)
    return [state for key, state in computed.items() if key in reached and low <= state.charge <= high]


def _acid_caveats(search: Search, states: list[State], results: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the caveats of each macroscopic pKa to which a group without a line contributes, and of the curves that follow from it.

    A molecule with an element outside the calibration has a caveat of its own, which core makes.
    """
    if elements_outside(states[0].mol):
        return []
    keys = {state_key(state.mol): state for state in states}
    lowest = {charge: min(state.free_energy for state in states if state.charge == charge) for charge in {s.charge for s in states}}
    found = []
    for row, step in enumerate(results["pKa_values"]):
        names: set[str | None] = set()
        for (acid, base), proton in search.steps.items():
            ends = [keys[key] for key in (acid, base) if key in keys]
            if [end.charge for end in ends] != [step["initial_charge"], step["final_charge"]]:
                continue
            if proton.site_class is None and all(end.free_energy < lowest[end.charge] + _CONTRIBUTES for end in ends):
                names.add(nitrogen_acid(keys[acid].mol, proton.atom))
        if None in names:
            found.append(caveat("changes_number", _NO_LINE, table="macroscopic_pka", rows=[row]))
        if names - {None}:
            found.append(
                caveat(
                    "changes_number", nitrogen_acid_text({name for name in names if name is not None}), table="macroscopic_pka", rows=[row]
                )
            )
    curves = [table for table, key in (("logd", "logD_by_pH"), ("aqueous_solubility", "aqueous_solubility_by_pH")) if results[key]]
    return [*found, *(caveat("changes_number", _CURVE_OF_NO_LINE, table=table) for table in curves if found)]


def _search_messages(search: Search) -> list[dict[str, str]]:
    measured, distributed = (knowledge()["accuracy"][f"macropka/{name}"] for name in (METHOD, "log_d"))
    body = (
        f"On {measured['size']} macroscopic pKa of small acids and bases the RMSE is {measured['rmse']} units, more where one molecule "
        f"has several equal groups. On {distributed['size']} drugs the RMSE of logD at pH 7.4 is {distributed['rmse']}. The error of "
        "log S by pH was not measured."
    )
    found = [message("info", "Error of the Method", body)]
    left_out = [f"{state.smiles}: {state.problem}" for state in search.states.values() if state.problem]
    if left_out:
        found.append(message("warning", "Microstates Left Out", "; ".join(left_out) + "."))
    if search.truncated:
        found.append(message("warning", "Not All Microstates Are Computed", f"The search stopped at {_MOST_STATES} microstates."))
    return found


def weights_at(free_energies: np.ndarray, charges: np.ndarray, ph: float) -> np.ndarray:
    """The weights of microstates at a pH from free energies at pH 0 (kcal/mol) and charges; they sum to 1."""
    exponents = -free_energies / PER_PKA * math.log(10) - charges * ph * math.log(10)
    weights = np.exp(exponents - exponents.max())
    return weights / weights.sum()


def macroscopic_pka(free_energies: np.ndarray, charges: np.ndarray) -> list[dict[str, Any]]:
    """The pKa between neighbouring charges: the logarithm of the ratio of their sums over states at pH 0."""
    sums = {
        int(charge): float(np.log10(np.sum(10 ** (-(free_energies[charges == charge] - free_energies.min()) / PER_PKA))))
        for charge in np.unique(charges)
    }
    return [
        {"initial_charge": charge, "final_charge": charge - 1, "pKa": sums[charge] - sums[charge - 1]}
        for charge in sorted(sums, reverse=True)
        if charge - 1 in sums
    ]


def isoelectric_point(free_energies: np.ndarray, charges: np.ndarray, low: float, high: float) -> float | None:
    """The pH of zero mean charge between two pH; None where the mean charge does not change its sign."""

    def mean(ph: float) -> float:
        return float(weights_at(free_energies, charges, ph) @ charges)

    if not (charges.max() > 0 > charges.min()) or mean(low) <= 0 or mean(high) >= 0:
        return None
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) > 0 else (low, middle)
    return (low + high) / 2


def _derived(states: list[State], data: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, str]], list[dict[str, Any]]]:
    """All results that follow from the free energies, messages, and caveats."""
    energies = np.array([state.free_energy for state in states])
    charges = np.array([state.charge for state in states])
    low, high = data["min_pH"], data["max_pH"]
    count = math.floor((high - low) / PH_STEP + 1e-9) + 1
    grid = [round(low + PH_STEP * place, 4) for place in range(count)]
    weights = [weights_at(energies, charges, ph) for ph in grid]
    uncharged = [state for state in states if is_uncharged(state.mol)]
    messages = []
    results: dict[str, Any] = {
        "microstates": [{"smiles": state.smiles, "energy": round(state.free_energy, 3), "charge": state.charge} for state in states],
        "pKa_values": [
            {**entry, "pKa": round(entry["pKa"], 3)} for entry in macroscopic_pka(energies, charges) if low <= entry["pKa"] <= high
        ],
        "isoelectric_point": None,
        "microstate_weights_by_pH": [[ph, [float(one) for one in row]] for ph, row in zip(grid, weights, strict=True)],
        "logD_by_pH": [],
        "aqueous_solubility_by_pH": [],
    }
    point = isoelectric_point(energies, charges, low, high)
    if point is not None:
        results["isoelectric_point"] = round(point, 3)
    if not uncharged:
        body = "The molecule has no form without charges, so neither logD nor the solubility follows from a neutral form."
        return results, [message("warning", "No Uncharged Form", body)], []
    reference = uncharged[0]
    own = partition.log_p(Chem.RemoveHs(reference.mol))
    logp = np.array([partition.log_p(Chem.RemoveHs(state.mol)) if is_uncharged(state.mol) else own - ION_STEP for state in states])
    results["logD_by_pH"] = [[ph, round(float(np.log10(row @ 10**logp)), 4)] for ph, row in zip(grid, weights, strict=True)]
    messages.append(_partition_message(reference))
    caveats = _partition_caveats(reference)
    if data["compute_aqueous_solubility"]:
        shares = [float(row[charges == 0].sum()) for row in weights]
        more, notes = _solubility(results, Chem.RemoveHs(reference.mol), grid, shares)
        messages.append(more)
        caveats += notes
    return results, messages, caveats


def solubility_by_ph(intrinsic: float, most: float, neutral: list[float]) -> list[float]:
    """log S at each share of the neutral form (0 to 1): its own log S, what its ions add, and at most the pure compound's concentration.

    All are in log10(mol/L).
    """
    return [min(most, intrinsic + min(SALT_STEP, -math.log10(max(share, 1e-30)))) for share in neutral]


def _solubility(
    results: dict[str, Any], mol: Chem.Mol, grid: list[float], neutral: list[float]
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Add log S by pH with its error and its highest value to the results; returns a message and the caveats."""
    intrinsic, most = log_solubility(mol), math.log10(pure_concentration(mol))
    curve = [round(value, 4) for value in solubility_by_ph(intrinsic, most, neutral)]
    highest = round(most, 4)
    results["aqueous_solubility_by_pH"] = [[ph, value] for ph, value in zip(grid, curve, strict=True)]
    results["aqueous_solubility_limit"] = highest
    strange = outside_the_set(mol)
    error = None if strange else knowledge()["accuracy"]["solubility/esol_crippen"]["rmse"]
    results["aqueous_solubility_uncertainty"] = error
    table = "aqueous_solubility"
    caveats = []
    if strange:
        text = f"The equation of solubility was not fitted to such molecules: {'; '.join(strange)}. The error of log S is not known."
        caveats.append(caveat("changes_number", text, table=table))
    if highest in curve:
        reached = [place for place, value in enumerate(curve) if value >= highest]
        text = (
            f"At least this: the model gives more than the {10**most:.1f} mol/L of the pure compound. A liquid mixes with water in all "
            "proportions here; of a solid, the solubility of the salt with the counterion is the limit, which is not computed."
        )
        caveats.append(caveat("changes_number", text, table=table, rows=reached))
    body = (
        f"ESOL (refitted to Crippen's logP) gives {intrinsic:.2f} for the neutral form; charged forms dissolve in addition, "
        f"by {SALT_STEP:.0f} log units at most, up to the concentration of the pure compound."
    )
    return message("info", "Aqueous Solubility", body), caveats


def _partition_message(reference: State) -> dict[str, str]:
    """Where the partition coefficients come from and how far off they are."""
    fit = partition.errors()
    body = (
        f"The logP of uncharged forms is from a fit to {fit['fitted_to']} measured values. Its RMSE is {fit['rmse_apart']} on "
        f"{fit['kept_apart']} other values and {fit['rmse_scaffolds']} on ring systems outside the fit. Ions and zwitterions have "
        f"that of {reference.smiles} minus {ION_STEP}."
    )
    return message("info", "logD", body)


def _partition_caveats(reference: State) -> list[dict[str, Any]]:
    """Return what belongs beside logD where an element was not in the fit of logP."""
    strange = partition.outside_the_set(reference.mol)
    if not strange:
        return []
    text = f"No measured logP of the fit is of a molecule with {', '.join(strange)}: outside calibration."
    return [caveat("changes_number", text, table="logd")]


def _solvation(job: Job, states: list[State]) -> tuple[State, float, dict[str, Any]]:
    """Solvation energy (kcal/mol) of the lowest uncharged form, else of the lowest: E(ALPB) - E(gas) at the same geometry."""
    forms = [state for state in states if is_uncharged(state.mol)] or states
    form = min(forms, key=lambda state: state.free_energy)
    gas = level_of({"method": "gfn2_xtb"}, "macropka_method", ["energy"], "rapid")
    solvated, energy = form.done
    result = run_levels(job, Piece("gas", f"{form.smiles} in the gas phase", solvated.molecule, (gas,), form.mol))
    if result.failure is not None:
        raise ConvergenceError(f"The solvation energy could not be computed: {result.failure}.")
    row = level_rows([gas], [result])[0]
    return form, round(energy - result.energy * KCAL_PER_HARTREE, 4), row


def _pka_of_the_score(values: list[dict[str, Any]]) -> float | None:
    """The strongest base's pKa (from charge 1 to 0), else the strongest acid's (from 0 to -1)."""
    by_charge = {entry["initial_charge"]: entry["pKa"] for entry in values}
    return by_charge.get(1, by_charge.get(0))
