"""Symmetry-adapted perturbation theory by the `psi4` program, where it is installed: SAPT0 (10.1063/1.4867135)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...errors import ConvergenceError, MethodNotAvailable
from ...structures.molecule import Molecule
from .psi4_program import molecule_lines, run_psi4

BASIS_SETS = ("jun-cc-pVDZ", "cc-pVDZ", "aug-cc-pVDZ", "jun-cc-pVTZ", "aug-cc-pVTZ", "def2-SVPD", "def2-TZVPD")
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


def sapt0(first: Molecule, second: Molecule, basis_set: str, directory: Path, threads: int, memory_mb: int) -> Interaction:
    """SAPT0 of two closed-shell molecules with frozen cores. Raises MethodNotAvailable for a basis set, ConvergenceError."""
    if basis_set not in BASIS_SETS:
        raise MethodNotAvailable(f"The basis set is not one of {', '.join(BASIS_SETS)}.")
    terms = ", ".join(f"{name!r}: variable({variable!r})" for name, variable in _TERMS.items())
    lines = [f"memory {memory_mb} mb", *molecule_lines(first, second)]
    lines += ["set {", f"basis {basis_set}", "scf_type df", "freeze_core true", "}", "energy('sapt0')", f"answer = {{{terms}}}"]
    values = run_psi4(directory, lines, threads)
    try:
        return Interaction(**{name: float(values[name]) for name in _TERMS})
    except (ValueError, KeyError) as error:
        raise ConvergenceError("psi4 did not finish normally.") from error
