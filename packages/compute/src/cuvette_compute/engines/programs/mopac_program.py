"""The `mopac` program, where it is installed: one run of an input, and energies of PM6-D3H4X.

Its corrections: 10.1021/ct200751e, 10.1016/j.cplett.2011.03.009.

Only numbers and fixed words are written for the program to read. An energy is a heat of formation at 298 K, as semiempirical methods of
this family give it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from ...errors import ComputeError, ConvergenceError, MethodNotAvailable
from ...runtime.programs import run_program
from ...structures.elements import SYMBOLS
from ...structures.molecule import Molecule
from ...units import KCAL_PER_HARTREE
from ..xtb_program import BARE_ENVIRONMENT, program_path, program_version

WATER_PERMITTIVITY = 78.4
_HEAT = re.compile(r"FINAL HEAT OF FORMATION =\s*(-?\d+\.\d+) KCAL/MOL")
_SECONDS = 6 * 3600.0


@cache
def mopac_path() -> str:
    """Path of the program. Raises MethodNotAvailable."""
    return program_path("mopac", "CUVETTE_MOPAC")


@cache
def mopac_version() -> str:
    """The version that the program prints."""
    return program_version("mopac", mopac_path(), r"MOPAC version (\d+(?:\.\d+)+)")


def has_mopac() -> bool:
    """Whether the program computes hydrogen just now."""
    place = Path(tempfile.mkdtemp())
    try:
        hydrogen = Molecule(np.array([1, 1]), np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.74]]))
        return bool(np.isfinite(pm6_energy(hydrogen, place, 1, in_water=False)))
    except (ComputeError, OSError, subprocess.SubprocessError):
        return False
    finally:
        shutil.rmtree(place, ignore_errors=True)


def run_mopac(molecule: Molecule, words: list[str], directory: Path, threads: int) -> str:
    """Run one input at the geometry of a molecule and return what MOPAC wrote. Raises ConvergenceError."""
    unpaired = molecule.multiplicity - 1
    spin = ["UHF", f"MS={unpaired / 2:.1f}"] if unpaired else []
    header = [*words, "1SCF", "GEO-OK", f"CHARGE={molecule.charge}", f"THREADS={threads}", *spin]
    placed = zip(molecule.numbers, molecule.positions, strict=True)
    rows = [f"{SYMBOLS[int(number)]} {x:.8f} 1 {y:.8f} 1 {z:.8f} 1" for number, (x, y, z) in placed]
    (directory / "job.mop").write_text("\n".join([" ".join(header), "", "", *rows, ""]))
    # It opens a scratch file in the folder of temporary files, which a job cannot write elsewhere than in its own directory.
    environment = {**BARE_ENVIRONMENT, "HOME": str(directory), "TMPDIR": str(directory), "OMP_NUM_THREADS": str(threads)}
    run_program("MOPAC", [mopac_path(), "job.mop"], directory, seconds=_SECONDS, environment=environment)
    try:
        text = (directory / "job.out").read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ConvergenceError("MOPAC wrote no result.") from error
    if "JOB ENDED NORMALLY" not in text:
        raise ConvergenceError("MOPAC did not finish normally.", detail=text[-4000:])
    return text


def heat_of_formation(text: str) -> float:
    """The heat of formation (Hartree) of an output. Raises ConvergenceError."""
    found = _HEAT.findall(text)
    if not found:
        raise ConvergenceError("MOPAC did not finish normally.", detail=text[-4000:])
    return float(found[-1]) / KCAL_PER_HARTREE


def pm6_energy(molecule: Molecule, directory: Path, threads: int, *, in_water: bool) -> float:
    """Heat of formation (Hartree) with PM6-D3H4X, in water by COSMO where asked for. Raises ConvergenceError, MethodNotAvailable."""
    if molecule.multiplicity != 1:
        raise MethodNotAvailable("PM6-D3H4X is run for closed shells only.")
    words = ["PM6-D3H4X", *([f"EPS={WATER_PERMITTIVITY}"] if in_water else [])]
    return heat_of_formation(run_mopac(molecule, words, directory, threads))
