"""Strain of a pose: its energy, relaxed under springs on its atoms, above the lowest conformer of the molecule, at the same levels.

The springs (V = 1/2 k sum |r - r0|^2, k = 5 kcal/mol/Angstrom^2 by default) hold the heavy atoms near their places while bond lengths and
hydrogens relax; their energy is left out of the strain.
"""

from __future__ import annotations

import math
from typing import Any

from ..calculations.levels import LevelsResult, Piece, chain_levels, check_levels, level_rows, provenance, run_levels
from ..calculations.springs import Springs
from ..errors import InputError
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import Crew
from ..structures.molecule import Molecule
from ..structures.points import triple
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_generation import generate
from .conformer_search import Search
from .conformer_structure import check_limits, generator_settings, read_structure


def run(job: Job) -> Result:
    """Relax the pose, search the conformers, subtract. Raises InputError, ConvergenceError."""
    if job.data.get("initial_molecule") is None:
        raise InputError("Strain needs a pose: a molecule with coordinates.", field="initial_molecule")
    structure = read_structure(job)
    generator = generator_settings(job.data)
    check_limits(structure, generator, job.data)
    levels = chain_levels(job.data)
    if not any(level.optimizes for level in levels):
        raise InputError("Strain needs an optimization: choose a method for it.", field="multistage_opt_settings.optimization_settings")
    if any(level.settings["opt_settings"]["transition_state"] for level in levels):
        raise InputError("Strain is not defined for transition states.", field="multistage_opt_settings.transition_state")
    check_levels(levels, structure.molecule)
    springs = _springs(job.data, structure.molecule)
    last_optimization = max(index for index, level in enumerate(levels) if level.optimizes)
    values: dict[str, Any] = {}

    def take_pose(pose: LevelsResult) -> None:
        if pose.error is not None:
            raise pose.error
        values["constrained_optimization"] = pose.uuids[last_optimization]
        job.partial(values)

    # With several processes, beside the search.
    crew = Crew(job, run_levels, "Relaxing the pose", "pose")
    with job.share(0.0, 0.15):
        piece = Piece("pose", "the pose", structure.molecule, tuple(levels), structure.mol, springs=springs)
        relaxation = crew.begin(piece, take_pose)
    search = Search(job, structure, generator, levels, prefix="search/")
    with job.share(0.15, 1.0):
        pool = generate(job, structure, generator)
        conformers = search.optimize(pool)
    pose: LevelsResult = next(crew.finished([relaxation])).result
    sound = search.sound(conformers)
    strain = (pose.energy - sound[0].energy) * KCAL_PER_HARTREE
    values |= {"conformers": [conformer.uuids[-1] for conformer in sound], "strain": round(strain, 4)}
    messages = [*search.messages, *pose.messages]
    excluded = [conformer for conformer in conformers if conformer.excluded is not None]
    if excluded:
        reasons = ", ".join(sorted({str(conformer.excluded) for conformer in excluded}))
        messages.append(message("info", "Conformers Left Out", f"{len(excluded)} conformers do not count: {reasons}."))
    record = provenance(
        job,
        [*level_rows(levels, [pose]), *pool.stages, *search.stages],
        [*pool.deviations, *search.deviations],
        ranking=pool.ranking,
        ensemble=search.ensemble(sound, []),
        structure=structure.record(),
        springs={"constant": springs.constant, "atoms": len(springs.atoms), "energy_kcal": _held(springs, pose.molecule)},
    )
    return Result(values, {**record, "seed": job.seed}, messages, missed_caveats(strain))


def missed_caveats(strain: float) -> list[dict[str, Any]]:
    """The caveat of a strain (kcal/mol) below zero by more than the convergence of the energies: the lowest conformer was not found."""
    if strain >= -0.1:
        return []
    text = "The pose lies below every conformer that was found, so the search missed the lowest one. Sample more conformers."
    return [caveat("changes_number", text, values=["strain"], table="strain")]


def _held(springs: Springs, molecule: Molecule) -> float:
    """Return what the springs still hold in the relaxed pose, kcal/mol: not in the strain."""
    return round(springs.energy(molecule.positions) * KCAL_PER_HARTREE, 4)


def _springs(data: dict[str, Any], molecule: Molecule) -> Springs:
    constant = data.get("harmonic_constraint_spring_constant", 5)
    if isinstance(constant, bool) or not isinstance(constant, int | float) or not math.isfinite(constant) or not 0 <= constant <= 1e4:
        raise InputError(
            f"The spring constant must lie between 0 and 10000 kcal/mol/Å², not {constant!r}.", field="harmonic_constraint_spring_constant"
        )
    every = bool(data.get("constrain_hydrogens"))
    atoms = tuple(index for index, number in enumerate(molecule.numbers) if every or number != 1)
    places = tuple(triple(molecule.positions[index]) for index in atoms)
    return Springs(atoms, places, float(constant))
