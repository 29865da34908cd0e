"""Spin states: the same molecule optimized in several multiplicities, each from the given structure through the same levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..errors import ConvergenceError, InputError
from ..job import Job
from ..levels import LevelsResult, Piece, chain_levels, check_levels, level_deviations, level_rows, provenance, run_levels
from ..molecule import Molecule, check_spin, molecule_from_json
from ..parallel import each
from ..settings import method_title
from ..stage import message
from . import Result

# GFN-xTB and force fields put the singlets of methylene and of oxygen below their triplets.
_NO_RANKING = ("gfn_ff", "gfn0_xtb", "gfn1_xtb", "gfn2_xtb", "g_xtb", "mmff94")
# A state whose <S^2> is off by more than this part of its right value is contaminated by others.
_CONTAMINATION = 0.1


def run(job: Job) -> Result:
    """Run each multiplicity; one that fails is left out and named. Raises ConvergenceError when all fail."""
    molecule = molecule_from_json(job.data.get("initial_molecule"))
    states = _states(job.data.get("states", [1, 3, 5]), molecule)
    levels = chain_levels(job.data)
    for state in states:
        check_levels(levels, state)
    pieces = [
        Piece(f"multiplicity/{state.multiplicity}", f"the molecule with multiplicity {state.multiplicity}", state, tuple(levels))
        for state in states
    ]
    # The farther from the given state, the farther its geometry: those take longest.
    words = "Optimizing the molecule in each multiplicity"
    results = each(job, run_levels, pieces, words, "spin", lambda piece: abs(piece.molecule.multiplicity - molecule.multiplicity))
    done = [(state, result) for state, result in zip(states, results, strict=True) if result.failure is None]
    if not done:
        raise ConvergenceError(f"No multiplicity could be computed. Multiplicity {states[0].multiplicity}: {results[0].failure}.")
    messages = [
        message("error", f"Multiplicity {state.multiplicity} Failed", f"{result.failure[0].upper()}{result.failure[1:]}".rstrip(".") + ".")
        for state, result in zip(states, results, strict=True)
        if result.failure is not None
    ]
    final = levels[-1].settings["method"]
    if final in _NO_RANKING and len(done) > 1:
        body = (
            f"{method_title(final)} puts singlet methylene and singlet oxygen below their triplets. The energies are shown; which state is "
            "lowest is not known from them. Use a mode with a density functional to compare spin states."
        )
        messages.append(message("warning", f"{method_title(final)} Does Not Rank Spin States", body))
    messages += [found for state, result in done for found in _contamination(state, result)]
    messages += _paired_singlet(final, done)
    messages += _changed(done)
    record = provenance(job, level_rows(levels, results), level_deviations(levels, molecule))
    return Result({"spin_states": [_state(state, result) for state, result in done]}, record, messages)


def _states(given: Any, molecule: Molecule) -> list[Molecule]:
    """The molecule in each multiplicity. Raises InputError at "states.1" for one that it cannot have."""
    if not isinstance(given, list) or not given:
        raise InputError("Choose at least one multiplicity.", field="states")
    states = []
    for index, multiplicity in enumerate(given):
        if isinstance(multiplicity, bool) or not isinstance(multiplicity, int):
            raise InputError(f"A multiplicity is a whole number, not {multiplicity!r}.", field=f"states.{index}")
        if multiplicity in given[:index]:
            raise InputError(f"The multiplicity {multiplicity} stands twice.", field=f"states.{index}")
        state = replace(molecule, multiplicity=multiplicity)
        try:
            check_spin(state)
        except InputError as error:
            raise InputError(f"Multiplicity {multiplicity}: {error.message}", field=f"states.{index}") from error
        states.append(state)
    return states


def _spin_squared(result: LevelsResult) -> float | None:
    """<S^2> of the last level, where its engine gives it."""
    return result.outcomes[-1].calculation["molecules"][-1].get("spin_squared")


def _state(state: Molecule, result: LevelsResult) -> dict[str, Any]:
    found = {"multiplicity": state.multiplicity, "energy": round(result.energy, 9), "calculation": result.uuids}
    squared = _spin_squared(result)
    return found if squared is None else {**found, "spin_squared": round(squared, 4)}


def _contamination(state: Molecule, result: LevelsResult) -> list[dict[str, str]]:
    squared, spin = _spin_squared(result), (state.multiplicity - 1) / 2
    if squared is None:
        return []
    right = spin * (spin + 1)
    if abs(squared - right) <= _CONTAMINATION * max(right, 1.0):
        return []
    body = f"⟨S²⟩ of multiplicity {state.multiplicity} is {squared:.2f} instead of {right:.2f}: the state is mixed with others."
    return [message("warning", "Spin Contamination", body)]


def _paired_singlet(method: str, done: list[tuple[Molecule, LevelsResult]]) -> list[dict[str, str]]:
    """What a singlet with all electrons paired means beside other states.

    Methylene by bare PySCF 2.14, def2-TZVP, at its experimental geometries: r2SCAN 22.2 (paired) and 10.7 kcal/mol (broken symmetry, <S^2>
    0.74) above the triplet, B3LYP 11.7 and 6.7; experiment 9.0.
    """
    singlet = any(state.multiplicity == 1 and _spin_squared(result) is None for state, result in done)
    if not singlet or len(done) < 2 or method in _NO_RANKING:
        return []
    body = (
        "The singlet was computed with all electrons paired. A singlet that is a diradical comes out too high in this way: that of "
        "methylene lies 22 kcal/mol above its triplet with r2SCAN, where experiment has 9."
    )
    return [message("info", "The Singlet Has All Electrons Paired", body)]


def _changed(done: list[tuple[Molecule, LevelsResult]]) -> list[dict[str, str]]:
    """States that are no longer the molecule that was given."""
    found = []
    for state, result in done:
        details = [outcome.connectivity["detail"] for outcome in result.outcomes if outcome.connectivity["changed"]]
        if details:
            found.append(message("warning", f"Multiplicity {state.multiplicity} Changed Its Bonds", f"{details[-1]}."))
    return found
