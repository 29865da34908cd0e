"""A molecule with one electron less or more: the multiplicities that it can have then, and which of them lies lowest.

An electron that leaves or comes changes the number of unpaired ones by one, up or down. A closed shell opens, and the one unpaired electron
of a main-group radical is paired. In a shell of d or f electrons, and where several electrons are unpaired, both can be the ground state:
Fe(II) (quintet) goes to Fe(III) (sextet), Cr(III) (quartet) to Cr(II) (quintet). Both are then computed, and the lower one is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import InputError
from ..methods.settings import method_title, ranks_spin_states
from ..runtime.notes import message
from ..structures.molecule import Molecule, check_spin
from ..units import KCAL_PER_HARTREE
from .levels import Level, LevelsResult, Piece

_D_AND_F_BLOCK = frozenset([*range(21, 31), *range(39, 49), *range(57, 81), *range(89, 113)])


@dataclass(frozen=True)
class ChargedState:
    """The molecule with another number of electrons, in each multiplicity that may be its ground state."""

    name: str
    title: str
    candidates: tuple[Molecule, ...]

    def pieces(self, levels: tuple[Level, ...]) -> list[Piece]:
        """The levels on each candidate; the only one has the state's own name."""
        if len(self.candidates) == 1:
            return [Piece(self.name, self.title, self.candidates[0], levels)]
        return [
            Piece(f"{self.name}/{one.multiplicity}", f"{self.title} with multiplicity {one.multiplicity}", one, levels)
            for one in self.candidates
        ]


@dataclass(frozen=True)
class Kept:
    """The candidate that lies lowest, what was tried, and the messages about it."""

    molecule: Molecule
    result: LevelsResult
    tried: tuple[int, ...]
    messages: list[dict[str, str]]

    def record(self) -> dict[str, Any]:
        """Charge and multiplicity, and the multiplicities that were tried where there was a choice."""
        found: dict[str, Any] = {"charge": self.molecule.charge, "multiplicity": self.molecule.multiplicity}
        return {**found, "multiplicities_tried": list(self.tried)} if len(self.tried) > 1 else found


def charged_state(molecule: Molecule, charge: int, name: str, title: str) -> ChargedState:
    """The molecule with `charge` added to its own (+1 or -1). Raises InputError where no multiplicity is possible."""
    given = molecule.multiplicity
    if given == 1:
        multiplicities = [2]
    elif given == 2 and not _D_AND_F_BLOCK & {int(number) for number in molecule.numbers}:
        multiplicities = [1]
    else:
        multiplicities = [given - 1, given + 1]
    candidates, problem = [], None
    for multiplicity in multiplicities:
        candidate = replace(molecule, charge=molecule.charge + charge, multiplicity=multiplicity)
        try:
            check_spin(candidate)
        except InputError as error:
            problem = error
            continue
        candidates.append(candidate)
    if problem is not None and not candidates:
        raise problem
    return ChargedState(name, title, tuple(candidates))


def refuse_without_ranking(state: ChargedState, level: Level) -> None:
    """Refuse a choice between multiplicities by a method that does not rank spin states. Raises InputError at the method."""
    method = level.settings["method"]
    if len(state.candidates) > 1 and not ranks_spin_states(method):
        values = " or ".join(str(one.multiplicity) for one in state.candidates)
        raise InputError(
            f"The spin of {state.title} is not known: multiplicity {values}. {method_title(method)} does not rank spin states; choose a "
            "density functional, which then computes both and keeps the lower one.",
            field=f"{level.field_path}.method",
        )


def keep_lowest(state: ChargedState, results: Sequence[LevelsResult]) -> Kept:
    """The candidate of the lowest energy (free energy where all have one). One that failed is named; where all failed it is the first."""
    tried = tuple(one.multiplicity for one in state.candidates)
    sound = [(one, result) for one, result in zip(state.candidates, results, strict=True) if result.failure is None]
    if not sound:
        return Kept(state.candidates[0], results[0], tried, [])
    free = [result.free_energy for _, result in sound if result.free_energy is not None]
    energies = free if len(free) == len(sound) else [result.energy for _, result in sound]
    place = energies.index(min(energies))
    molecule, result = sound[place]
    messages = [
        message(
            "warning",
            f"Multiplicity {one.multiplicity} Failed",
            f"Whether {state.title} with this multiplicity lies lower is not known: {bad.failure}.",
        )
        for one, bad in zip(state.candidates, results, strict=True)
        if bad.failure is not None
    ]
    if len(sound) > 1:
        above = (max(energies) - min(energies)) * KCAL_PER_HARTREE
        other = next(one.multiplicity for one, _ in sound if one is not molecule)
        body = (
            f"{state.title[0].upper()}{state.title[1:]} has multiplicity {molecule.multiplicity}; {other} lies {above:.1f} kcal/mol higher."
        )
        messages.append(message("info", "Spin of an Ion", body))
    return Kept(molecule, result, tried, messages)
