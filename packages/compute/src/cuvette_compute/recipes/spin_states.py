"""Spin states: the same molecule optimized in several multiplicities, each from the given structure through the same levels.

A singlet is let part its electrons (broken spin symmetry) where that lowers the energy; its energy is then the spin-projected one. Straight
carbenes start bent, and a geometry that ends on a saddle point is followed down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..calculations.levels import LevelsResult, Piece, chain_levels, check_levels, level_deviations, level_rows, provenance
from ..calculations.spin_projection import MOST_DISAGREEMENT, Projection, parted_levels, project, projection_record, spin_squared
from ..calculations.to_minimum import Checked, run_to_minimum
from ..chemistry.bent_centres import bent
from ..errors import ConvergenceError, InputError
from ..methods.settings import ranks_spin_states
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..structures.molecule import Molecule, check_spin, molecule_from_json
from ..units import KCAL_PER_HARTREE
from . import Result

# A state whose <S^2> is off by more than this part of its right value is contaminated by others.
_CONTAMINATION = 0.1


@dataclass
class State:
    """A multiplicity with what came of it."""

    molecule: Molecule
    checked: Checked
    projection: Projection | None

    @property
    def result(self) -> LevelsResult:
        return self.checked.result

    @property
    def multiplicity(self) -> int:
        return self.molecule.multiplicity

    @property
    def energy(self) -> float:
        """Hartree: spin-projected where that can be done and trusted."""
        projection = self.projection
        return self.result.energy if projection is None or projection.is_withheld or projection.energy is None else projection.energy


def run(job: Job) -> Result:
    """Run each multiplicity; one that fails is left out and named. Raises ConvergenceError when all fail."""
    molecule = molecule_from_json(job.data.get("initial_molecule"))
    states = _states(job.data.get("states", [1, 3, 5]), molecule)
    levels = chain_levels(job.data)
    for state in states:
        check_levels(levels, state)
    pieces = [
        Piece(
            f"multiplicity/{state.multiplicity}",
            f"the molecule with multiplicity {state.multiplicity}",
            state.at(bent(state.numbers, state.positions)) if any(level.optimizes for level in levels) else state,
            parted_levels(tuple(levels)) if state.multiplicity == 1 else tuple(levels),
        )
        for state in states
    ]
    # The farther from the given state, the farther its geometry: those take longest.
    words = "Optimizing the molecule in each multiplicity"
    found = each(job, run_state, pieces, words, "spin", lambda piece: abs(piece.molecule.multiplicity - molecule.multiplicity))
    results = [state.result for state in found]
    done = [state for state in found if state.result.failure is None]
    if not done:
        raise ConvergenceError(f"No multiplicity could be computed. Multiplicity {states[0].multiplicity}: {results[0].failure}.")
    messages = [
        message("error", f"Multiplicity {state.multiplicity} Failed", f"{result.failure[0].upper()}{result.failure[1:]}".rstrip(".") + ".")
        for state, result in zip(states, results, strict=True)
        if result.failure is not None
    ]
    record = provenance(job, level_rows(levels, results), level_deviations(levels, molecule))
    return Result({"spin_states": [_state(state) for state in done]}, record, messages, _caveats(levels[-1].settings["method"], done))


def run_state(job: Job, piece: Piece) -> State:
    """One multiplicity: its levels down to a minimum, and the projection of an open-shell singlet."""
    with job.share(0.0, 0.8):
        checked = run_to_minimum(job, piece)
    projection = None
    if piece.molecule.multiplicity == 1 and checked.result.failure is None:
        with job.share(0.8, 1.0):
            projection = project(job, piece, checked.result)
    return State(piece.molecule, checked, projection)


def _states(given: Any, molecule: Molecule) -> list[Molecule]:
    """The molecule in each multiplicity. Raises InputError at "states.1" for one that it cannot have."""
    if not isinstance(given, list) or not given:
        raise InputError("Choose at least one multiplicity.", field="states")
    states = []
    for index, multiplicity in enumerate(given):
        if isinstance(multiplicity, bool) or not isinstance(multiplicity, int):
            raise InputError(f"A multiplicity is a whole number, not {multiplicity!r}.", field=f"states.{index}")
        if multiplicity in given[:index]:
            raise InputError(f"The multiplicity {multiplicity} occurs twice.", field=f"states.{index}")
        state = replace(molecule, multiplicity=multiplicity)
        try:
            check_spin(state)
        except InputError as error:
            raise InputError(f"Multiplicity {multiplicity}: {error.message}", field=f"states.{index}") from error
        states.append(state)
    return states


def _state(state: State) -> dict[str, Any]:
    found = {"multiplicity": state.multiplicity, "energy": round(state.energy, 9), "calculation": state.result.uuids}
    squared = spin_squared(state.result)
    if squared is not None:
        found["spin_squared"] = round(squared, 4)
    if state.projection is not None:
        found["spin_projection"] = projection_record(state.projection)
    return found


def _caveats(method: str, done: list[State]) -> list[dict[str, Any]]:
    """Return what belongs beside the numbers of single states."""
    found = []
    for row, state in enumerate(done):
        texts = [*([] if not ranks_spin_states(method) else _of_spin(state, done)), _of_saddle(state), _of_bonds(state)]
        where = {"values": [f"relative_energy_{state.multiplicity}"], "table": "spin_states", "rows": [row]}
        found += [caveat("changes_number", text, **where) for text in texts if text]
    return found


def _of_spin(state: State, done: list[State]) -> list[str | None]:
    if state.projection is not None:
        return [_of_projection(state, state.projection)]
    return [_contamination(state), _paired_singlet(state) if len(done) > 1 else None]


def _of_projection(state: State, projection: Projection) -> str:
    squared = f"⟨S²⟩ {projection.broken_spin_squared:.2f}"
    if projection.energy is None:
        return (
            f"The singlet has unpaired electrons ({squared}) and is mixed with more than the triplet, so it cannot be spin-projected: its "
            "distance from the other states is not known."
        )
    if projection.is_withheld:
        return (
            f"The singlet has two unpaired electrons in equal orbitals ({squared}). Two estimates of its energy differ by "
            f"{projection.disagreement:.0f} kcal/mol with this functional, more than {MOST_DISAGREEMENT:.0f}, so its "
            "distance from the other states is withheld. Use a multireference method."
        )
    change = (projection.energy - projection.broken_energy) * KCAL_PER_HARTREE
    return (
        f"The singlet has unpaired electrons: its energy is the broken-symmetry one ({squared}), spin-projected after Yamaguchi, which "
        f"changes it by {change:+.1f} kcal/mol. Gaps of such singlets are off by several kcal/mol."
    )


def _of_saddle(state: State) -> str | None:
    if state.checked.imaginary is None:
        return None
    return (
        f"The geometry of multiplicity {state.multiplicity} is a saddle point (imaginary frequency "
        f"{abs(state.checked.imaginary):.0f}i cm⁻¹), not a minimum: its energy is too high."
    )


def _contamination(state: State) -> str | None:
    squared, spin = spin_squared(state.result), (state.multiplicity - 1) / 2
    if squared is None:
        return None
    right = spin * (spin + 1)
    if abs(squared - right) <= _CONTAMINATION * max(right, 1.0):
        return None
    return f"⟨S²⟩ of multiplicity {state.multiplicity} is {squared:.2f} instead of {right:.2f}: the state is mixed with others."


def _paired_singlet(state: State) -> str | None:
    """Return what a singlet that had to stay paired means beside other states.

    Methylene by bare PySCF 2.14, def2-TZVP, at its experimental geometries: r2SCAN 22.2 (paired) and 10.7 kcal/mol (broken symmetry, <S^2>
    0.74) above the triplet, B3LYP 11.7 and 6.7; experiment 9.0.
    """
    if state.multiplicity != 1 or spin_squared(state.result) is not None:
        return None
    return (
        "The singlet was computed with all electrons paired. A singlet that is a diradical comes out too high in this way: that of "
        "methylene lies 22 kcal/mol above its triplet with r²SCAN, where experiment has 9."
    )


def _of_bonds(state: State) -> str | None:
    """That a state is no longer the molecule that was given."""
    details = [outcome.connectivity["detail"] for outcome in state.result.outcomes if outcome.connectivity["changed"]]
    return f"Multiplicity {state.multiplicity} changed its bonds: {details[-1]}." if details else None
