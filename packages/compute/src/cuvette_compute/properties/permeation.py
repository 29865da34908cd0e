"""PyPermm in an environment of its own, as it needs Python 3.12 or newer: one process for each molecule, JSON in and out."""

from __future__ import annotations

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from ..engines.xtb_program import BARE_ENVIRONMENT
from ..errors import ComputeError, MethodNotAvailable
from ..runtime.places import ENVIRONMENTS
from ..runtime.programs import last_line
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule

MISSING = (
    "PyPermm is not installed on this worker; it takes Python 3.12 or newer. "
    'An administrator installs it with "npm run setup -- --with pypermm", or names a Python that has it with CUVETTE_PYPERMM.'
)
_SCRIPT = Path(__file__).with_name("permeation_process.py")
_SECONDS = 3600.0


def pypermm_python() -> str:
    """The interpreter of the environment. Raises MethodNotAvailable."""
    place = os.environ.get("CUVETTE_PYPERMM") or str(ENVIRONMENTS / "pypermm" / "bin" / "python")
    if not os.access(place, os.X_OK) or not Path(place).is_file():
        raise MethodNotAvailable(MISSING)
    return place


@cache
def pypermm_version() -> str:
    """The version of the package there. Raises MethodNotAvailable where it does not answer."""
    try:
        return str(_ask({})["version"])
    except (ComputeError, OSError, KeyError, subprocess.SubprocessError) as error:
        if isinstance(error, MethodNotAvailable):
            raise
        raise MethodNotAvailable(f"PyPermm does not answer: {error}") from error


def has_pypermm() -> bool:
    """Whether the package is there and answers."""
    try:
        return bool(pypermm_version())
    except MethodNotAvailable:
        return False


def run_permm(molecule: Molecule) -> dict[str, Any]:
    """Permeabilities (`logP_BLM`, ..., log10 of cm/s), `E_bind` (kcal/mol), `z` (Å) and `energies` (kcal/mol). Raises ComputeError."""
    symbols = [SYMBOLS[int(number)] for number in molecule.numbers]
    return _ask({"symbols": symbols, "coordinates": molecule.positions.tolist()})


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    done = subprocess.run(
        [pypermm_python(), str(_SCRIPT), json.dumps(question)],
        stdin=subprocess.DEVNULL,
        env={**BARE_ENVIRONMENT, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        raise ComputeError(f"PyPermm failed: {last_line(done.stderr)}", detail=done.stderr[-4000:]) from None
    if "error" in answer:
        raise ComputeError(f"PyPermm cannot judge this molecule: {answer['error']}")
    return answer
