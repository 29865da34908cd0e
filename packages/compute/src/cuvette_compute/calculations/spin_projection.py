"""Open-shell singlets: the energy of the pure singlet from a field of broken spin symmetry.

A field of broken symmetry mixes singlet and triplet. Yamaguchi's approximate projection takes the triplet out:
E(S) = E(T) + [E(BS) - E(T)] <S2>(T) / (<S2>(T) - <S2>(BS)), all at one geometry (Yamaguchi et al., Chem. Phys. Lett. 1988, 149, 537;
cited as other works do, not opened). With <S2> of 1 and 2 it is the sum method of Ziegler, Rauk and Baerends for multiplets (Theor.
Chim. Acta 1977, 43, 261, 10.1007/BF00551551).

Where the two electrons share a pair of orbitals that symmetry makes equal (atoms, linear molecules: O2, NH), the field of paired electrons
gives the same gap a second time: with J(xx) - J(xy) = 2K it lies 3K above the triplet, the pure singlet (1-Delta) 2K. A functional that
keeps these relations gives one number both ways; where the two are far apart, neither is to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .. import engines
from ..runtime.job import Job
from ..structures.inertia import is_linear
from ..structures.molecule import Molecule
from ..units import KCAL_PER_HARTREE
from .levels import Level, LevelsResult, Piece, run_levels

# <S2> from which a singlet counts as an open-shell one, and up to which it is a mixture of singlet and triplet alone.
OPEN_FROM, _TWO_ELECTRONS_UP_TO = 0.05, 1.15
# How far <S2> of the triplet may be off for the projection.
_TRIPLET_OFF = 0.2
# <S2> of one electron in each of two equal orbitals, give or take.
_HALF_AND_HALF = 0.15
_PAIRED_CYCLES = 40
# kcal/mol by which the gaps from the broken and from the paired field may differ.
MOST_DISAGREEMENT = 10.0


@dataclass(frozen=True)
class Projection:
    """The pure singlet of a broken-symmetry field at its geometry. Energies in Hartree.

    `energy` is None where the projection does not apply or its triplet failed. `disagreement` (kcal/mol) is how far the gap of the paired
    field is from it, None where symmetry does not relate the two.
    """

    broken_energy: float
    broken_spin_squared: float
    energy: float | None
    calculations: list[str]
    disagreement: float | None = None

    @property
    def is_withheld(self) -> bool:
        """Whether the gap to other states must not be printed."""
        return self.energy is None or (self.disagreement is not None and self.disagreement > MOST_DISAGREEMENT)


def parted_levels(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """The levels with an unrestricted reference where the engine can break the symmetry of a singlet and nobody chose a reference."""
    return tuple(
        _with_reference(level, "unrestricted")
        if engines.engine_for(level.settings).parts_singlets and not level.settings["scf_settings"].get("reference")
        else level
        for level in levels
    )


def _with_reference(level: Level, reference: str) -> Level:
    settings = {**level.settings, "scf_settings": {**level.settings["scf_settings"], "reference": reference}}
    return replace(level, settings=settings)


def spin_squared(result: LevelsResult) -> float | None:
    """<S^2> of the last level, where its engine gives it."""
    return result.outcomes[-1].calculation["molecules"][-1].get("spin_squared")


def project(job: Job, piece: Piece, result: LevelsResult) -> Projection | None:
    """Project a singlet that came out with broken symmetry; None for one whose electrons are paired.

    Computes the triplet at its geometry by the last level, and the paired singlet for atoms and linear molecules.
    """
    squared = spin_squared(result)
    if squared is None or squared < OPEN_FROM:
        return None
    last = piece.levels[-1]
    level = replace(last, settings={**last.settings, "tasks": ["energy"]})
    molecule = result.molecule
    triplet = run_levels(job, _at(piece, "triplet", "the triplet at the geometry of the singlet", replace(molecule, multiplicity=3), level))
    calculations = [uuid for uuid in triplet.uuids if uuid]
    of_triplet = None if triplet.failure else spin_squared(triplet)
    if of_triplet is None or abs(of_triplet - 2) > _TRIPLET_OFF or squared > _TWO_ELECTRONS_UP_TO:
        return Projection(result.energy, squared, None, calculations)
    gap = (result.energy - triplet.energy) * of_triplet / (of_triplet - squared)
    if not _has_equal_pair(molecule, squared):
        return Projection(result.energy, squared, triplet.energy + gap, calculations)
    level = _with_reference(level, "restricted")
    # Such a field rarely converges by itself; the second-order solver after it does.
    level.settings["scf_settings"]["max_iters"] = _PAIRED_CYCLES
    paired = run_levels(job, _at(piece, "paired", "the singlet with paired electrons", molecule, level))
    calculations += [uuid for uuid in paired.uuids if uuid]
    disagreement = None if paired.failure else abs(gap - 2 / 3 * (paired.energy - triplet.energy)) * KCAL_PER_HARTREE
    return Projection(result.energy, squared, triplet.energy + gap, calculations, disagreement)


def _has_equal_pair(molecule: Molecule, squared: float) -> bool:
    return (len(molecule) == 1 or is_linear(molecule)) and abs(squared - 1) <= _HALF_AND_HALF


def _at(piece: Piece, name: str, title: str, molecule: Molecule, level: Level) -> Piece:
    return Piece(f"{piece.name}/{name}", title, molecule, (level,))


def projection_record(projection: Projection) -> dict[str, Any]:
    """Return what is stored of a projection beside its state."""
    return {
        "broken_symmetry_energy": round(projection.broken_energy, 9),
        "projected_energy": None if projection.energy is None else round(projection.energy, 9),
        "disagreement": None if projection.disagreement is None else round(projection.disagreement, 2),
        "withheld": projection.is_withheld,
        "calculation": projection.calculations,
    }
