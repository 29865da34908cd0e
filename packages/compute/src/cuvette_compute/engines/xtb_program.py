"""GFN-FF and GFN0-xTB through the `xtb` program, driven by files in a private directory.

GFN-FF: 10.1002/anie.202004239; GFN0: 10.26434/chemrxiv.8326202. Only numbers and fixed words are ever written for the program to
read (its control files can name other programs), arguments go as an array, the environment is clean. Exit status 0 is not proof
of success: the energy file must exist and the log must say that the run ended normally.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shutil
import signal
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
from ase import Atoms
from ase.calculators.calculator import Calculator, all_changes

from ..errors import ConvergenceError, MethodNotAvailable, RandomError, ResourceError
from ..runtime.children import running
from ..runtime.walls import die_with_parent
from ..structures.elements import SYMBOLS
from ..structures.molecule import Molecule
from ..units import ANGSTROM_PER_BOHR, EV_PER_HARTREE
from .base import Engine, MethodInfo, Request, to_bohr
from .tblite import SOLVENT_NAMES

_FLAGS = {"gfn_ff": ["--gfnff"], "gfn0_xtb": ["--gfn", "0"]}
_TIMEOUT_SECONDS = 3600
# What every program sees of the environment at least: nothing of the worker's own.
BARE_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
_FREE_BYTES = 1_000_000


@cache
def xtb_path() -> str:
    """Path of the program. Raises MethodNotAvailable."""
    return program_path("xtb", "CUVETTE_XTB")


@cache
def xtb_version() -> str:
    """The version that the program prints."""
    return program_version("xtb", xtb_path(), r"xtb version (\d+\.\d+\.\d+)")


def program_path(name: str, variable: str) -> str:
    """Where a program is, by an environment variable or the search path. Raises MethodNotAvailable."""
    found = os.environ.get(variable) or shutil.which(name)
    if not found or not os.access(found, os.X_OK):
        raise MethodNotAvailable(f"The {name} program is not installed on this worker.")
    return found


def program_version(name: str, path: str, pattern: str) -> str:
    """Return what a program prints as its version: the first group of a pattern. Raises MethodNotAvailable where it prints none."""
    done = subprocess.run(
        [path, "--version"],
        env=BARE_ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=20,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    match = re.search(pattern, done.stdout)
    if not match:
        raise MethodNotAvailable(f"The {name} program on this worker does not answer.", detail=done.stdout + done.stderr)
    return match[1]


def program_environment(home: Path, threads: int) -> dict[str, str]:
    """A clean environment: nothing of ours but the threads, a private home, and where xtb keeps its parameters."""
    share = Path(xtb_path()).resolve().parent.parent / "share" / "xtb"
    return {
        **BARE_ENVIRONMENT,
        "HOME": str(home),
        "XTBPATH": os.environ.get("XTBPATH") or str(share),
        "OMP_NUM_THREADS": f"{threads},1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": str(threads),
        "OMP_STACKSIZE": os.environ.get("OMP_STACKSIZE") or "1G",
    }


def prepare_child() -> None:
    """In the child: an unlimited stack (xtb needs it), our blocked signals unblocked, and no life after the process that started it."""
    with contextlib.suppress(AttributeError):
        die_with_parent()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))


def write_coordinates(path: Path, molecule: Molecule) -> None:
    """Turbomole coordinates in bohr with full precision."""
    rows = [
        f"{x:24.16f} {y:24.16f} {z:24.16f} {SYMBOLS[int(number)].lower()}"
        for number, (x, y, z) in zip(molecule.numbers, to_bohr(molecule.positions), strict=True)
    ]
    path.write_text("\n".join(["$coord", *rows, "$end", ""]))


def run_xtb(
    directory: Path, molecule: Molecule, method: str, arguments: list[str], threads: int, solvent: dict[str, str] | None = None
) -> str:
    """Run the program on the molecule and return its log. Raises ConvergenceError, RandomError."""
    write_coordinates(directory / "coord", molecule)
    command = [xtb_path(), "coord", *_FLAGS[method], "--chrg", str(molecule.charge), "--uhf", str(molecule.unpaired_electrons)]
    if solvent:
        command += ["--alpb", SOLVENT_NAMES.get(solvent["solvent"], solvent["solvent"])]
    log_path = directory / "xtb.log"
    with log_path.open("wb") as log:
        with running(
            subprocess.Popen(
                [*command, *arguments],
                cwd=directory,
                env=program_environment(directory, threads),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=prepare_child,
            )
        ) as process:
            try:
                status = process.wait(timeout=_TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired as error:
                raise ConvergenceError("The xtb program did not finish within an hour.") from error
    text = log_path.read_bytes().decode("utf-8", "replace")
    if status != 0 and shutil.disk_usage(directory).free < _FREE_BYTES:
        raise ResourceError("The worker's disk is full, so the xtb program could not write its files.", detail=text[-4000:])
    if status < 0:
        raise RandomError(f"The xtb program died by signal {-status}.", detail=text[-4000:])
    if status != 0 or "normal termination of xtb" not in text:
        raise ConvergenceError("The xtb program did not finish normally.", detail=text[-4000:])
    return text


class XTBProgramCalculator(Calculator):
    """One run of the program per geometry, in one directory (GFN-FF keeps its topology there)."""

    implemented_properties = ["energy", "forces", "charges"]  # noqa: RUF012  (the ASE interface)
    atoms: Atoms
    """What was computed last; Calculator sets it, None at first."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._request = request
        self._directory = request.place()

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        request = self._request
        for name in ("coord.engrad", "energy", "gradient", "xtbrestart", "charges", "wbo"):
            (self._directory / name).unlink(missing_ok=True)
        molecule = request.molecule.at(self.atoms.positions)
        run_xtb(self._directory, molecule, request.method, ["--grad"], request.threads, request.solvent_settings)
        energy, gradient = read_engrad(self._directory / "coord.engrad", len(molecule))
        self.results = {"energy": energy * EV_PER_HARTREE, "forces": -gradient * EV_PER_HARTREE / ANGSTROM_PER_BOHR}
        charges = _read_charges(self._directory, request.method, len(molecule))
        if charges is not None:
            self.results["charges"] = charges


