"""MOPAC as an engine, where an administrator has installed it: PM7 (10.1007/s00894-012-1667-x) and PM6-D3H4X.

Its energies are heats of formation at 298 K, so thermal corrections are not added to them, and every calculation says so.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from ...errors import ConvergenceError
from ...structures.molecule import Molecule
from ...units import ANGSTROM_PER_BOHR, KCAL_PER_HARTREE
from ..base import Engine, MethodInfo, Request
from ..pyscf.solvents import dielectric_constant
from .calculator import ProgramCalculator, ProgramPoint
from .mopac_program import mopac_version, run_mopac

_WORDS = {"pm7": "PM7", "pm6_d3h4x": "PM6-D3H4X"}
# MOPAC has parameters for these; the lanthanides between are bare charges ("sparkles"), which give no properties of their own.
_ELEMENTS = frozenset({*range(1, 58), *range(71, 84)})
_HEATS = {
    "kind": "energy",
    "what": "heat of formation at 298 K instead of a total energy",
    "reason": "Methods of MOPAC are fitted to heats of formation, and their energies are such.",
}


class MOPACEngine(Engine):
    """The mopac program."""

    name = "mopac"
    is_own_program = True
    gives_heats_of_formation = True
    methods = tuple(MethodInfo(name, _ELEMENTS, ("cosmo",), "Coulson", exponent=2.5) for name in _WORDS)

    def version(self) -> str:
        return mopac_version()

    def calculator(self, request: Request) -> ProgramCalculator:
        self.version()
        return ProgramCalculator(request, _run)


def _run(request: Request, molecule: Molecule, wants_gradient: bool, directory: Path) -> ProgramPoint:
    solvent = request.solvent_settings
    words = [_WORDS[request.method], "GRADIENTS", "AUX(PRECISION=9)"]
    words += [f"EPS={dielectric_constant(solvent['solvent']):.4f}"] if solvent else []
    words += ["PRECISE"] if request.tight else []
    run_mopac(molecule, words, directory, request.threads)
    text, count = (directory / "job.aux").read_text(encoding="utf-8", errors="replace"), len(molecule)
    gradient = _numbers(text, "GRADIENTS:KCAL/MOL/ANGSTROM", 3 * count).reshape(count, 3)
    return ProgramPoint(
        float(_numbers(text, "HEAT_OF_FORMATION:KCAL/MOL", 1)[0]) / KCAL_PER_HARTREE,
        gradient * ANGSTROM_PER_BOHR / KCAL_PER_HARTREE if wants_gradient else None,
        dipole=_numbers(text, "DIP_VEC:DEBYE", 3) if molecule.charge == 0 else None,
        charges=_numbers(text, "ATOM_CHARGES", count),
        homo_lumo_gap=_gap((directory / "job.out").read_text(encoding="utf-8", errors="replace")),
        deviations=[_HEATS],
    )


def _numbers(text: str, name: str, count: int) -> np.ndarray:
    """The numbers of a quantity in MOPAC's file of results, which writes exponents with D. Raises ConvergenceError."""
    lines = iter(text.splitlines())
    words: list[str] = []
    for line in lines:
        if line.startswith((f" {name}=", f" {name}[")):
            words = line.partition("=")[2].split()
            while len(words) < count and "=" not in (following := next(lines, "=")):
                words += following.split()
            break
    try:
        values = np.array([float(word.replace("D", "E")) for word in words])
        if len(values) != count or not np.isfinite(values).all():
            raise ValueError(f"{name} has {len(values)} values instead of {count}")
    except ValueError as error:
        raise ConvergenceError("MOPAC gave no usable answer.", detail=str(error)) from error
    return values


def _gap(output: str) -> float | None:
    """The gap (eV) between the orbitals that the output names; None for open shells, which have two lists."""
    found = re.search(r"HOMO LUMO ENERGIES \(EV\) =\s*(-?\d+\.\d+)\s+(-?\d+\.\d+)", output)
    return float(found[2]) - float(found[1]) if found else None
