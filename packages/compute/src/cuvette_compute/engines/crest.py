"""Conformers by metadynamics with the `crest` program (Pracht et al. 2024, 10.1063/5.0197592), where it is installed.

Like the xtb program it reads files of numbers and fixed words only and gets an array of arguments and a clean environment.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import ConvergenceError, InputError, MethodNotAvailable, RandomError
from ..runtime.children import running
from ..schemas.knowledge import solvents_of
from ..structures.molecule import Molecule
from .xtb_program import SOLVENT_NAMES, prepare_child, program_environment, program_path, program_version, write_coordinates, xtb_path

_METHOD_FLAGS = {"gfn_ff": "--gfnff", "gfn0_xtb": "--gfn0", "gfn1_xtb": "--gfn1", "gfn2_xtb": "--gfn2"}
_SPEED_FLAGS = {"megaquick": "--mquick", "superquick": "--squick", "quick": "--quick", "normal": None, "extensive": None}
_TIMEOUT_SECONDS = 7 * 24 * 3600


@cache
def crest_path() -> str:
    """Path of the program. Raises MethodNotAvailable."""
    found = program_path("crest", "CUVETTE_CREST")
    xtb_path()
    return found


@cache
def crest_version() -> str:
    """The version that the program prints."""
    return program_version("crest", crest_path(), r"[Vv]ersion\s+(\d+(?:\.\d+)+)")


def arguments(molecule: Molecule, settings: dict[str, Any], threads: int) -> list[str]:
    """CREST's arguments for iMTD settings. Raises InputError for what cannot be translated."""
    method = settings.get("mtd_method") or "gfn_ff"
    if method not in _METHOD_FLAGS:
        raise MethodNotAvailable(f"CREST on this server cannot sample with {method}.", field="conf_gen_settings.mtd_method")
    speed = settings.get("speed") or "quick"
    if speed not in _SPEED_FLAGS:
        raise InputError(f"The speed {speed!r} is not known.", field="conf_gen_settings.speed")
    words = ["coord", _METHOD_FLAGS[method], "--chrg", str(molecule.charge), "--uhf", str(molecule.unpaired_electrons), "-T", str(threads)]
    words += [flag for flag in (_SPEED_FLAGS[speed], "--nci" if settings.get("nci") else None) if flag]
    window = settings.get("energy_window")
    if window is not None:
        words += ["--ewin", f"{float(window):.4f}"]
    solvent = settings.get("solvent_settings")
    if solvent:
        model, name = solvent.get("model"), solvent.get("solvent")
        if model not in ("alpb", "gbsa") or name not in solvents_of(method, model):
            raise InputError("CREST takes ALPB or GBSA solvents only.", field="conf_gen_settings.solvent_settings")
        words += [f"--{'alpb' if solvent['model'] == 'alpb' else 'gbsa'}", SOLVENT_NAMES.get(solvent["solvent"], solvent["solvent"])]
    return words


def sample(directory: Path, molecule: Molecule, settings: dict[str, Any], threads: int) -> list[tuple[np.ndarray, float]]:
    """Run CREST from the molecule's geometry: conformers as positions (Angstrom) and energies (Hartree), lowest first."""
    command = [crest_path(), *arguments(molecule, settings, threads)]
    write_coordinates(directory / "coord", molecule)
    environment = program_environment(directory, threads)
    environment["PATH"] = f"{Path(xtb_path()).parent}:{environment['PATH']}"
    log_path = directory / "crest.log"
    with log_path.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=prepare_child,
        )
        with running(process):
            status = process.wait(timeout=_TIMEOUT_SECONDS)
    tail = log_path.read_bytes()[-4000:].decode("utf-8", "replace")
    if status < 0:
        raise RandomError(f"The crest program died by signal {-status}.", detail=tail)
    if status != 0 or not (directory / "crest_conformers.xyz").exists():
        raise ConvergenceError("The crest program did not finish normally.", detail=tail)
    return read_ensemble(directory / "crest_conformers.xyz", len(molecule), tail)


def read_ensemble(path: Path, count: int, tail: str) -> list[tuple[np.ndarray, float]]:
    """The frames of an XYZ ensemble whose comment lines start with the energy. Raises ConvergenceError."""
    lines = path.read_text().splitlines()
    frames = []
    try:
        for start in range(0, len(lines) - 1, count + 2):
            if int(lines[start]) != count:
                raise ValueError("wrong number of atoms")
            rows = [line.split() for line in lines[start + 2 : start + 2 + count]]
            positions = np.array([[float(word) for word in row[1:4]] for row in rows])
            energy = float(lines[start + 1].split()[0])
            if positions.shape != (count, 3) or not np.isfinite(positions).all() or not np.isfinite(energy):
                raise ValueError("an incomplete frame")
            frames.append((positions, energy))
    except (ValueError, IndexError) as error:
        raise ConvergenceError("The crest program wrote no readable ensemble.", detail=f"{error}\n{tail}") from error
    if not frames:
        raise ConvergenceError("The crest program found no conformer.", detail=tail)
    return sorted(frames, key=lambda frame: frame[1])
