"""Fukui indices: where a molecule is attacked, from the charges of its atoms with one electron more and one less.

f+ = q(N) - q(N+1), f- = q(N-1) - q(N), f0 = (q(N-1) - q(N+1)) / 2, all at the geometry of the molecule itself; each sums to 1 (the
finite-difference form of Yang and Mortier, 10.1021/ja00279a008). Global electrophilicity w = mu^2 / 2 eta after Parr, von Szentpaly and
Liu (10.1021/ja983494x), in eV, with mu = -(I + A)/2, eta = I - A, and vertical ionization energy I and electron affinity A.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..calculations.charged_states import ChargedState, charged_state, keep_lowest, refuse_without_ranking
from ..calculations.levels import Level, LevelsResult, Piece, check_levels, level_deviations, level_of, level_rows, provenance, run_levels
from ..errors import ConvergenceError, InputError
from ..methods.settings import canonical, method_title
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import each
from ..schemas.knowledge import knowledge
from ..structures.molecule import Molecule, molecule_from_json
from ..units import EV_PER_HARTREE
from . import Result

# GFN-xTB describes an electron's removal too high by this (its self-interaction error): xtb's "empirical IP shift", the same for I and A.
XTB_IONIZATION_SHIFT_EV: float = knowledge()["calibrations"]["redox"]["xtb_ionization_shift"]
_SHIFTED = ("gfn1_xtb", "gfn2_xtb")
_SUM_TOLERANCE = 1e-3


def run(job: Job) -> Result:
    """Run the optimization, if one is asked for, and the three states; raises ConvergenceError when one of them fails."""
    data = job.data
    molecule = molecule_from_json(data.get("initial_molecule"))
    mode = canonical(data.get("mode"))
    asked = data.get("opt_settings", {"method": "gfn2_xtb"})
    optimization = level_of(asked, "opt_settings", ["optimize"], mode) if asked else None
    level = level_of(data.get("fukui_settings") or {"method": "gfn1_xtb"}, "fukui_settings", ["energy", "charge"], mode)
    levels = [*([optimization] if optimization else []), level]
    ions = charge_states(molecule)
    check_levels(levels, molecule)
    for ion in ions:
        refuse_without_ranking(ion, level)
        for candidate in ion.candidates:
            check_levels([level], candidate)
    results: list[LevelsResult] = []
    if optimization:
        with job.share(0.0, 0.6):
            results.append(run_levels(job, Piece("optimization", "the molecule", molecule, (optimization,))))
        _require(results[0])
        molecule = results[0].molecule
        job.partial({"optimization": results[0].uuids[0]})
    placed = [replace(ion, candidates=tuple(one.at(molecule.positions) for one in ion.candidates)) for ion in ions]
    pieces = [Piece("neutral", "the molecule", molecule, (level,)), *(piece for ion in placed for piece in ion.pieces((level,)))]
    with job.share(0.6 if optimization else 0.0, 1.0):
        points = each(job, run_levels, pieces, "Computing the molecule with one electron more and less", "fukui")
    following = iter(points[1:])
    kept = [keep_lowest(ion, [next(following) for _ in ion.candidates]) for ion in placed]
    chosen = [points[0], *(one.result for one in kept)]
    for point in chosen:
        _require(point)
    data, messages = fukui_indices(level, chosen)
    messages += [found for one in kept for found in one.messages]
    rows = [*level_rows(levels[:-1], results), *level_rows([level], points)]
    states = [{"charge": molecule.charge, "multiplicity": molecule.multiplicity}, *(one.record() for one in kept)]
    record = provenance(job, rows, level_deviations(levels, molecule), states=states)
    done = {"optimization": results[0].uuids[0] if results else None, **data}
    return Result(done, record, [*[m for result in results for m in result.messages], *messages])


def charge_states(molecule: Molecule) -> list[ChargedState]:
    """The molecule with one electron more, and with one less. Raises InputError for one that has too few to lose one."""
    if int(molecule.numbers.sum()) - molecule.charge < 2:
        words = "The molecule has too few electrons to lose one; Fukui indices need at least two."
        raise InputError(words, field="initial_molecule.charge")
    return [
        charged_state(molecule, -1, "anion", "the molecule with one electron more"),
        charged_state(molecule, 1, "cation", "the molecule with one electron less"),
    ]


def _require(result: LevelsResult) -> None:
    if result.error is not None:
        raise result.error


def _charges(level: Level, result: LevelsResult) -> np.ndarray:
    charges = result.outcomes[-1].calculation["molecules"][-1]["mulliken_charges"]
    if charges is None:
        raise InputError(
            f"{method_title(level.settings['method'])} gives no charges of atoms, which Fukui indices are differences of; "
            "choose another method, GFN1-xTB for example.",
            field=f"{level.field_path}.method",
        )
    return np.array(charges)


def fukui_indices(level: Level, points: list[LevelsResult]) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """Indices and electrophilicity from the molecule, its anion and its cation; and the messages about them."""
    neutral, anion, cation = (_charges(level, point) for point in points)
    lists = {"fukui_positive": neutral - anion, "fukui_negative": cation - neutral, "fukui_zero": (cation - anion) / 2}
    for name, values in lists.items():
        if abs(values.sum() - 1) > _SUM_TOLERANCE:
            raise ConvergenceError(f"The values of {name} sum to {values.sum():.4f} instead of 1: the charges are not converged.")
    shift = XTB_IONIZATION_SHIFT_EV if level.settings["method"] in _SHIFTED else 0.0
    energies = [point.energy * EV_PER_HARTREE for point in points]
    ionization, affinity = energies[2] - energies[0] - shift, energies[0] - energies[1] - shift
    hardness = ionization - affinity
    potential = -(ionization + affinity) / 2
    method = method_title(level.settings["method"])
    words = f"Vertical ionization energy {ionization:.2f} eV and electron affinity {affinity:.2f} eV with {method}"
    if shift:
        words += f", both corrected by {shift} eV for the method's self-interaction error"
    messages = [message("info", "Global electrophilicity", f"{words}.")]
    index = None
    if hardness > 0:
        index = round(potential**2 / (2 * hardness), 6)
    else:
        messages.append(message("warning", "No Electrophilicity", "The hardness I − A is not positive, so the index is not defined."))
    return {
        "global_electrophilicity_index": index,
        **{name: [round(float(value), 6) for value in values] for name, values in lists.items()},
    }, messages
