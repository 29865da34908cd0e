"""The `psi4` program: where it is, its version, and one run of an input.

Only numbers, element symbols and words of fixed lists are written for the program to read.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable
from ...runtime.programs import run_program
from ...structures.elements import SYMBOLS
from ...structures.molecule import Molecule
from ..xtb_program import BARE_ENVIRONMENT, program_path

_SECONDS = 24 * 3600.0
_ANSWER = "answer.json"


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


def run_psi4(directory: Path, lines: list[str], threads: int) -> dict[str, Any]:
    """Run an input whose script gives `answer`, a dictionary, and return it.

    Raises ConvergenceError where the program ends without an answer, InputError for a basis set that it does not have.
    """
    text = ["import json", "import numpy", *lines, f"with open('{_ANSWER}', 'w') as target:", "    target.write(json.dumps(answer))", ""]
    (directory / "job.in").write_text("\n".join(text))
    place = str(directory)
    environment = {**BARE_ENVIRONMENT, "HOME": place, "TMPDIR": place, "PSI_SCRATCH": place, "OMP_NUM_THREADS": str(threads)}
    command = [psi4_path(), "-n", str(threads), "job.in", "job.out"]
    try:
        run_program("psi4", command, directory, seconds=_SECONDS, environment=environment)
        return json.loads((directory / _ANSWER).read_text())
    except (OSError, ValueError) as error:
        raise ConvergenceError("psi4 did not finish normally.", detail=_end_of_log(directory)) from error
    except ComputeError as error:
        log = _end_of_log(directory) + (error.detail or "")
        if "BasisSetNotFound" in log or "Unable to find a basis set" in log:
            raise InputError(
                "psi4 does not have this basis set for all elements of the structure. Choose another, for instance def2-SVP.",
                field="settings.basis_set",
                detail=log[-4000:],
            ) from error
        if "Could not converge SCF" in log or "SCFConvergenceError" in log:
            raise ConvergenceError("The self-consistent field of psi4 did not converge.", detail=log[-4000:]) from error
        raise


def _end_of_log(directory: Path) -> str:
    log = directory / "job.out"
    return log.read_text(encoding="utf-8", errors="replace")[-4000:] if log.exists() else ""


def molecule_lines(*molecules: Molecule) -> list[str]:
    """The block of one molecule or of the fragments of a complex, at the coordinates given (Angstrom) and without symmetry."""
    lines = ["molecule structure {"]
    for index, molecule in enumerate(molecules):
        lines += ["--"] if index else []
        lines.append(f"{molecule.charge} {molecule.multiplicity}")
        lines += [
            f"{SYMBOLS[int(number)]} {x:.10f} {y:.10f} {z:.10f}"
            for number, (x, y, z) in zip(molecule.numbers, molecule.positions, strict=True)
        ]
    return [*lines, "units angstrom", "no_com", "no_reorient", "symmetry c1", "}"]
