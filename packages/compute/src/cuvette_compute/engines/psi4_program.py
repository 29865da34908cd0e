"""Symmetry-adapted perturbation theory by the `psi4` program, where it is installed: SAPT0 (10.1063/1.4867135).

Only numbers, element symbols and names of a fixed list of basis sets are written for the program to read.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..errors import ComputeError, ConvergenceError, MethodNotAvailable
from ..runtime.programs import run_program
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule
from .xtb_program import BARE_ENVIRONMENT, program_path

BASIS_SETS = ("jun-cc-pVDZ", "cc-pVDZ", "aug-cc-pVDZ", "jun-cc-pVTZ", "aug-cc-pVTZ", "def2-SVPD", "def2-TZVPD")
_SECONDS = 24 * 3600.0
_TERMS = {
    "electrostatics": "SAPT ELST ENERGY",
    "exchange": "SAPT EXCH ENERGY",
    "induction": "SAPT IND ENERGY",
    "dispersion": "SAPT DISP ENERGY",
    "total": "SAPT TOTAL ENERGY",
}


@dataclass(frozen=True)
class Interaction:
    """The interaction energy of two molecules and its terms, in Hartree."""

    electrostatics: float
    exchange: float
    induction: float
    dispersion: float
    total: float


@cache
def psi4_path() -> str:
    """Path of the program. Raises MethodNotAvailable."""
    return program_path("psi4", "CUVETTE_PSI4")


@cache
def psi4_version() -> str:
    """The version that the program prints. Raises MethodNotAvailable where it prints none."""
    # It writes a file of timings wherever it is started.
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(
            [psi4_path(), "--version"],
            cwd=place,
            env={**BARE_ENVIRONMENT, "HOME": place},
            capture_output=True,
            text=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    words = done.stdout.split()
    if done.returncode != 0 or not words or not words[-1][0].isdigit():
        raise MethodNotAvailable("The psi4 program on this worker does not answer.", detail=done.stdout + done.stderr)
    return words[-1]


def has_psi4() -> bool:
    """Whether the program is here and answers."""
    try:
        return bool(psi4_version())
    except (ComputeError, OSError, subprocess.SubprocessError):
        return False


def sapt0(first: Molecule, second: Molecule, basis_set: str, directory: Path, threads: int, memory_mb: int) -> Interaction:
    """SAPT0 of two closed-shell molecules with frozen cores. Raises MethodNotAvailable for a basis set, ConvergenceError."""
    if basis_set not in BASIS_SETS:
        raise MethodNotAvailable(f"The basis set is not one of {', '.join(BASIS_SETS)}.")
    (directory / "job.in").write_text(_input(first, second, basis_set, memory_mb))
    environment = {**BARE_ENVIRONMENT, "HOME": str(directory), "PSI_SCRATCH": str(directory), "OMP_NUM_THREADS": str(threads)}
    command = [psi4_path(), "-n", str(threads), "job.in", "job.out"]
    run_program("psi4", command, directory, seconds=_SECONDS, environment=environment)
    try:
        values = json.loads((directory / "terms.json").read_text())
        return Interaction(**{name: float(values[name]) for name in _TERMS})
    except (OSError, ValueError, KeyError) as error:
        log = directory / "job.out"
        detail = log.read_text(encoding="utf-8", errors="replace")[-4000:] if log.exists() else ""
        raise ConvergenceError("psi4 did not finish normally.", detail=detail) from error


def _input(first: Molecule, second: Molecule, basis_set: str, memory_mb: int) -> str:
    lines = ["import json", f"memory {memory_mb} mb", "molecule dimer {"]
    for index, molecule in enumerate((first, second)):
        lines += ["--"] if index else []
        lines.append(f"{molecule.charge} {molecule.multiplicity}")
        lines += [
            f"{SYMBOLS[int(number)]} {x:.10f} {y:.10f} {z:.10f}"
            for number, (x, y, z) in zip(molecule.numbers, molecule.positions, strict=True)
        ]
    lines += ["units angstrom", "no_com", "no_reorient", "symmetry c1", "}"]
    lines += ["set {", f"basis {basis_set}", "scf_type df", "freeze_core true", "}", "energy('sapt0')"]
    terms = ", ".join(f"{name!r}: variable({variable!r})" for name, variable in _TERMS.items())
    lines += [f"open('terms.json', 'w').write(json.dumps({{{terms}}}))", ""]
    return "\n".join(lines)
