"""Optimizations that must end in a minimum: one that symmetry held on a saddle point goes on from beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .. import engines
from ..methods.settings import method_title
from ..runtime.job import Job
from ..structures.inertia import is_linear
from ..structures.molecule import Molecule
from ..vibrations.hessian import hessian_of
from ..vibrations.normal_modes import normal_modes
from .calculation import physics
from .levels import Level, LevelsResult, Piece, run_levels

# cm^-1 below zero from which a mode is no noise of the geometry.
_IMAGINARY = -100.0
# Angstrom that the atom that moves most is pushed along the mode.
_PUSH = 0.3
# Atoms up to which a Hessian is cheap: by GFN-xTB, and by a density functional.
_CHEAP_ATOMS, _CHEAP_ATOMS_DFT = 30, 4


@dataclass
class Checked:
    """A result whose geometry was checked; frequencies (cm^-1, negative) of the imaginary mode that was followed, and of one left."""

    result: LevelsResult
    followed: float | None = None
    imaginary: float | None = None


def run_to_minimum(job: Job, piece: Piece) -> Checked:
    """Run the levels of a piece; a last optimization that ended on a saddle is repeated from beside it, once.

    The modes are looked at where they are cheap, where they were asked for, and for linear molecules, which cannot bend by themselves.
    """
    with job.share(0.0, 0.8):
        result = run_levels(job, piece)
    found = _lowest_mode(job, piece, result)
    if found is None or found[0] >= _IMAGINARY:
        return Checked(result)
    frequency, displacements, molecule = found
    push = displacements * (_PUSH / np.abs(displacements).max())
    again = replace(piece, name=f"{piece.name}/beside", molecule=molecule.at(molecule.positions + push), mol=None)
    with job.share(0.8, 1.0):
        second = run_levels(job, again)
        if second.failure is not None:
            return Checked(result, imaginary=frequency)
        left = _lowest_mode(job, again, second)
    return Checked(second, frequency, None if left is None or left[0] >= _IMAGINARY else left[0])


def _lowest_mode(job: Job, piece: Piece, result: LevelsResult) -> tuple[float, np.ndarray, Molecule] | None:
    """Frequency (cm^-1), displacements and geometry of the lowest mode after the last optimization; None where nothing is looked at."""
    index = next((i for i in reversed(range(len(piece.levels))) if piece.levels[i].optimizes), None)
    if index is None or result.failure is not None or len(piece.molecule) < 3 or piece.springs or piece.molecule.cell:
        return None
    level, outcome = piece.levels[index], result.outcomes[index]
    if level.settings["opt_settings"]["constraints"]:
        return None
    molecule = outcome.molecule
    known = outcome.calculation["molecules"][-1].get("vibrational_modes")
    if known:
        lowest = min(known, key=lambda mode: mode["frequency"])
        return lowest["frequency"], np.array(lowest["displacements"]), molecule
    if not (is_linear(molecule) or len(molecule) <= _cheap_atoms(level)):
        return None
    settings = level.settings
    calculator = engines.calculator(settings, molecule, job, tight=True, mol=piece.mol, field_path=level.field_path)
    inputs = {"positions": np.round(molecule.positions, 8).tolist(), "settings": physics(settings)}
    words = f"Checking the geometry of {piece.title} with {method_title(settings['method'])}"
    hessian, _ = hessian_of(job, f"{piece.name}/check-hessian", molecule, calculator, inputs, words)
    mode = normal_modes(molecule, hessian, None)[0]
    return mode.frequency, mode.displacements, molecule


def _cheap_atoms(level: Level) -> int:
    return _CHEAP_ATOMS if engines.engine_for(level.settings).cheap_gradient else _CHEAP_ATOMS_DFT