def read_engrad(path: Path, count: int) -> tuple[float, np.ndarray]:
    """Energy (Hartree) and gradient (Hartree/bohr) from the file that `--grad` writes."""
    try:
        lines = [line for line in path.read_text().splitlines() if line.strip() and not line.lstrip().startswith("#")]
        numbers = [float(line) for line in lines[: 2 + 3 * count]]
        if int(numbers[0]) != count or len(numbers) != 2 + 3 * count or not np.isfinite(numbers).all():
            raise ValueError("wrong number of values")
    except (OSError, ValueError, IndexError) as error:
        raise ConvergenceError("The xtb program wrote no readable energy and gradient.", detail=str(error)) from error
    return numbers[1], np.array(numbers[2:]).reshape(-1, 3)


def _read_charges(directory: Path, method: str, count: int) -> np.ndarray | None:
    path = directory / ("gfnff_charges" if method == "gfn_ff" else "charges")
    try:
        values = [float(word) for word in path.read_text().split()]
    except (OSError, ValueError):
        return None
    return np.array(values) if len(values) == count else None


def optimize_natively(directory: Path, molecule: Molecule, method: str, level: str, threads: int) -> tuple[np.ndarray, float]:
    """xtb's own optimizer: positions (Angstrom) and energy (Hartree). Fast enough to rank many conformers.

    Raises ConvergenceError when the program's own criteria of that level are not met (it exits with status 0 even then).
    """
    text = run_xtb(directory, molecule, method, ["--opt", level], threads)
    if "FAILED TO CONVERGE GEOMETRY OPTIMIZATION" in text:
        raise ConvergenceError("The xtb program did not converge this geometry.")
    energies = re.findall(r"TOTAL ENERGY\s+(-?\d+\.\d+)\s+Eh", text)
    path = directory / "xtbopt.coord"
    try:
        rows = [line.split() for line in path.read_text().splitlines() if not line.lstrip().startswith("$")]
        positions = np.array([[float(x) for x in row[:3]] for row in rows if len(row) == 4])
        energy = float(energies[-1])
    except (OSError, ValueError, IndexError) as error:
        raise ConvergenceError("The xtb program wrote no readable geometry.", detail=str(error)) from error
    if positions.shape != (len(molecule), 3):
        raise ConvergenceError("The xtb program wrote a geometry with the wrong number of atoms.")
    return positions * ANGSTROM_PER_BOHR, energy


class XTBProgramEngine(Engine):
    """The xtb program."""

    name = "xtb"
    methods = (
        MethodInfo("gfn_ff", frozenset(range(1, 87)), ("alpb",), "GFN-FF electronegativity equilibration", exponent=2.0),
        MethodInfo("gfn0_xtb", frozenset(range(1, 87)), (), "GFN0-xTB electronegativity equilibration", exponent=2.2),
    )

    def version(self) -> str:
        return xtb_version()

    def calculator(self, request: Request) -> XTBProgramCalculator:
        xtb_path()
        return XTBProgramCalculator(request)
