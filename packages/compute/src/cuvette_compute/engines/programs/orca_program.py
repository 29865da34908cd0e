"""The `orca` program: where it is, its version, and one run through the ORCA Python Interface (OPI).

OPI (`orca-pi`) is licensed under the GPL, so it is not part of Cuvette's own environment: a small script, `orca_by_opi.py`, runs with it in
one of its own (`npm run setup -- --with orca`). ORCA itself is installed by an administrator, who names its folder by CUVETTE_ORCA.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable
from ...runtime.places import ENVIRONMENTS
from ...runtime.programs import run_program
from ..xtb_program import BARE_ENVIRONMENT

OLDEST = (6, 1)
_SECONDS = 7 * 24 * 3600.0
_VERSION = re.compile(r"Program Version\s+(\d+)\.(\d+)(?:\.(\d+))?")
_SCRIPT = Path(__file__).with_name("orca_by_opi.py")


@cache
def orca_path() -> Path:
    """The `orca` program. Raises MethodNotAvailable.

    Debian's `orca` is a screen reader: a program on the search path counts only with ORCA's other programs beside it.
    """
    named = os.environ.get("CUVETTE_ORCA")
    places = (
        [Path(named), Path(named) / "orca", Path(named) / "bin" / "orca"]
        if named
        else [Path(found) for found in [shutil.which("orca")] if found]
    )
    for place in places:
        program = place.resolve()
        if program.is_file() and os.access(program, os.X_OK) and (program.parent / "orca_2json").is_file():
            return program
    where = f"CUVETTE_ORCA names {named}, where it is not" if named else "CUVETTE_ORCA names its folder"
    raise MethodNotAvailable(f"The ORCA program is not installed on this worker ({where}).")


@cache
def orca_version() -> str:
    """The version that the program prints, where it is 6.1 or newer and OPI is here. Raises MethodNotAvailable."""
    path = orca_path()
    try:
        done = subprocess.run(
            [str(path), "--version"],
            env=_environment(path, Path("/tmp")),
            capture_output=True,
            text=True,
            timeout=30,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        printed = done.stdout + done.stderr
    except (OSError, subprocess.SubprocessError) as error:
        printed = str(error)
    found = _VERSION.search(printed)
    if not found:
        raise MethodNotAvailable("The ORCA program on this worker does not answer.", detail=printed[-4000:])
    version = ".".join(part for part in found.groups() if part)
    if (int(found[1]), int(found[2])) < OLDEST:
        raise MethodNotAvailable(f"ORCA {version} on this worker is too old: {OLDEST[0]}.{OLDEST[1]} or newer is needed.")
    opi_python()
    return version


def opi_python() -> Path:
    """The interpreter that has OPI. Raises MethodNotAvailable."""
    python = ENVIRONMENTS / "orca" / "bin" / "python"
    if not python.exists():
        raise MethodNotAvailable('ORCA needs its Python interface (orca-pi) on this worker: "npm run setup -- --with orca".')
    return python


def run_orca(directory: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """Run what `orca_by_opi.py` is asked and return its answer.

    Raises InputError for what ORCA does not take, ConvergenceError where its field does not converge or it gives no answer.
    """
    path = orca_path()
    (directory / "asked.json").write_text(json.dumps(asked))
    command = [str(opi_python()), "-I", str(_SCRIPT), str(directory)]
    try:
        run_program("ORCA", command, directory, seconds=_SECONDS, environment=_environment(path, directory))
        answer = json.loads((directory / "answer.json").read_text())
    except (OSError, ValueError) as error:
        raise ConvergenceError("ORCA gave no answer.", detail=_end_of_output(directory)) from error
    except ComputeError as error:
        log = _end_of_output(directory)
        if "not converged" in log.lower() or "did not converge" in log.lower():
            raise ConvergenceError("The self-consistent field of ORCA did not converge.", detail=log) from error
        if "INPUT ERROR" in log or "UNRECOGNIZED" in log or ("basis set" in log.lower() and "not available" in log.lower()):
            raise InputError(
                f"ORCA does not take this level of theory for this structure: {_reason(log)}", field="settings.basis_set", detail=log
            ) from error
        raise ComputeError(f"ORCA did not finish normally: {_reason(log) or error.message}", detail=log or error.detail) from error
    return answer


def _environment(path: Path, home: Path) -> dict[str, str]:
    """What ORCA and OPI see: a private home, and where ORCA and Open MPI are. ORCA starts further processes by Open MPI only."""
    mpi = os.environ.get("CUVETTE_OPENMPI")
    environment = {**BARE_ENVIRONMENT, "HOME": str(home), "TMPDIR": str(home), "OPI_ORCA": str(path.parent), "OMP_NUM_THREADS": "1"}
    if mpi:
        environment |= {"OPI_MPI": mpi, "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    return environment


def _end_of_output(directory: Path) -> str:
    output = directory / "job.out"
    return output.read_text(encoding="utf-8", errors="replace")[-4000:] if output.exists() else ""


def _reason(log: str) -> str:
    """What an output says is wrong: the first line about it, with the two that follow."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    wrong = re.compile(r"error|unrecognized|not available|aborting", re.IGNORECASE)
    start = next((index for index, line in enumerate(lines) if wrong.search(line)), len(lines))
    return "; ".join(lines[start : start + 3])[:300]
